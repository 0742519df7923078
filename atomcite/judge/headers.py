"""Which headers stand over a number, level by level, and which date or period they give it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from atomcite.domain import Box
from atomcite.judge.captions import is_caption
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageText
from atomcite.judge.spans import spans_of
from atomcite.judge.wordlists import words
from atomcite.judge.words import tokenize
from atomcite.values import DateValue, Period, Value, parse_values
from atomcite.values.dates import full_dates

_LEVELS = 4
_SPECK = re.compile(r"[a-zа-яё]|[^\w%№#$€£₽]+")
"""What a reader makes of a speck or a rule, in a cell of its own: one small letter or a sign."""
_FAR = 70  # rows
_VERSUS = re.compile(
    r"\b((?:19|20)\d\d)\s*(?:vs?\s?\.?|versus|compared (?:to|with)|over|к|от|/|-|–)\s*((?:19|20)\d\d)\b", re.I
)
_CHANGE = re.compile(
    r"\b(?:change|vs|versus|growth|variance|y\s?/\s?y|yoy|изменен\w*|прирост\w*|динамик\w*|темп\w*|отклонен\w*)\b",
    re.I,
)


@dataclass(frozen=True)
class Column:
    """What stands over one number: `tokens`, nearest level first, and `text`, topmost level first."""

    tokens: tuple[int, ...] = ()
    text: str = ""

    @property
    def is_change(self) -> bool:
        """A column of changes between two others."""
        return bool(_CHANGE.search(self.text) or _VERSUS.search(self.text))


def column_of(page: PageText, kinds: Sequence[tuple[str, ...]], row: int, cell: int) -> Column:
    """Header cells over a cell: up to four levels, from the last header row above. A header that spans several
    columns stands over their middle, so that not all of them lie under it."""
    target = page.rows[row].cells[cell].box
    height = max(target.height, 4.0)
    levels: list[tuple[int, ...]] = []
    base: Box | None = None
    base_row = -1
    last_y: float | None = None
    step = 0.0
    for above in range(row - 1, max(-1, row - _FAR), -1):
        own = kinds[above]
        cells = page.rows[above].cells
        plain = sum(k in {"number", "dash"} for k in own) == 0
        # A spanning header stands alone on its level, but not over the label column.
        spanning = bool(levels) and len(cells) == 1 and cells[0].box.x0 > page.rows[row].cells[0].box.x0 + 2 * height
        if not levels and _is_field(kinds, above) and len(kinds[row]) == 2:
            break
        if not plain or not (len(cells) > 1 or "header" in own or spanning):
            if levels and not _is_caption(page, above):
                break
            continue
        if last_y is not None and last_y - page.rows[above].box.y1 > max(1.5 * height, step):
            break
        hits = [
            k
            for k, c in enumerate(cells)
            if _over(c.box, target, height)
            and not (k == 0 and c.box.x1 < target.x0)
            and not (is_caption(c.text) and not times_in(c.text))
            and not _SPECK.fullmatch(c.text.strip())
        ]
        if not levels:
            own_header = _in_order(page, kinds, row, cell, above)
            hits = own_header or hits or _nearest(page, own, above, row, target, height)
            if not hits:
                continue
            base_row = above
            # Rows set wide apart have their headers so too.
            step = min(1.25 * (page.rows[above + 1].box.y0 - page.rows[above].box.y1), 4 * height)
            base = cells[hits[0]].box
            if own_header:
                part = list(page.cell_tokens(above, own_header[0]))
            else:
                part = [t for k in hits for t in _own_part(page, kinds, row, cell, above, k)]
            if len(part) < sum(len(page.cell_tokens(above, k)) for k in hits):
                base = page.box(tuple(part)) or base
        else:
            over = _spanning(page, kinds, above, base_row, base or target, row)
            # A title or an address set over the middle of the page begins left of the numbers.
            left = _left_of_numbers(page, kinds, row) - 4 * height
            hits = over or [k for k in hits if cells[k].box.x0 > left]
            if not hits:
                continue
            part = [t for k in hits for t in page.cell_tokens(above, k)]
        levels.append(tuple(dict.fromkeys((*_stub_head(page, above, hits), *part))))
        last_y = page.rows[above].box.y0
        if len(levels) == _LEVELS:
            break
    tokens = tuple(dict.fromkeys(t for level in levels for t in level))
    text = plain_text(page, [t for level in reversed(levels) for t in sorted(level)])
    return Column(tokens, text)


def _in_order(page: PageText, kinds: Sequence[tuple[str, ...]], row: int, cell: int, above: int) -> list[int]:
    """The header of a number where a row has as many headers right of its labels as it has numbers: the first is the
    first's, and so on, wherever in its column each is set. Empty where a header stands over another number."""
    cells = page.rows[row].cells
    numbers = [k for k, kind in enumerate(kinds[row]) if kind in {"number", "dash"}]
    if len(numbers) < 2 or cell not in numbers or numbers[0] == 0:
        return []
    start = _start_of_numbers(page, kinds, row)
    heads = [k for k, c in enumerate(page.rows[above].cells) if c.box.center[0] > start]
    if len(heads) != len(numbers):
        return []
    for at, head in enumerate(heads):
        box = page.rows[above].cells[head].box
        over = [max(0.0, min(box.x1, cells[n].box.x1) - max(box.x0, cells[n].box.x0)) for n in numbers]
        if max(over) > 0.5 * box.height and over[at] == 0:
            return []
    return [heads[numbers.index(cell)]]


