"""The desk: a server of one page, on which you see, change, try and play a game in a browser."""
