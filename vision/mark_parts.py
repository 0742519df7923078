"""Statements on several marks at once ("signed and stamped") taken apart: each mark is looked for by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from atomcite.vision.mark_claims import MarkClaim, MarkKind, mark_claim, mark_spans

_F = re.IGNORECASE
_JOINTS = (
    re.compile(r"[,;]? (?:but|yet|while|но|а также|однако) |, а |; ", _F),
    re.compile(r", (?:and |и )?", _F),
    re.compile(r" (?:and|or|nor|as well as|и|или|ни) ", _F),
)
"""Where a statement may be parted, the plainest first."""
_CARRIES = re.compile(r"\b(?:and|or|nor|as well as|и|или|ни)\b|,", _F)
_TURNS = re.compile(r"\b(?:but|yet|while|но|однако)\b|, а ", _F)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|lacks?|bears?|carries|carry|shows?|contains?|signed|stamped|sealed"
    r"|стоит|стоят|есть|нет|имеется|имеются|виден|видн[аы]|отсутству\w+|скрепл\w+|завер\w+|простав\w+|подписан\w*"
    r"|подписал\w*|расписал\w*)\b",
    _F,
)


@dataclass(frozen=True, slots=True)
class MarkPart:
    """The words of a statement that are about one mark, and what they claim of it."""

    statement: str
    claim: MarkClaim


def mark_parts(statement: str) -> tuple[MarkPart, ...]:
    """What a statement says of marks, mark by mark, in its order; empty for an ordinary statement.

    A denial holds for all that it is said of together: "neither signed nor stamped", "печати и подписи нет".

    >>> [p.claim.kind for p in mark_parts("The order is signed by Ann Lee and bears a round stamp.")]
    ['signature', 'seal']
    """
    pieces = list(_pieces(statement))
    found = [(text, joint, mark_claim(text)) for text, joint in pieces]
    if len(found) < 2 or any(claim is None for _, _, claim in found):
        whole = mark_claim(statement)
        return (MarkPart(statement, whole),) if whole else ()
    parts = [(MarkPart(text, claim), joint) for text, joint, claim in found if claim]
    return tuple(part for part, _ in _denials_shared(parts))


def _pieces(statement: str) -> Iterator[tuple[str, str]]:
    """Pieces of a statement on marks of different kinds, each with the words that join it to the one before."""
    groups: list[tuple[int, int, MarkKind]] = []
    for start, end, kind in mark_spans(statement):
        if groups and _joint(statement, groups[-1][1], start) is None:
            # "The signature is sealed", "a stamp beside the signature": what is told is the other mark.
            first = groups.pop()
            start, kind = first[0], kind if first[2] == "signature" else first[2]
        groups.append((start, max(end, groups[-1][1] if groups else 0), kind))
    at, joined = 0, ""
    for (_, end, kind), (start, _, following) in pairwise(groups):
        joint = _joint(statement, end, start)
        if joint is not None and kind != following:
            yield statement[at : joint[0]], joined
            at, joined = joint[1], statement[joint[0] : joint[1]]
    yield statement[at:], joined


def _joint(statement: str, start: int, end: int) -> tuple[int, int] | None:
    """The last of the plainest joints between two places."""
    for pattern in _JOINTS:
        found = [m.span() for m in pattern.finditer(statement, start, end)]
        if found:
            return found[-1]
    return None


def _denials_shared(parts: list[tuple[MarkPart, str]]) -> list[tuple[MarkPart, str]]:
    out = list(parts)
    for i in range(1, len(out)):
        (before, _), (part, joint) = out[i - 1], out[i]
        if _TURNS.search(joint) or not _CARRIES.search(joint):
            continue
        if not before.claim.present and part.claim.present and not _has_subject(part.statement):
            out[i] = (replace(part, claim=replace(part.claim, present=False)), joint)
        if before.claim.present and not part.claim.present and not _VERB.search(before.statement):
            out[i - 1] = (replace(before, claim=replace(before.claim, present=False)), out[i - 1][1])
    return out


def _has_subject(piece: str) -> bool:
    """True for a piece with a verb of its own after its first word: "the seal is there", not "stamped"."""
    found = _VERB.search(piece)
    return found is not None and found.start() > 0
