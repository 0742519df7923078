"""`python -m atomcite.benchmarks.public build FOLDER`: make the public set."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atomcite.benchmarks.public.build import build, rewrite
from atomcite.errors import AtomCiteError, OutputError


def main(argv: list[str] | None = None) -> int:
    """Exit code 0, or that of the error, which is told on standard error."""
    parser = argparse.ArgumentParser(prog="python -m atomcite.benchmarks.public", description=__doc__)
    parser.add_argument("command", choices=["build", "records"], help="records: leave the documents as they are")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(argv)
    try:
        data = (build if options.command == "build" else rewrite)(options.folder)
    except AtomCiteError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except OSError as error:
        refused = OutputError(f"Can't write to {options.folder}: {error.strerror}.", "Choose another folder.")
        sys.stderr.write(f"{refused}\n")
        return refused.exit_code
    pages = sum(d.page_count for d in data.documents)
    sys.stdout.write(f"{len(data.documents)} documents, {pages} pages, {len(data.claims)} claims\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
