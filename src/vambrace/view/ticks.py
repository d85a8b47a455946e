# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Round values for the ticks of a logarithmic axis."""

from collections.abc import Sequence

#: From coarse to fine; the first of these with at least three ticks is used.
_DIGITS = (
    (1, 2, 5),
    (1, 1.5, 2, 3, 4, 5, 6, 8),
    tuple(i / 10 for i in range(10, 100, 2)),
    tuple(i / 100 for i in range(100, 1000, 5)),
)


def logarithmic(domain: Sequence[float]) -> list[float]:
    """Return round values within an axis: few, but at least two."""
    every: list[float] = []
    edge = (domain[1] / domain[0]) ** 0.03  # a label at the very edge would extend beyond the axis
    for digits in _DIGITS:
        every = [round(d * 10.0**e, 6) for e in range(-3, 10) for d in digits]
        every = [v for v in every if domain[0] * edge <= v <= domain[1] / edge]
        if len(every) >= 3:
            break
    return every
