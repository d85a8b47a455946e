# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of `vambrace bench --by length` and `bench`, and their tables: nothing is simulated."""

import re

import pytest
from click.testing import CliRunner

from vambrace import config
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.cli import by_length
from vambrace.cli import main as cli
from vambrace.measure import bench, planner, throughput
from vambrace.software.oracles import messages, oracle
from vambrace.view import bench_table, throughput_table

SETS = ("none", "engine", "engine-obi", "engine-obi-pio")


def record(extensions: str, size: int, operation: str = "seal", algorithm: str = "ascon-aead128", nonce: int = 16):
    return {
        "core": "ibex-ref",
        "extensions": extensions,
        "algorithm": algorithm,
        "operation": operation,
        "message_bytes": size,
        "cycles": 100 + size,
        "configuration": {"nonce_bytes": nonce, "caches": None},
    }


FULL = [record(e, n, op) for e in SETS for op in ("seal", "open") for n in (0, 64)]


@pytest.mark.parametrize("algorithm", config.select_algorithms([]))
def test_every_default_message_can_be_measured(algorithm):
    """Each size on each default point, with one nonce for all."""
    known = config.algorithms()[algorithm]
    points = throughput.default_points(known)
    tasks = throughput.tasks(points, known, list(throughput.SIZES))
    assert len(tasks) == len(points) * len(throughput.SIZES)
    assert len({t.algorithm for t in tasks}) == 1
    for expected in messages.packet(tasks[-1].algorithm, throughput.scenario(throughput.SIZES[-1])):
        assert len(expected.job.data) == len(expected.out) == 1 << 16


def test_the_nonce_leaves_room_for_the_longest_message():
    for known in config.algorithms().values():
        short, long = (throughput.fitting(known, [0, 16, n]) for n in (65535, 65536))
        assert short == known
        assert (long.nonce == 12) if known.name.endswith("ccm") else (long == known)
        assert oracle.LENGTHS[known.name].longest_message(long.nonce) >= 65536
    assert throughput.fitting(config.algorithms()["aes-128-ccm"], [1 << 24]).nonce == 11


def test_an_illegal_length_is_rejected_before_any_measurement():
    for known in config.algorithms().values():
        with pytest.raises(UsageError, match="2147483648 bytes"):
            throughput.tasks([config.point("ibex-ref/none")], known, [16, 1 << 31])


def test_the_best_extensions_are_those_of_the_algorithm():
    best = {"aes-128-ccm": "zkned", "aes-128-gcm": "all", "ascon-aead128": "xasconp", "chacha20-poly1305": "xchacha"}
    for name, extensions in best.items():
        known = config.algorithms()[name]
        software = [p.extensions.name for p in throughput.default_points(known) if not p.extensions.engine]
        assert set(software) == {"none", extensions}


def test_tables_of_everything():
    grids = list(throughput_table.grids(FULL))
    assert [g.title.split(",")[0] for g in grids] == [
        "Cycles to seal",
        "How near the bound: cycles to seal",
        "Cycles to open",
        "How near the bound: cycles to open",
    ]
    cycles, near = grids[:2]
    assert cycles.head == ["bytes", *SETS]
    assert cycles.rows == [["0", *["100"] * 4], ["64", *["164"] * 4], ["per byte", *["2.56"] * 4]]
    # Each engine with a memory port has its own column; the others have none.
    assert near.head == ["bytes", "bound", "engine of bound", "engine-obi of bound"]
    assert near.rows == [["0", "0", "0%", "0%"], ["64", "32", "20%", "20%"]]
    assert grids[3].rows[1] == ["64", "48", "29%", "29%"]
    assert all(len(row) == len(g.head) for g in grids for row in g.rows)


@pytest.mark.parametrize("missing", [("engine", 64), ("none", 64), ("engine", 0), ("none", 0)])
def test_missing_measurements_are_blank(missing):
    some = [r for r in FULL if (r["extensions"], r["message_bytes"]) != missing]
    grids = list(throughput_table.grids(some))
    assert len(grids) == 4
    assert all(len(row) == len(g.head) for g in grids for row in g.rows)
    assert [cell for row in grids[0].rows for cell in row].count("") == (2 if missing[1] else 1)


def test_tables_of_few_records():
    assert list(throughput_table.grids([])) == []
    assert len(list(throughput_table.grids([record("engine", 0, "open")]))) == 2
    only = list(throughput_table.grids([record("engine-obi-pio", 64)]))
    assert [g.head for g in only] == [["bytes", "engine-obi-pio"]]


