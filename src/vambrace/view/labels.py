# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Places the labels of points in a panel with as little overlap as possible with each other, the points and a line.

All coordinates are pixels, y downwards; the position of a label is its left edge and the middle of its height. Labels
are placed one at a time, that of the point with the most neighbours first, each at the best of the candidates around
its point.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]

#: Height of a line of text, and mean width of a character, as fractions of the font size.
_HEIGHT, _WIDTH = 1.15, 0.56

_ANGLES = tuple(math.radians(a) for a in (0, 25, -25, 180, 155, -155, 50, -50, 130, -130, 90, -90))
_DISTANCES = (9, 16, 25, 36, 50, 66, 84)


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """Return the area that both boxes cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0) * max(height, 0)

    def outside(self, width: float, height: float) -> float:
        """Return the length by which the box extends beyond a panel, or beyond 3 pixels from its edge."""
        over = (3 - self.left, 3 - self.top, self.right - width + 3, self.bottom - height + 3)
        return sum(max(o, 0) for o in over)

    def crosses(self, a: Point, b: Point) -> bool:
        """Return whether a line between two points touches the box."""
        near = 1e-6  # pixels: rounding error of a point on the line
        if max(a[0], b[0]) < self.left - near or min(a[0], b[0]) > self.right + near:
            return False
        if max(a[1], b[1]) < self.top - near or min(a[1], b[1]) > self.bottom + near:
            return False
        steps = max(int(math.dist(a, b) // 3), 1)
        return any(
            self.left <= a[0] + (b[0] - a[0]) * i / steps <= self.right
            and self.top <= a[1] + (b[1] - a[1]) * i / steps <= self.bottom
            for i in range(steps + 1)
        )


def box(text: str, at: Point, font: float) -> Box:
    """Return the box of a label at a position."""
    height = font * _HEIGHT
    return Box(at[0], at[1] - height / 2, at[0] + len(text) * font * _WIDTH, at[1] + height / 2)


def place(
    texts: Sequence[str],
    points: Sequence[Point],
    width: float,
    height: float,
    font: float,
    radius: float = 5,
    line: Sequence[Point] = (),
) -> list[Point]:
    """Return a position for the label of each point; `line` is a line in the panel to be avoided."""
    marks = [Box(x - radius, y - radius, x + radius, y + radius) for x, y in points]
    lines = list(pairwise(line))
    taken: dict[int, Box] = {}
    leaders: dict[int, tuple[Point, Point]] = {}
    chosen: dict[int, Point] = {}

    def crowd(i: int) -> float:
        return sum(1 / (10 + math.dist(points[i], p)) for p in points)

    def cost(i: int, at: Point, distance: float) -> float:
        room = box(texts[i], at, font)
        leader = (points[i], _edge(room, points[i]))
        bad = 100 * room.outside(width, height) + 0.25 * distance
        bad += sum(60 + 4 * covered for other in taken.values() if (covered := room.overlap(other)))
        bad += sum(3 * room.overlap(mark) for mark in marks)
        bad += 8 * sum(room.crosses(a, b) for a, b in lines)
        bad += 60 * sum(room.crosses(*other) for other in leaders.values())
        bad += 60 * sum(other.crosses(*leader) for other in taken.values())
        return bad + 30 * sum(mark.crosses(*leader) for j, mark in enumerate(marks) if j != i)

    for i in sorted(range(len(texts)), key=crowd, reverse=True):
        best = min(
            ((cost(i, at, d), n, at) for n, (d, at) in enumerate(_candidates(texts[i], points[i], font))),
            key=lambda c: c[:2],
        )
        chosen[i] = best[2]
        taken[i] = box(texts[i], best[2], font)
        leaders[i] = (points[i], _edge(taken[i], points[i]))
    return [chosen[i] for i in range(len(texts))]


def _candidates(text: str, point: Point, font: float) -> Iterator[tuple[float, Point]]:
    wide = len(text) * font * _WIDTH
    for distance in _DISTANCES:
        for angle in _ANGLES:
            x, y = point[0] + distance * math.cos(angle), point[1] - distance * math.sin(angle)
            share = (1 - math.cos(angle)) / 2  # label to the right of the point (0), centred, or to the left (1)
            yield distance, (x - wide * share, y)


def _edge(room: Box, point: Point) -> Point:
    """Return the point of a label's edge that is nearest to a point."""
    return min(max(point[0], room.left), room.right), min(max(point[1], room.top), room.bottom)


def leader(text: str, at: Point, point: Point, font: float) -> Point | None:
    """Return the end of a line from a point to its label; None if they are so close that no line is needed."""
    end = _edge(box(text, at, font), point)
    return end if math.dist(end, point) > 14 else None
