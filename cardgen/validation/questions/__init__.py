"""The questions that the check asks of played games, with the confidence of each answer.

`judge.py` asks those on one cell and on one variant, and has those on seats, durations and expectations itself.
`contests.py` and `skill.py` judge the strength of policies, `deciders.py` the cards, leads and ties that decide games.
`compare.py` pairs a variant with its base game.
"""
