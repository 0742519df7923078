"""Whether the truth that follows from the data agrees with what the typeset pages say in type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from atomcite.benchmarks.public.claims import printed
from atomcite.benchmarks.public.source import Data, Source

_LOOSE = re.compile("[\\s\u00a0\u00ad\ufffe\u0002\u2010-]+")


def disagreements(source: Source, values: Data, pages: Mapping[str, int], texts: Sequence[str]) -> Iterator[str]:
    """What is wrong, in words: an anchor that the design does not have, a value that is not printed where it should
    be, a page that prints all of a fact without being one of its true pages. `texts` are the text layer by page."""
    folded = [_folded(t) for t in texts]
    for fact in source.facts:
        places = {**fact.bears, **fact.parts}
        for mistake in fact.errors:
            if mistake.cite is not None:
                places.setdefault(mistake.cite, ())
        for anchor in (*places, *fact.together):
            if anchor not in pages:
                yield f"{fact.id}: there is no anchor {anchor}"
        for anchor, patterns in places.items():
            wanted = printed(patterns, values)
            missing = [w for w in wanted if anchor in pages and _folded(w) not in folded[pages[anchor] - 1]]
            if missing:
                yield f"{fact.id}: {missing} not printed on page {pages[anchor]}"
        own = {pages[a] for a in fact.bears if a in pages}
        for patterns in fact.bears.values():
            wanted = printed(patterns, values)
            for page, text in enumerate(folded, start=1):
                if wanted and page not in own and all(_folded(w) in text for w in wanted):
                    yield f"{fact.id}: {list(wanted)} stands on page {page}, too"
    for question in source.unanswerable:
        if question.cite not in pages:
            yield f"unanswerable: there is no anchor {question.cite}"


def _folded(text: str) -> str:
    """Without spaces and hyphens (lines break at both), and in one case."""
    return _LOOSE.sub("", text).casefold()
