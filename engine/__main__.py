"""`python -m engine`: see `python -m engine --help`."""

import sys

from engine.cli import main
from engine.collector import settle

if __name__ == "__main__":
    settle()
    sys.exit(main(sys.argv[1:]))
