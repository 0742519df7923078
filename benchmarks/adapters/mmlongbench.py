"""MMLongBench-Doc: questions on long documents of seven kinds, a fifth of them unanswerable.

Format as published in `data/samples.json` of github.com/mayubo2333/MMLongBench-Doc (and as Parquet on the Hugging
Face hub, with the same fields): a list of `doc_id` (the PDF's file name), `question`, `answer`, `answer_format`, and
`evidence_pages` as the text of a Python list ("[3, 5]"), which counts from 1. The PDFs are in `data/documents`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from atomcite.benchmarks.adapters.reading import Row, one_file, position, rows, value
from atomcite.benchmarks.adapters.records import Losses, Record, Source
from atomcite.errors import DatasetError

UNANSWERABLE = "not answerable"


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. Unanswerable questions become answers that decline, without a claim."""
    first = 1 if first_page is None else first_page
    for number, row in enumerate(rows(one_file(path, "samples.json", "data/samples.json")), 1):
        name = value(row, "doc_id", str)
        answer = listed(value(row, "answer", str))
        refused = answer.strip().casefold() == UNANSWERABLE
        pages = sorted({position(row, page, first) for page in _pages(row)})
        yield Record(
            id=f"mmlongbench-{number}",
            document=Source(key=name, files=(name,)),
            question=value(row, "question", str).strip(),
            answer=answer.strip(),
            evidence=() if refused else tuple(pages),
            by="MMLongBench-Doc",
            note=f"Evidence: {sources}." if (sources := listed(value(row, "evidence_sources", str, ""))) else "",
            answerable=not refused,
            refused=refused,
        )


def listed(text: str) -> str:
    """ "['White', '10%']" as "White, 10%"; other text as it is."""
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return ", ".join(map(str, found)) if isinstance(found, list) else text


def _pages(row: Row) -> list[int]:
    text = row[1].get("evidence_pages")
    try:
        found = ast.literal_eval(text) if isinstance(text, str) else text
    except (ValueError, SyntaxError):
        found = None
    if not isinstance(found, list) or not all(isinstance(page, int) for page in found):
        raise DatasetError(f'{row[0]}: evidence_pages is {text!r:.80}, not a list such as "[3, 5]".')
    return found
