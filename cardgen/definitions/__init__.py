"""YAML and CSV files to frozen models, each fault with its file, line and column."""
