"""The questions that the check asks of played games, with the confidence of each answer.

`judge.py` asks those on one cell and on one variant, and has those on seats, durations and expectations itself. The
strength of policies is judged in `contests.py` and `skill.py`; `strength.py` is about cards, leads and ties that decide
games. `compare.py` pairs a variant with its base game.
"""
