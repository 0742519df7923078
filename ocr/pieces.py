"""Lines as recognition networks give them - a text, and its pieces with boxes - as words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atomcite.domain import Box, Word

APART = 0.5
"""White space in text heights that parts two pieces even where the network saw no space."""

Piece = tuple[str, float, Sequence[Sequence[float]]]
"""Text, confidence (0..1) and corners of the box in pixels."""


def words_of(text: str, pieces: Iterable[Piece], to_points: float) -> list[Word]:
    """Words of one detected line: `text` says where the spaces are; `pieces` are cut finer (between letters and
    digits) and their boxes may touch."""
    words: list[tuple[str, float, Box]] = []
    at = 0
    for raw, score, corners in pieces:
        piece = raw.strip()
        if not piece:
            continue
        xs, ys = [float(p[0]) for p in corners], [float(p[1]) for p in corners]
        box = Box(min(xs), min(ys), max(xs), max(ys)).scaled(to_points)
        found = text.find(piece, at)
        spaced = found < 0 or any(c.isspace() for c in text[at:found])
        at = at if found < 0 else found + len(piece)
        apart = bool(words) and box.x0 - words[-1][2].x1 > APART * box.height
        if words and not spaced and not apart:
            before = words.pop()
            count = len(before[0]) + len(piece)
            mean = (before[1] * len(before[0]) + float(score) * len(piece)) / count
            words.append((before[0] + piece, mean, Box.around((before[2], box))))
        else:
            words.append((piece, float(score), box))
    return [Word(t, box, min(1.0, max(0.0, score))) for t, score, box in words]
