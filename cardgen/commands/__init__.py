"""The commands, one module each: `declare` adds its options to a parser, `run` runs it and returns its exit code.

`run` imports what its command needs, so no command waits for the libraries of others.
"""

DONE, FOUND, INPUT, INTERRUPTED = 0, 1, 2, 130  # exit codes

COMMANDS = {
    "list": "List games with their variants and languages. With GAME, list the parts of that game.",
    "new": "Make a small printable game to start from, in a new folder.",
    "seal": "Record that the sentences of a rulebook match its clauses as they are now.",
    "build": "Print games: write PDF files for every language to OUT/GAME/VARIANT/LANG.",
    "export": "Export games as pictures or to virtual tables: write files to OUT/GAME/VARIANT/LANG/TARGET.",
    "printed": "Record in GAME's printed.yaml that you have printed the cards as they are now.",
    "fetch": "Bring the spreadsheets of a game from where you keep them, such as Google Sheets.",
    "words": "Give a game's texts to translators, and take their work back.",
    "calibrate": "Measure a printer: print test sheets, enter what you read there, and keep the corrections.",
    "check": "Check games and all their variants. Exit with 1 if something is wrong.",
    "sweep": "Play a game with one setting after another, and compare the results.",
    "tune": "Find settings with which play reaches the results that you want.",
    "compare": "Show what differs between two states of a game: variants, folders, revisions in git, or a print.",
    "replay": "Show, turn by turn, a game that a check has played.",
    "learn": "Let the computer's players learn a game by playing it, and write its learnt.yaml.",
    "desk": "Open a browser page where you see, change, try and play games. It follows their files as you save them.",
    "schema": "Write the JSON Schemas with which editors complete definition files.",
}
