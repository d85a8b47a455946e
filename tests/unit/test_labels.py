# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Labels of points are next to their points, do not overlap, and are within the panel."""

import itertools
import math
import random

import pytest

from vambrace.view import labels

WIDTH, HEIGHT, FONT = 400, 250, 10


def placed(texts, points, **more):
    actual = labels.place(texts, points, WIDTH, HEIGHT, FONT, **more)
    return [labels.box(t, at, FONT) for t, at in zip(texts, actual, strict=True)]


def test_one_label_is_next_to_its_point():
    (room,) = placed(["zbkb"], [(200, 100)])
    assert room.left - 200 < 12 and room.top < 100 < room.bottom


@pytest.mark.parametrize("corner", [(0, 0), (WIDTH, 0), (0, HEIGHT), (WIDTH, HEIGHT)])
def test_labels_stay_in_the_panel(corner):
    (room,) = placed(["zbkb+xascon"], [corner])
    assert room.left >= 0 and room.top >= 0 and room.right <= WIDTH and room.bottom <= HEIGHT


@pytest.mark.parametrize("seed", range(10))
def test_a_crowd_of_labels_does_not_overlap(seed):
    rng = random.Random(seed)
    points = [(150 + 60 * rng.random(), 90 + 60 * rng.random()) for _ in range(8)]
    rooms = placed([f"extension {i}" for i in range(8)], points)
    assert sum(a.overlap(b) for a, b in itertools.combinations(rooms, 2)) == 0
    assert all(
        math.dist(p, ((r.left + r.right) / 2, (r.top + r.bottom) / 2)) < 150 for p, r in zip(points, rooms, strict=True)
    )


def test_labels_do_not_cover_a_line():
    line = [(0, 100), (WIDTH, 100)]
    (room,) = placed(["zkned"], [(200, 100)], line=line)
    assert not room.crosses(*line)


def test_far_labels_get_a_line_to_their_point():
    assert labels.leader("zkned", (210, 100), (200, 100), FONT) is None
    assert labels.leader("zkned", (240, 100), (200, 100), FONT) == (240, 100)
