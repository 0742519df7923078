"""`atomcite apply`: the corrections of a stored run, made in the answer that it verified."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from atomcite.cli.asking import asking, check_terminal
from atomcite.cli.options import Language
from atomcite.errors import AnswerError, OutputError, UsageError

if TYPE_CHECKING:
    from atomcite.answers import Patch
    from atomcite.domain import Language as Spoken


def apply(
    run: Annotated[Path, typer.Argument(help="The dossier that a run left (--out).")],
    answer: Annotated[str, typer.Argument(help="The answer that was verified; - is standard input.")],
    every: Annotated[
        bool, typer.Option("--all", help="Make all corrections; several equally good pages: a flag.")
    ] = (False),
    ask: Annotated[bool, typer.Option("--ask", help="Ask for each correction.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="File to write, with FILE.patch.json beside it; may be ANSWER. [default: standard output]"),
    ] = None,
    language: Annotated[
        Language | None, typer.Option(help="Language of flags and questions. [that of the run]")
    ] = None,
) -> None:
    """Make the corrections of a stored run in its answer, one by one or all; atomcite revert takes them back.

    Applied to an answer that has them already it changes nothing; an answer that changed since is refused.
    """
    from atomcite.answers import apply_patch, encoded, load_answer
    from atomcite.pipeline import applied_to
    from atomcite.reports import read_run

    if every == ask:
        raise UsageError("One of --ask and --all is needed.", "Give --ask to decide one by one, --all for all.")
    stored = read_run(run)
    if ask:
        if answer == "-":
            raise UsageError("The answer can't come from where you are to answer.", "Give it as a file.")
        check_terminal()
    loaded = load_answer(answer, sys.stdin.buffer)
    known = [] if answer == "-" else [patch_beside(Path(answer)), run / "answer.patch.json"]
    patches = [patch for patch in map(_patch, known) if patch is not None]
    spoken: Spoken = language.value if language else "ru" if stored.settings.get("language") == "ru" else "en"
    patch = applied_to(stored, loaded.text, asking(spoken) if ask else "all", spoken, loaded.encoding, patches)
    in_place = out is not None and answer != "-" and out.resolve() == Path(answer).resolve()
    console = Console(stderr=True, soft_wrap=True)
    if patch is None:
        console.print("The corrections are in this answer already: nothing was changed.")
    elif not patch.hunks:
        console.print("Nothing was corrected.")
    corrected = encoded(apply_patch(loaded.text, patch) if patch else loaded.text, loaded.encoding)
    if out is None:
        sys.stdout.buffer.write(corrected)
        sys.stdout.buffer.flush()
        return
    changed = patch is not None and bool(patch.hunks)
    files = [] if in_place and not changed else [(out, corrected)]
    if patch is not None and changed:
        # The way back first: what is changed can then be undone whatever happens.
        files.insert(0, (patch_beside(out), (patch.model_dump_json(indent=2) + "\n").encode("utf-8")))
    for path, content in files:
        try:
            path.write_bytes(content)
        except OSError as error:
            raise OutputError(
                f"{path} can't be written: {error.strerror or error}.", "Check its folder and your access rights."
            ) from None
        console.print(escape(str(path)), highlight=False)


def patch_beside(answer: Path) -> Path:
    """Where the way back from a corrected answer lies."""
    return answer.with_name(f"{answer.name}.patch.json")


def _patch(path: Path) -> Patch | None:
    """The patch at `path`; None without one. A file of that name that is none is somebody else's."""
    from atomcite.answers import load_patch

    try:
        return load_patch(path) if path.is_file() else None
    except AnswerError:
        return None
