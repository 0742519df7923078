"""The title that a first page gives, for documents whose metadata have none."""

from __future__ import annotations

from atomcite.domain import PageWords
from atomcite.references.lines import Placed, body_size, lines_of
from atomcite.references.numbering import LONGEST

LARGER = 1.2
LARGER_ON_SCAN = 1.25
"""A title is set this many times as large as the text."""


def title_on(page: PageWords) -> str | None:
    """The largest heading on the upper two thirds of a first page, its lines joined; None without one that stands
    out: a title is never made up of what merely comes first."""
    lines = [line for line in lines_of([page]) if not line.head]
    if not lines:
        return None
    body = body_size(lines)
    fit = [line for line in lines if line.box.center[1] < page.height * 2 / 3 and _reads_as_title(line)]
    # A cover has no body: what stands out there stands out among few lines.
    largest = max((line.size for line in fit), default=0.0)
    larger = LARGER if lines[0].sharp else LARGER_ON_SCAN
    if not fit or largest < larger * min(body, min(line.size for line in lines) if len(lines) < 12 else body):
        return None
    first = next(i for i, line in enumerate(lines) if line in fit and line.size > 0.9 * largest)
    parts = [lines[first]]
    for line in lines[first + 1 :]:
        near = line.box.y0 - parts[-1].box.y1 < 1.2 * parts[-1].box.height
        if not (near and abs(line.size - largest) < 0.12 * largest and _reads_as_title(line)):
            break
        parts.append(line)
    text = " ".join(part.text.strip() for part in parts)
    return text if len(text.split()) <= 2 * LONGEST else None


def _reads_as_title(line: Placed) -> bool:
    letters = sum(c.isalpha() for c in line.text)
    return line.cells == 1 and letters >= 3 and letters >= 0.5 * len(line.text.replace(" ", ""))
