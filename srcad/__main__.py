"""``python -m srcad`` is the command ``srcad``."""

import sys

from srcad.cli import main

if __name__ == "__main__":
    sys.exit(main())
