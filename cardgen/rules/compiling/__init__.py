"""Clauses to instructions: each part of a sentence has its compiler, and `rules/compile.py` puts them together."""
