"""Precision and recall of the detection of marks on sheets, place by place.

    python -m atomcite.benchmarks.marks [--set b] [--sheets 60] [--eyes known|real] [--claims] [--list]

Signatures, seals and stamps are held against what was drawn, box against box; tick boxes and radio marks label by
label; "empty line" are signature lines said to be free. With `--claims` statements about the marks, true and false,
in the sheet's language go through the whole reader. `--eyes known` lends the detectors the page's print instead of
reading it (fast); `real` reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from atomcite.benchmarks.marks.sheets import Sheet
from atomcite.domain import Box
from atomcite.vision.page_marks import PageMarks

Tally = Counter[tuple[str, str]]
KINDS = ("signature", "seal", "stamp", "tick", "empty box", "empty line", "handwriting")
MAIN = ("signature", "seal", "stamp", "tick")
"""What the overall figure counts."""


def tally(sheet: Sheet, found: PageMarks) -> Iterator[tuple[str, str, str]]:
    """(kind, "hit" | "miss" | "false", where) for all that was drawn on the sheet or found on it."""
    signatures = [m.box for m in sheet.marks if m.kind == "signature"]
    imprints = [m for m in sheet.marks if m.kind in ("seal", "stamp")]
    yield from _paired("signature", signatures, list(found.signatures), _touches)
    for kind in ("seal", "stamp"):
        seen = [b for s, b in zip(found.seals, found.seal_boxes, strict=True)]
        for mark in imprints:
            if mark.kind == kind:
                yield kind, "hit" if any(_same(mark.box, b) for b in seen) else "miss", mark.label
        for seal, box in zip(found.seals, found.seal_boxes, strict=True):
            if seal.round == (kind == "seal") and not any(_same(m.box, box) for m in imprints):
                yield kind, "false", f"{box.x0:.0f},{box.y0:.0f}"
    yield from _ticks(sheet, found)
    free = [p.line for p in found.places if p.empty and p.line is not None]
    for label, line in sheet.empty:
        yield "empty line", "hit" if any(_on(line, f) for f in free) else "miss", label
    for line in free:
        if any(line.padded(0, 6).intersection(b) for b in signatures):
            yield "empty line", "false", f"{line.x0:.0f},{line.y0:.0f}"
    written = [m.box for m in sheet.marks if m.kind == "handwriting"]
    by_pen = [m.box for m in sheet.marks if m.kind in ("handwriting", "signature")]
    seen = list(found.by_hand)
    for box in written:
        yield "handwriting", "hit" if any(_touches(box, s) for s in seen) else "miss", ""
    for box in seen:
        # Whoever signs writes: strokes of a signature are no false handwriting.
        ticked = any(b.padded(6).intersection(box) for _, b, marked in sheet.boxes if marked)
        if not ticked and not any(b.padded(4).intersection(box) for b in by_pen):
            yield "handwriting", "false", f"{box.x0:.0f},{box.y0:.0f}"


def _paired(kind: str, drawn: Sequence[Box], seen: Sequence[Box], same: object) -> Iterator[tuple[str, str, str]]:
    assert callable(same)
    for box in drawn:
        yield kind, "hit" if any(same(box, s) for s in seen) else "miss", f"{box.x0:.0f},{box.y0:.0f}"
    for box in seen:
        # A part of a signature that was found on its own is no false one.
        parts = [s.area for b in drawn if (s := b.intersection(box)) is not None]
        if not any(same(b, box) for b in drawn) and sum(parts) < 0.5 * box.area:
            yield kind, "false", f"{box.x0:.0f},{box.y0:.0f}"


def _on(line: Box, seen: Box) -> bool:
    return abs(line.center[1] - seen.center[1]) < 9 and line.horizontal_overlap(seen) > 0.6


def _touches(drawn: Box, seen: Box) -> bool:
    shared = drawn.intersection(seen)
    return shared is not None and shared.area > 0.3 * min(drawn.area, seen.area) and shared.area > 0.12 * drawn.area


def _same(drawn: Box, seen: Box) -> bool:
    shared = drawn.intersection(seen)
    return shared is not None and shared.area > 0.35 * (drawn.area + seen.area - shared.area)


def _ticks(sheet: Sheet, found: PageMarks) -> Iterator[tuple[str, str, str]]:
    used = set()
    for label, box, marked in sheet.boxes:
        at = [i for i, t in enumerate(found.ticks) if t.box.padded(3).intersection(box)]
        used |= set(at)
        states = [found.ticks[i].state for i in at if found.ticks[i].text.casefold() == label.casefold()]
        kind, right, wrong = ("tick", "ticked", "empty") if marked else ("empty box", "empty", "ticked")
        if right in states:
            yield kind, "hit", label
        else:
            yield kind, "miss", label
            if wrong in states:
                yield "empty box" if marked else "tick", "false", label
    for i, t in enumerate(found.ticks):
        if i not in used and t.state != "unclear":
            yield "tick" if t.state == "ticked" else "empty box", "false", t.text


def table(counts: Tally) -> str:
    """Rows of "kind  precision  recall  (n)", the overall of `MAIN` last."""
    rows = []
    for kind, parts in (*((k, (k,)) for k in KINDS), ("overall", MAIN)):
        hit, miss, false = (sum(counts[p, o] for p in parts) for o in ("hit", "miss", "false"))
        precision = f"{hit / (hit + false):6.1%}" if hit + false else "     -"
        recall = f"{hit / (hit + miss):6.1%}" if hit + miss else "     -"
        rows.append(f"  {kind:12} precision {precision}  recall {recall}  (hits {hit}, misses {miss}, false {false})")
    return "\n".join(rows)
