"""Files and processes: which files a game can read, how files are written, and what is kept between commands."""
