# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cached runs are not repeated unless an input changed, in any state of the file."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from tests import ran
from tests.host.runner import HostRunner, RunError
from tests.rtl import ise_pipe
from vambrace.base import code, memo, store, tools
from vambrace.base.errors import VambraceError
from vambrace.software.running import spike, spike_extensions
from vambrace.software.running.devices import Devices
from vambrace.software.running.jobs import Job
from vambrace.software.running.simulate import RAM_BASE, Machine, Memory, simulate


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VAMBRACE_MEMO", raising=False)


class Runs:
    """A run that counts its executions."""

    def __init__(self, **files: bytes) -> None:
        self.files, self.count = files, 0

    def __call__(self) -> memo.Files:
        self.count += 1
        return dict(self.files)


def kept() -> list[Path]:
    return sorted(p for p in (store.cache_dir() / "run").rglob("*") if p.is_file())


# ---- stored results ----


def test_a_run_happens_once_for_a_key():
    run = Runs(a=b"1", b=bytes(100_000))
    assert memo.recall("one", run) == memo.recall("one", run) == run.files and run.count == 1
    assert memo.recall("two", run) == run.files and run.count == 2
    assert sum(p.stat().st_size for p in kept()) < 2000 and not [p for p in kept() if p.suffix]


def test_common_contents_of_files_are_stored_once():
    noise = os.urandom(50_000)
    run = Runs(image=noise[:-1] + b"!", other=b"x")
    for like in ({"image": noise}, {"image": noise}):
        assert memo.recall("key", run, like) == run.files
    assert run.count == 1 and kept()[0].stat().st_size < 1000
    short = Runs(image=b"abc")
    assert [memo.recall("short", short, {"image": b"ab"}) for _ in range(2)] == [short.files] * 2


def test_a_failed_run_is_not_kept():
    def fails() -> memo.Files:
        raise VambraceError("no")

    for _ in range(2):
        with pytest.raises(VambraceError):
            memo.recall("key", fails)
    assert kept() == []


@pytest.mark.parametrize("call", ["write", "replace"])
def test_a_full_disk_does_not_affect_a_run(monkeypatch, call):
    """It is repeated the next time; no part of it remains."""

    def full(*given):
        raise OSError(errno.ENOSPC, "No space left on device")

    run = Runs(a=b"1")
    with monkeypatch.context() as patch:
        if call == "write":
            patch.setattr(store, "_seal", full)
        else:
            patch.setattr(os, "replace", full)
        assert memo.recall("key", run) == run.files
        with pytest.raises(OSError, match="No space"):
            store.put("run", "other", b"1")
    assert kept() == []
    assert memo.recall("key", run) == memo.recall("key", run) == run.files and run.count == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda b: b[:-1],
        lambda b: b"",
        lambda b: b[:40] + bytes([b[40] ^ 1]) + b[41:],
        lambda b: bytes([b[0] ^ 1]) + b[1:],
        lambda b: b + b"\0",
    ],
)
def test_a_damaged_run_is_repeated(damage):
    run = Runs(a=b"text of a file")
    memo.recall("key", run)
    (path,) = kept()
    path.write_bytes(damage(path.read_bytes()))
    assert memo.recall("key", run) == run.files and run.count == 2
    assert memo.recall("key", run) == run.files and run.count == 2


def test_a_file_belongs_to_one_key():
    for name in ("one", "two"):
        memo.recall(name, Runs(a=name.encode()))
    first, two = (store.cache_dir() / "run" / name[:2] / name for name in ("one", "two"))
    two.write_bytes(first.read_bytes())
    again = Runs(a=b"two")
    assert memo.recall("two", again)["a"] == b"two" and again.count == 1


def test_all_runs_may_be_forced(monkeypatch):
    run = Runs(a=b"1")
    memo.recall("key", run)
    monkeypatch.setenv("VAMBRACE_MEMO", "0")
    memo.recall("key", run)
    assert run.count == 2


def test_the_least_recently_used_runs_are_removed_first():
    for number in range(8):
        store.put("run", f"{number}", os.urandom(1000))
        path = store.cache_dir() / "run" / f"{number}" / f"{number}"
        os.utime(path, ns=(number * 10**9, number * 10**9))
    store.prune("run", 9000)
    assert len(kept()) == 8
    assert store.get("run", "0") is not None  # asked for now
    store.prune("run", 8000)
    assert [p.name for p in kept()] == ["0", "4", "5", "6", "7"]


