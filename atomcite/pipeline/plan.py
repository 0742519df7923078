"""Work planned page by page: which statements are checked on which pages, and both channels run side by side."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from atomcite.audit import Journal
from atomcite.domain import Channel, ChannelResult, message
from atomcite.errors import AtomCiteError, EndpointError
from atomcite.pipeline.channels import ChannelRunner, failure, not_checked

_log = logging.getLogger("atomcite")

Pages = tuple[int, ...]
Progress = Callable[[int, int], None]
"""Called with (checks done, checks planned); a check is one set of pages in one channel."""


@dataclass(frozen=True)
class Task:
    """A statement to check on the pages that it cites together. `pages` are physical, ascending."""

    pages: Pages
    statement: str


Results = Mapping[Task, Mapping[Channel, ChannelResult]]


class Workers:
    """Threads for each channel, so that neither waits for the other. Use as a context manager. What `known` holds is
    not asked again."""

    def __init__(
        self,
        channels: Sequence[ChannelRunner],
        workers: Mapping[Channel, int],
        known: Results | None = None,
        journal: Journal | None = None,
    ) -> None:
        self._known = known or {}
        self._journal = journal
        self._channels = {c.channel: c for c in channels}
        self._pools = {
            name: ThreadPoolExecutor(max(1, workers.get(name, 1)), thread_name_prefix=f"atomcite-{name}")
            for name in self._channels
        }

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for pool in self._pools.values():
            pool.shutdown(wait=True, cancel_futures=True)

    def run(self, tasks: Sequence[Task], progress: Progress | None = None) -> Results:
        """Results of each task in each channel. A page (or joint set of pages) goes to a channel once, with all the
        statements on it."""
        found: dict[Task, dict[Channel, ChannelResult]] = {task: dict(self._known.get(task, {})) for task in tasks}
        groups: dict[tuple[Pages, Channel], list[str]] = {}
        for task in found:
            for name in self._channels:
                if name not in found[task]:
                    groups.setdefault((task.pages, name), []).append(task.statement)
        jobs: list[tuple[Channel, Pages, Future[list[ChannelResult]]]] = [
            (name, pages, self._pools[name].submit(_check, self._channels[name], pages, groups[pages, name]))
            for pages, name in sorted(groups, key=lambda group: group[0])
        ]
        for done, (name, pages, job) in enumerate(jobs, 1):
            for statement, result in zip(groups[pages, name], job.result(), strict=True):
                found[Task(pages, statement)][name] = result
            if self._journal:
                self._journal.note(
                    "page_checked", pages=list(pages), channel=name, statements=len(groups[pages, name])
                )
            if progress:
                progress(done, len(jobs))
        return found


def _check(channel: ChannelRunner, pages: Pages, statements: Sequence[str]) -> list[ChannelResult]:
    """A channel never takes a run down: whatever goes wrong on a page costs the checks on that page. A server that
    can't be used at all is no matter of a page."""
    try:
        return channel.check(pages, statements)
    except EndpointError:
        raise
    except AtomCiteError as error:
        reason = failure(error)
    except Exception as error:  # noqa: BLE001 - whatever an engine's fault is, it is the reason of each check it cost
        _log.exception("The %s channel failed on page %s.", channel.channel, ", ".join(map(str, pages)))
        reason = message("run.crashed", error=f"{type(error).__name__}: {error}")
    return [not_checked(channel.channel, channel.channel, reason) for _ in statements]
