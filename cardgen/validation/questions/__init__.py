"""The questions that the check asks of played games, with the confidence of each answer."""
