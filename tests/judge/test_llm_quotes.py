"""Quotes on random pages: whatever stands there is found where it stands, and nothing else is found."""

from __future__ import annotations

import random
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from typeset import typeset

from atomcite.judge.llm.quotes import find_quote
from atomcite.judge.llm.shown import Window, windows_of
from atomcite.judge.prepared import Prepared

WORDS = tuple(
    word
    for text in (
        "the lessee shall not pay rent of interest on arrears Orion Steel AG before approval net-debt (restated)",
        "«Север» договор аренды не позднее даты подписания сторонами 14.25 1,577 3 2018 12% $4.2 № 17/б",
    )
    for word in text.split()
)


def page_of(seed: int) -> Window:
    rng = random.Random(seed)
    prose = ["  ".join(rng.choices(WORDS, k=rng.randint(12, 30))) + "." for _ in range(4)]
    rows = [f"{rng.choice(WORDS)} item | {rng.randint(1, 9999):,} | {rng.randint(1, 9999):,}" for _ in range(5)]
    text = "\n\n".join([*prose[:2], "\n".join(["Millions | 2018 | 2017", *rows]), *prose[2:]])
    (window,) = windows_of([Prepared(typeset(text))], 100_000)
    return window


def retold(words: list[str], rng: random.Random) -> str:
    """As a model copies: other blanks, quotes and dashes, composed letters, another case."""
    text = rng.choice([" ", "  ", "\u00a0", "\n "]).join(words)
    for a, b in (("«", '"'), ("»", '"'), ("-", "–"), ("(", ""), (")", "")):
        text = text.replace(a, b) if rng.random() < 0.5 else text
    text = unicodedata.normalize(rng.choice(["NFC", "NFD"]), text)
    return text.upper() if rng.random() < 0.2 else text


def letters(words: list[str]) -> str:
    return "".join(c for c in "".join(words).casefold() if c.isalnum())


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_run_of_shown_words_is_found_however_it_is_copied(seed: int) -> None:
    rng, window = random.Random(seed), page_of(seed)
    for line in window.lines:
        words = [line.page.text.page.words[i].text for i in line.words]
        start = rng.randrange(len(words))
        run = words[start : start + rng.randint(1, 12)]
        if not any(ch.isalnum() for ch in "".join(run)):
            continue
        places = find_quote(retold(run, rng).replace("\n", " "), window)
        assert places is not None, run
        found = [p.line.page.text.page.words[i].text for p in places for i in p.words]
        # "debt" is found in "net-debt", too: whole words are marked.
        assert letters(run) in letters(found)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_one_changed_digit_or_an_added_word_makes_it_an_invention(seed: int) -> None:
    rng, window = random.Random(seed), page_of(seed)
    line = rng.choice([x for x in window.lines if any(c.isdigit() for c in x.text)])
    words = [line.page.text.page.words[i].text for i in line.words]
    # The whole line: with so many words around, the changed one stands nowhere else.
    digits = [(i, k) for i, w in enumerate(words) for k, c in enumerate(w) if c.isdigit()]
    i, k = rng.choice(digits)
    other = str((int(words[i][k]) + rng.randint(1, 9)) % 10)
    changed = [*words[:i], words[i][:k] + other + words[i][k + 1 :], *words[i + 1 :]]
    assert find_quote(" ".join(changed), window) is None
    at = rng.randrange(1, len(words))
    assert find_quote(" ".join([*words[:at], "nowhere", *words[at:]]), window) is None
