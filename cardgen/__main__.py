import sys

from cardgen.commands.cli import start

sys.exit(start())
