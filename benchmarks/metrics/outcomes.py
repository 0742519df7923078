"""Predictions beside labels: what is scored, and what is only counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from atomcite.benchmarks.dataset import BenchClaim, Dataset, Label, LabelSource, Truth, label_of
from atomcite.benchmarks.systems.protocol import Prediction
from atomcite.domain import Action, ClaimVerdict

TRUTHS: tuple[Truth, ...] = ("correct", "wrong_page", "unsupported", "no_such_page")
"""What a claim can be in truth, without "open", which is scored nowhere."""
VERDICTS: tuple[ClaimVerdict, ...] = (
    ClaimVerdict.CORRECT,
    ClaimVerdict.WRONG_PAGE,
    ClaimVerdict.UNSUPPORTED,
    ClaimVerdict.NO_SUCH_PAGE,
    ClaimVerdict.CONFLICT,
    ClaimVerdict.NOT_CHECKED,
    ClaimVerdict.UNCITED,
)
"""What a system can say, in the order of all tables: those that can be right first."""

_UNDECIDED = (ClaimVerdict.CONFLICT, ClaimVerdict.NOT_CHECKED)


@dataclass(frozen=True)
class Outcome:
    """A claim, what is true of it, and what a system said; `predicted` is None where it said nothing, which counts as
    `not_checked`."""

    claim: BenchClaim
    label: Label
    predicted: Prediction | None

    @property
    def truth(self) -> Truth:
        return self.label.verdict

    @property
    def verdict(self) -> ClaimVerdict:
        return self.predicted.verdict if self.predicted else ClaimVerdict.NOT_CHECKED

    @property
    def action(self) -> Action:
        """What the system proposes; to look oneself, where it said nothing."""
        return self.predicted.action if self.predicted else Action.FLAG

    @property
    def right(self) -> bool:
        """The verdict is the truth. `conflict` and `not_checked` are never right."""
        return self.verdict == self.truth

    @property
    def sound(self) -> bool:
        """The truth is that the citation bears the statement out."""
        return self.truth == "correct"

    @property
    def passed(self) -> bool:
        """The system says that it does."""
        return self.verdict is ClaimVerdict.CORRECT

    @property
    def decided(self) -> bool:
        """The system took a side: neither `conflict` nor `not_checked`."""
        return self.verdict not in _UNDECIDED

    @property
    def told_apart(self) -> bool:
        """The system took a side, and it is the right one of sound and unsound, whatever the kind of error."""
        return self.decided and self.passed == self.sound

    @property
    def flagged(self) -> bool:
        """The system asks for a person: by a conflict, its action, or its mark."""
        if self.predicted is None:
            return False
        return self.predicted.flagged or self.action is Action.FLAG or self.verdict is ClaimVerdict.CONFLICT

    @property
    def kept_silently(self) -> bool:
        """An unsound citation that the system would leave in place without asking anyone."""
        return not self.sound and self.action is Action.KEEP and not self.flagged


@dataclass(frozen=True)
class Scoring:
    """All claims of a data set as far as they can be scored, in its order. `open` have a label that settles nothing,
    `unlabelled` none; `unanswered` are those that the system said nothing of, scored as `not_checked`."""

    outcomes: tuple[Outcome, ...]
    open: int
    unlabelled: int
    unanswered: int


def score(dataset: Dataset, predictions: Mapping[str, Prediction], source: LabelSource = "gold") -> Scoring:
    """Puts `predictions` (by claim id) beside the labels of `source`."""
    outcomes, undecidable, unlabelled = [], 0, 0
    for claim in dataset.claims:
        label = label_of(claim, source)
        if label is None:
            unlabelled += 1
        elif label.verdict == "open":
            undecidable += 1
        else:
            outcomes.append(Outcome(claim, label, predictions.get(claim.id)))
    unanswered = sum(o.predicted is None for o in outcomes)
    return Scoring(tuple(outcomes), open=undecidable, unlabelled=unlabelled, unanswered=unanswered)


def confusion(outcomes: Iterable[Outcome]) -> dict[Truth, dict[ClaimVerdict, int]]:
    """Numbers of claims by truth (rows, all of TRUTHS) and verdict (columns, all of VERDICTS)."""
    found: dict[Truth, dict[ClaimVerdict, int]] = {t: dict.fromkeys(VERDICTS, 0) for t in TRUTHS}
    for outcome in outcomes:
        found[outcome.truth][outcome.verdict] += 1
    return found
