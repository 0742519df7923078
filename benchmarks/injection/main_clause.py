"""Where in a sentence its main clause lies, in English and Russian, as far as words and commas tell."""

from __future__ import annotations

import re

_CONJUNCTIONS = (
    r"which|that|what|how|why|who|whom|whose|where|whereby|when|whenever|while|whilst|whereas|if|unless|although|though|because|"
    r"whether|provided|until|till|once|after|before|since|lest|so that|"
    r"котор\w+|чь\w+|если|что|чтобы|когда|хотя|пока|как только|прежде чем|перед тем как|до того как|после того как|"
    r"с тех пор как|так как|тогда как|в то время как|поскольку|ибо|будто|словно|раз|лишь только|где|куда|откуда|кто|"
    r"насколько|при условии|по мере того как|как"
)
_PREPOSITION_TOO = frozenset(("after", "before", "since", "until", "till"))
"""Before a time these start no clause: "since 2019", "before 1 May", "until the end of the year"."""
_TIME = re.compile(
    r"\s+(?:(?:the|its|this|that|each)\s+)?(?:(?:end|start|beginning|close|date|year|first|last|next|following)\b|\d|"
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|tax|then|noon)\b)",
    re.I,
)
_SUBORDINATOR = re.compile(rf"(?<![\w-])(?:{_CONJUNCTIONS})(?![\w-])", re.I)
_AS = re.compile(r"(?<![\w-])as(?=\s+(?:long|soon|far|if|though|it|they|he|she|we|may|is|are|was|were)\b)", re.I)


def main_clause(text: str) -> tuple[int, int] | None:
    """Start and end of the part of a sentence in which the verb of the main clause must stand: from behind the comma
    that closes a clause in front, up to the next word that opens one. None where a clause in front has no plain end
    (several commas, a list in it)."""
    opening = _next(text, 0)
    start = 0
    if opening is not None and not re.search(r"\w", text[:opening]):
        commas = [m.start() for m in re.finditer(r",(?!\d)", text)]
        if len(commas) != 1:
            return None
        start = commas[0] + 1
        opening = _next(text, start)
    return start, len(text) if opening is None else opening


def _next(text: str, start: int) -> int | None:
    """Where the next word stands that opens a clause."""
    found = [m.start() for m in _SUBORDINATOR.finditer(text, start) if _opens(text, m)]
    found += [m.start() for m in _AS.finditer(text, start)]
    return min(found, default=None)


def _opens(text: str, hit: re.Match[str]) -> bool:
    word = hit.group().casefold()
    if word in _PREPOSITION_TOO:
        return not _TIME.match(text, hit.end())
    # "как" compares words as often as it opens a clause; behind a comma it may do either.
    return word != "как" or text[: hit.start()].rstrip().endswith(",")
