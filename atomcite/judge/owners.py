"""Whose page it is: may a party that the statement names and the page does not be the one the page is about?

Answers name the document's company ("Netflix's revenue was ...") where a page of its report has the figures alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from atomcite.judge.alignment import Prepared
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import stem


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
