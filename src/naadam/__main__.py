"""`python -m naadam` is `naadam`."""

from naadam.cli.main import run

run()
