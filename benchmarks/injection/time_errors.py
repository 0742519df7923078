"""Another time: a date, a year, a quarter in place of the right one, in the same notation.

Degrees: `hard` when the wrong time stands on the cited page, or only the day differs; else `medium`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from atomcite.benchmarks.dataset import ErrorType
from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Refusal, Source, by_degree, may_support
from atomcite.benchmarks.injection.cell_errors import contradicting_cell, years_on
from atomcite.benchmarks.injection.dates import other_dates, other_period
from atomcite.benchmarks.injection.evidence import PageEvidence
from atomcite.benchmarks.injection.search import cover, is_prose, passages_with, places
from atomcite.benchmarks.injection.value_errors import degree_of, value_outcome, with_value
from atomcite.values import DateValue, Found, Period, compare, parse_values

TIME_TYPES: frozenset[ErrorType] = frozenset(("date", "other_period"))


def time_errors(source: Source, types: Sequence[ErrorType], rng: random.Random) -> Iterator[Outcome]:
    times = [f for f in source.wording.values if isinstance(f.value, DateValue | Period)]
    for found in times:
        if "date" in types:
            for new in other_dates(found, rng):
                changed = with_value(source, found, new)
                if changed is not None:
                    degree = degree_of(source, found.value, changed[1].value)
                    yield value_outcome("date", source, found, changed, degree)
    # Of two periods in one statement ("rose from ... in 2023 to ... in 2024") either may be the other's.
    if "other_period" in types and len(times) == 1:
        years = years_on(source.evidence[source.page])
        for text in other_period(source.wording.text, times[0], rng, years):
            yield _period_outcome(source, times[0], text)


def _period_outcome(source: Source, found: Found, text: str) -> Outcome:
    new = next((f for f in parse_values(text) if f.start <= found.start + 3 and f.end >= found.start), found)
    on_page = bool(places(source.evidence[source.page], new.value))
    made = Candidate(
        "other_period",
        source,
        text,
        f"{found.text} -> {new.text}",
        by_degree({"hard": on_page}, "medium"),
        contradicted=True,
    )
    values = [a for a in source.found.anchors if not isinstance(a.value, DateValue | Period)]
    if not values or compare(new.value, found.value).outcome == "equal":
        return Refusal(made, "not_found_on_true_page", found.text)
    for number, page in source.evidence.items():
        if not page.usable:
            return Refusal(made, "page_unread", str(number))
        if _may_say(page, source, values, found, new):
            return may_support(made, number, f"page {number}")
    return made


def _may_say(page: PageEvidence, source: Source, values: Sequence[Found], old: Found, new: Found) -> bool:
    """Whether the page may give all the values for the new time. It can't when it lacks one of them or the new time,
    when its table gives another value for that time, or when the sentences with the values name the old time only."""
    if not all(places(page, v.value) for v in values) or not places(page, new.value):
        return False
    if all(contradicting_cell(page, v, new.text) for v in values):
        return False
    bound = False
    for value in values:
        for passage in passages_with(page, value.value):
            if cover(passage, source.wording.stems) < source.found.limit:
                continue
            times = [f.value for f in passage.values if isinstance(f.value, DateValue | Period)]
            if not is_prose(passage) or any(compare(new.value, t).outcome in {"equal", "coarser"} for t in times):
                return True
            bound = bound or any(compare(old.value, t).outcome == "equal" for t in times)
    return not bound
