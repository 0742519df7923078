"""`atomcite verify`: the main job."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from atomcite.cli.asking import asking, check_terminal
from atomcite.cli.options import (
    Allow,
    Answer,
    Apply,
    BareBrackets,
    BaseUrl,
    Decomposer,
    DecomposerOption,
    Derived,
    Footnotes,
    ImageChoice,
    ImageModel,
    Language,
    LinkTemplate,
    MaxCalls,
    MaxCost,
    MaxTokens,
    Model,
    MoreForms,
    NliLabels,
    NliModel,
    OutputFormat,
    PageMode,
    PriceIn,
    PriceOut,
    Renderer,
    forms_of,
)
from atomcite.cli.password import ask_password
from atomcite.cli.progress import Bar
from atomcite.errors import Stopped, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from atomcite.domain import ClaimResult, Report
    from atomcite.domain import Language as Spoken
    from atomcite.pipeline import Apply as Corrections
    from atomcite.pipeline import Choose


def verify(
    document: Annotated[Path, typer.Argument(help="PDF, TIFF, an image, or a folder of page images.")],
    answer: Answer,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the dossier: JSON, HTML report, corrected answer, page images.")
    ] = None,
    more: MoreForms = None,
    output: Annotated[OutputFormat, typer.Option("--format", help="What standard output gets.")] = OutputFormat.TABLE,
    pages: Annotated[
        PageMode, typer.Option(help="What cited numbers count: position in the file, label, or printed number.")
    ] = PageMode.AUTO,
    window: Annotated[
        int | None, typer.Option(min=0, max=50, help="Pages either side searched for suggestions. [policy: 2]")
    ] = None,
    policy: Annotated[str, typer.Option(help="Policy by name, or a TOML file.")] = "default",
    ocr: Annotated[str, typer.Option(help="Text channel's engine; see `atomcite engines`.")] = "auto",
    ocr_models: Annotated[
        str | None,
        typer.Option(help="Folder with models for paddleocr. Or ATOMCITE_OCR_MODELS, or the configuration file."),
    ] = None,
    judge: Annotated[
        str,
        typer.Option(help="Text channel's judge, or a chain of them, the cheapest first; see `atomcite engines`."),
    ] = "rules",
    nli_model: NliModel = None,
    nli_labels: NliLabels = None,
    image: Annotated[
        ImageChoice, typer.Option(help="Image channel; auto: the vision server where one is configured, else reader.")
    ] = ImageChoice.AUTO,
    image_model: ImageModel = None,
    base_url: BaseUrl = None,
    model: Model = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_cost: MaxCost = None,
    decomposer: DecomposerOption = Decomposer.RULES,
    bare_brackets: BareBrackets = False,
    footnotes: Footnotes = False,
    derived: Derived = False,
    password: Annotated[
        str | None, typer.Option(help="Password of an encrypted PDF; asked for if not given.")
    ] = None,
    language: Annotated[Language, typer.Option(help="Language of the report.")] = Language.EN,
    link_template: LinkTemplate = None,
    allow: Allow = None,
    apply: Annotated[
        Apply | None,
        typer.Option(
            help="Corrections in the dossier's answer.corrected.md: asked for one by one, all made, or none. "
            "[default: shown as proposals]"
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 1 unless every claim is kept as correct.")
    ] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Neither use nor fill the cache.")] = False,
    max_megapixels: Annotated[float, typer.Option(min=1, help="Largest page, rendered.")] = 60.0,
    renderer: Annotated[
        Renderer, typer.Option(help="What draws PDF pages; poppler needs the extra of that name.")
    ] = Renderer.PDFIUM,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on standard error.")] = False,
) -> None:
    """Check every page citation of an answer against the document.

    The API key of a server is taken from ATOMCITE_API_KEY or the configuration file, never from an option, where
    other users of the machine could see it.
    """
    # Imported here: the command line must answer --help before numpy and pydantic models are loaded.
    from atomcite.answers import load_answer
    from atomcite.pipeline import Settings, endpoint, verify
    from atomcite.reports import render

    settings = Settings(
        pages=pages.value,
        ocr=ocr,
        ocr_models=ocr_models,
        judge=judge,
        nli_model=nli_model,
        nli_labels=tuple(part.strip() for part in nli_labels.split(",")) if nli_labels else (),
        image=image.value,
        image_model=image_model,
        window=window,
        decomposer=decomposer.value,
        bare_brackets=bare_brackets,
        footnotes=footnotes,
        derived=derived,
        language=language.value,
        max_megapixels=max_megapixels,
        renderer=renderer.value,
        max_calls=max_calls,
        max_tokens=max_tokens,
        max_cost=max_cost,
        link_template=link_template,
        allow=tuple(allow or ()),
    )
    if apply is Apply.ASK:
        if answer == "-":
            raise UsageError("The answer can't come from where you are to answer.", "Give it as a file.")
        check_terminal()
    loaded = load_answer(answer, sys.stdin.buffer)
    try:
        with Bar(quiet=quiet, language=language.value) as bar:
            corrections: Corrections = "propose"
            if apply is Apply.ASK:
                corrections = _asking(bar, language.value)
            elif apply is not None:
                corrections = "all" if apply is Apply.ALL else "none"
            report = verify(
                document,
                loaded,
                policy=policy,
                settings=settings,
                server=endpoint(base_url, model, price_in=price_in, price_out=price_out),
                password=password if password is not None else ask_password,
                cache=not no_cache,
                progress=bar.show,
                apply=corrections,
                out=out,
                reports=forms_of(more),
                answer_path=None if answer == "-" else answer,
            )
    except KeyboardInterrupt:
        kept = "What was read is in the cache: run it again to go on."
        if no_cache:
            kept = "Nothing was kept (--no-cache)."
        raise Stopped(f"Stopped, no result was written. {kept}") from None
    render(report, output.value, language.value, sys.stdout, None if answer == "-" else answer)
    if out and not quiet:
        console = Console(stderr=True, soft_wrap=True)
        console.print(f"{escape(str(out))}/report.html", highlight=False)
    if check and not report.all_correct:
        raise typer.Exit(1)


def _asking(bar: Bar, language: Spoken) -> Choose:
    """Asks for each correction, with the progress bar out of the way."""
    ask = asking(language)

    def choose(report: Report) -> Sequence[ClaimResult]:
        bar.stop()
        return ask(report)

    return choose
