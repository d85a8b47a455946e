# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Windows of vambrace/frames/replay.h, against the set of all counters that were accepted."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.aead.frames.cases import ERR_ARGUMENT, ERR_COUNTER, OK, Case

MOST = 2**64 - 1


class Window:
    """A window that forgets nothing: the counters that were accepted."""

    def __init__(self) -> None:
        self.accepted: set[int] = set()

    @property
    def highest(self) -> int:
        return max(self.accepted, default=-1)

    def fits(self, counter: int) -> bool:
        """Return whether a counter is new, and not 64 or more below the highest."""
        return counter != MOST and counter > self.highest - 64 and counter not in self.accepted

    @property
    def numbers(self) -> list[int]:
        """Return what the object of the library contains."""
        highest = self.highest
        return [highest + 1, sum(1 << highest - n for n in self.accepted if n > highest - 64)]


def offered(window: Window, counter: int) -> Iterator[Case]:
    """Yield both calls with a counter, which is then accepted if it fits."""
    before, status = window.numbers, OK if window.fits(counter) else ERR_COUNTER
    yield Case(f"check {counter}", 0, status, [*before, counter], [], b"", None, before)
    if status == OK:
        window.accepted.add(counter)
    yield Case(f"accept {counter}", 1, status, [*before, counter], [], b"", None, window.numbers)


def cases() -> list[Case]:
    """Return walks of counters from some first ones, and of random steps."""
    actual: list[Case] = []
    for first in (0, 1, 62, 63, 64, 65, 2**32 - 2, 2**48 - 1, MOST - 1, MOST):
        window = Window()
        for step in (0, 0, 1, -1, -62, -63, -64, -65, 2, 63, 62, 64, 65, 200, 199, 136, 137, 135, 2**33, 2**33 - 64):
            counter = min(max(first + step, 0), MOST)
            actual += offered(window, counter)
    drawn = random.Random(8613)
    for spread in (3, 40, 100):
        window = Window()
        for _ in range(400):
            actual += offered(window, max(window.highest + drawn.randint(-spread, spread // 3 + 1), 0))
    for function in (2, 3):
        actual.append(Case("null", function, ERR_ARGUMENT, [5, 1, 9], [], b"", None, [5, 1]))
    return actual


CALLER = """
int main(void)
{
    vmb_replay_window window = {0, 0};

    if (receive(&window, 5, 1) != VMB_OK || receive(&window, 3, 1) != VMB_OK) return 1;
    if (receive(&window, 5, 1) != VMB_ERR_COUNTER || receive(&window, 3, 1) != VMB_ERR_COUNTER) return 2;
    if (receive(&window, 900, 0) != VMB_ERR_TAG || receive(&window, 4, 1) != VMB_OK) return 3;
    return receive(&window, 900, 1) == VMB_OK && receive(&window, 836, 1) == VMB_ERR_COUNTER ? 0 : 4;
}
"""
