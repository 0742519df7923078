"""Line numbers in the margin, as courts and parliaments print them: no words of the page."""

from __future__ import annotations

import itertools
from dataclasses import replace
from statistics import median

from atomcite.domain import PageWords, Word

_FEWEST = 12
_REACH = 0.55


def without_line_numbers(page: PageWords) -> PageWords:
    """The page without a column of consecutive bare numbers that runs down most of it to the left of all else.

    Numbers of table rows or list items stay: they don't run down the page at one pitch with nothing beside them.
    """
    candidates = [w for w in page.words if w.text.isdigit() and len(w.text) <= 2 and w.box.x1 < 0.25 * page.width]
    if len(candidates) < _FEWEST:
        return page
    edge = median(w.box.x1 for w in candidates)
    column = sorted(
        (w for w in candidates if abs(w.box.x1 - edge) < 1.5 * max(w.box.height, 4.0)), key=lambda w: w.box.y0
    )
    run = _longest_run(column)
    if len(run) < _FEWEST or run[-1].box.y1 - run[0].box.y0 < _REACH * page.height:
        return page
    numbers = {id(w) for w in run}
    others = sorted(w.box.x0 for w in page.words if id(w) not in numbers and not w.text.isdigit())
    left = others[len(others) // 20] if others else page.width
    if max(w.box.x0 for w in run) > left:
        return page
    low, high = int(run[0].text), int(run[-1].text)
    marginal = {id(w) for w in column if low <= int(w.text) <= high or w.box.x1 < left}
    return replace(page, words=tuple(w for w in page.words if id(w) not in marginal))


def _longest_run(column: list[Word]) -> list[Word]:
    """The most numbers, top to bottom, that grow in step with their place: a few may be misread or missing."""
    best: list[Word] = []
    for i, first in enumerate(column[: len(column) // 2]):
        run = [first]
        for word in column[i + 1 :]:
            step = int(word.text) - int(run[-1].text)
            if 0 < step <= 3:
                run.append(word)
        if len(run) > len(best):
            best = run
    if len(best) < 2:
        return best
    # One pitch: the number is told by the height on the page.
    pitches = [(b.box.center[1] - a.box.center[1]) / (int(b.text) - int(a.text)) for a, b in itertools.pairwise(best)]
    usual = median(pitches)
    even = sum(abs(p - usual) < 0.15 * usual for p in pitches)
    return best if even >= 0.7 * len(pitches) else []
