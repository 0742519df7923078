"""`atomcite bench collect` and `bench label`: natural errors from models or files, and AtomCite's own labels."""

from __future__ import annotations

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from atomcite.cli.options import BareBrackets, Footnotes, ImageChoice, MaxCalls, MaxCost, MaxTokens, PriceIn, PriceOut

if TYPE_CHECKING:
    from atomcite.serving import ChatClient


class Show(StrEnum):
    TEXT = "text"
    PICTURES = "pictures"
    BOTH = "both"


def collect(
    source: Annotated[Path, typer.Argument(help="A document, a folder of documents, or a data set's folder.")],
    out: Annotated[Path, typer.Option(help="Folder for the data set; run again, it goes on where it stopped.")],
    questions: Annotated[
        Path | None, typer.Option(help="Questions: JSON Lines or CSV (question, document, answerable), or lines.")
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(help="NAME@URL of a model on an OpenAI-compatible server; repeatable.")
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(help="Answers had elsewhere: JSON Lines or CSV (document, question, answer, generator)."),
    ] = None,
    show: Annotated[Show, typer.Option(help="What models are shown of each page.")] = Show.TEXT,
    controls: Annotated[
        float, typer.Option(min=0, help="Claims labelled correct among those to annotate, as a share of the others.")
    ] = 0.25,
    seed: Annotated[int, typer.Option(help="Of the sample of claims labelled correct.")] = 0,
    policy: Annotated[str, typer.Option(help="Policy of the automatic label.")] = "default",
    image: Annotated[ImageChoice, typer.Option(help="Image channel of the automatic label.")] = ImageChoice.READER,
    bare_brackets: BareBrackets = False,
    footnotes: Footnotes = False,
    split: Annotated[str, typer.Option(help="Split of documents that are in none.")] = "test",
    licence: Annotated[str, typer.Option(help="Licence of the data set.")] = "see the documents",
    context: Annotated[
        int | None, typer.Option(min=512, help="Tokens that the models take, where a server does not tell.")
    ] = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_cost: MaxCost = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on standard error.")] = False,
) -> None:
    """Ask models about documents, split their answers into claims, label these, and choose what people annotate.

    Caps and prices are for each model. The key in ATOMCITE_API_KEY goes to the one server, or of several to the one
    that is configured.
    """
    from atomcite.benchmarks.natural import collecting
    from atomcite.benchmarks.natural import questions as files
    from atomcite.benchmarks.natural.labelling import Labeller
    from atomcite.benchmarks.natural.servers import chats
    from atomcite.cli.bench import command_line
    from atomcite.pipeline import Settings

    progress = Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True)
    with ExitStack() as stack:
        models: list[ChatClient] = chats(
            model or [],
            price_in=price_in,
            price_out=price_out,
            context=context,
            max_calls=max_calls,
            max_tokens=max_tokens,
            max_cost=max_cost,
        )
        for chat in models:
            stack.callback(chat.close)
        plan = collecting.Plan(
            questions=files.read_questions(questions) if questions else (),
            models=models,
            answers=files.read_answers(answers) if answers else (),
            show=show.value,
            controls=controls,
            seed=seed,
            split=split,
            licence=licence,
            command=command_line(),
        )
        settings = Settings(image=image.value, bare_brackets=bare_brackets, footnotes=footnotes)
        found = collecting.collect(
            source,
            out,
            plan,
            Labeller(settings, policy),
            progress=lambda text: progress.print(text, markup=False),
        )
    console = Console(highlight=False, soft_wrap=True)
    data = found.dataset
    console.print(f"{len(data.answers)} answers, {len(data.claims)} claims in {out}", markup=False)
    console.print(f"  to annotate: {found.candidates} not labelled correct, {found.controls} that are")
    for reason, number in found.faults.most_common():
        console.print(f"  no answer, {reason}: {number}", markup=False)


def label(
    folder: Annotated[Path, typer.Argument(help="The data set's folder.")],
    replace: Annotated[bool, typer.Option("--replace", help="Label anew what has an automatic label.")] = False,
    policy: Annotated[str, typer.Option(help="Policy of the automatic label.")] = "default",
    image: Annotated[ImageChoice, typer.Option(help="Image channel of the automatic label.")] = ImageChoice.READER,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on standard error.")] = False,
) -> None:
    """Give the claims of a data set the label that AtomCite itself gives them, where they have none by a program."""
    from atomcite.benchmarks.natural.labelling import Labeller, label_all
    from atomcite.pipeline import Settings

    progress = Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True)
    labeller = Labeller(Settings(image=image.value), policy)
    number = label_all(folder, labeller, replacing=replace, progress=lambda text: progress.print(text, markup=False))
    Console(highlight=False, soft_wrap=True).print(f"{number} claims labelled.")
