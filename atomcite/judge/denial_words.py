"""Single words that deny, and how many denials a clause has."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import words
from atomcite.judge.words import Token, word_set

_COMPARED = word_set("later more fewer less earlier longer более менее позднее ранее чаще реже позже раньше")
_UNWILLING = word_set("fail fails failed failing failure refuse refuses refused decline declines declined unable")
_LACKING = frozenset(("without", "без"))
_TAXES = word_set("vat tax taxes gst ндс налога налогов учета учёта")


def denies(tokens: Sequence[Token], k: int) -> bool:
    """Whether a token denies what it stands with: "not", "no", "without", "free of", "fails to"."""
    norm = tokens[k].norm
    after = tokens[k + 1].norm if k + 1 < len(tokens) else ""
    if norm in {"no", "not", "не"} and after in _COMPARED:
        return False  # "not later than": a limit
    if norm in _UNWILLING:
        return after == "to"
    if norm == "free":
        return after == "of"
    if tokens[k].stem in lexicon().prohibitions:
        return norm not in words("abstaining")
    if norm in _LACKING:
        return after not in _TAXES
    return norm in words("denying") or norm.endswith("n't")


def count_denials(denials: Sequence[str]) -> int:
    """How many denials there are: "neither ... nor" and "никто не" make one."""
    plain = [d for d in denials if d in {"не", "нет", "нельзя"}]
    doubled = [d for d in denials if d.startswith(("ни", "никт", "ничт"))]
    return len(denials) - (len(doubled) if plain else max(0, len(doubled) - 1)) - denials.count("nor")
