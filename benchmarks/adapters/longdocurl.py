"""LongDocURL: understanding, reasoning and locating over long PDFs.

Format as in the dataset card of dengchao/LongDocURL (huggingface.co): JSON Lines of `question_id`, `doc_no`,
`total_pages`, `question`, `answer` (text, number or list), `evidence_pages`, which count from 1, `images`, whose
names count from 0 (`{doc_no}_0.png`), and `pdf_path`, which ends in `{doc_no}.pdf`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from atomcite.benchmarks.adapters.mmlongbench import UNANSWERABLE
from atomcite.benchmarks.adapters.reading import one_file, position, rows, value
from atomcite.benchmarks.adapters.records import Losses, Record, Source


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. Questions that ask where something stands make no claim about a page's content and are lost, as
    are the sources of evidence. Without the PDF all of the document's page pictures do."""
    first = 1 if first_page is None else first_page
    for row in rows(one_file(path, "LongDocURL.jsonl", "data/LongDocURL.jsonl")):
        if value(row, "task_tag", str, "") == "Locating":
            losses.count("question that asks where something stands")
            continue
        number, total = value(row, "doc_no", str), value(row, "total_pages", int)
        answer = _text(row[1].get("answer"))
        refused = answer.casefold() in (UNANSWERABLE, "none", "")
        pages = () if refused else value(row, "evidence_pages", list[int])
        yield Record(
            id=value(row, "question_id", str),
            document=Source(
                key=number,
                files=(f"{number}.pdf",),
                pages=tuple(f"{number}_{n}.png" for n in range(total)),
                page_count=total,
            ),
            question=value(row, "question", str).strip(),
            answer=answer or "Not answerable",
            evidence=tuple(sorted({position(row, page, first) for page in pages})),
            by="LongDocURL",
            answerable=not refused,
            refused=refused,
        )


def _text(answer: Any) -> str:
    return ", ".join(map(str, answer)) if isinstance(answer, list) else str("" if answer is None else answer).strip()
