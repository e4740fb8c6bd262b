"""The desk: a game seen, changed, tried and played in a browser."""
