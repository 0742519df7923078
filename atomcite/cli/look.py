"""`atomcite look`: one statement on one page."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from atomcite.cli.options import (
    BaseUrl,
    ImageChoice,
    ImageModel,
    Language,
    Model,
    NliModel,
    PageMode,
    Renderer,
)
from atomcite.cli.password import ask_password

if TYPE_CHECKING:
    from atomcite.domain import ChannelResult
    from atomcite.pipeline import Look
    from atomcite.reports.labels import Labels


class LookFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


def look(
    document: Annotated[Path, typer.Argument(help="PDF, TIFF, an image, or a folder of page images.")],
    statement: Annotated[str, typer.Argument(help="What the page is said to say.")],
    page: Annotated[str, typer.Option(help="The page: its position, its label, or its printed number.")],
    pages: Annotated[
        PageMode, typer.Option(help="What --page counts: position in the file, label, or printed number.")
    ] = PageMode.AUTO,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the pictures. [DOCUMENT-pPAGE, in the working directory]")
    ] = None,
    output: Annotated[LookFormat, typer.Option("--format", help="What standard output gets.")] = LookFormat.TEXT,
    policy: Annotated[str, typer.Option(help="Policy by name, or a TOML file.")] = "default",
    ocr: Annotated[str, typer.Option(help="Text channel's engine; see `atomcite engines`.")] = "auto",
    judge: Annotated[str, typer.Option(help="Text channel's judge, or a chain of them.")] = "rules",
    nli_model: NliModel = None,
    image: Annotated[ImageChoice, typer.Option(help="Image channel.")] = ImageChoice.AUTO,
    image_model: ImageModel = None,
    base_url: BaseUrl = None,
    model: Model = None,
    password: Annotated[
        str | None, typer.Option(help="Password of an encrypted PDF; asked for if not given.")
    ] = None,
    language: Annotated[Language, typer.Option(help="Language of the report.")] = Language.EN,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Neither use nor fill the cache.")] = False,
    max_megapixels: Annotated[float, typer.Option(min=1, help="Largest page, rendered.")] = 60.0,
    renderer: Annotated[Renderer, typer.Option(help="What draws PDF pages.")] = Renderer.PDFIUM,
) -> None:
    """Check one statement on one page and show what each channel saw there.

    Leaves text.png, image.png, look.html and look.json in a folder.
    """
    from atomcite import pipeline
    from atomcite.reports import to_json, view, write_look
    from atomcite.reports.labels import Labels
    from atomcite.reports.wire import dumps

    seen = pipeline.look(
        document,
        page,
        statement,
        settings=pipeline.Settings(
            pages=pages.value,
            ocr=ocr,
            judge=judge,
            nli_model=nli_model,
            image=image.value,
            image_model=image_model,
            language=language.value,
            max_megapixels=max_megapixels,
            renderer=renderer.value,
        ),
        server=pipeline.endpoint(base_url, model),
        policy=policy,
        password=password if password is not None else ask_password,
        cache=not no_cache,
    )
    claim = seen.claim
    number = claim.cited_pages[0].page.physical if claim.cited_pages[0].page else 0
    odd = [box for s in seen.report.signals if s.page == number for box in s.boxes]
    views = {
        "text": view(claim.text, number, seen.words.words if seen.words else (), signals=odd),
        "image": view(
            claim.image,
            number,
            seen.sight.words if seen.sight else (),
            seen.sight.strips if seen.sight else (),
            seen.sight.marks if seen.sight else (),
        ),
    }
    folder = out or Path(f"{document.resolve().stem}-p{_safe(page)}")
    files = write_look(folder, seen.report, seen.image, views, language.value)
    if output is LookFormat.JSON:
        sys.stdout.write(dumps(to_json(seen.report, language.value)) + "\n")
        return
    _print(seen, Labels(language.value), files)


def _safe(page: str) -> str:
    """A page label as part of a folder's name."""
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in page)


def _print(seen: Look, say: Labels, files: list[Path]) -> None:
    from atomcite.reports.labels import SYMBOLS
    from atomcite.reports.untrusted import one_line

    console = Console(soft_wrap=True)

    def line(text: str, style: str = "") -> None:
        indent = " " * (len(text) - len(text.lstrip(" ")))
        console.print(escape(indent + one_line(text)), style=style, highlight=False)

    claim = seen.claim
    line(claim.statement, "bold")
    line(f"{seen.report.document.name}, {say.cited_all(claim)}")
    line(
        f"{SYMBOLS[claim.verdict]} {say.verdict(claim.verdict)}; {say('action')}: {say.action(claim.action)}", "bold"
    )
    if claim.comment:
        line(say.say(claim.comment))
    for result in (claim.text, claim.image):
        if result is not None:
            for text, style in _channel(result, say):
                line(text, style)
    for notice in seen.report.notices:
        line(f"! {say.message(notice)}", "yellow")
    for path in files:
        console.print(escape(str(path)), style="dim", highlight=False)


def _channel(result: ChannelResult, say: Labels) -> list[tuple[str, str]]:
    from atomcite.reports.labels import SYMBOLS

    grade = f", {say('graded', grade=result.grade)}" if result.grade is not None else ""
    head = f"{say.channel(result.channel)}: {SYMBOLS[result.verdict]} {say.channel_verdict(result.verdict)}{grade}"
    lines = [(head, "bold")]
    if result.reason:
        lines.append((f"  {say.say(result.reason)}", ""))
    lines += [(f"  «{e.quote}»", "") for e in result.evidence if e.quote]
    lines += [
        (
            f"  {c.claimed}: {say(f'outcome_{c.outcome}')}"
            + (f" ({say('check_found', found=c.found)})" if c.found else ""),
            "",
        )
        for c in result.checks
    ]
    return [*lines, (f"  {result.engine}", "dim")]
