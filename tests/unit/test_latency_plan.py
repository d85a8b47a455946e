# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of `vambrace latency`, its statistics and tables: nothing is simulated."""

import json
import struct

import pytest
from click.testing import CliRunner

from vambrace import config
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli import main as cli
from vambrace.config import engine_options
from vambrace.measure import latency, planner
from vambrace.papers import published
from vambrace.results import records
from vambrace.software.toolchain import program
from vambrace.view import latency_table

FOUR = ["engine", "engine-port-pio", "engine-tlul", "engine-tlul-pio"]


def planned(monkeypatch, *arguments: str) -> tuple[list[latency.Task], BaseException | None, str]:
    """Return the tasks of a command."""
    seen: list[latency.Task] = []
    monkeypatch.setattr(planner, "measure", lambda _, tasks: (seen.extend(tasks) or [], []))
    done = CliRunner().invoke(cli.main, ["latency", *arguments])
    return seen, done.exception, done.output


def test_the_default_is_everything_with_a_rolled_core(monkeypatch):
    tasks, wrong, _ = planned(monkeypatch)
    assert wrong is None
    assert {(t.point.extensions.name, t.key_bits, t.caches) for t in tasks} == {
        (e, b, c)
        for b in (128, 192, 256)
        for e in ["none", *FOUR, "aes-unit", *(f"aes-{b}-unit{how}" for how in ("", "-port-pio", "-tlul-pio"))]
        for c in ("warm", "cold")
    }
    assert {t.runs for t in tasks} == {100} and {t.rounds for t in tasks} == {"1"}
    assert len({t.model for t in tasks}) == 3 + 9  # a unit with one key length by itself
    assert all("AesRoundsPerCycle" not in t.model.core.parameters for t in tasks)


def test_models_of_other_cores_must_be_requested(monkeypatch):
    tasks, _, _ = planned(monkeypatch, "--rounds", "all", "--rounds", "2", "--rounds", "1", "--key-bits", "256")
    inputs = [t.model.core.parameters.get("EngineOptions") for t in tasks if t.point.extensions.engine]
    rounds = [None if number is None else engine_options.unpack(number)["AesRoundsPerCycle"] for number in inputs]
    assert rounds == [None] * 8 + [2] * 8 + [0] * 8
    # Software has none: it is measured once, for any first value.
    assert [t.point.extensions.name for t in tasks].count("none") == 2
    tasks, _, _ = planned(monkeypatch, "none", "engine", "--rounds", "2", "--caches", "cold", "--key-bits", "128")
    assert [(t.point.extensions.name, t.rounds) for t in tasks] == [("none", "1"), ("engine", "2")]
    assert len({t.label for t in tasks}) == 2


def test_a_selection(monkeypatch):
    tasks, _, _ = planned(monkeypatch, "engine", "engine", "--key-bits", "192", "--caches", "cold", "--runs", "7")
    assert [(t.point.name, t.key_bits, t.cold, t.runs) for t in tasks] == [("rocket/engine", 192, True, 7)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rocc"], ["rocc", "none", *FOUR]),
        (["engine-obi"], ["did you mean", *FOUR[:2]]),
        (["--key-bits", "64"], ["128", "192", "256"]),
        (["--rounds", "3"], ["1", "2", "all"]),
        (["--caches", "hot"], ["warm", "cold"]),
        (["--runs", "0"], ["--runs"]),
        (["--runs", "100000"], ["10000"]),
        (["--json", "no/such/folder/x.json"], ["no folder"]),
    ],
)
def test_unknown_names_are_rejected_with_the_known_ones(monkeypatch, arguments, words):
    tasks, wrong, output = planned(monkeypatch, *arguments)
    said = output + str(wrong)
    assert wrong is not None and not tasks and all(word in said for word in words)
    assert isinstance(wrong, (UsageError, SystemExit))


