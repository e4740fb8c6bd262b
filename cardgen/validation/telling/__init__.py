"""Reports findings and figures in words, tables and charts: on a terminal, as a page, as JSON."""
