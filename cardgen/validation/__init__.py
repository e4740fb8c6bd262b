"""Judges games: a static check of their files, a dynamic check by play, and reports of both.

- `check.py` runs `cardgen check`; `static.py` the static check, with `accounts.py`, `books.py`, `overlaps.py`,
  `sentences.py` and `silent.py`; `play.py` the dynamic one;
- `play.py` makes cells (`sampling/cells.py`), samples them (`sampling/rounds.py`), keeps only sums
  (`sampling/seen.py`), and asks the `questions`: each answer is a `Verdict` (`questions/evidence.py`), of which some
  become findings;
- `sampling/sound.py` has the inference: confidence sequences of shares and means, and the level FALSE. How large an
  effect must be to be told stands in the module of its question;
- `settings` sweeps and searches, `telling` reports.
"""
