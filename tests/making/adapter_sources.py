"""Files as published sets have them, and what is made of them."""

import json
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from atomcite.benchmarks.adapters import Adaptation, adapt
from atomcite.benchmarks.dataset import BenchClaim
from atomcite.benchmarks.dataset.validation import validate


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


def lines(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), "utf-8")
    return path


def pdf(path: Path, pages: int, labels: list[str] | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    made = pdfium.PdfDocument.new()
    for n in range(pages):
        made.new_page(100 + n, 100)
    made.save(path)
    if labels:
        pikepdf = pytest.importorskip("pikepdf")
        with pikepdf.open(path, allow_overwriting_input=True) as file:
            nums = [x for n, label in enumerate(labels) for x in (n, pikepdf.Dictionary(P=label))]
            file.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(nums))
            file.save(path)


def run(name: str, source: Path, **options: Any) -> Adaptation:
    out = source.parent / "out"
    made = adapt(name, source, out, **options)
    assert [f for f in validate(out) if f.severity == "error"] == []
    return made


def only(made: Adaptation) -> BenchClaim:
    (claim,) = made.dataset.claims
    return claim


def cites(claim: BenchClaim) -> list[tuple[str, int | None]]:
    return [(c.label, c.page) for c in claim.cited]


def finance(number: int, page: int, doc: str = "ACME_2021_10K", **more: Any) -> dict[str, Any]:
    return {
        "financebench_id": f"financebench_id_{number:05}",
        "company": "Acme",
        "doc_name": doc,
        "question": "What was the net debt of Acme at the end of FY2021?",
        "answer": "$120.00 million",
        "justification": "Read off the note on debt.",
        "evidence": [{"evidence_text": "...", "doc_name": doc, "evidence_page_num": page}],
    } | more
