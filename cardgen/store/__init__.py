"""Files and processes: what may be read, how files are written, what is kept between commands."""
