"""What each channel and both together make of damaged pages, and how their failures hang together."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from atomcite import pipeline
from atomcite.benchmarks.damage.file import write
from atomcite.benchmarks.damage.pages import DamagedPage, Kind
from atomcite.benchmarks.tables.model import Claim as Labelled
from atomcite.benchmarks.tables.model import Language
from atomcite.benchmarks.tables.vocabulary import Family
from atomcite.domain import (
    Action,
    Cache,
    Channel,
    ChannelResult,
    ChannelVerdict,
    Citation,
    Claim,
    ClaimResult,
    ClaimVerdict,
    PageRef,
)


@dataclass(frozen=True)
class Outcome:
    """What became of one claim on one page."""

    kind: Kind
    family: Family
    language: Language
    seed: int
    strength: float
    claim: Labelled
    result: ClaimResult

    def said(self, channel: Channel) -> ChannelVerdict:
        found: ChannelResult | None = self.result.text if channel == "text" else self.result.image
        return found.verdict if found else ChannelVerdict.NOT_CHECKED

    def right_of(self, channel: Channel) -> bool:
        """Whether the channel alone came to the truth; not checked is not right."""
        said = self.said(channel)
        return said is not ChannelVerdict.NOT_CHECKED and (said is ChannelVerdict.SUPPORTED) == self.claim.true

    def false_of(self, channel: Channel) -> bool:
        return self.said(channel) is ChannelVerdict.SUPPORTED and not self.claim.true

    @property
    def undecided(self) -> bool:
        """A conflict of the channels: the policy says which way it leans and asks a person."""
        return self.result.verdict is ClaimVerdict.CONFLICT

    @property
    def right(self) -> bool:
        """Whether both channels together came to the truth; a conflict counts by its leaning."""
        if self.undecided:
            return self.result.leaning is not None and self.right_of(self.result.leaning)
        return self.result.verdict is not ClaimVerdict.NOT_CHECKED and self.called_correct == self.claim.true

    @property
    def called_correct(self) -> bool:
        return self.result.verdict is ClaimVerdict.CORRECT

    @property
    def false_correct(self) -> bool:
        return self.called_correct and not self.claim.true

    @property
    def silently_wrong(self) -> bool:
        """Wrong, and no person is asked to look."""
        return not self.right and self.result.action is not Action.FLAG


@dataclass(frozen=True)
class Figures:
    """Shares 0..1 over some claims: `text`, `image`, `both` right; `false_*` of the claims that do not hold that were
    supported (`both`: called correct); `unchecked_*`; `undecided` conflicts; `settled_right` right of those that are
    neither a conflict nor unchecked. `phi` is the correlation of the channels' failures (not right), `together` the
    share of claims on which both fail, `by_chance` what it would be were they independent."""

    claims: int
    text: float
    image: float
    both: float
    false_text: float
    false_image: float
    false_both: float
    unchecked_text: float
    unchecked_image: float
    undecided: float
    settled_right: float
    silently_wrong: float
    phi: float
    together: float
    by_chance: float

    @property
    def gain(self) -> float:
        """What both together have over the better channel."""
        return self.both - max(self.text, self.image)

    @property
    def ceiling(self) -> float:
        """The most that a merge of the verdicts alone could have over the better channel: right wherever one is. Two
        weak findings together may have more."""
        return 1 - self.together - max(self.text, self.image)


def figures(outcomes: Iterable[Outcome]) -> Figures:
    """Raises ValueError without outcomes."""
    every = list(outcomes)
    if not every:
        raise ValueError("no outcomes to count")
    false = [o for o in every if not o.claim.true]
    text_fails = [not o.right_of("text") for o in every]
    image_fails = [not o.right_of("image") for o in every]
    settled = [o for o in every if not o.undecided and o.result.verdict is not ClaimVerdict.NOT_CHECKED]
    return Figures(
        claims=len(every),
        text=1 - _share(text_fails),
        image=1 - _share(image_fails),
        both=_share(o.right for o in every),
        false_text=_share(o.false_of("text") for o in false),
        false_image=_share(o.false_of("image") for o in false),
        false_both=_share(o.false_correct for o in false),
        unchecked_text=_share(o.said("text") is ChannelVerdict.NOT_CHECKED for o in every),
        unchecked_image=_share(o.said("image") is ChannelVerdict.NOT_CHECKED for o in every),
        undecided=_share(o.undecided for o in every),
        settled_right=_share(o.right for o in settled),
        silently_wrong=_share(o.silently_wrong for o in every),
        phi=phi(text_fails, image_fails),
        together=_share(a and b for a, b in zip(text_fails, image_fails, strict=True)),
        by_chance=_share(text_fails) * _share(image_fails),
    )


def phi(a: Sequence[bool], b: Sequence[bool]) -> float:
    """The phi coefficient of two yes/no series, Pearson's correlation of 0 and 1: 0 when they are independent, 1
    when they are the same; NaN where one of them never varies."""
    n, in_a, in_b = len(a), sum(a), sum(b)
    both = sum(x and y for x, y in zip(a, b, strict=True))
    spread = in_a * (n - in_a) * in_b * (n - in_b)
    return (n * both - in_a * in_b) / math.sqrt(spread) if spread else math.nan


def run(pages: Sequence[DamagedPage], cache: Cache | None = None) -> Iterator[Outcome]:
    """`verify` over a PDF of the pages with its defaults, but no look at neighbouring pages: the two channels are
    given what a user's run gives them."""
    claims: list[Claim] = []
    labelled: list[tuple[DamagedPage, Labelled]] = []
    for number, page in enumerate(pages, 1):
        cited = (Citation(text=f"(p. {number})", pages=(PageRef(raw=str(number)),)),)
        for claim in page.claims:
            name = f"c{len(claims) + 1}"
            claims.append(Claim(id=name, statement=claim.statement, citations=cited, origin="given"))
            labelled.append((page, claim))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pages.pdf"
        path.write_bytes(write(pages))
        report = pipeline.verify(
            path, claims, cache=False if cache is None else cache, image="reader", window=0, pages="physical"
        )
    for (page, claim), result in zip(labelled, report.claims, strict=True):
        yield Outcome(page.kind, page.family, page.language, page.seed, page.strength, claim, result)


def _share(found: Iterable[bool]) -> float:
    every = list(found)
    return sum(every) / len(every) if every else 0.0
