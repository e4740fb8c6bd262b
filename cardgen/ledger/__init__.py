"""Records printed boxes: the cards in each, and those that turn it into another edition."""
