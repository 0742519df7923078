"""The progress bar on standard error."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

_LABELS = {"en": ("Checking cited pages", "Looking at nearby pages"), "ru": ("Проверка страниц", "Соседние страницы")}


class Bar:
    """A bar for each phase of a run: the cited pages, then the window. Silent when `quiet` or not on a terminal."""

    def __init__(self, *, quiet: bool, language: str) -> None:
        console = Console(stderr=True)
        self._labels = _LABELS[language]
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        self._phase: TaskID | None = None
        self._phases = 0

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Takes the bar off the terminal."""
        self._bar.stop()

    def show(self, done: int, total: int) -> None:
        """A `Progress` callback. A new phase begins when the count starts again."""
        if self._phase is None:
            label = self._labels[min(self._phases, len(self._labels) - 1)]
            self._phase = self._bar.add_task(label, total=total)
            self._phases += 1
        self._bar.update(self._phase, completed=done)
        if done == total:
            self._phase = None
