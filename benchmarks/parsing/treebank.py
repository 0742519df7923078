"""Sentences of Universal Dependencies in the words of AtomCite's own tokenisation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from atomcite.judge.parsing.features import word_spans

_KEPT = frozenset({"nsubj:pass", "aux:pass", "obl:agent", "acl:relcl", "nmod:poss", "compound:prt", "nsubj:outer"})
"""Subtypes of relations that are learnt; of others the universal part is."""


@dataclass(frozen=True)
class Sentence:
    """`heads[i]` is the number of the word that word i depends on, from 1; 0 for the root."""

    words: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    tags: tuple[str, ...]


def read(path: Path) -> Iterator[Sentence]:
    """All sentences of a CoNLL-U file that come out as one tree."""
    text = ""
    rows: list[list[str]] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# text = "):
            text = line[9:]
        elif line and not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) == 10 and columns[0].replace("-", "").isdigit():
                rows.append(columns)
        elif not line and rows:
            sentence = _sentence(text, rows)
            if sentence is not None:
                yield sentence
            rows = []


def _sentence(text: str, rows: list[list[str]]) -> Sentence | None:
    at = 0
    spans: dict[int, tuple[int, int]] = {}
    within: dict[int, tuple[int, int]] = {}
    for columns in rows:
        if "-" in columns[0]:
            first, last = (int(x) for x in columns[0].split("-"))
            start = text.find(columns[1], at)
            if start < 0:
                return None
            at = start + len(columns[1])
            within |= dict.fromkeys(range(first, last + 1), (start, at))
            continue
        number = int(columns[0])
        if number in within:
            spans[number] = within[number]
            continue
        start = text.find(columns[1], at)
        if start < 0 or text[at:start].strip():
            return None
        at = start + len(columns[1])
        spans[number] = (start, at)
    ours = word_spans(text)
    group: dict[int, int] = {}
    for number, (start, _) in spans.items():
        k = next((i for i, (a, b) in enumerate(ours) if a <= start < b), None)
        if k is None:
            return None
        group[number] = k
    columns_of = {int(c[0]): c for c in rows if c[0].isdigit()}
    heads, relations, tags = [0] * len(ours), [""] * len(ours), [""] * len(ours)
    for k in range(len(ours)):
        members = [n for n, g in group.items() if g == k]
        if not members:
            # A word of the treebank that ours cuts in several: the later pieces hang on the first.
            before = next((n for n, (a, b) in spans.items() if a < ours[k][1] and b > ours[k][0]), None)
            if before is None:
                return None
            heads[k], relations[k], tags[k] = group[before] + 1, "goeswith", "X"
            continue
        top = next((n for n in members if int(columns_of[n][6]) not in members), members[0])
        head = int(columns_of[top][6])
        heads[k] = group[head] + 1 if head else 0
        relation = columns_of[top][7]
        relations[k] = relation if relation in _KEPT else relation.split(":")[0]
        tags[k] = columns_of[top][3]
    if heads.count(0) != 1 or any(h == k + 1 for k, h in enumerate(heads)):
        return None
    words = tuple(text[a:b] for a, b in ours)
    return Sentence(words, tuple(heads), tuple(relations), tuple(tags))
