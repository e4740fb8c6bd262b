"""Rules as data: named clauses of one sentence each, read into trees from which a game is played."""