def _is_field(kinds: Sequence[tuple[str, ...]], row: int) -> bool:
    """A label and words beside it ("Supplier | Wexham Foods Ltd") right under a label and a number: a line of a form,
    over which no header stands."""
    before = kinds[row - 1] if row else ()
    return kinds[row] == ("text", "text") and len(before) == 2 and before[0] == "text" and before[1] != "text"


def _stub_head(page: PageText, above: int, hits: Sequence[int]) -> tuple[int, ...]:
    """The time that stands over the labels and goes on in each column: "Three months ended December 31, | 2022"."""
    cells = page.rows[above].cells
    if 0 in hits or not hits or not _lacks_year(cells[0].text) or not all(_is_year(cells[k].text) for k in hits):
        return ()
    return page.cell_tokens(above, 0)


def plain_text(page: PageText, tokens: Iterable[int]) -> str:
    """Tokens as text, punctuation close to the word before it: "II кв. 2025"."""
    return re.sub(r"\s+(?=[.,:;%)])", "", " ".join(page.tokens[t].text for t in tokens))


def _is_caption(page: PageText, row: int) -> bool:
    """A line in brackets between the headers ("(in thousands)") parts no table from its headers."""
    text = page.rows[row].text.strip()
    return len(page.rows[row].cells) == 1 and text.startswith("(") and text.endswith(")")


def _nearest(page: PageText, kinds: tuple[str, ...], above: int, row: int, target: Box, height: float) -> list[int]:
    """None of a row of headings stands over the number: the nearest, if it is near and not over the labels."""
    cells = page.rows[above].cells
    label = page.rows[row].cells[0].box

    def gap(box: Box) -> float:
        return max(box.x0 - target.x1, target.x0 - box.x1, 0.0)

    free = [k for k, c in enumerate(cells) if c.box.x0 > label.x0 + height or kinds[k] == "header"]
    if not free or "header" not in kinds:
        return []
    near = min(free, key=lambda k: gap(cells[k].box))
    return [near] if gap(cells[near].box) < 4 * height else []


def _left_of_numbers(page: PageText, kinds: Sequence[tuple[str, ...]], row: int) -> float:
    """Left edge of the first number of a row."""
    return min(
        (c.box.x0 for c, k in zip(page.rows[row].cells, kinds[row], strict=True) if k in {"number", "dash"}),
        default=0.0,
    )


def _spanning(
    page: PageText, kinds: Sequence[tuple[str, ...]], above: int, base_row: int, base: Box, row: int
) -> list[int]:
    """Cells of the row `above` whose columns, in the row of headers `base_row`, take in the one at `base`."""
    left = _left_of_numbers(page, kinds, row)
    lower = [c for c in page.rows[base_row].cells if c.box.x1 > left - 2 * c.box.height]
    if len(lower) < 2:
        return []
    numbers = [c.box for c, k in zip(page.rows[row].cells, kinds[row], strict=True) if k in {"number", "dash"}]
    columns = [Box.around([c.box, *(n for n in numbers if n.horizontal_overlap(c.box) > 0.3)]) for c in lower]
    mine = min(range(len(lower)), key=lambda k: abs(lower[k].box.center[0] - base.center[0]))
    group = _repeated(page, above, [c.text for c in lower], _start_of_numbers(page, kinds, row))
    if group:
        return [group[mine]]
    upper = [
        k
        for k, c in enumerate(page.rows[above].cells)
        if c.box.center[0] > left - 2 * c.box.height
        and c.box.x0 > left - 4 * c.box.height
        and not (is_caption(c.text) and not times_in(c.text))
    ]
    out = []
    yearless = [k for k in upper if _lacks_year(page.rows[above].cells[k].text)]
    if yearless and _is_year(lower[mine].text):
        # "Year ended December 31," or "second quarter", set anywhere over the years: each takes the nearest.
        near = [abs(page.rows[above].cells[k].box.center[0] - lower[mine].box.center[0]) for k in yearless]
        out = [yearless[near.index(min(near))]]
    named = [k for k in upper if k not in yearless]
    within = [k for k in named if _takes_in(page.rows[above].cells[k].box, columns[mine])]
    if len(within) == 1:
        return out + within
    runs = spans_of(columns, [page.rows[above].cells[k].box for k in named])
    out += [k for k, run in zip(named, runs, strict=True) if mine in run]
    return out


