"""One page from a seed: one or two tables or a form, with what surrounds them in a report."""

from __future__ import annotations

import random

from atomcite.benchmarks.tables.claims import claims_of
from atomcite.benchmarks.tables.forms import form, register
from atomcite.benchmarks.tables.layouts import BUILDS, Draft
from atomcite.benchmarks.tables.model import Claim, Language, Sheet
from atomcite.benchmarks.tables.vocabulary import Family, vocabulary


def make_sheet(family: Family, language: Language, seed: int) -> Sheet:
    """The same arguments give the same page and the same claims."""
    rng = random.Random(f"{family} {language} {seed}")
    words = vocabulary(family, language)
    draft = Draft(rng, words, [], set())
    claims: list[Claim] = []
    builds: list[str] = []
    for at in range(rng.choice([1, 1, 2])):
        if at or rng.random() < 0.5:
            draft.blocks.append({"kind": "text", "text": rng.choice(words.lists["intros"])})
        kind = rng.random()
        if kind < 0.14:
            claims += form(draft)
            builds.append("form")
        elif kind < 0.22:
            claims += register(draft)
            builds.append("register")
        else:
            build = rng.choice(BUILDS)
            before = len(draft.facts)
            build(draft)
            claims += claims_of(rng, words, draft.facts[before:])
            builds.append(build.__name__)
    if rng.random() < 0.6:
        draft.blocks.append({"kind": "text", "text": rng.choice(words.lists["footers"])})
    data = {
        "lang": language,
        "serif": words.serif,
        "header": rng.choice(words.lists["headers"]) if rng.random() < 0.7 else "",
        "folio": str(rng.randint(2, 240)) if rng.random() < 0.8 else "",
        "wide": rng.random() < 0.2,
        "blocks": draft.blocks,
    }
    return Sheet(family, language, seed, data, tuple(dict.fromkeys(claims)), tuple(builds))