def test_the_memory_of_the_program_is_read_by_its_layout():
    runs, count = 100, 7
    pages = bytearray(4096 * 3)
    for n in range(runs * count):
        struct.pack_into("<I", pages, n // 256 * 4096 + 1024 + n % 256 * 4, 5000 + n)
    series = struct.pack("<21I", *(x for n in range(count) for x in (n % 3, n % 2, 16 * n)))
    actual = latency.decode({"count": struct.pack("<I", count), "series": series, "pages": bytes(pages)}, runs)
    assert [s[:3] for s in actual] == [(n % 3, n % 2, 16 * n) for n in range(count)]
    assert [c for s in actual for c in s.cycles] == list(range(5000, 5700))


def test_key_and_texts_have_the_addresses_of_the_program():
    for bits in latency.KEY_BITS:
        texts = latency.Task(config.point("rocket/none"), bits).texts
        assert len(texts) == 64 + 80 + 80 and texts[bits // 8 : 64] == bytes(64 - bits // 8)
        assert any(texts[: bits // 8])


@pytest.fixture
def make_record(monkeypatch):
    monkeypatch.setattr(records, "versions", lambda upstream: {})
    monkeypatch.setattr(program, "library_flags", lambda build: [])

    def make(extensions: str, series: latency.Series, caches: str = "warm", rounds: str = "1", bits: int = 128) -> dict:
        point = config.point(f"rocket/{extensions}")
        return latency._record(latency.Task(point, bits, caches == "cold", rounds), series, "hash")

    return make


def test_statistics(make_record):
    record = make_record("engine", latency.Series(1, 1, 32, [2, 4, 4, 4, 5, 5, 7, 9]))
    assert (record["cycles"], record["cycles_minimum"], record["cycles_maximum"]) == (5, 2, 9)
    assert record["cycles_deviation"] == pytest.approx((32 / 7) ** 0.5) and record["runs"] == 8
    assert (record["published_cycles"], record["target_cycles"]) == (None, None)
    (shown,) = published.joined([record])
    assert (shown["published_cycles"], shown["target_cycles"]) == (None, 32)
    (of_calls,) = published.joined([make_record("aes-unit", latency.Series(4, 1, 32, [34]))])
    assert (of_calls["by"], of_calls["until"], of_calls["published_cycles"]) == ("block calls", "free", 38)
    (with_contexts,) = published.joined([make_record("aes-unit", latency.Series(0, 1, 32, [34]))])
    assert (with_contexts["published_cycles"], with_contexts["target_cycles"]) == (None, None)
    assert (record["by"], record["until"], record["operation"], record["scenario"]) == (
        "commands",
        "done",
        "encrypt",
        "32 bytes",
    )
    assert json.loads(json.dumps(record)) == record
    first = make_record("none", latency.Series(0, 0, 0, [7]), "cold")
    assert (first["cycles"], first["cycles_deviation"], first["scenario"]) == (7, 0, "init")
    assert first["configuration"]["aes_rounds_per_cycle"] is None


def test_published_figures_are_those_of_the_paper():
    """They are for a C call for each block; if such a call does not wait for its result, until it returns."""

    def one(extensions: str, bits: int, operation: str, size: int, by: str, until: str) -> tuple[float | None, ...]:
        """Return the published figure, and our target."""
        call = {"algorithm": f"aes-{bits}-ecb", "operation": operation, "by": by, "until": until}
        scenario = "init" if operation == "init" else f"{size} bytes"
        fields = {"core": "rocket", "extensions": extensions, "scenario": scenario, "configuration": {"caches": "warm"}}
        (actual,) = published.joined([{"record": "latency", **fields, **call}])
        return actual["published_cycles"], actual["target_cycles"]

    def row(extensions: str, bits: int = 128, operation: str = "encrypt", until: str = "done") -> list[float | None]:
        return [one(extensions, bits, operation, n, "block calls", until)[0] for n in (16, 32, 48, 64, 80)]

    assert row("engine-port-pio") == row("aes-128-unit-port-pio") == [66, 126, 188, 251, 314]
    assert row("engine-tlul") == row("engine-tlul-pio")
    assert set(row("none", 256)) == {None}  # cycles of a board's memory
    assert row("aes-unit", 192, until="free") == [20, 38, 81, 126, 166]
    assert set(row("aes-unit", 192)) == {None}
    assert set(row("aes-unit", 128, "decrypt", "free")) == {None}  # the paper has encryption alone
    for by in ("calls", "commands"):
        assert one("engine-port-pio", 128, "encrypt", 16, by, "done")[0] is None
    # Our targets, for bare commands, apply to all sizes and both directions.
    aims = [one("engine", 256, "decrypt", n, "commands", "done")[1] for n in (16, 32, 48, 64, 80)]
    assert aims == [20, 32, 44, 56, 68]
    assert one("engine-tlul", 128, "init", 0, "block calls", "free") == (83, None)
    assert one("engine-tlul", 128, "init", 0, "commands", "free") == (None, 40)
    assert one("none", 128, "init", 0, "block calls", "done") == (None, None)  # theirs copies it
    assert one("engine-obi", 128, "init", 0, "block calls", "free") == (None, None)
    assert one("aes-unit", 256, "init", 0, "block calls", "done") == (45, None)


def everything(make_record) -> list[dict]:
    sizes = ((0, 0), (1, 16), (1, 80), (2, 16))
    results = [make_record("none", latency.Series(3, o, n, [3000, 3001])) for o, n in sizes]
    for rounds in ("1", "2"):
        for way in range(len(latency.WAYS)):
            for o, n in sizes:
                results.append(make_record("aes-unit", latency.Series(way, o, n, [10 * (way + 1)] * 2), rounds=rounds))
    return published.joined(results)


def test_tables(make_record):
    grids = list(latency_table.grids(everything(make_record)))
    assert all(len(row) == len(g.head) for g in grids for row in g.rows)
    # Software is compared on each core.
    assert [g.title.split(", ", 1)[0] for g in grids] == [
        "Cycles to encrypt",
        "Cycles to decrypt",
        "Figures that vary in 2 runs: aes-128-ecb on rocket",
    ] * 2
    assert ["one round" in g.title for g in grids] == [True] * 3 + [False] * 3
    cycles = grids[0]
    assert cycles.head == ["coupling", "cycles", "init", "16", "80"]
    assert cycles.rows == [
        ["none", "block calls, done", "3,000.5", "3,000.5", "3,000.5"],
        ["aes-unit", "block calls, free", "50", "50", "50"],
        ["aes-unit", "block calls, done", "40", "40", "40"],
        ["aes-unit", "calls", "10", "10", "10"],
        ["aes-unit", "commands, free", "30", "30", "30"],
        ["aes-unit", "commands, done", "20", "20", "20"],
        ["aes-unit", "target", "20", "20", "68"],
        ["aes-unit", "published", "34", "20", "165"],
        ["aes-unit", "published / ours", "0.85x", "0.40x", "3.30x"],
    ]
    assert len(cycles.notes) == 2
    assert grids[2].rows[0] == ["none", "block calls, done", "init", "", "3,000.5", "0.71", "3,000", "3,001"]
    assert len(grids[2].rows) == 4


LEFT = {
    "free": lambda r: r["until"] == "free",
    "decryption": lambda r: r["operation"] == "decrypt",
    "commands of one length": lambda r: r["message_bytes"] == 80 and r["by"] == "commands",
    "nothing": lambda r: False,
}


@pytest.mark.parametrize("left", LEFT.values(), ids=LEFT)
def test_tables_of_few_records(make_record, left):
    some = [r for r in everything(make_record) if left(r)]
    grids = list(latency_table.grids(some))
    assert bool(grids) == bool(some)
    assert all(len(row) == len(g.head) for g in grids for row in g.rows)


def test_measurements_are_printed_despite_a_failure(monkeypatch, make_record, tmp_path):
    actual = everything(make_record)
    monkeypatch.setattr(planner, "measure", lambda kind, tasks: (actual, ["rocket/engine: no luck"]))
    file = tmp_path / "x.csv"
    done = CliRunner().invoke(cli.main, ["latency", "--markdown", "--csv", str(file)])
    assert isinstance(done.exception, VambraceError) and "no luck" in str(done.exception)
    assert "| aes-unit | commands, done | 20 | 20 | 20 |" in done.stdout
    assert len(file.read_text().strip().split("\n")) == 1 + len(actual)
