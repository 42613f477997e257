"""`python -m westfront` is the same as `westfront`."""

import sys

from westfront.cli import main

sys.exit(main())
