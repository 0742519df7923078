"""CiteVQA: questions on long PDFs in English and Chinese, with evidence by page element.

Format as in the dataset card of opendatalab/CiteVQA (huggingface.co, also on ModelScope; `data/validation/
CiteVQA.json`): a list of `index`, `Question`, `Standard_Answer`, `dataset_type`, `language`, `PDF_Source` (paths of
the PDFs) and `Evidence`, a list of `source_doc_index`, `source_page_id`, `source_pdf_name`, `necessity`, `bbox` and
more. The evaluation counts pages from 1 (github.com/opendatalab/CiteVQA, prompts/infer_system.txt), and so does
this reader, unless the file holds a page 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from atomcite.benchmarks.adapters.reading import Row, one_file, position, rows, value
from atomcite.benchmarks.adapters.records import Losses, Record, Source

_FILES = ("CiteVQA.json", "validation/CiteVQA.json", "data/validation/CiteVQA.json")


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. Questions whose evidence lies in several documents are lost, boxes and distractors too."""
    records = list(rows(one_file(path, *_FILES)))
    if first_page is None:
        from_zero = any(e.get("source_page_id") == 0 for row in records for e in value(row, "Evidence", list[Any]))
        first_page = 0 if from_zero else 1
    for row in records:
        evidence = _crucial(value(row, "Evidence", list[dict[str, Any]]))
        names = {str(e.get("source_pdf_name") or _source(row, e)) for e in evidence}
        if len(names) != 1:
            losses.count("question with evidence in several documents" if names else "question without evidence")
            continue
        name = PurePosixPath(names.pop()).name
        name = name if name.lower().endswith(".pdf") else f"{name}.pdf"
        parts: list[Row] = [(f"{row[0]}: Evidence", e) for e in evidence]
        yield Record(
            id=value(row, "index", str),
            document=Source(key=name, files=(name,), language=value(row, "language", str, "en")),
            question=value(row, "Question", str).strip(),
            answer=value(row, "Standard_Answer", str).strip(),
            evidence=tuple(sorted({position(p, value(p, "source_page_id", int), first_page) for p in parts})),
            by="CiteVQA",
            answerable=True,
        )


def _crucial(evidence: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the answer can't do without, where the elements are graded by that; else all."""
    crucial = [e for e in evidence if str(e.get("necessity", "")).casefold() in ("crucial", "necessary", "essential")]
    return crucial or evidence


def _source(row: Row, evidence: dict[str, Any]) -> str:
    """The PDF that an element without a name of its own is from: `source_doc_index` counts from 1, as in the prompts
    for several documents; the only PDF needs no index."""
    sources = value(row, "PDF_Source", list[str])
    index = evidence.get("source_doc_index")
    if isinstance(index, int) and 1 <= index <= len(sources):
        return sources[index - 1]
    return sources[0]
