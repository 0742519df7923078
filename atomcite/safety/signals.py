"""What of a page speaks to its checker, or is in the file without being on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Protocol

from atomcite.domain import Box, Message, PageSignal, PageWords, Word, message
from atomcite.safety.instructions import find

SHOWN = 200
"""Characters of a found text that a report quotes."""
_NOTES = ("note", "hidden_note")


class Unshown(Protocol):
    """Text of a file that its page does not show, as `atomcite.documents` finds it."""

    @property
    def why(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def box(self) -> Box: ...


def page_signals(
    page: int, read: PageWords | None, layer: Sequence[Word] | None, unshown: Iterable[Unshown]
) -> tuple[PageSignal, ...]:
    """Signals of one page: instructions in what was `read` of it, in its text `layer` where that is another text, and
    in what it does not show; and all that it does not show and that could mislead whoever reads the file."""
    found: list[PageSignal] = []
    told: set[str] = set()

    def tell(code: str, lines: Sequence[tuple[str, Box]]) -> None:
        for passage in find([text for text, _ in lines]):
            part = lines[passage.first : passage.last + 1]
            text = " ".join(text for text, _ in part)
            if text not in told:
                told.add(text)
                found.append(_signal("instruction", code, page, text, [box for _, box in part]))

    if read is not None:
        tell("safety.instruction_shown", [(line.text, line.box) for line in read.lines])
    if layer:
        words = PageWords(page, 0, 0, tuple(layer), "layer")
        tell("safety.instruction_layer", [(line.text, line.box) for line in words.lines])
    for why, group in groupby(unshown, key=lambda item: item.why):
        lines = [(item.text, item.box) for item in group]
        tell("safety.instruction_note" if why in _NOTES else "safety.instruction_hidden", lines)
        if why != "note" and _misleads(text for text, _ in lines):
            text = " ".join(text for text, _ in lines)
            found.append(_signal("hidden_text", f"safety.hidden_{why}", page, text, [box for _, box in lines]))
    return tuple(found)


def document_notices(name: str, properties: Iterable[str]) -> tuple[Message, ...]:
    """Remarks on instructions in what the file says of itself: its name, title, subject, keywords, headings."""
    return tuple(
        message("safety.instruction_properties", text=_short(text)) for text in (name, *properties) if find([text])
    )


def _misleads(texts: Iterable[str]) -> bool:
    """Words or a number; single letters and marks are what layout programs leave behind."""
    words = [word for text in texts for word in text.split()]
    return (
        any(sum(c.isdigit() for c in w) >= 2 for w in words)
        or sum(sum(c.isalpha() for c in w) >= 2 for w in words) >= 2
    )


def _signal(kind: str, code: str, page: int, text: str, boxes: Sequence[Box]) -> PageSignal:
    return PageSignal.model_validate(
        {
            "kind": kind,
            "page": page,
            "text": _short(text),
            "note": message(code, page=page, text=_short(text)),
            "boxes": tuple(dict.fromkeys(boxes)),
        }
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN].rstrip()}…"
