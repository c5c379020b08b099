"""`python -m engine`: see `python -m engine --help`."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
