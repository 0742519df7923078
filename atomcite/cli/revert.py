"""`atomcite revert`: from a corrected answer back to the answer that was verified."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from atomcite.errors import OutputError, UsageError


def revert(
    corrected: Annotated[str, typer.Argument(help="The corrected answer of a dossier; - is standard input.")],
    patch: Annotated[Path, typer.Argument(help="The patch beside it, answer.patch.json.")],
    out: Annotated[Path | None, typer.Option(help="File to write. [default: standard output]")] = None,
) -> None:
    """Give the answer back as it was before the corrections, byte for byte."""
    from atomcite.answers import encoded, load_answer, load_patch, reverse

    if out is not None and any(_same(out, given) for given in (Path(corrected), patch)):
        raise UsageError(f"{out} is one of the files to be read.", "Give another file for --out.")
    way_back = load_patch(patch)
    answer = encoded(reverse(load_answer(corrected, sys.stdin.buffer).text, way_back), way_back.encoding)
    if out is None:
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
        return
    try:
        out.write_bytes(answer)
    except OSError as error:
        raise OutputError(
            f"{out} can't be written: {error.strerror or error}.", "Check its folder and your access rights."
        ) from None


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
