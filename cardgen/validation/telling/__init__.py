"""Findings and figures in words, tables and charts: on a terminal, a page, as JSON."""
