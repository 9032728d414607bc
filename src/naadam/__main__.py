"""`python -m naadam` is `naadam`."""

import sys

try:
    from naadam.cli.main import run
except KeyboardInterrupt:  # while modules are being loaded
    print("naadam: stopped", file=sys.stderr)
    sys.exit(2)

run()
