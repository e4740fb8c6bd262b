"""The export targets. The `targets(home)` of each module here returns targets for a game, which may bring its own
profiles."""
