"""The record of printed boxes: which cards lie in each, and which make another edition of it."""
