"""SlideVQA: questions on slide decks of twenty slides.

Format as described at github.com/nttmdlab-nlp/SlideVQA: JSON Lines of `deck_name`, `deck_url`, `image_urls` (the
slides in order), `qa_id`, `question`, `answer`, `arithmetic_expression` and `evidence_pages` (1 to 20). The authors'
downloader saves a slide as `images/{split}/{deck_name}/{last part of its URL}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from atomcite.benchmarks.adapters.reading import one_file, position, rows, value
from atomcite.benchmarks.adapters.records import Losses, Record, Source

_SPLITS = ("dev", "train", "test")


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. Decks of which a slide is missing are missing; kinds of reasoning and of answers are lost."""
    file = one_file(path, *(f"{split}.jsonl" for split in _SPLITS))
    first = 1 if first_page is None else first_page
    for row in rows(file):
        deck = value(row, "deck_name", str)
        slides = [PurePosixPath(urlsplit(url).path).name for url in value(row, "image_urls", list[str])]
        expression = value(row, "arithmetic_expression", str, "").strip()
        yield Record(
            id=f"slidevqa-{value(row, 'qa_id', int)}",
            document=Source(
                key=deck,
                files=(f"{deck}.pdf",),
                pages=tuple(f"{deck}/{slide}" for slide in slides),
                url=value(row, "deck_url", str, "") or None,
            ),
            question=value(row, "question", str).strip(),
            answer=value(row, "answer", str).strip(),
            evidence=tuple(sorted({position(row, p, first) for p in value(row, "evidence_pages", list[int])})),
            by="SlideVQA",
            note=f"Derivation: {expression}." if expression not in ("", "None") else "",
            answerable=True,
            split=next((s for s in _SPLITS if s in file.stem), None),
        )
