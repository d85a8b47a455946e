# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace choose`: from kept records, measuring when asked, and wrong input."""

from __future__ import annotations

import json

import pytest

from tests.called import called
from vambrace.results import record_store

POINTS = ("ibex-ref/none", "ibex-ref/zkned", "-a", "aes-128-ccm", "--profile", "speed")


def test_a_choice_by_constraints(tmp_path):
    file = tmp_path / "chosen.json"
    done = called("choose", *POINTS, "--where", "stack <= 300", "--measure", "--json", str(file))
    assert done.returncode == 0, done.stderr
    assert [row["extensions"] for row in json.loads(file.read_text())] == ["zkned"]
    assert "The only candidate" in done.stdout and "1 of 2 candidates violate a constraint" in done.stdout
    assert "vambrace bench ibex-ref/zkned -a aes-128-ccm -s zigbee" in done.stdout
    assert "vambrace export ibex-ref/zkned" in done.stdout
    again = called("choose", *POINTS, "--where", "cycles >= 9000", "--where", "stack <= 1000")  # from the records
    assert again.returncode == 0 and "not measured" not in again.stdout
    assert "with 9000 <= " in again.stdout.replace(",", "") and "ibex-ref/zkned aes-128-ccm" in again.stdout


def test_packets_by_their_lengths_are_measured_by_explore():
    done = called("choose", *POINTS, "--packet", "13+16", "--profile", "size", "--measure")
    assert done.returncode == 0, done.stderr
    assert (
        "vambrace explore --set core=ibex-ref --set extensions=zkned --set algorithm=aes-128-ccm --packet 13+16 "
        "--minimise cycles" in " ".join(done.stdout.replace("\\\n", " ").split())
    )


def test_missing_measurements_are_reported(monkeypatch):
    monkeypatch.setattr(record_store, "find", lambda *_: None)
    done = called("choose", *POINTS)
    assert done.returncode == 1 and "no candidate meets all constraints" in done.stderr
    assert "2 of 2 candidates are not measured; --measure does: " in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ibex-what",), "unknown point 'ibex-what'"),
        (("-a", "aes-128-cm"), "unknown algorithm 'aes-128-cm'"),
        (("--where", "kge"), "is not a constraint"),
        (("--where", "area <= 3"), "unknown metric 'area'"),
        (("--minimise", "speed"), "unknown metric 'speed'"),
        (("--packet", "13"), "unknown packet '13'"),
        (("--mix", "none.csv"), "none.csv: No such file"),
        (("--mix", "none.csv", "--packet", "zigbee"), "--mix and --packet exclude each other"),
        (("--profile", "fast"), "unknown profile 'fast'"),
    ],
)
def test_wrong_use(words, said):
    done = called("choose", *words)
    assert done.returncode == 2 and said in done.stderr and not done.stdout, done.stderr


def test_points_without_the_algorithms():
    done = called("choose", "ibex-ref/engine", "-a", "aes-128-gcm")
    assert done.returncode == 1 and "no point has one of these algorithms" in done.stderr
