"""Agreement of verdicts with labelled claims.

A folder holds either `claims.jsonl`, whose rows name their document, or `truth.jsonl` beside `report.scan.pdf`.
A conflict or a claim that was not checked counts as wrong unless the label says so, and so does a wrong page whose
best suggestion is not a true page. Printed beside the agreement: how many claims were called correct that are not,
the one error that nobody looks at again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from atomcite.domain import Citation, Claim, ClaimResult, ClaimVerdict, PageRef
from atomcite.pipeline import verify

_SAME = {"supported": ClaimVerdict.CORRECT}


@dataclass(frozen=True)
class Labelled:
    """A claim with its truth. `cited` are page references as written; `true_pages` all pages that support it."""

    id: str
    document: Path
    statement: str
    cited: tuple[str, ...]
    label: ClaimVerdict
    true_pages: frozenset[int]
    kind: str

    @property
    def claim(self) -> Claim:
        refs = tuple(PageRef(raw=raw) for raw in self.cited)
        citations = (Citation(text=", ".join(self.cited), pages=refs),) if refs else ()
        return Claim(id=self.id, statement=self.statement, citations=citations, origin="given")


@dataclass(frozen=True)
class Outcome:
    truth: Labelled
    result: ClaimResult

    @property
    def right(self) -> bool:
        """The verdict is the label, and a page that is suggested is a true one."""
        if self.result.verdict is not self.truth.label:
            return False
        if self.result.verdict is not ClaimVerdict.WRONG_PAGE:
            return True
        return self.result.suggested_pages[0].page.physical in self.truth.true_pages

    @property
    def falsely_correct(self) -> bool:
        return self.result.verdict is ClaimVerdict.CORRECT and self.truth.label is not ClaimVerdict.CORRECT


def read(folder: Path) -> list[Labelled]:
    """Labelled claims of one folder. Raises FileNotFoundError when it has neither of the two files. Rows labelled
    "open" have no settled truth and are left out."""
    own = folder / "truth.jsonl"
    source = own if own.exists() else folder / "claims.jsonl"
    rows = [json.loads(line) for line in source.read_text("utf-8").splitlines() if line.strip()]
    return [
        Labelled(
            id=row.get("id", f"{folder.name}-{number}"),
            document=folder / row.get("doc", "report.scan.pdf"),
            statement=row["statement"],
            cited=_cited(row),
            label=_SAME.get(row["label"]) or ClaimVerdict(row["label"]),
            true_pages=frozenset(row["true_pages"]),
            kind=row.get("kind", "-"),
        )
        for number, row in enumerate(rows, 1)
        if row["label"] != "open"
    ]


def _cited(row: dict[str, object]) -> tuple[str, ...]:
    cited = row.get("cited_page", row.get("cited"))
    if cited is None or cited == "":
        return ()
    return tuple(str(page) for page in cited) if isinstance(cited, list) else (str(cited),)


def measure(claims: Sequence[Labelled], **options: Any) -> list[Outcome]:
    """Runs every claim, document by document. `options` go to `verify`."""
    by_document: defaultdict[Path, list[Labelled]] = defaultdict(list)
    for claim in claims:
        by_document[claim.document].append(claim)
    outcomes = []
    for document, group in by_document.items():
        report = verify(document, [c.claim for c in group], **options)
        outcomes += [Outcome(truth, result) for truth, result in zip(group, report.claims, strict=True)]
    return outcomes


def show(outcomes: Sequence[Outcome], console: Console) -> None:
    """Confusion table, agreement, false "correct", and each claim that went wrong with both channels' verdicts."""
    labels = sorted({o.truth.label for o in outcomes})
    verdicts = sorted({o.result.verdict for o in outcomes})
    counts = Counter((o.truth.label, o.result.verdict) for o in outcomes)
    table = Table("truth \\ verdict", *verdicts)
    for label in labels:
        table.add_row(label, *(str(counts[label, verdict] or "") for verdict in verdicts))
    console.print(table)
    for outcome in _wrong(outcomes):
        result = outcome.result
        text = result.text.verdict if result.text else "-"
        image = result.image.verdict if result.image else "-"
        console.print(
            f"{outcome.truth.id} ({outcome.truth.kind}): {outcome.truth.label} but {result.verdict} "
            f"[text {text}, image {image}]: {outcome.truth.statement}",
            markup=False,
            highlight=False,
        )
    right = sum(o.right for o in outcomes)
    false = sum(o.falsely_correct for o in outcomes)
    console.print(f"agreement {right}/{len(outcomes)} = {right / len(outcomes):.1%}; falsely correct {false}")


def _wrong(outcomes: Iterable[Outcome]) -> list[Outcome]:
    return [o for o in outcomes if not o.right]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Agreement of verdicts with labelled claims.")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--least", type=float, default=0.0, help="exit with 1 below this agreement (0..1)")
    parser.add_argument("--most-false", type=int, help="exit with 1 above this number of falsely correct claims")
    parser.add_argument("--image", default="auto")
    parser.add_argument("--no-cache", action="store_true")
    given = parser.parse_args(arguments)
    claims = [claim for folder in given.folders for claim in read(folder)]
    outcomes = measure(claims, image=given.image, cache=not given.no_cache)
    show(outcomes, Console(soft_wrap=True))
    right = sum(o.right for o in outcomes) / len(outcomes)
    false = sum(o.falsely_correct for o in outcomes)
    return int(right < given.least or (given.most_false is not None and false > given.most_false))


if __name__ == "__main__":
    sys.exit(main())
