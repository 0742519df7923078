"""What deletions leave behind: gaps in numbered lists, notes without a mark, tables without a row, blank lines.

Nothing is touched where nothing was deleted: an answer keeps the faults that it came with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Stretch = tuple[int, int]

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|$)")
_ITEM = re.compile(r"(?P<indent>[ \t>]*)(?P<number>\d{1,3})[.)][ \t]")
_NOTE = re.compile(r"[ \t]{0,3}\[\^(?P<name>[^\]\s]+)\]:")
_RULE = re.compile(r"[ \t>]*\|?[ \t:|-]*-[ \t:|-]*$")


def widened(answer: str, deleted: Sequence[Stretch]) -> list[Stretch]:
    """`deleted` with what has become void by it, joined, in ascending order: the definition of a footnote whose last
    mark went, the head of a table whose last row went, and one of the blank lines around whole lines."""
    lines = [m.span() for m in _LINE.finditer(answer) if m.end() > m.start()]
    found = sorted(deleted)
    found = _joined([*found, *_notes(answer, lines, found), *_heads(answer, lines, found)])
    return _joined([_without_blank_line(answer, stretch) for stretch in found])


def renumbered(answer: str, deleted: Sequence[Stretch]) -> Iterator[tuple[int, str, str]]:
    """Position, old and new text of the numbers that follow a deleted item of their list. A list whose numbers do not
    follow one another is left as it is."""
    lists: dict[str, tuple[int, int]] = {}  # indent -> last number, items deleted
    for a, b in (m.span() for m in _LINE.finditer(answer) if m.end() > m.start()):
        line = answer[a:b]
        item = _ITEM.match(line)
        if item is None:
            if line.strip() and line[:1] not in " \t>":
                lists.clear()
            continue
        indent, number = item["indent"], int(item["number"])
        for deeper in [key for key in lists if len(key) > len(indent)]:
            del lists[deeper]
        last, gone = lists.get(indent, (number - 1, 0))
        if number != last + 1:
            gone = 0
        at = a + item.start("number")
        if any(start <= at < end for start, end in deleted):
            gone += 1
        elif gone:
            yield at, item["number"], str(number - gone)
        lists[indent] = (number, gone)


def _notes(answer: str, lines: Sequence[Stretch], deleted: Sequence[Stretch]) -> Iterator[Stretch]:
    for n, (a, b) in enumerate(lines):
        note = _NOTE.match(answer[a:b])
        if note is None:
            continue
        marks = [m.start() for m in re.finditer(re.escape(f"[^{note['name']}]") + r"(?!:)", answer)]
        if marks and all(_is_in(at, deleted) for at in marks):
            while n + 1 < len(lines) and answer[slice(*lines[n + 1])].strip() and answer[lines[n + 1][0]] in " \t":
                n += 1
            yield a, lines[n][1]


def _heads(answer: str, lines: Sequence[Stretch], deleted: Sequence[Stretch]) -> Iterator[Stretch]:
    for n in range(1, len(lines)):
        head, rule = (answer[slice(*lines[n - 1])], answer[slice(*lines[n])].rstrip("\r\n"))
        if "|" not in head or not _RULE.match(rule):
            continue
        rows = []
        for a, b in lines[n + 1 :]:
            if "|" not in answer[a:b]:
                break
            rows.append(a)
        if rows and all(_is_in(a, deleted) for a in rows):
            yield lines[n - 1][0], lines[n][1]


def _without_blank_line(answer: str, stretch: Stretch) -> Stretch:
    """Blank lines after whole lines that went, where one is left before them."""
    a, b = stretch
    whole = (a == 0 or answer[a - 1] in "\r\n") and b > 0 and answer[b - 1] in "\r\n"
    if not whole or not (a == 0 or re.search(r"(?:^|\n|\r)[ \t]*(?:\r\n|\n|\r)$", answer[:a])):
        return stretch
    blank = re.compile(r"(?:[ \t]*(?:\r\n?|\n))+").match(answer, b)
    return (a, blank.end()) if blank else stretch


def _is_in(at: int, stretches: Sequence[Stretch]) -> bool:
    return any(a <= at < b for a, b in stretches)


def _joined(stretches: Sequence[Stretch]) -> list[Stretch]:
    out: list[Stretch] = []
    for a, b in sorted(stretches):
        if out and a <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], b))
        else:
            out.append((a, b))
    return out
