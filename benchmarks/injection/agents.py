"""Who can be permitted or obliged to do something: people, companies, organs. Prices and deadlines can't, and what
they "may" do is merely possible."""

from __future__ import annotations

import re

from atomcite.benchmarks.injection.sentence_start import morph
from atomcite.benchmarks.injection.words import is_russian, words_of

_AGENTS_EN = words_of(
    """he she it they we who anyone everyone nobody company bank board group party parent subsidiary tenant landlord
    lessee lessor supplier customer buyer purchaser seller vendor client contractor subcontractor lender borrower
    licensee licensor employee employer worker director chair chairman secretary officer executive committee member
    shareholder holder trustee agent principal owner operator user authority council court tribunal guarantor insurer
    manager auditor government minister ministry regulator consultant provider franchisee franchisor carrier creditor
    debtor partner participant investor issuer association society firm applicant person staff management meeting"""
)
_AGENTS_RU = words_of(
    """банк общество компания сторона организация учреждение фирма орган суд комиссия совет собрание комитет правление
    министерство товарищество кооператив предприятие филиал холдинг группа агентство управление служба инспекция"""
)


def is_agent(before: str) -> bool:
    """Whether the text before a verb ends in somebody who acts."""
    words = re.findall(r"[^\W\d_]+", before)
    if not words:
        return False
    word = words[-1]
    if is_russian(word):
        parse = morph().parse(word)[0]
        return "anim" in parse.tag or parse.normal_form in _AGENTS_RU
    low = word.casefold()
    named = len(words) > 1 and word[0].isupper()
    singular = {low, low.removesuffix("s"), re.sub(r"ies$", "y", low)}
    return named or bool(singular & _AGENTS_EN)