def test_another_nonce_is_reported():
    for nonce, notes in ((13, 0), (12, 1)):
        grids = list(throughput_table.grids([record("none", 65536, "seal", "aes-128-ccm", nonce)]))
        assert len(grids[0].notes) == notes and all("12 bytes" in note for note in grids[0].notes)


def test_measurements_are_printed_despite_a_failure(monkeypatch):
    monkeypatch.setattr(by_length, "measured", lambda tasks, kind: (FULL[1:], ["ibex-ref/none: no luck"]))
    done = CliRunner().invoke(
        cli.main, ["bench", "--by", "length", "ibex-ref/engine", "-a", "ascon-aead128", "--markdown"]
    )
    assert isinstance(done.exception, VambraceError) and "no luck" in str(done.exception)
    assert done.stdout.count("| 64 |") == 4


def test_bench_prints_the_other_rows_despite_a_failure():
    figures = ("cycles", "cycles_with_key_setup", "code_bytes", "static_bytes", "stack_bytes", "key_bytes")
    rest = {
        "library": "vambrace",
        "profile": "speed",
        "kind": "aead",
        "published_cycles": None,
        "published_bytes": None,
    }
    every = [
        record(e, 0, op) | rest | dict.fromkeys(figures, 5) | {"scenario": s}
        for e in ("none", "zbkb")
        for op in ("seal", "open")
        for s in config.scenarios()
    ]
    assert [[row[1] for row in g.rows] for g in bench_table.grids(every)] == [["none", "zbkb"]] * 3
    assert [g.title.split(" on ")[0] for g in bench_table.grids(every)] == [
        "Cycles to seal and open a packet",
        "Cycles to seal and open a frame in place",
        "Bytes of memory to set up a key and seal",
    ]
    assert [[row[1] for row in g.rows] for g in bench_table.grids(every[1:])] == [["zbkb"], ["none", "zbkb"], ["zbkb"]]
    assert list(bench_table.grids(every[:1])) == []


def test_opening_reads_before_it_writes():
    """Plaintext waits for the tag check: in a memory, or for a second pass."""
    held = config.engine_withheld()
    text = (root() / "rtl" / "engine" / "vmb_engine.sv").read_text()
    words = re.search(r"parameter int unsigned HoldWords = (\d+)", text).group(1)
    assert held == 4 * (int(words) - 1)
    ascon, ccm = (config.algorithms()[name] for name in ("ascon-aead128", "aes-128-ccm"))
    assert [throughput.bound(ascon, held, op) for op in ("seal", "open")] == [640, 640 + 320]
    assert [throughput.bound(ascon, 2 * held, op) for op in ("seal", "open")] == [1280, 2560]
    assert [throughput.bound(ccm, 2 * held, op) for op in ("seal", "open")] == [3200, 6400]
    ctr = config.algorithms()["aes-128-ctr"]
    assert throughput.bound(ctr, 2 * held, "decrypt") == throughput.bound(ctr, 2 * held, "encrypt") == 1600


def planned(monkeypatch, *arguments: str) -> tuple[set[str], str, BaseException | None]:
    """Return the points and algorithms that a command measures, and its output."""
    seen: list[bench.Task] = []
    monkeypatch.setattr(planner, "measure", lambda _, tasks: (seen.extend(tasks) or [], []))
    done = CliRunner().invoke(cli.main, list(arguments))
    return {f"{t.point.name} {t.algorithm.name}" for t in seen}, done.stderr, done.exception


@pytest.mark.parametrize("axis", ["packet", "length"])
def test_an_engine_does_not_count_for_missing_algorithms(monkeypatch, axis):
    verb = ("bench", "--by", axis)
    points = ["ibex-ref/none", "ibex-ref/engine"]
    tasks, said, wrong = planned(monkeypatch, *verb, *points, "-a", "aes-128-gcm", "-a", "ascon-128")
    assert tasks == {"ibex-ref/none aes-128-gcm", "ibex-ref/none ascon-128", "ibex-ref/engine ascon-128"}
    assert "aes-128-gcm: the engine does not have it, not measured on ibex-ref/engine" in said and wrong is None
    tasks, said, wrong = planned(monkeypatch, *verb, "ibex-ref/engine", "-a", "aes-128-gcm")
    assert isinstance(wrong, UsageError) and "the engine does not have it" in str(wrong) and not tasks
    tasks, said, wrong = planned(monkeypatch, *verb, "ibex-ref/engine", "-a", "ascon-128")
    assert tasks == {"ibex-ref/engine ascon-128"} and not said and wrong is None
