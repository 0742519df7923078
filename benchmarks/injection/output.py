"""An injected data set as a folder: records, documents, card, and what was dropped."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

from atomcite.benchmarks.dataset import Dataset, save
from atomcite.benchmarks.dataset.card import summary
from atomcite.benchmarks.dataset.exchange import copy_documents
from atomcite.benchmarks.injection.plan import Injected
from atomcite.errors import OutputError

DROPPED = "dropped.jsonl"
DIFFICULTY = """## How difficult an error is

- Errors of the page: *hard* when the cited page has two thirds of the statement's words together or one of its
  telling numbers; *medium* when it has one third, or lies one or two pages from a true one; else *easy*. A page that
  does not exist is *easy*.
- Numbers, dates and names: *hard* when the wrong one stands on the cited page or is off by less than a tenth, *easy*
  when it is off tenfold or more, else *medium*. A neighbour's cell is *hard*.
- Negation and direction are *medium*; modality, a dropped condition and a half-truth are *hard*. `modality_weakened`
  ("may" for "must") is *hard*, and an error by convention: what is a duty is also permitted.
- An invented fact is *easy*, one taken from another document *medium*.
"""


def check_empty(out: str | Path) -> Path:
    """The folder to write to. Raises OutputError when it holds something."""
    root = Path(out)
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise OutputError(f"{root} is not empty.", "Choose a folder that is new or empty.")
    return root


def write(injected: Injected, out: str | Path, *, command: str) -> Dataset:
    """Writes the folder and returns the data set as it stands there. `command` is added to the manifest's
    `made_by`."""
    root = Path(out)
    head = injected.dataset.manifest
    dataset = replace(injected.dataset, manifest=head.model_copy(update={"made_by": (*head.made_by, command)}))
    save(dataset, root)
    copy_documents(dataset, root)
    lines = (json.dumps(asdict(d), ensure_ascii=False) + "\n" for d in injected.dropped)
    (root / DROPPED).write_text("".join(lines), "utf-8")
    (root / "README.md").write_text(_card(dataset, injected), "utf-8")
    return replace(dataset, folder=root)


def _card(dataset: Dataset, injected: Injected) -> str:
    head = dataset.manifest
    lines = [f"# {head.name} {head.version}", "", head.description or "Page citations, some of them made wrong.", ""]
    lines += [f"Licence: {head.licence}.", "", *summary(dataset), DIFFICULTY]
    if injected.notes:
        lines += ["## To be known", "", *(f"- {note}" for note in injected.notes), ""]
    if injected.dropped:
        lines += ["## What could not be verified, or was more than asked for", "", f"One a line in `{DROPPED}`.", ""]
        lines += ["| Type | Reason | Number |", "|---|---|---:|"]
        count = Counter((d.type, d.reason) for d in injected.dropped)
        lines += [f"| {kind} | {reason} | {n} |" for (kind, reason), n in sorted(count.items())]
        lines.append("")
    lines += ["## Made by", "", "```sh", *head.made_by, "```", ""]
    return "\n".join(lines)
