"""Which page is meant: from what an answer writes ("7", "iv", "A-3") to a physical page, by code alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

from atomcite.documents.folio import Folio, folio_of, parse
from atomcite.domain import PageIdentity, PageReading, PageRef, ResolvedPage, message

Mode = Literal["auto", "physical", "label", "folio"]
Folios = Callable[[int], str | None]
"""Physical page -> the number printed on it (see `folio_of`), read when asked for."""

PROBES = 12
"""Pages that may be read to find one printed number."""
GLANCES = 5
"""Pages that `auto` may read to find out whether numbers beyond the end of the file are printed ones."""
UNLABELLED = 0.25
"""Share of cited numbers that must be no labels before all are taken for positions: a single wrong citation must not
turn the meaning of all others."""
SHIFT_CLAIMS = 3
SHIFT_SHARE = 0.6

__all__ = ["Folios", "Mode", "Paged", "alternatives", "diagnose_shift", "folio_of", "printed_elsewhere", "resolve"]


class Paged(Protocol):
    """What must be known of a document: how many pages, and their labels."""

    @property
    def page_count(self) -> int: ...

    def label(self, number: int) -> str | None: ...


def resolve(
    refs: Sequence[PageRef], document: Paged, mode: Mode = "auto", folios: Folios | None = None
) -> list[ResolvedPage]:
    """One result for each reference, in order; `page` is None where there is no such page.

    `physical`, `label` and `folio` allow that one reading. `auto` takes numbers for page labels where each leads to
    exactly one page (they are what viewers show); when a fair share of them are no labels and all are positions, an
    answer that counts in one way counts in positions; else each number is taken for itself, the label before the
    position. A number beyond the end of the file that no label has is the one printed on a page, if a few pages that
    are read show how printed numbers run; where a fair share of an answer's numbers are such, and all are printed on
    pages, all are taken so; so they are where the answer also cites pages by Roman numerals that are printed and no
    labels, since only printed numbers go on from front matter to text. A name is the label, else - a Roman numeral or
    a numbered name - the number printed on a page. `folios` is asked in these cases and in mode `folio` only, and for
    few pages.
    """
    resolver = _Resolver(document, folios)
    if mode == "auto":
        resolver.see(refs)
    return [resolver.resolve(ref, mode) for ref in refs]


def alternatives(ref: PageRef, document: Paged, folios: Folios | None = None) -> dict[PageReading, int]:
    """The physical page that each reading would give, where it gives one; the folio only when `folios` is given."""
    resolver = _Resolver(document, folios)
    found: dict[PageReading, int] = {}
    readings: tuple[PageReading, ...] = ("physical", "label", "folio")
    for reading in readings:
        if reading != "folio" or folios is not None:
            page = resolver.resolve(ref, reading).page
            if page is not None:
                found[reading] = page.physical
    return found


def printed_elsewhere(known: Mapping[int, str | None], count: int) -> Callable[[PageRef], int | None] | None:
    """Where the pages that were read print other numbers than their positions, the page that prints a cited number,
    going by the distance that two of them agree on; None where they don't. `known` is physical page -> printed
    number, `count` the pages of the file. Nothing is read."""
    printed = _Printed(count, lambda page: None)
    printed.known = dict(known)
    if not printed.distance():
        return None
    return lambda ref: printed.expected(Folio("", ref.number)) if ref.number is not None else None


def diagnose_shift(pairs: Sequence[tuple[int, int]]) -> int | None:
    """The constant by which cited pages are off: `better - cited`, from pairs of (cited, better) physical pages, one
    a claim that was found on another page than it cites.

    None unless at least three claims, and most of all, point the same way; of two claims both must.
    """
    shifts = Counter(better - cited for cited, better in pairs if better != cited)
    if not shifts:
        return None
    shift, votes = shifts.most_common(1)[0]
    if votes == len(pairs) >= 2:
        return shift
    return shift if votes >= SHIFT_CLAIMS and votes >= SHIFT_SHARE * len(pairs) else None


class _Resolver:
    def __init__(self, document: Paged, folios: Folios | None) -> None:
        self.document = document
        self.count = document.page_count
        self.labels: dict[str, list[int]] = {}
        for number in range(1, self.count + 1):
            label = document.label(number)
            if label:
                self.labels.setdefault(label.strip(), []).append(number)
        self.printed = _Printed(self.count, folios) if folios is not None else None
        self.positions_only = False
        self.folios_only = False
        self.beyond: set[str] = set()

    def see(self, refs: Sequence[PageRef]) -> None:
        """Finds out how the answer counts, from all numbers that it cites."""
        numbers = {ref for ref in refs if ref.number is not None}
        unlabelled = {ref for ref in numbers if len(self.labels.get(ref.raw.strip(), [])) != 1}
        many = bool(self.labels) and len(unlabelled) >= UNLABELLED * len(numbers) > 0
        self.positions_only = many and all(self._in_range(ref.number) for ref in numbers)
        beyond = {ref.raw for ref in unlabelled if (ref.number or 0) > self.count}
        if self.printed is None:
            return
        front = any(self._is_front_matter(ref.raw) for ref in refs if ref.number is None)
        if not beyond and not (front and numbers):
            return
        self.printed.learn(GLANCES)
        self.beyond = {raw for raw in beyond if self._printed_on(raw) is not None}
        self.folios_only = (
            (front or len(self.beyond) >= max(1, UNLABELLED * len(numbers)))
            and self.beyond == beyond
            and len(unlabelled) == len(numbers)
            and all(self._printed_on(ref.raw) is not None for ref in numbers)
        )

    def _is_front_matter(self, raw: str) -> bool:
        """A Roman numeral that is no label and is printed on a page."""
        wanted = parse(raw)
        return (
            wanted is not None
            and wanted.series == "roman"
            and not self._labelled(raw)
            and self.printed is not None
            and self.printed.find(wanted) is not None
        )

    def _printed_on(self, raw: str) -> int | None:
        """The page at the distance that the known printed numbers give, without reading any more."""
        wanted = parse(raw)
        return self.printed.expected(wanted) if self.printed is not None and wanted is not None else None

    def resolve(self, ref: PageRef, mode: Mode) -> ResolvedPage:
        if mode == "physical":
            return self._physical(ref)
        if mode == "label":
            return self._label(ref)
        if mode == "folio":
            return self._folio(ref)
        return self._number(ref) if ref.number is not None else self._name(ref)

    def _found(self, ref: PageRef, page: int | None, reading: PageReading, why: str, **args: object) -> ResolvedPage:
        identity = None
        if page is not None:
            printed = self.printed.known.get(page) if self.printed else None
            identity = PageIdentity(physical=page, label=self.document.label(page), folio=printed)
        return ResolvedPage(
            ref=ref.raw,
            page=identity,
            reading=reading,
            why=message(f"documents.{why}", ref=ref.raw, page=page if page is not None else "", **args),
        )

    def _in_range(self, number: int | None) -> bool:
        return number is not None and 1 <= number <= self.count

    def _physical(self, ref: PageRef) -> ResolvedPage:
        number = ref.number
        if number is None:
            return self._found(ref, None, "physical", "not_a_position")
        if not self._in_range(number):
            return self._found(ref, None, "physical", "no_such_position", count=self.count)
        return self._found(ref, number, "physical", "position")

    def _label(self, ref: PageRef) -> ResolvedPage:
        if not self.labels:
            return self._found(ref, None, "label", "no_labels")
        pages = self._labelled(ref.raw)
        if not pages:
            return self._found(ref, None, "label", "no_such_label")
        if len(pages) > 1:
            return self._found(ref, pages[0], "label", "label_repeated", times=len(pages))
        return self._found(ref, pages[0], "label", "label")

    def _labelled(self, name: str) -> list[int]:
        """Pages with that label: as written, else in another case of letters or with another dash."""
        exact = self.labels.get(name.strip())
        if exact:
            return exact
        return [p for label, pages in self.labels.items() if _loose(label) == _loose(name) for p in pages]

    def _folio(self, ref: PageRef) -> ResolvedPage:
        wanted = parse(ref.raw)
        page = self.printed.find(wanted) if self.printed is not None and wanted is not None else None
        if page is None:
            return self._found(ref, None, "folio", "no_such_folio")
        return self._found(ref, page, "folio", "folio")

    def _number(self, ref: PageRef) -> ResolvedPage:
        number = ref.number
        if ref.raw in self.beyond or self.folios_only:
            return self._found(ref, self._printed_on(ref.raw), "folio", "folio")
        pages = self.labels.get(ref.raw.strip(), []) if self.labels else []
        if self.positions_only and len(pages) == 1 and pages[0] != number:
            return self._found(ref, number, "physical", "position_like_the_others")
        if len(pages) == 1 and pages[0] != number:
            return self._found(ref, pages[0], "label", "label_not_position")
        if self._in_range(number):
            assert number is not None
            if number in pages or not self.labels:
                return self._found(ref, number, "physical", "position")
            if pages:
                return self._found(ref, number, "physical", "position_label_repeated", times=len(pages))
            return self._found(ref, number, "physical", "position_not_label")
        if pages:
            return self._found(ref, pages[0], "label", "label_repeated", times=len(pages))
        return self._found(ref, None, "physical", "no_such_position", count=self.count)

    def _name(self, ref: PageRef) -> ResolvedPage:
        by_label = self._label(ref)
        if by_label.page is not None or self.printed is None or parse(ref.raw) is None:
            return by_label
        by_folio = self._folio(ref)
        return by_folio if by_folio.page is not None else by_label


def _loose(label: str) -> str:
    return "".join(label.split()).replace("–", "-").replace("—", "-").casefold()


class _Printed:
    """Finds the page that carries a printed number by reading few pages: a page that was read gives the distance
    between folio and position, the page at that distance is read to see whether it holds."""

    def __init__(self, count: int, folios: Folios) -> None:
        self.count = count
        self.folios = folios
        self.known: dict[int, str | None] = {}

    def find(self, wanted: Folio) -> int | None:
        """The physical page with that folio; None when it was not found within PROBES readings."""
        budget = PROBES
        tried: set[int] = set()
        # Front matter in Roman numerals begins the file; appendices (A-3, F-12) end it.
        start = min(max(wanted.value, 1), self.count) if wanted.series in ("", "roman") else self.count
        # Then pages spread over the file: any one that carries a number of the series settles the distance.
        queue = [*self._guesses(wanted), start, *(round(self.count * share) for share in (0.5, 0.75, 0.25, 1.0))]
        step = 0
        while budget > 0:
            page = next((p for p in queue if p not in tried and 1 <= p <= self.count), None)
            if page is None:
                step += 1
                if step > self.count:
                    return None
                queue = [start - step, start + step]
                continue
            tried.add(page)
            if page not in self.known:
                budget -= 1
                self.known[page] = self.folios(page)
            if self._at(page) == wanted:
                return page
            queue = [*self._guesses(wanted), *queue]
        return None

    def learn(self, most: int) -> None:
        """Reads up to `most` pages, spread over the file, until two of them agree on the distance between printed
        number and position."""
        for share in (0.5, 0.75, 0.25, 1.0, 0.0)[:most]:
            page = max(1, round(self.count * share))
            if page not in self.known:
                self.known[page] = self.folios(page)
            if self.distance() is not None:
                return

    def expected(self, wanted: Folio) -> int | None:
        """The page with that number, going by the pages known; None where no two of them agree on the distance, or
        the page is outside the file."""
        distance = self.distance()
        page = wanted.value + distance if distance is not None and wanted.series == "" else 0
        return page if 1 <= page <= self.count else None

    def distance(self) -> int | None:
        """Position less printed number, where two of the pages known agree on it."""
        votes = Counter(
            page - folio.value for page in self.known if (folio := self._at(page)) is not None and not folio.series
        )
        distance, agreed = votes.most_common(1)[0] if votes else (0, 0)
        return distance if agreed >= min(2, self.count) else None

    def _at(self, page: int) -> Folio | None:
        text = self.known.get(page)
        return parse(text) if text else None

    def _guesses(self, wanted: Folio) -> list[int]:
        """Positions that the known folios of the same series point to, the most often pointed to first."""
        votes: Mapping[int, int] = Counter(
            page + wanted.value - folio.value
            for page in self.known
            if (folio := self._at(page)) is not None and folio.series == wanted.series
        )
        return sorted(votes, key=lambda p: -votes[p])
