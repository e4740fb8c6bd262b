"""What every room stands on: errors and findings, dataclasses, units, hooks, interruption, the terminal."""
