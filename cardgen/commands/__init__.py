"""The commands, a module each: `declare` says what it takes, `run` does it and returns its exit code.

What a command works with is imported when it runs, so that no command waits for another's libraries.
"""

DONE, FOUND, INPUT, INTERRUPTED = 0, 1, 2, 130  # exit codes

COMMANDS = {
    "list": "List games, their variants and languages; with GAME, what it is made of.",
    "new": "Make a small printable game to start from, in a folder of that name.",
    "seal": "Note in rulebooks that their sentences tell the clauses as they are now.",
    "build": "Print games: PDF files for every language, in OUT/GAME/VARIANT/LANG.",
    "export": "Take games elsewhere: pictures, virtual tables; files in OUT/GAME/VARIANT/LANG/TARGET.",
    "printed": "Record that cards have been printed as they are now, in GAME's printed.yaml.",
    "words": "Give a game's texts to translators, and take their work back.",
    "calibrate": "Measure a printer: print test sheets, read them, and keep what it does.",
    "check": "Check games and all their variants; exit 1 if something is wrong.",
    "sweep": "Play a game with one setting after another, and show what each makes of it.",
    "tune": "Find settings with which play comes to what is wished.",
    "replay": "Show a game that a check has played, turn by turn.",
    "learn": "Have the computer's players learn a game by playing it: makes its learnt.yaml.",
    "desk": "Open a page to see, change, try and play games on, as their files are saved.",
    "schema": "Write the JSON Schemas that editors complete definition files from.",
}
