"""The limit on requests side by side: how it rises, falls and holds, on a clock of its own."""

from __future__ import annotations

import itertools
from contextlib import ExitStack

from atomcite.serving import AdaptiveLimit


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def limit_of(most: int, start: int) -> tuple[AdaptiveLimit, Clock]:
    clock = Clock()
    return AdaptiveLimit(most, start=start, clock=clock, sleep=clock.sleep), clock


def busy(limit: AdaptiveLimit, clock: Clock, seconds: float, work: float = 1.0) -> None:
    """A round in which every slot is used and every reply takes `seconds`."""
    with ExitStack() as slots:
        count = int(limit.limit)
        for _ in range(count):
            slots.enter_context(limit.slot())
        clock.now += seconds
        for _ in range(count):
            limit.replied(seconds, work)


def test_good_replies_raise_it_one_step_a_round_up_to_the_most() -> None:
    limit, clock = limit_of(most=4, start=1)
    heights = [int(limit.limit)]
    for _ in range(12):
        busy(limit, clock, 1.0)
        heights.append(int(limit.limit))
    assert heights[0] == 1
    assert max(b - a for a, b in itertools.pairwise(heights)) == 1
    assert heights[-1] == 4


def test_a_limit_that_is_not_used_is_not_raised() -> None:
    limit, clock = limit_of(most=8, start=4)
    for _ in range(20):
        with limit.slot():
            clock.now += 1.0
            limit.replied(1.0, 1.0)
    assert limit.limit == 4


def test_a_429_halves_it_once_for_all_requests_of_the_same_moment() -> None:
    limit, clock = limit_of(most=8, start=8)
    starts = []
    with ExitStack() as slots:
        starts = [slots.enter_context(limit.slot()) for _ in range(8)]
        clock.now += 1.0
        for since in starts:
            limit.refused(since)
    assert limit.limit == 4
    clock.now += 1.0
    with limit.slot() as since:
        limit.refused(since)
    assert limit.limit == 2
    for _ in range(5):
        clock.now += 1.0
        with limit.slot() as since:
            limit.refused(since)
    assert limit.limit == 1


def test_nobody_sends_before_the_pause_that_the_server_asked_for_is_over() -> None:
    limit, _ = limit_of(most=8, start=8)
    with limit.slot() as since:
        limit.refused(since, pause=30.0)
    with limit.slot() as begun:
        assert begun >= 30.0


def test_latency_well_above_the_best_lowers_it_and_a_long_reply_does_not() -> None:
    limit, clock = limit_of(most=8, start=8)
    for _ in range(3):
        busy(limit, clock, 1.0)
    for _ in range(3):
        busy(limit, clock, 10.0, work=10.0)
    assert limit.limit == 8
    for _ in range(3):
        busy(limit, clock, 10.0)
    assert 1 <= limit.limit < 8


def test_a_server_that_queues_is_found_out() -> None:
    """One that works on two at a time: latency grows with what waits, and the limit settles near it."""
    limit, clock = limit_of(most=32, start=1)
    for _ in range(100):
        busy(limit, clock, max(1.0, int(limit.limit) / 2))
    assert 2 <= limit.limit <= 8
