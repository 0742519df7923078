"""`atomcite engines`: what can read and judge here, and how to install what can't."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table


def engines() -> None:
    """List OCR engines, judges and image verifiers, with what is missing for each."""
    from atomcite import judge, ocr, vision
    from atomcite.domain import Missing
    from atomcite.pipeline import endpoint, local_model, ocr_models

    table = Table("kind", "name", "state", "scripts or install line")
    rows: list[tuple[str, str, Missing | None, str]] = []
    for name in ocr.engines():
        engine = ocr.get(name, ocr_models())
        rows.append(("ocr", name, engine.missing(), ", ".join(sorted(engine.scripts))))
    parts = judge.JudgeParts(nli_model=local_model("nli"))
    for name in judge.JUDGES:
        rows.append(("judge", name, judge.get(name, parts).missing(), parts.nli_model or "" if name == "nli" else ""))
    server = endpoint()
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
