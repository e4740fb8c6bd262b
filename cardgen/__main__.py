import sys

from cardgen.commands.cli import start

if __name__ == "__main__":  # not in a process that this one starts
    sys.exit(start())
