"""The export targets. A module here adds some: its `targets(home)` gives them, for a game that may bring profiles of
its own.
"""