def test_the_size_is_bounded(monkeypatch):
    monkeypatch.setattr(memo, "MOST_BYTES", 20_000)
    for number in range(60):
        memo.recall(f"{number:02}", Runs(a=os.urandom(1000)))
        assert sum(p.stat().st_size for p in kept()) < 25_000
    assert memo.recall("59", Runs())["a"]


# ---- simulations ----

MODEL = """#!/bin/sh
echo x >> "{log}"
while [ $# -gt 0 ]; do
    case $1 in
        --stats) cp "{stats}" "$2" ;;
        --profile) echo '{{}}' > "$2" ;;
        --dump) printf abcd > "${{2#*=}}" ;;
    esac
    shift
done
"""
STATS = {"end": "exit", "exit_code": 0, "pc": 0, "trap": {}, "misaligned": {}, "windows": {},
         "total": {"cycles": 5, "instret": 3, "bytes_fetched": 1, "bytes_loaded": 1, "bytes_stored": 1}}  # fmt: skip


class Program:
    """The parts of an Elf that a run uses."""

    word_bytes, entry, path = 4, RAM_BASE, Path("program.elf")

    def __init__(self, content: bytes = b"program") -> None:
        self.content = content

    def image(self, base: int) -> bytes:
        return self.content

    def symbol(self, name: str) -> int:
        return RAM_BASE + 64


def model(folder: Path, name: str = "model") -> tuple[Path, Path]:
    log, stats, path = folder / f"{name}.log", folder / "stats.json", folder / name
    stats.write_text(json.dumps(STATS))
    path.write_text(MODEL.format(log=log, stats=stats))
    path.chmod(0o755)
    return path, log


def test_simulations(tmp_path):
    path, log = model(tmp_path)
    memory = Memory({RAM_BASE + 0x100: b"load"}, {"out": (RAM_BASE + 0x100, 4)})
    inputs = {"model": path, "elf": Program(), "machine": Machine(), "windows": {"f": 1}, "memory": memory}

    def times(**changes) -> int:
        before = len(log.read_text()) if log.is_file() else 0
        outcome = simulate(**{**inputs, "cached": True, **changes})
        assert (outcome.dumps, outcome.total.cycles) == ({name: b"abcd" for name in outcome.dumps}, 5)
        return (len(log.read_text()) - before) // 2

    assert (times(), times(), times()) == (1, 0, 0)
    for name in (f.name for f in fields(Machine) if f.name != "devices"):
        was = getattr(Machine(), name)
        other = (1, 2) if was is None else not was if isinstance(was, bool) else was + 1
        changed = replace(Machine(), **{name: other})
        assert (times(machine=changed), times(machine=changed)) == (1, 0), name
    for name, other, again in (
        ("timer_divider", 2, 0),
        ("link", "ieee802.15.4", 0),
        ("clock", 5, 0),
        ("uart_in", str(path), 1),  # what is read from outside may have changed
        ("net", f"pcap:{path}", 1),
    ):
        changed = Machine(devices=replace(Devices(), **{name: other}))
        assert (times(machine=changed), times(machine=changed)) == (1, again), name
    elsewhere = RAM_BASE + 0x200
    for changes in (
        {"elf": Program(b"other")},
        {"windows": {"g": 1}},
        {"windows": {"f": 2}},
        {"windows": None},
        {"profile": True},
        {"memory": Memory({RAM_BASE + 0x100: b"lead"}, memory.dump)},
        {"memory": Memory({elsewhere: b"load"}, memory.dump)},
        {"memory": Memory({}, memory.dump)},
        {"memory": Memory(memory.load, {"out": (elsewhere, 4)})},
        {"memory": Memory(memory.load, {"out": (RAM_BASE + 0x100, 3)})},
        {"memory": Memory(memory.load, {})},
        {"memory": Memory(memory.load, {**memory.dump, "more": (RAM_BASE, 4)})},
    ):
        assert (times(**changes), times(**changes)) == (1, 0), changes
    assert times() == 0
    assert (times(windows={"f": 1, "g": 2}), times(windows={"g": 2, "f": 1})) == (1, 0)  # in any order
    path.write_text(path.read_text() + "# another model\n")
    assert (times(), times()) == (1, 0)
    assert [times(cached=False), times(console=subprocess.PIPE), times(trace=tmp_path / "t")] == [1, 1, 1]


