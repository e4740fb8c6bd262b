"""Files and processes: which files a game can read, how cardgen writes files, and what it keeps between commands."""
