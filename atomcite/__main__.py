"""`python -m atomcite`."""

from atomcite.cli import main

main()