def test_an_interrupted_simulation_is_not_kept(tmp_path):
    path, _ = model(tmp_path)
    (tmp_path / "stats.json").write_text(json.dumps({**STATS, "end": "interrupted"}))
    with pytest.raises(KeyboardInterrupt):
        simulate(path, Program(), cached=True)
    assert kept() == []


# ---- Spike ----


def test_spike(monkeypatch):
    versions, content, counts = {"spike": "1"}, {"now": "1"}, []
    monkeypatch.setattr(tools, "version", lambda name: versions.get(name, "1"))
    monkeypatch.setattr(spike_extensions, "content", lambda isa: content["now"] if "xascon" in isa else "")

    def start(elf, isa, windows, loadable, ram_bytes, most, length, executed):
        counts.append(1)
        left = bytearray(length)
        left[12:16] = b"\1\0\0\0"  # it ended
        calls = {name: [vars(spike.Counts(1, 2, 3, "a", "b"))] for name in windows or ()}
        ending = {"code": 0, "console": "words", "windows": calls}
        return {"memory": bytes(left), "ending": json.dumps(ending).encode()}

    monkeypatch.setattr(spike, "_start", start)
    memory = Memory({RAM_BASE + 0x100: b"load"}, {"out": (RAM_BASE + 0x100, 4)})
    inputs = {"elf": Program(), "isa": "rv32imc", "windows": None, "memory": memory}

    def times(**changes) -> int:
        before = len(counts)
        outcome = spike.run(**{**inputs, "cached": True, **changes})
        assert outcome.console == "words" and all(
            c == [spike.Counts(1, 2, 3, "a", "b")] for c in outcome.windows.values()
        )
        return len(counts) - before

    assert (times(), times()) == (1, 0)
    for changes in (
        {"isa": "rv32imc_zbkb"}, {"isa": "rv32imc_xascon"}, {"elf": Program(b"x")}, {"ram_bytes": 1 << 20}, {"most": 5},
        {"executed": True},
        {"windows": {"f": 1}}, {"windows": {"f": 2}}, {"windows": {}}, {"memory": Memory({}, memory.dump)},
        {"memory": Memory({RAM_BASE + 0x100: b"lead"}, memory.dump)},
        {"memory": Memory(memory.load, {"out": (RAM_BASE + 0x200, 4)})},
    ):  # fmt: skip
        assert (times(**changes), times(**changes)) == (1, 0), changes
    assert (times(windows={"f": 1, "g": 2}), times(windows={"g": 2, "f": 1})) == (1, 0)  # in any order
    versions["spike"] = "2"
    assert (times(), times()) == (1, 0)
    versions["spike"] = "1"
    content["now"] = "2"
    assert (times(isa="rv32imc_xascon"), times(), times(cached=False)) == (1, 0, 1)
    machine = spike._machine
    monkeypatch.setattr(spike, "_machine", lambda *given: [*machine(*given), "--pmpregions=0"])
    assert (times(), times()) == (1, 0)
    monkeypatch.setattr(spike, "_machine", machine)
    versions["dtc"] = "2"
    assert (times(), times()) == (1, 0)
    versions.clear()
    monkeypatch.setattr(
        code, "files", lambda *modules: "changed" if modules == ("vambrace.software.running.spike",) else ""
    )
    for changes in ({"windows": {"f": 1}}, {"executed": True}, {}):
        assert (times(**changes), times(**changes)) == (1, 0), changes


