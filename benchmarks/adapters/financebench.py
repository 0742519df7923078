"""FinanceBench: questions on filings of US companies, with the evidence's text and page.

Format as published in `data/financebench_open_source.jsonl` of github.com/patronus-ai/financebench: `evidence` is a
list of `evidence_text`, `doc_name` and `evidence_page_num`, which counts from 0. Older files of the same authors
(`financebench_sample_150.csv`) have no page and can't be used. The PDFs are `pdfs/{doc_name}.pdf` there; links to
the originals are in `data/financebench_document_information.jsonl`, read where it lies beside the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from atomcite.benchmarks.adapters.reading import Row, one_file, position, rows, value
from atomcite.benchmarks.adapters.records import Losses, Record, Source

_SOURCE, _LINKS = "financebench_open_source.jsonl", "financebench_document_information.jsonl"


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. Evidence in other documents than the question's is lost: a claim here is about one document."""
    file = one_file(path, _SOURCE, f"data/{_SOURCE}")
    links = _links(file.with_name(_LINKS))
    first = 0 if first_page is None else first_page
    for row in rows(file):
        name = value(row, "doc_name", str)
        pages: list[int] = []
        for evidence in value(row, "evidence", list[dict[str, Any]]):
            part: Row = (f"{row[0]}: evidence", evidence)
            if value(part, "doc_name", str, name) == name:
                pages.append(position(part, value(part, "evidence_page_num", int), first))
            else:
                losses.count("piece of evidence in another document")
        yield Record(
            id=value(row, "financebench_id", str),
            document=Source(key=name, files=(f"{name}.pdf",), url=links.get(name), title=name.replace("_", " ")),
            question=value(row, "question", str),
            answer=value(row, "answer", str).strip(),
            evidence=tuple(sorted(set(pages))),
            by="FinanceBench",
            note=value(row, "justification", str, "").strip(),
            answerable=True,
        )


def _links(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    return {value(row, "doc_name", str): link for row in rows(path) if (link := value(row, "doc_link", str, ""))}
