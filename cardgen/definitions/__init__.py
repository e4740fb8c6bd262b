"""Reads YAML and CSV files to frozen models, and reports each fault with its file, line and column."""
