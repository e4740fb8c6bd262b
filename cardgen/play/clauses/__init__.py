"""Plays any game whose rules are clauses: their rows, in one interpreter that is compiled once for all games."""
