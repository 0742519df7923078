"""MP-DocVQA: questions on scanned documents of up to twenty pages.

Format as of the challenge's files (rrc.cvc.uab.es, channel 17; `{split}.json`): an object whose `data` is a list of
`questionId`, `question`, `doc_id`, `page_ids` (a window of the document's pages, in order), `answers` (accepted
spellings) and `answer_page_idx`, which counts from 0 within the window. Page pictures are `{page_id}.jpg`. Known from
public readers of the format; the files themselves need an account.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from atomcite.benchmarks.adapters.reading import one_file, position, rows, value
from atomcite.benchmarks.adapters.records import Losses, Record, Source

_SPLITS = ("val", "train", "test")


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. The first accepted spelling is the answer, the others are lost; questions of the test split have
    no answers. Each window of pages is a document of its own."""
    file = one_file(path, *(f"{split}.json" for split in _SPLITS))
    first = 0 if first_page is None else first_page
    for row in rows(file):
        answers = value(row, "answers", list[str], [])
        page = row[1].get("answer_page_idx")
        if not answers or page is None:
            losses.count("question without an answer")
            continue
        pages = value(row, "page_ids", list[str])
        window = sha256("\n".join(pages).encode()).hexdigest()[:8]
        yield Record(
            id=f"mpdocvqa-{value(row, 'questionId', int)}",
            document=Source(
                key=f"{value(row, 'doc_id', str)}-{window}",
                pages=tuple(f"{name}.jpg" for name in pages),
                title=value(row, "doc_id", str),
            ),
            question=value(row, "question", str).strip(),
            answer=answers[0].strip(),
            evidence=(position(row, value(row, "answer_page_idx", int), first),),
            by="MP-DocVQA",
            answerable=True,
            split=value(row, "data_split", str, "") or next((s for s in _SPLITS if s in file.stem), None),
        )
