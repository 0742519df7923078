"""What a system is charged does not depend on who read a page first, and caps hold across documents."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from bench_tasks import NEAR, RIGHT, english

from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import Caps, Lent, Spent, make
from atomcite.benchmarks.systems.accounts import DocumentAccount, TimedReadings
from atomcite.cache import DiskCache
from atomcite.domain import Cache


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "readings")


def read(cache: Cache, clock: Clock, kind: str, name: str, seconds: float, page: int = 1) -> bytes:
    """As an engine does it: look, work, keep."""
    key = {"image": name, "page": page}
    found = cache.get(kind, key)
    if found is None:
        clock.now += seconds
        found = b"words of " + name.encode()
        cache.put(kind, key, found)
    return found


def test_a_reading_costs_what_it_took_whoever_made_it(store: DiskCache) -> None:
    clock = Clock()
    first, second = DocumentAccount(store, Caps(), clock), DocumentAccount(store, Caps(), clock)
    assert read(first.cache, clock, "ocr", "p1", 7.0) == b"words of p1"
    clock.now += 1.0
    assert first.spent().seconds == 8.0
    second = DocumentAccount(store, Caps(), clock)
    assert read(second.cache, clock, "ocr", "p1", 7.0) == b"words of p1"
    clock.now += 0.5
    assert second.spent().seconds == 7.5


def test_a_reading_that_is_used_twice_is_charged_once(store: DiskCache) -> None:
    clock = Clock()
    account = DocumentAccount(store, Caps(), clock)
    for _ in range(3):
        read(account.cache, clock, "ocr", "p1", 7.0)
    read(account.cache, clock, "reader", "p1", 2.0)
    assert account.spent().seconds == 9.0


def test_a_reading_within_another_is_not_charged_twice(store: DiskCache) -> None:
    clock = Clock()
    account = DocumentAccount(store, Caps(), clock)
    cache = account.cache
    assert cache.get("reader", {"image": "a"}) is None
    clock.now += 1.0
    read(cache, clock, "render", "a", 4.0)
    clock.now += 2.0
    cache.put("reader", {"image": "a"}, b"r")
    assert account.spent().seconds == 7.0
    again = DocumentAccount(store, Caps(), clock)
    assert again.cache.get("reader", {"image": "a"}) == b"r"
    assert again.spent().seconds == 3.0


def test_a_reading_that_failed_is_part_of_the_time_and_does_not_spoil_the_next(store: DiskCache) -> None:
    clock = Clock()
    account = DocumentAccount(store, Caps(), clock)
    assert account.cache.get("ocr", {"image": "bad"}) is None
    clock.now += 5.0
    read(account.cache, clock, "ocr", "good", 3.0)
    account.cache.put("ocr", {"image": "never asked for"}, b"x")
    assert account.spent().seconds == 8.0
    later = DocumentAccount(store, Caps(), clock)
    assert later.cache.get("ocr", {"image": "never asked for"}) is None
    read(later.cache, clock, "ocr", "good", 3.0)
    assert later.spent().seconds == 3.0


def test_readings_side_by_side_are_charged_as_if_made_in_turn(store: DiskCache) -> None:
    clock = Clock()
    readings = TimedReadings(store, clock)
    begun, ended = threading.Event(), threading.Event()

    def other() -> None:
        readings.get("ocr", {"image": "b"})
        begun.set()
        ended.wait(10)
        readings.put("ocr", {"image": "b"}, b"b")

    readings.get("ocr", {"image": "a"})
    thread = threading.Thread(target=other)
    thread.start()
    assert begun.wait(10)
    clock.now += 4.0
    readings.put("ocr", {"image": "a"}, b"a")
    clock.now += 2.0
    ended.set()
    thread.join()
    assert readings.seconds_busy() == 6.0
    assert readings.seconds_charged() == 10.0


def test_readings_of_an_earlier_start_are_told_from_those_of_this_one(store: DiskCache) -> None:
    clock = Clock()
    first = DocumentAccount(store, Caps(), clock)
    read(first.cache, clock, "ocr", "p1", 7.0)
    assert (first.spent().readings, first.spent().earlier) == (1, 0)
    start = time.time()
    second = DocumentAccount(store, Caps(), clock, since=start)
    read(second.cache, clock, "ocr", "p1", 7.0)
    read(second.cache, clock, "ocr", "p2", 7.0)
    assert (second.spent().readings, second.spent().earlier) == (2, 1)
    third = DocumentAccount(store, Caps(), clock, since=start)
    read(third.cache, clock, "ocr", "p2", 7.0)
    assert (third.spent().readings, third.spent().earlier) == (1, 0)
    both = second.spent() + third.spent()
    assert (both.readings, both.earlier) == (3, 1)


def test_processor_time_is_that_of_the_work_and_not_of_waiting(store: DiskCache) -> None:
    with Lent(store).account() as account:
        time.sleep(0.3)
        waited = account.spent()
    with Lent(store).account() as account:
        until = time.process_time() + 0.3
        while time.process_time() < until:
            pass
        spent = account.spent()
    assert spent.cpu is not None
    assert waited.cpu is not None
    assert waited.cpu < spent.cpu
    assert (spent + waited).cpu == pytest.approx(spent.cpu + waited.cpu)


def test_documents_side_by_side_have_no_processor_time_of_their_own(store: DiskCache) -> None:
    with Lent(store, at_once=2).account() as account:
        assert account.spent().cpu is None


def test_verdicts_and_replies_are_never_shared(store: DiskCache) -> None:
    readings = TimedReadings(store)
    for kind in ("judge", "image", "reply"):
        readings.get(kind, {"a": 1})
        readings.put(kind, {"a": 1}, b"said")
        assert readings.get(kind, {"a": 1}) is None
    assert store.info().entries == {}


def test_two_systems_share_the_reading_and_are_charged_for_it(plain_set: Dataset, store: DiskCache) -> None:
    task = english(plain_set, RIGHT)
    first = make("text-only:window=0", Lent(store)).judge(task)
    misses = sum(store.misses.values())
    second = make("retrieval-nli", Lent(store)).judge(task)
    assert sum(store.misses.values()) == misses
    kept = store.info().entries
    assert set(kept) == {"charged-render", "charged-ocr"}
    assert first.spent.pages == second.spent.pages == 1
    assert min(first.spent.seconds, second.spent.seconds) > 0
    assert make("quote-match", Lent(store)).judge(task).spent.pages == 0


def test_pages_are_counted_once_however_many_claims_and_readings(plain_set: Dataset, store: DiskCache) -> None:
    task = english(plain_set, RIGHT, NEAR)
    assert make("text-only:window=1", Lent(store)).judge(task).spent.pages == 3
    assert make("retrieval-nli", Lent(store)).judge(task).spent.pages == 6


# --- caps ---------------------------------------------------------------------------------------------------------


def use(account: DocumentAccount, calls: int) -> None:
    account.meter.count("model_calls", calls)


def test_what_a_document_used_is_off_the_cap_of_the_next(store: DiskCache) -> None:
    lent = Lent(store, Caps(max_calls=10), Spent(calls=3))
    with lent.account() as account:
        assert account.max_calls == 7
        use(account, 2)
    with lent.account() as account:
        assert account.max_calls == 5
        use(account, 9)  # counted by the server's own budget, which stops at 5: here only not to go below nothing
    with lent.account() as account:
        assert account.max_calls == 0


def test_documents_side_by_side_never_pass_a_cap_together(store: DiskCache) -> None:
    lent = Lent(store, Caps(max_calls=9, max_tokens=100, max_cost=1.0), at_once=2)
    with lent.account() as one, lent.account() as two:
        assert (one.max_calls or 0) + (two.max_calls or 0) <= 9
        assert (one.max_tokens, two.max_tokens) == (50, 50)
        assert (one.max_cost, two.max_cost) == (0.5, 0.5)
        use(one, 1)
    with lent.account() as three:
        assert three.max_calls == 4  # half of the eight that are left


def test_no_cap_is_no_cap(store: DiskCache) -> None:
    lent = Lent(store, at_once=3)
    with lent.account() as account:
        use(account, 50)
    with lent.account() as account:
        assert (account.max_calls, account.max_tokens, account.max_cost) == (None, None, None)
