"""A rival for `atomcite bench run`: is the cited page the one that is most like the claim?

    atomcite bench run datasets/public --system 'command:run="python examples/rivals/similarity.py",label=similarity'

Many checkers of citations rest on likeness alone. Pages and claim become vectors of TF-IDF weights, likeness is their
cosine, and a citation is correct when no page is more like the claim than a cited one. Needs pypdf, and nothing of
AtomCite. The protocol is in docs/bench.md: a task as JSON on standard input, a line of JSON for each claim on
standard output.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter

from pypdf import PdfReader

LEAST = 0.1
"""A page that is less like a claim than this has nothing to do with it."""
CLOSE = 0.9
"""A cited page that is nearly as like the claim as the best page will do."""


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W_]+", text.casefold()))


def vector(counts: Counter[str], weights: dict[str, float]) -> dict[str, float]:
    """TF-IDF weights of length 1; empty for a text without a word that the document has."""
    raw = {word: (1 + math.log(n)) * weights[word] for word, n in counts.items() if word in weights}
    length = math.sqrt(sum(w * w for w in raw.values()))
    return {word: w / length for word, w in raw.items()} if length else {}


def verdict(claim: dict, labels: list[str], pages: list[dict[str, float]], weights: dict[str, float]) -> dict:
    """What is said of one claim."""
    if not claim["cited"]:
        return {"verdict": "uncited"}
    cited = []
    for label in claim["cited"]:
        if label in labels:
            cited.append(labels.index(label))
        elif label.isdecimal() and 1 <= int(label) <= len(pages):
            cited.append(int(label) - 1)
        else:
            return {"verdict": "no_such_page"}
    if not any(pages[page] for page in cited):
        return {"verdict": "not_checked", "reason": "no text on the cited page"}
    asked = vector(words(claim["statement"]), weights)
    likeness = [sum(weight * page.get(word, 0.0) for word, weight in asked.items()) for page in pages]
    best = max(range(len(pages)), key=likeness.__getitem__)
    own = max(likeness[page] for page in cited)
    said = {"confidence": round(own, 4), "raw": {"likeness": [round(x, 4) for x in likeness]}}
    if own >= max(LEAST, CLOSE * likeness[best]):
        return {"verdict": "correct", **said}
    if likeness[best] >= LEAST:
        return {"verdict": "wrong_page", "suggested": [best + 1], **said}
    return {"verdict": "unsupported", **said}


def main() -> None:
    task = json.load(sys.stdin)
    reader = PdfReader(task["path"])
    counts = [words(page.extract_text()) for page in reader.pages]
    having = Counter(word for page in counts for word in page)
    weights = {word: math.log((1 + len(counts)) / (1 + n)) + 1 for word, n in having.items()}
    pages = [vector(page, weights) for page in counts]
    for claim in task["claims"]:
        found = verdict(claim, list(reader.page_labels), pages, weights)
        sys.stdout.write(json.dumps({"claim": claim["id"], **found}) + "\n")


if __name__ == "__main__":
    main()
