"""Judges games: a static check of their files, a dynamic check by play, and reports of both.

- `check.py` runs `cardgen check`; `static.py` the static check, with `accounts.py`, `books.py`, `overlaps.py`,
  `sentences.py` and `silent.py`; `play.py` the dynamic one;
- `play.py` makes cells (`sampling/cells.py`), samples them (`sampling/sampler.py`), keeps only sums
  (`sampling/game_sums.py`), and asks the `questions`: each answer is a `Verdict` (`questions/evidence.py`), and some
  become findings;
- `sampling/confidence.py` has confidence sequences of shares, means and paired differences; `questions/discoveries.py`
  holds the false discovery rate. How large an effect must be to be reported stands in the module of its question;
- `settings` sweeps and searches, `telling` reports.
"""