def _takes_in(header: Box, column: Box) -> bool:
    """The header stands over most of the column itself."""
    return min(header.x1, column.x1) - max(header.x0, column.x0) > 0.6 * column.width


def _repeated(page: PageText, above: int, lower: Sequence[str], start: float) -> list[int]:
    """Headers that say the same again and again ("2024 | 2023 | 2024 | 2023") stand in as many groups as the row over
    them has cells, wherever over its group each is set: for each of `lower` its cell of that row. Empty otherwise."""
    upper = [k for k, c in enumerate(page.rows[above].cells) if c.box.center[0] > start]
    size, rest = divmod(len(lower), len(upper)) if upper else (0, 1)
    if rest or size < 2 or len(upper) < 2 or any(lower[i] != lower[i % size] for i in range(len(lower))):
        return []
    return [upper[i // size] for i in range(len(lower))]


def _start_of_numbers(page: PageText, kinds: Sequence[tuple[str, ...]], row: int) -> float:
    """Halfway between the label of a row and its first number."""
    first = next((k for k, kind in enumerate(kinds[row]) if kind in {"number", "dash"}), 0)
    box = page.rows[row].cells[first].box
    return (page.rows[row].cells[first - 1].box.x1 + box.x0) / 2 if first else box.x0 - 2 * box.height


def _lacks_year(text: str) -> bool:
    """A date or period without a year ("MAY 31,", "second quarter", "3 months"): the years stand under it."""
    values = [f.value for f in parse_values(text)]
    times = [v for v in values if isinstance(v, DateValue | Period)]
    return (bool(times) and _open(times)) or bool(not times and _MONTHS_IN.search(text))


def _is_year(text: str) -> bool:
    times = [f.value for f in parse_values(text)]
    return any(isinstance(v, DateValue) and v.year_only for v in times)


def _own_part(
    page: PageText, kinds: Sequence[tuple[str, ...]], row: int, cell: int, above: int, k: int
) -> tuple[int, ...]:
    """Headers of neighbouring columns that stand close together come as one cell: each word goes to the column of
    numbers that is nearest to it."""
    header = page.rows[above].cells[k]
    height = max(header.box.height, 4.0)
    numbers = [c for c, kind in zip(page.rows[row].cells, kinds[row], strict=True) if kind in {"number", "dash"}]
    columns = [c for c in numbers if _over(header.box, c.box, height)]
    mine = page.rows[row].cells[cell].box
    if len(columns) < 2 or len(header.words) < len(columns):
        # A lone number, in a row of totals: the words right above it, where the header reaches far to its sides.
        wide = len(numbers) < 2 and header.box.width > 2 * mine.width + 4 * height
        near = [w for w in header.words if _over(page.page.words[w].box, mine, height)] if wide else []
        return tuple(t for w in near for t in page.tokens_of_word.get(w, ())) or page.cell_tokens(above, k)

    def away(box: Box, column: Box) -> float:
        inside = min(box.x1, column.x1) - max(box.x0, column.x0)
        return -inside if inside > 0 else min(abs(box.x1 - column.x1), abs(box.x0 - column.x0))

    out: list[int] = []
    for w in header.words:
        box = page.page.words[w].box
        if min(columns, key=lambda c: away(box, c.box)).box == mine:
            out += page.tokens_of_word.get(w, ())
    return tuple(out) or page.cell_tokens(above, k)


def _over(header: Box, target: Box, height: float) -> bool:
    return min(header.x1, target.x1) - max(header.x0, target.x0) > -0.3 * height


# --- dates and periods --------------------------------------------------------------------------------------


def times_in(text: str) -> tuple[Value, ...]:
    """Dates and periods that a header or a label gives: "YEAR ENDED MAY 31, 2019" is both fiscal 2019 and its last
    day; of "2018 vs. 2017" the later year counts; a quarter and a year on two levels are one quarter."""
    text = _VERSUS.sub(lambda m: max(m[1], m[2]), text)
    found: list[Value] = [f.value for f in parse_values(text) if isinstance(f.value, DateValue | Period)]
    if any(isinstance(v, Period) for v in found):
        found += [f.value for f in full_dates(text)]
    years = [v.readings[0].year for v in found if isinstance(v, DateValue) and v.year_only]
    out: list[Value] = []
    for value in found:
        if isinstance(value, DateValue) and value.year_only and len(found) > 1 and _open(found):
            continue
        if len(set(years)) == 1:
            if isinstance(value, DateValue) and value.readings[0].year is None:
                value = DateValue(tuple(replace(r, year=years[0]) for r in value.readings))
            elif isinstance(value, Period) and value.year is None:
                value = replace(value, year=years[0])
        out.append(value)
    return tuple(dict.fromkeys(out))


def _open(found: Iterable[Value]) -> bool:
    return any(
        (isinstance(v, DateValue) and v.readings[0].year is None) or (isinstance(v, Period) and v.year is None)
        for v in found
    )


_COUNT = "three|six|nine|twelve|3|6|б|9|12|три|шесть|девять|двенадцать"
LENGTH = rf"(?:(?P<n>{_COUNT})[\s-]*(?:months?|mos?\b|мес(?:\.|яц\w*)?))"
_LENGTHS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "три": 3, "шесть": 6, "девять": 9, "двенадцать": 12}
_LENGTHS["б"] = 6  # how readers of Cyrillic see the digit before "мес."
_MONTHS_IN = re.compile(LENGTH, re.I)
_SPAN_OF = {"quarter": 3, "half": 6, "fiscal_year": 12}


def months_in(text: str, times: tuple[Value, ...] = ()) -> int:
    """How many months a header's numbers are of ("9 months 2025", "Q3 2025": 3); 0 where it does not say."""
    hit = _MONTHS_IN.search(text)
    if hit:
        n = hit["n"].casefold()
        return _LENGTHS.get(n) or int(n)
    spans = {_SPAN_OF[t.kind] for t in times if isinstance(t, Period)}
    return spans.pop() if len(spans) == 1 else 0


def is_time_label(text: str) -> bool:
    """A label that says nothing but a time: "2019", "Balance at May 31, 2019", "Остаток на 31.12.2023"."""
    values = [f for f in parse_values(text) if isinstance(f.value, DateValue | Period)]
    if not values:
        return False
    lex = lexicon()
    rest = [t for t in tokenize(text) if t.is_word and not any(f.start <= t.start < f.end for f in values)]
    return all(t.norm in words("balance") or lex.is_stop(t) for t in rest)


def with_year(times: tuple[Value, ...], around: tuple[Value, ...]) -> tuple[Value, ...]:
    """Times that lack a year take it from those around (the section of a table by quarters)."""
    years = {
        v.readings[0].year if isinstance(v, DateValue) else v.year
        for v in around
        if isinstance(v, DateValue | Period)
    }
    years.discard(None)
    if len(years) != 1:
        return times
    year = years.pop()
    out: list[Value] = []
    for v in times:
        if isinstance(v, Period) and v.year is None:
            v = replace(v, year=year)
        elif isinstance(v, DateValue) and v.readings[0].year is None:
            v = DateValue(tuple(replace(r, year=year) for r in v.readings))
        out.append(v)
    return tuple(out)


def carried_forward(labels: Sequence[str]) -> list[tuple[Value, ...]]:
    """For each row between two balances ("Balance at May 31, 2018" ... "Balance at May 31, 2019") the period that
    ends with the second: its last day and its year. For the balances themselves their own day."""
    days: list[tuple[int, DateValue]] = []
    for r, label in enumerate(labels):
        if not label or not is_time_label(label):
            continue
        full = [f.value for f in full_dates(label) if isinstance(f.value, DateValue)]
        day = next((v for v in full if v.readings[0].year and v.readings[0].day), None)
        if day is not None:
            days.append((r, day))
    out: list[tuple[Value, ...]] = [()] * len(labels)
    for (a, first), (b, last) in itertools.pairwise(days):
        start, end = first.readings[0], last.readings[0]
        if start.year is None or end.year is None or end.year - start.year != 1 or b - a > 40:
            continue
        for r in range(a + 1, b):
            out[r] = (Period("fiscal_year", 0, end.year), last)
    for r, day in days:
        out[r] = (day,)
    return out
