"""`python -m pace` is the command line."""

import sys

from pace.cli import main

sys.exit(main(sys.argv[1:]))
