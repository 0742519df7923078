"""`python -m atomcite.benchmarks.corpus build FOLDER [NAME ...]`: write the scanned documents."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atomcite.benchmarks.corpus.documents import SOURCES, clean_pdf, scanned_pages, source
from atomcite.benchmarks.corpus.scanfile import write_scan
from atomcite.errors import AtomCiteError, OutputError


def main(argv: list[str] | None = None) -> int:
    """Exit code 0, or that of the error, which is told on standard error."""
    parser = argparse.ArgumentParser(prog="python -m atomcite.benchmarks.corpus", description=__doc__)
    parser.add_argument("command", choices=["build"])
    parser.add_argument("folder", type=Path, help="documents go to FOLDER/NAME/")
    parser.add_argument("names", nargs="*", metavar="NAME", help="en, ru, contract; all of them when none is named")
    parser.add_argument("--clean", action="store_true", help="also write the typeset PDF, NAME.clean.pdf")
    options = parser.parse_args(argv)
    known = [s.name for s in SOURCES]
    for name in options.names:
        if name not in known:
            parser.error(f"no document is called {name!r}; there are {', '.join(known)}")
    try:
        for name in options.names or known:
            _build(name, options.folder / name, options.clean)
    except AtomCiteError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


def _build(name: str, folder: Path, clean: bool) -> None:
    item = source(name)
    pdf = clean_pdf(item)
    scanned = write_scan(scanned_pages(item, pdf), item.metadata, item.labels, item.quality)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / item.file_name).write_bytes(scanned)
        if clean:
            (folder / f"{name}.clean.pdf").write_bytes(pdf)
    except OSError as error:
        raise OutputError(f"Can't write to {folder}: {error.strerror}.", "Choose another folder.") from error
    sys.stdout.write(f"{folder / item.file_name}: {len(scanned) / 1024:.0f} KB\n")


if __name__ == "__main__":
    raise SystemExit(main())
