"""`python -m westfront` is the same as `westfront`."""

import sys

from westfront.cli import main

if __name__ == "__main__":  # a process that is started to think imports this file too
    sys.exit(main())
