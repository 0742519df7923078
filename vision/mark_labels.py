"""Which place of a form a statement means: the signature line of a person, the tick box with a label."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from atomcite.vision.mark_claims import PLAIN_WORDS

_WORD = re.compile(r"[^\W_]+")
_CAPITAL = re.compile(r"\b[A-ZА-ЯЁ][\w’'-]{2,}")
_ROLES = re.compile(
    r"\b(?:chief executive|chief financial|chief accountant|accountant|notary|trustee|guarantor|licensor|licensee"
    r"|applicant|partner|director|chair\w*|president|secretary|treasurer|manager|landlord"
    r"|tenant|lessor"
    r"|lessee|lender|borrower|supplier|customer|buyer|seller|employer|employee|contractor|client|witness\w*"
    r"|auditor)\b"
    r"|\b(?:генеральн\w+ директор\w*|директор\w*|бухгалтер\w*|председател\w*|президент\w*|секретар\w*|заказчик\w*"
    r"|подрядчик\w*|арендатор\w*|арендодател\w*|покупател\w*|поставщик\w*|продав\w*|кредитор\w*|за[её]мщик\w*|займодав\w*|поручител\w*|руководител\w*|начальник\w*"
    r"|исполнител\w*|нотариус\w*|работник\w*|работодател\w*)",
    re.IGNORECASE,
)
_AND = re.compile(r"\band\b|\bи\b|[,;]", re.IGNORECASE)
_TICK_PLAIN_TEXT = """
the a an is are was were box boxes checkbox tick ticked checked crossed marked empty unticked unchecked blank
selected option item number no. for of in on with has been not mark check labelled labeled called field there
page form and left against next beside to it отмечен отмечена отмечено отмечены не пункт пункта вариант клетка
клеточка квадрат квадратик ответ галочка галочкой галочки крестиком крестик пуст пуста пустая пустой напротив в
на стоит выбран выбрана выбрано поле строка графа чекбокс бланке анкете странице форме у при слова слов около
нет
"""
_TICK_PLAIN = frozenset(_TICK_PLAIN_TEXT.split())


def named_by(statement: str, label: str, labels: Sequence[str]) -> bool:
    """Whether a statement names the person, party or office of `label`, one of the page's `labels`.

    Names count where they stand in the label; an office ("the director") only where one label alone has it. Who is
    named with an office that others hold on the page ("the witness for Tessel") is not meant by the name alone.
    """
    holders = {role: _holders(labels, _WORD.findall(role)) for role in _ROLES.findall(statement)}
    offices = [own for own in holders.values() if own]
    if any(label not in own for own in offices):
        return False
    for part in _AND.split(statement):
        names = [n for n in _CAPITAL.findall(part) if n.casefold() not in PLAIN_WORDS]
        if names and [other for other in labels if _names(other, names)] == [label]:
            return True
        if [other for other in labels if said_in(part, other, PLAIN_WORDS)] == [label]:
            return True
    return any(own == [label] for own in offices)


def _names(label: str, names: Sequence[str]) -> bool:
    """Whether a label has all of some names: one in full at the least, others by their initials. "Martin Hale" is not
    named by "Martin Okafor"."""
    words = _WORD.findall(label)
    full = [n for n in names if _has(label, n)]
    return bool(full) and all(n in full or any(len(w) == 1 and w == n[0] for w in words) for n in names)


def _holders(labels: Sequence[str], words: Sequence[str]) -> list[str]:
    """The labels that have all of some words."""
    return [label for label in labels if all(_has(label, w) for w in words)]


def said_in(statement: str, label: str, plain: Collection[str]) -> bool:
    """Whether a label holds every word of a statement but `plain` ones (lower case), endings aside."""
    wanted = [w for w in _WORD.findall(statement) if w.casefold() not in plain]
    return bool(wanted) and all(_has(label, w) for w in wanted)


def names_others(statement: str, label: str) -> bool:
    """Whether a statement names somebody or something that stands not in a label."""
    return any(n.casefold() not in PLAIN_WORDS and not _has(label, n) for n in _CAPITAL.findall(statement))


def _has(label: str, word: str) -> bool:
    return any(_alike(word, own) for own in _WORD.findall(label))


def _alike(a: str, b: str) -> bool:
    """Whether two words are one but for their endings, which tell cases apart in Russian."""
    a, b = (w.casefold().replace("ё", "е") for w in (a, b))
    if a == b or not re.match(r"[а-я]", a) or min(len(a), len(b)) < 4:
        return a.removesuffix("'s").removesuffix("’s") == b.removesuffix("'s").removesuffix("’s")
    short = min(len(a), len(b))
    shared = next((i for i in range(short) if a[i] != b[i]), short)
    return shared >= short - (2 if short > 7 else 1) and max(len(a), len(b)) - shared <= 3


def tick_named_by(statement: str, labels: Sequence[str]) -> int | None:
    """Index of the one label that has all that the statement says of its box; None for none or several.

    A number must be the label's own number or stand in it; words are compared without their endings.
    """
    wanted = [w for w in _WORD.findall(statement.casefold()) if w not in _TICK_PLAIN]
    if not wanted:
        return None
    fits: list[tuple[int, int]] = []
    for i, label in enumerate(labels):
        own = [_stem(w) for w in _WORD.findall(label)]
        if all(_stem(w) in own for w in wanted):
            fits.append((len(own), i))
    if not fits:
        return None
    fits.sort()
    # "Yes" names the box "Yes" rather than "Yes, in part"; of equally close labels none is meant in particular.
    exact = [i for length, i in fits if length == len(wanted)]
    if len(exact) == 1:
        return exact[0]
    numbered = [i for _, i in fits if wanted == [_stem(w) for w in _WORD.findall(labels[i])][: len(wanted)]]
    if len(numbered) == 1:
        return numbered[0]
    return fits[0][1] if len(fits) == 1 else None


def _stem(word: str) -> str:
    """A word without the part that inflection changes (numbers stay whole)."""
    folded = word.casefold().replace("ё", "е")
    if folded.isdigit() or len(folded) < 4:
        return folded
    if re.match(r"[а-я]", folded):
        return folded[: max(3, len(folded) - 2 if len(folded) > 5 else len(folded) - 1)]
    return folded.removesuffix("'s").removesuffix("’s")
