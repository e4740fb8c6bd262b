import sys

from cardgen.cli import start

sys.exit(start())