def test_a_spike_that_cannot_be_started_leaves_nothing_open():
    opened = set(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        spike._execute(["/no/such/program"], [], Program(), {"f": 1})
    assert set(os.listdir("/proc/self/fd")) == opened


# ---- programs on this computer ----

JOB = Job("seal", bytes(16), bytes(16), b"", b"message")


def test_host_programs(tmp_path, monkeypatch):
    log, path = tmp_path / "log", tmp_path / "program"
    path.write_text(f'#!/bin/sh\necho x >> "{log}"\n')
    path.chmod(0o755)
    monkeypatch.setattr(HostRunner, "program", lambda self, algorithm: path)
    monkeypatch.setattr(tools, "version", lambda name: "1")
    runner = HostRunner("host", (), relocate=False)

    def times(runner=runner, job=JOB) -> int:
        before = len(log.read_text()) if log.is_file() else 0
        (result,) = runner.run("ascon-128", [job])
        assert result.status == 0x7FFFFFFF and not result.violations  # nothing ran: what is decoded is the image
        return (len(log.read_text()) - before) // 2

    assert (times(), times()) == (1, 0)
    assert (times(job=JOB.but(data=b"another")), times(runner=replace(runner, relocate=True)), times()) == (1, 1, 0)
    path.write_text(path.read_text() + "# another\n")
    assert (times(), times()) == (1, 0)
    monkeypatch.setattr(tools, "version", lambda name: "2")
    assert (times(), times()) == (1, 0)
    path.write_text("#!/bin/sh\nexit 1\n")
    for _ in range(2):
        with pytest.raises(RunError):
            runner.run("ascon-128", [JOB])


# ---- programs that tests start (tests/ran.py, tests/rtl/ise_pipe.py) ----


def test_programs_that_print(tmp_path, monkeypatch):
    program, log = tmp_path / "program", tmp_path / "log"
    program.write_text(f'#!/bin/sh\necho x >> {log}\nls\ncat "$2"; cat; echo "$1 $VALUE" >&2; exit 3\n')
    program.chmod(0o755)
    versions = {"tool": "1"}
    monkeypatch.setattr(tools, "version", versions.__getitem__)

    def now(
        place: str = "a",
        name: str = "x.sv",
        text: str = "module",
        option: str = "-W",
        given: bytes = b"in",
        value: str = "v",
    ) -> tuple[int, bytes, bytes]:
        file = tmp_path / place / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        done = ran.ran([program, option, file], [file], ["tool"], given, {"VALUE": value})
        return done.returncode, done.stdout, done.stderr

    def runs() -> int:
        return len(log.read_text().split())

    assert now() == now() == now(place="elsewhere") == (3, b"modulein", b"-W v\n") and runs() == 1
    others = [{"name": "y.sv"}, {"text": "other"}, {"option": "-O"}, {"given": b""}, {"value": "w"}]
    for number, other in enumerate(others, 2):
        now(**other)
        assert runs() == number, other
    versions["tool"] = "2"
    now()
    assert runs() == len(others) + 2


def test_answers_of_the_function_units(tmp_path, monkeypatch):
    """For each set 1 if it accepts; expected results do not matter."""
    program, log = tmp_path / "program", tmp_path / "log"
    monkeypatch.setattr(ise_pipe, "program", lambda: program)
    monkeypatch.setattr(ise_pipe.dut, "COVERAGE", None)
    words = np.arange(3, dtype=np.uint32)

    def answers_of(text: str, *questions: np.ndarray, expected: int = 1) -> tuple[list[int], list[list[int]]]:
        program.write_text(f"#!{sys.executable}\nimport sys\nopen({str(log)!r}, 'a').write('x')\n{text}\n")
        program.chmod(0o755)
        accept, results = ise_pipe.answers(*questions, np.full(3, expected, np.uint32))
        return accept.tolist(), [column.tolist() for column in results]

    sets, every = ise_pipe.SETS, (1 << ise_pipe.SETS) - 2
    answer = bytes([0] * 4 + [1, 0, 0, 0] * (sets - 1)) + every.to_bytes(8, "little")
    first = f"sys.stdout.buffer.write({answer!r} * 3)"
    for expected in (1, 1, 5, 5):
        actual = answers_of(first, words, words, words, expected=expected)
        assert actual == ([every] * 3, [[0] * 3, *[[1] * 3] * (sets - 1)])
    assert len(log.read_text()) == 2
    answers_of(first, words, words, words + np.uint32(1))
    answers_of(f"{first}\n", words, words, words)
    assert len(log.read_text()) == 4
