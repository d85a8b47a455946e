# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench -s FRAME`: which frames, on which points, and its tables. Nothing is measured."""

from __future__ import annotations

import tomllib

import pytest

from tests.called import called
from tests.report import made_up
from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.config import frame as frames
from vambrace.measure import frame as measuring
from vambrace.measure.selectors import SelectorError, make_selector
from vambrace.software.oracles import frames as oracles
from vambrace.software.running.jobs import encode
from vambrace.view import frame_table


def sets(name: str, *extensions: str) -> list[str]:
    """The extension sets that a frame's code uses."""
    return [e for e in extensions if config.frames()[name].gains_from(config.extension_set(e))]


def test_names_of_frames_are_listed():
    """By `vambrace points` and by the help, which has them all; none is that of a scenario."""
    listed, helped = called("points").stdout, " ".join(called("bench", "--help").stdout.split())
    for name, frame in config.frames().items():
        assert f"  {name:<20} {frame.title}" in listed
        assert f" {name}," in helped or f" {name}." in helped, name
    assert not config.frames().keys() & config.scenarios().keys()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-s", "bluetooth"), "unknown scenario 'bluetooth'"),
        (("-s", "ble", "-a", "aes-128-ccm"), "-a is for scenarios, not for frames of protocols: ble"),
        (
            ("-s", "ble", "-s", "oscore", "--peers"),
            "--peers is for scenarios, not for frames of protocols: ble, oscore",
        ),
        (("-s", "ble", "--orders", "3"), "--orders is for scenarios"),
        (("-s", "ble", "--by", "offset"), "unknown scenario 'ble'"),
        (("ibex-ref/engine-ascon", "-s", "ble"), "nothing to measure: ble: the engine does not have aes-128-ccm"),
    ],
)
def test_what_cannot_be_measured_is_one_line(words, message):
    done = called("bench", *words)
    assert done.returncode == 2 and done.stdout == ""
    assert message in done.stderr and done.stderr.rstrip().count("\n") == 0, done.stderr


def test_frames_are_measured_where_their_algorithms_are():
    some = ("none", "zbkb", "zkned", "xascon", "xchacha", "aes-unit", "engine", "engine-gcm")
    assert sets("ble", *some) == ["none", "zbkb", "zkned", "aes-unit", "engine", "engine-gcm"]
    assert "xchacha" in sets("dtls12-chacha20", *some) and "aes-unit" not in sets("dtls12-chacha20", *some)
    assert "engine" in sets("lorawan", *some)  # its counter mode
    points = config.select_points(["ibex-ref/engine", "ibex-ref/engine-gcm"])
    possible, lines = measuring.measurable(measuring.tasks(points, ["ble", "dtls12-gcm"]))
    assert [(t.frame.name, t.point.extensions.name) for t in possible] == [
        ("ble", "engine"),
        ("ble", "engine-gcm"),
        ("dtls12-gcm", "engine-gcm"),
    ]
    assert lines == ["dtls12-gcm: the engine does not have aes-128-gcm, not measured on ibex-ref/engine"]


def test_a_frame_without_an_existing_algorithm_is_rejected(monkeypatch):
    entry = tomllib.loads((root() / "configs" / frames.FILE).read_text())["ble"]
    monkeypatch.setattr(frames, "entries", lambda file: {"odd": {**entry, "algorithms": ("aes-128-ccn",)}})
    frames.frames.cache_clear()
    with pytest.raises(UsageError, match=r"algorithm in .*frames\.toml: \[odd\] 'aes-128-ccn'"):
        frames.frames()
    frames.frames.cache_clear()


def test_a_selector_names_a_known_frame():
    selector = {"record": "frame", "metric": "cycles", "point": "ibex-ref/none", "operation": "protect"}
    with pytest.raises(SelectorError, match="unknown frame 'blue'"):
        make_selector({**selector, "frame": "blue"}, "here")


@pytest.mark.parametrize("name", list(config.frames()))
def test_jobs_of_a_frame_are_in_place(name):
    expected = oracles.packet(config.frames()[name])
    (protect, protected), (unprotect, _) = expected.calls()
    assert encode([protect, unprotect])
    assert protect.place == unprotect.place == {"out": ("in", 0)}
    assert unprotect.data == protected
    wrong = measuring.forged(unprotect)
    assert [i for i, (a, b) in enumerate(zip(wrong.data, protected, strict=True)) if a != b] == [len(protected) - 1]


def test_tables_of_frames():
    records = made_up.frame()
    cycles, memory = frame_table.grids(records)
    assert cycles.head == ["frame", "operation", "none", "zbkb", "engine"]  # made up for xascon too: unchanged
    assert [row[:2] for row in cycles.rows] == [
        [f, o] for f in ("ble", "dtls12-ccm8") for o in ("protect", "unprotect")
    ]
    assert cycles.rows[0][2:] == ["1,170", "750", "11"]
    assert cycles.notes[1] == "ble: 27 bytes of content in a frame of 33 bytes"
    assert memory.head[2:] == ["code to protect", "code to unprotect", "static", "stack", "keys"]
    assert memory.rows[1] == ["ble", "zbkb", "900", "900", "0", "64", "16"]
    cycles, _ = frame_table.grids(records, every=True)
    assert len(cycles.head) == 2 + len(made_up.POINTS)
