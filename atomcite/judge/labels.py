"""What stands beside the numbers of a table row: its label, over however many lines, and the headings it belongs
to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from atomcite.judge.page import PageText

# A line that ends so goes on in the next one.
_OPEN_END = re.compile(
    r"(?:[,\-–(]|\b(?:of|and|or|per|for|to|in|on|the|by|from|with|at|a|as|и|или|в|во|на|по|от|за|с|для|из|к|о|при|до))$",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_LINES = 3
"""Lines that a label may run over, its own included."""
_LONG_LABEL = 26
"""Words beyond which the text over a row is no label but running text."""


def row_labels(page: PageText, kinds: Sequence[tuple[str, ...]]) -> list[tuple[int, ...]]:
    """For each row of the page the tokens of its label: of its text cells, of the lines over it that it goes on from,
    and of the line under it that goes on from it. A row of numbers alone takes the text line next to it. `kinds` are
    the kinds of the cells of each row (`atomcite.judge.tables.RowShape`)."""
    own = [_own(page, r, kinds[r]) for r in range(len(page.rows))]
    numbers = [_numbers(k) for k in kinds]
    out: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for r in range(len(page.rows)):
        if not numbers[r]:
            out.append(own[r])
            continue
        label = own[r]
        at = r
        if not _has_word(page, label) and kinds[r][0] != "header":
            over = r - 1
            if over >= 0 and over not in taken and _may_label(page, over, r, own, numbers):
                label, at = own[over] + label, over
                taken.add(over)
            elif r + 1 < len(own) and not numbers[r + 1] and _may_label(page, r + 1, r, own, numbers):
                label = label + own[r + 1]
                taken.add(r + 1)
                out.append(label)
                continue
        lines = 1
        while at > 0 and lines < _MOST_LINES and not numbers[at - 1] and _goes_on(page, at - 1, at, own):
            at -= 1
            label = own[at] + label
            taken.add(at)
            lines += 1
        below = r + 1
        if below < len(own) and not numbers[below] and _ends_label(page, r, below, own[below]):
            label = label + own[below]
            taken.add(below)
        out.append(label)
    return out


def row_sections(
    page: PageText, kinds: Sequence[tuple[str, ...]], labels: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """For each row the tokens of the headings it stands under: the nearest line without numbers above it, and the
    nearest one above that which is set further left ("Earnings per common share:" over "Diluted"). A line that is
    part of a label is no heading."""
    used = {t for r, label in enumerate(labels) if _numbers(kinds[r]) for t in label}
    out: list[tuple[int, ...]] = []
    stack: list[tuple[float, tuple[int, ...]]] = []
    for r, row in enumerate(page.rows):
        core = page.row_tokens(r)
        heading = (
            _numbers(kinds[r]) == 0
            and len(row.cells) == 1
            and 0 < len(core) <= 9
            and not used.intersection(core)
            and kinds[r][0] in {"text", "header"}
            and not _full_stop(page, core)
            and ":" not in {page.tokens[t].text for t in core[:-1]}
        )
        if heading:
            left = row.cells[0].box.x0
            step = 0.4 * max(row.box.height, 4.0)
            stack = [s for s in stack if s[0] < left - step][-1:]
            out.append(tuple(t for _, tokens in stack for t in tokens))
            stack.append((left, core))
        else:
            out.append(tuple(t for _, tokens in stack for t in tokens))
    return out


def cell_label(page: PageText, row: int, cell: int, kinds: Sequence[str], label: tuple[int, ...]) -> tuple[int, ...]:
    """Label of one number of a row. In a row of a form ("Total Qty: 5   Sub-Total: 21.00") each number has its own:
    the text between the number before and itself. In a row of a table it is the row's."""
    texts = [k for k, kind in enumerate(kinds) if kind == "text"]
    colons = [k for k in texts if ":" in page.rows[row].cells[k].text]
    before = [k for k in texts if k < cell]
    if len(texts) < 2 or not colons or not before:
        return label
    start = max((k for k in range(cell) if kinds[k] not in {"text"}), default=-1)
    near = [k for k in before if k > start] or before[-1:]
    if page.rows[row].cells[near[-1]].text.rstrip().endswith(":"):
        near = near[-1:]
    return tuple(t for k in near for t in page.cell_tokens(row, k))


def _numbers(kinds: tuple[str, ...]) -> int:
    return sum(k in {"number", "dash"} for k in kinds)


def _own(page: PageText, row: int, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """The text cells of a row; of one without any the year or period that it begins with."""
    if kinds and "text" not in kinds and kinds[0] == "header" and _numbers(kinds):
        return page.cell_tokens(row, 0)
    return tuple(t for k, kind in enumerate(kinds) if kind == "text" for t in page.cell_tokens(row, k))


def _has_word(page: PageText, tokens: tuple[int, ...]) -> bool:
    return any(_WORD.search(page.tokens[t].text) for t in tokens)


def _small_start(page: PageText, tokens: tuple[int, ...]) -> bool:
    """A line that begins with a small letter or within brackets goes on from the one before."""
    first = page.tokens[tokens[0]].text
    return first[0].islower()


def _ends_label(page: PageText, row: int, below: int, tokens: tuple[int, ...]) -> bool:
    """Whether the short line under a row of numbers is the end of its label."""
    if not tokens or len(tokens) > 6 or not _small_start(page, tokens):
        return False
    return _near(page, row, below) and not _full_stop(page, tokens)


def _full_stop(page: PageText, tokens: tuple[int, ...]) -> bool:
    return bool(tokens) and page.tokens[tokens[-1]].text in {".", ";", "!", "?"}


def _near(page: PageText, upper: int, lower: int) -> bool:
    """One line right under the other."""
    a, b = page.rows[upper].cells[0].box, page.rows[lower].cells[0].box
    return b.center[1] - a.center[1] < 2.1 * max(a.height, b.height, 4.0)


def _may_label(page: PageText, line: int, row: int, own: list[tuple[int, ...]], numbers: list[int]) -> bool:
    """A text line next to a row of bare numbers: to the left of them, close by, and no heading. One number may stand
    before it, as the count of an item does ("2  NORMAL KEY LONG")."""
    tokens = own[line]
    if not _has_word(page, tokens) or len(tokens) > _LONG_LABEL or page.tokens[tokens[-1]].text == ":":
        return False
    if numbers[line] and not (numbers[line] == 1 and page.rows[line].cells[0].text.strip(" .)").isdigit()):
        return False
    upper, lower = min(line, row), max(line, row)
    a, b = page.rows[upper].box, page.rows[lower].box
    return b.center[1] - a.center[1] < 2.4 * max(min(a.height, b.height), 4.0)


def _goes_on(page: PageText, over: int, row: int, own: list[tuple[int, ...]]) -> bool:
    """Whether the label of a row is the end of the line over it."""
    above, label = own[over], own[row]
    if not above or not label or len(above) > _LONG_LABEL or len(page.rows[over].cells) != 1:
        return False
    text = page.rows[over].text.strip()
    if not _near(page, over, row) or _full_stop(page, above) or text.endswith(":"):
        return False
    a, b = page.rows[over].cells[0].box, page.rows[row].cells[0].box
    if abs(a.x0 - b.x0) > 4 * max(b.height, 4.0):
        return False
    # An opening bracket that the line over it left open is closed in this one.
    unclosed = text.count("(") > text.count(")")
    return _small_start(page, label) or bool(_OPEN_END.search(text)) or unclosed
