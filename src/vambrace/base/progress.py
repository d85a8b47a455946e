# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Progress of long operations on standard error: a bar on a terminal, otherwise a line every few seconds."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ClassVar

# rich is imported only when something is drawn.
if TYPE_CHECKING:
    import rich.progress

_SECONDS_BETWEEN_LINES = 5.0
_SECONDS_BEFORE_SPINNER = 0.5


class Progress:
    """A context manager that counts `total` steps and collects failed ones in `failures`. With `is_outer` it
    shows the progress of the others in its block instead of their own counts.
    """

    _outer: ClassVar[Progress | None] = None

    def __init__(self, title: str, total: int, is_outer: bool = False) -> None:
        self._title, self._total, self._done = title, total, 0
        self._is_outer = is_outer
        self.failures: list[str] = []
        self._last_line = time.monotonic()
        self._bar: rich.progress.Progress | None = None
        if sys.stderr.isatty() and (is_outer or Progress._outer is None):
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as RichProgress
            from rich.table import Column

            # The label gets the remaining width: on a narrow terminal it is shortened, not the bar or the numbers.
            self._bar = RichProgress(
                TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis", max_width=20)),
                BarColumn(20, table_column=Column(no_wrap=True, min_width=10)),
                MofNCompleteColumn(table_column=Column(no_wrap=True, min_width=2 * len(str(total)) + 1)),
                TimeElapsedColumn(table_column=Column(no_wrap=True, min_width=7)),
                TextColumn("{task.fields[last]}", table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
                console=Console(stderr=True),
                transient=True,
                expand=True,
            )
            self._task = self._bar.add_task(title, total=total, last="")

    def __enter__(self) -> Progress:
        if self._is_outer:
            Progress._outer = self
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_outer:
            Progress._outer = None
        if self._bar:
            self._bar.stop()

    def step(self, what: str, count: int = 1) -> None:
        """Count one or more steps and show their name."""
        self._done += count
        outer = Progress._outer
        if outer is not None and outer is not self:
            outer.step(f"{self._title} {self._done}/{self._total}", 0)
        elif self._bar:
            self._bar.update(self._task, completed=self._done, last=what)
        elif time.monotonic() - self._last_line >= _SECONDS_BETWEEN_LINES:
            self._last_line = time.monotonic()
            print(f"{self._title}: {self._done}/{self._total} ({what})", file=sys.stderr, flush=True)

    def failed(self, message: str) -> None:
        """Count a failed step."""
        self.failures.append(message)
        self.step("failed")


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Show what the block does, on a terminal also for how long; nothing if it takes less than half a second."""
    if Progress._outer is not None:
        Progress._outer.step(what, 0)
        yield
        return
    done = threading.Event()
    thread = threading.Thread(target=_show, args=(what, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _show(what: str, done: threading.Event) -> None:
    with suppress(OSError):  # standard error has no reader
        if not sys.stderr.isatty():
            if not done.wait(_SECONDS_BETWEEN_LINES):
                print(f"{what} ...", file=sys.stderr, flush=True)
        elif not done.wait(_SECONDS_BEFORE_SPINNER):
            from rich.console import Console
            from rich.progress import Progress as RichProgress
            from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

            columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
            with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
                bar.add_task(what, total=None)
                done.wait()
