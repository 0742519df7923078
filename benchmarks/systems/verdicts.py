"""Predictions of systems that have a verdict only: the action that follows, and claims that could not be judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from atomcite.benchmarks.systems.protocol import Prediction, Task
from atomcite.domain import Action, ClaimVerdict


def action_for(verdict: ClaimVerdict, suggested: tuple[int, ...] = ()) -> Action:
    """What AtomCite's default policy does at this verdict: keep, move to the better page, delete, or flag."""
    if verdict is ClaimVerdict.CORRECT:
        return Action.KEEP
    if verdict is ClaimVerdict.WRONG_PAGE and suggested:
        return Action.FIX_PAGE
    return Action.DELETE if verdict is ClaimVerdict.UNSUPPORTED else Action.FLAG


def predicted(claim: str, verdict: ClaimVerdict, *, suggested: Iterable[int] = (), **more: Any) -> Prediction:
    """A prediction with the action that follows from its verdict; `more` are further fields."""
    pages = tuple(suggested)
    return Prediction(claim=claim, verdict=verdict, action=action_for(verdict, pages), suggested=pages, **more)


def unchecked(claim: str, why: str, **more: Any) -> Prediction:
    """What a system can't tell: a page without text, a statement in another language."""
    return predicted(claim, ClaimVerdict.NOT_CHECKED, reason=why, **more)


def failed(claim: str, error: str, **more: Any) -> Prediction:
    """What went wrong: a server that did not answer, a program that crashed."""
    return predicted(claim, ClaimVerdict.NOT_CHECKED, error=error, **more)


def none_checked(task: Task, error: str) -> tuple[Prediction, ...]:
    """The predictions of a task that failed as a whole."""
    return tuple(failed(claim.id, error) for claim in task.claims)
