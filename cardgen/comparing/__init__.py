"""Compares two states of a game: variants, folders, revisions in git, and what was printed.

`states.py` finds a state by its name, `git.py` reads one from a repository. `compare.py` puts together what
differs: settings, cards (`cards.py`), texts and sentences of rules (`texts.py`) and of rulebooks (`sentences.py`).
`play.py` plays both from the same seeds. `telling.py` and `page.py` show the result.
"""
