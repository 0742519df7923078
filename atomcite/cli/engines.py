"""`atomcite engines`: what can read and judge here, and how to install what can't."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from atomcite.serving import ChatClient


def engines(
    probe: Annotated[
        bool, typer.Option("--probe", help="Ask the configured model server what it can do: two small requests.")
    ] = False,
) -> None:
    """List OCR engines, judges and image verifiers, with what is missing for each."""
    from atomcite import judge, ocr, vision
    from atomcite.domain import Missing
    from atomcite.pipeline import connect, endpoint, local_model, ocr_models

    table = Table("kind", "name", "state", "scripts or install line")
    rows: list[tuple[str, str, Missing | None, str]] = []
    for name in ocr.engines():
        engine = ocr.get(name, ocr_models())
        rows.append(("ocr", name, engine.missing(), ", ".join(sorted(engine.scripts))))
    server = endpoint()
    chat = connect(server)
    parts = judge.JudgeParts(nli_model=local_model("nli"), chat=chat)
    described = {"nli": parts.nli_model or "", "llm": server.host}
    for name in judge.JUDGES:
        rows.append(("judge", name, judge.get(name, parts).missing(), described.get(name, "")))
    unset = Missing(
        "no server configured", "--image openai", "--base-url and --model, or ATOMCITE_BASE_URL and _MODEL"
    )
    for name in vision.names():
        absent = unset if name == "openai" and not server.configured else vision.missing(name)
        shown = {"openai": server.host, "transformers": local_model("image") or "name a model: --image-model"}
        rows.append(("image", name, absent, shown.get(name, "")))
    for kind, name, missing, scripts in rows:
        if missing:
            table.add_row(kind, name, f"not ready: {missing.what}", missing.install)
        else:
            table.add_row(kind, name, "ready", scripts)
    Console().print(table)
    if probe:
        _probe(chat)


def _probe(chat: ChatClient | None) -> None:
    """Raises EndpointError when the server can't be used."""
    from atomcite.errors import UsageError
    from atomcite.serving import examine

    if chat is None:
        raise UsageError("No model server is configured.", "Set ATOMCITE_BASE_URL and ATOMCITE_MODEL.")
    faults = examine(chat)
    typer.echo(f"{chat.host}, {chat.model}: {chat.capabilities.shown() or 'nothing is known'}")
    for fault in faults:
        typer.echo(f"  {fault.render('en')}")
