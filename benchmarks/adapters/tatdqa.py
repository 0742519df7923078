"""TAT-DQA: questions on tables and text of financial reports, cut-outs of one to three pages.

Format as described at nextplusplus.github.io/TAT-DQA: `tatdqa_dataset_{split}.json` is a list of `doc` (`uid`,
`page`, `source`) and `questions`; the PDF is `{uid}.pdf`, and `{uid}.json` holds its text by page in blocks with
`uuid`. A question's `block_mapping` names the blocks of its facts, which is how the page is found; `doc.page` is the
cut-out's place in the report that it comes from, and no page of the PDF.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from atomcite.benchmarks.adapters.documents import Shelf
from atomcite.benchmarks.adapters.reading import Row, one_file, rows, value, whole
from atomcite.benchmarks.adapters.records import Losses, Record, Source
from atomcite.errors import DatasetError

_SPLITS = ("dev", "train", "test")


def read(path: Path, documents: Path | None, first_page: int | None, losses: Losses) -> Iterator[Record]:
    """See `Reader`. Questions without answer (the test split as first published) are lost, and those whose facts
    are mapped to no block of a known page; `first_page` has no meaning here."""
    file = one_file(path, *(f"tatdqa_dataset_{split}.json" for split in _SPLITS))
    split = next((s for s in _SPLITS if s in file.stem), None)
    shelf = Shelf(documents)
    for row in rows(file):
        doc: Row = (f"{row[0]}: doc", value(row, "doc", dict[str, Any]))
        uid = value(doc, "uid", str)
        pages = _pages_of_blocks(shelf.find(f"{uid}.json"))
        source = Source(key=uid, files=(f"{uid}.pdf",), title=value(doc, "source", str, "") or None)
        for item in value(row, "questions", list[dict[str, Any]]):
            question: Row = (f"{row[0]}: question", item)
            if item.get("answer") in (None, "", []):
                losses.count("question without an answer")
                continue
            yield Record(
                id=value(question, "uid", str),
                document=source,
                question=value(question, "question", str).strip(),
                answer=_answer(item),
                evidence=_evidence(item, pages),
                by="TAT-DQA",
                note=f"Derivation: {derivation}." if (derivation := str(item.get("derivation") or "")) else "",
                answerable=True,
                split=split,
            )


def _answer(item: dict[str, Any]) -> str:
    """The answer with its scale, which stands apart in the source: 4.6 and "percent"."""
    found, scale = item["answer"], str(item.get("scale") or "")
    text = ", ".join(map(str, found)) if isinstance(found, list) else str(found)
    return text if not scale or text.endswith(("%", scale)) else f"{text} {scale}"


def _pages_of_blocks(path: Path | None) -> dict[str, int]:
    """Position of the page that each block is on."""
    if path is None:
        return {}
    found = whole(path)
    pages = found.get("pages") if isinstance(found, dict) else None
    if not isinstance(pages, list):
        raise DatasetError(f"{path} has no pages.", "It should be the text of the PDF as TAT-DQA publishes it.")
    blocks = {str(b.get("uuid")): n for n, page in enumerate(pages, 1) for b in page.get("blocks", ())}
    return blocks | ({"": 1} if len(pages) == 1 else {})


def _evidence(item: dict[str, Any], pages: dict[str, int]) -> tuple[int, ...]:
    """The pages of the blocks that hold the facts; the only page of a document needs no block."""
    if "" in pages:
        return (1,)
    names = [str(name) for mapping in item.get("block_mapping") or () for name in mapping]
    return tuple(sorted({pages[name] for name in names if name in pages}))
