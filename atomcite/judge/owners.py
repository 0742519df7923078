"""Whose page it is: may a party that the statement names and the page does not be the one the page is about?

Answers name the document's company ("Netflix's revenue was ...") where a page of its report has the figures alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.slots import name_groups
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import stem

_ACCOMPANIED = frozenset(("with", "с", "со"))
_ROLE = re.compile(r"(?:ee|er|or|ive|ant)$|^(?:company|общество|компания|банк)")  # "Employee", "Executive"


def known_names(context: Iterable[str]) -> frozenset[str]:
    """Stems of the names in titles, authors and file names of a document. Words that any document may be called by
    ("annual report", "2023") are left out."""
    lex = lexicon()
    found = (w for text in context for w in re.findall(r"[^\W\d_]{3,}", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)))
    return frozenset(
        s
        for w in found
        if (s := stem(w))
        and s not in stems("headings")
        and s not in lex.generic
        and w.casefold() not in words("legal_forms")
        and w.casefold() not in lex.stop
    )


def names_another(page: Prepared) -> bool:
    """Whether the page itself says whose it is: by a company's legal form anywhere, or by a capitalised word at its
    top that is none of the words reports are headed with."""
    lex = lexicon()
    tokens = page.text.tokens
    for i, token in enumerate(tokens):
        if not token.is_word:
            continue
        bare = token.norm.replace(".", "")
        if (
            bare in words("legal_forms")
            and token.capital
            and i
            and (tokens[i - 1].capital or tokens[i - 1].text in ',»"')
        ):
            return True
    rows = [r for r, s in enumerate(page.shapes) if s.numbers]
    table = {t for r in rows for t in (*page.layout.labels[r], *page.layout.sections[r])}
    return any(
        tokens[t].is_word
        and tokens[t].capital
        and len(tokens[t].text) > 2
        and not any(c.isdigit() for c in tokens[t].text)
        and tokens[t].stem not in stems("headings")
        and tokens[t].stem not in lex.generic
        and not lex.is_stop(tokens[t])
        for t in page.head
        if t not in page.data_labels and t not in table
    )


def unnamed_party(statement: Statement, page: Prepared, absent: Sequence[Term]) -> bool:
    """Whether all that a page lacks is the name of one party that it calls by a role ("Employee") without saying on
    this page who that is: the name stands as the subject, as a possessor or after "with", and nowhere on the page."""
    groups = [g for g in name_groups(statement) if any(t in absent for t in g)]
    if len(groups) != 1 or any(t not in absent or page.hits(t) for t in groups[0]):
        return False
    first, last = groups[0][0].at, groups[0][-1].at
    tokens = statement.tokens
    before = tokens[first - 1].norm if first else ""
    opens = all(not t.is_word or lexicon().is_stop(t) for t in tokens[:first]) and before in {"", "the", "mr", "ms"}
    owns = re.search(r"['’]s?$", tokens[last].text) is not None
    return (opens or owns or before in _ACCOMPANIED) and bool(stand_ins(page))


def left_to_role(statement: Statement, page: Prepared, absent: Sequence[Term]) -> bool:
    """Whether a role of the page stands in for a name that nothing else ties to the document: the page does not say
    who that is, and anyone may be claimed to be the Borrower."""
    return not all(t.stem in page.known for t in absent) and unnamed_party(statement, page, absent)


def stand_ins(page: Prepared) -> frozenset[str]:
    """Stems of the roles that the page uses as names of parties, written with a capital within sentences, and does
    not itself give to anyone."""
    return _stand_ins(page)


@lru_cache(maxsize=512)
def _stand_ins(page: Prepared) -> frozenset[str]:
    lex = lexicon()
    tokens = page.text.tokens
    starts = {s.start for s in page.text.segments}
    count: dict[str, int] = {}
    for i, token in enumerate(tokens):
        if not token.is_word or not token.capital or token.text.isupper() or i in starts or i not in page.prose:
            continue
        if token.stem in page.roles or not (token.stem in lex.roles or _ROLE.search(token.norm)):
            continue
        if not tokens[i - 1].capital and not (i + 1 < len(tokens) and tokens[i + 1].capital):
            count[token.stem] = count.get(token.stem, 0) + 1
    return frozenset(s for s, n in count.items() if n >= 2)
