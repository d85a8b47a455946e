# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The fuzzer finds no fault in the library, and every fault of a broken one."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.signals import let_through
from vambrace import config
from vambrace.base import code, memo, store, tools
from vambrace_dev import fuzz, fuzz_target
from vambrace_dev.fuzz import Breach, Counts
from vambrace_dev.fuzz_target import Swap

HOST = Path(__file__).parent
ALGORITHM = "chacha20-poly1305"
SOURCES = (HOST / "broken.c", HOST / "broken_chunks.c")
BROKEN = Swap(ALGORITHM, "vmb_broken", HOST / "broken_chunks.h", SOURCES)
HALF_BROKEN = Swap(ALGORITHM, "vmb_broken", HOST / "broken_chunks.h", SOURCES, ("fuzz_size",))
SELF_CONSISTENT = "another key"  # nothing but another implementation contradicts it
FAULTS = sorted({f for s in SOURCES for f in re.findall(r'fault\("([^"]+)"\)', s.read_text())} - {SELF_CONSISTENT})


@pytest.fixture(scope="module", autouse=True)
def libfuzzer() -> None:
    """The set-up for tests installs it; without it nothing would be tested, which is a failure."""
    assert tools.tool("libFuzzer").find(), tools.missing("clang")


def fuzzed(target: Path, folder: Path, runs: int, *algorithms: str) -> Counts:
    """A short, deterministic run."""
    return fuzz.run(target, folder / "corpus", folder / "found", runs=runs, algorithms=algorithms)


def outcome(target: Path, folder: Path, runs: int, *algorithms: str) -> Counts:
    """The same without its files: a run of the same program is not repeated."""

    def run() -> memo.Files:
        try:
            counts = fuzzed(target, folder, runs, *algorithms)
        except Breach as actual:
            return {"found": str(actual).encode()}
        return {"counts": json.dumps(asdict(counts)).encode()}

    left = memo.recall(outcome_key(target, runs, algorithms), run)
    if "found" in left:
        raise Breach(left["found"].decode())
    return Counts(**json.loads(left["counts"]))


def outcome_key(target: Path, runs: int, algorithms: Sequence[str]) -> str:
    """The code under test is in shared libraries next to the program."""
    fault = os.environ.get("VMB_FAULT")
    programs = [memo.content(file) for file in (target, *sorted(target.parent.glob("*.so")))]
    return store.digest("fuzz", programs, code.digest("vambrace_dev.fuzz"), fault, runs, list(algorithms))


#: Faults that appear after thousands of inputs.
SLOWLY = {"compares 15 bytes", "one alignment wrong", "folds the tag", "one error for all", "serves some overlaps"}
#: Faults in chunks that occur with chunks of another kind.
ALIKE = {
    "a chunk without a tag is a wrong one",
    "numbers have 16 bits",
    "opens a chunk that was made longer",
    "opens a chunk with a wrong bit in its tag",
    "opens the chunk behind a dropped one",
}
RARE = pytest.mark.long("takes thousands of inputs to find; other faults are always tried")
SIMILAR = pytest.mark.long("the kind of another fault, which is always tried")
MARKS = {**dict.fromkeys(SLOWLY, RARE), **dict.fromkeys(ALIKE, SIMILAR)}
MORE = pytest.mark.long("twice as many inputs")
MEMORY = pytest.mark.long("ten seconds: the library for MemorySanitizer; AddressSanitizer's always runs")


@pytest.mark.parametrize(
    ("sanitizer", "runs"),
    [
        pytest.param("address", 2_000, marks=pytest.mark.long("half a minute of the compiler")),
        pytest.param("address", 12_000, marks=MORE),
        pytest.param("memory", 3_000, marks=MEMORY),
    ],
)
def test_nothing_is_found_in_the_library(tmp_path, sanitizer, runs):
    counts = outcome(fuzz_target.program(sanitizer), tmp_path, runs)
    print(counts)
    assert counts.runs >= runs
    assert counts.kept > 10 * len(config.algorithms())


def test_another_run_is_not_confused_with_it(monkeypatch, tmp_path):
    """Of another program or library, by other code, with another fault, of another length, of other algorithms."""
    left, other, linked = (tmp_path / name / "target" for name in ("one", "other", "linked"))
    for target, text in ((left, b"1"), (other, b"2"), (linked, b"1")):
        target.parent.mkdir()
        target.write_bytes(text)
        (target.parent / "libspeed.so").write_bytes(b"2" if target == linked else b"1")
    runs = [(left, 100, ()), (other, 100, ()), (linked, 100, ()), (left, 200, ()), (left, 100, (ALGORITHM,))]
    results = [outcome_key(*run) for run in runs]
    with monkeypatch.context() as patch:
        patch.setattr(code, "digest", lambda module: "another")
        results.append(outcome_key(*runs[0]))
    first = outcome_key(*runs[0])
    monkeypatch.setenv("VMB_FAULT", FAULTS[0])
    assert first == results[0] and len({*results, outcome_key(*runs[0])}) == 7


@pytest.mark.long("half a minute of the compiler")
def test_every_algorithm_and_scenario_is_played(tmp_path):
    """Each begins with its own input, whose calls the trace names."""
    fuzz.seed(tmp_path)
    done = subprocess.run(
        [fuzz_target.program(), "-runs=0", tmp_path], capture_output=True, text=True, env=fuzz.environment(trace=True)
    )
    assert done.returncode == 0
    for name, algorithm in config.algorithms().items():
        calls = set(re.findall(rf"^  {name} (\w+) ", done.stderr, re.MULTILINE))
        assert "forward" in calls, name
        assert "hash" in algorithm.operations or {"init", "backward", "wipe"} <= calls, name
        assert "stream" not in algorithm.features or {"start", "update"} <= calls, name
        in_chunks = {"chunks_start", "last_chunk", "chunks_finish"}
        assert in_chunks <= calls if algorithm.kind == "aead" else calls.isdisjoint(in_chunks), name


@pytest.mark.long("nine seconds of fuzzing, to see which algorithms were played")
def test_only_the_chosen_algorithms_are_played(tmp_path):
    chosen = ("aes-192-gcm", "ascon-128")
    target = fuzz_target.program()
    fuzzed(target, tmp_path, 1500, *chosen)
    done = subprocess.run(
        [target, "-runs=0", tmp_path / "corpus"], capture_output=True, text=True, env=fuzz.environment(trace=True)
    )
    stored = [p.read_bytes()[0] for p in (tmp_path / "corpus").iterdir() if not p.name.startswith("seed")]
    names = list(config.algorithms())
    assert done.returncode == 0
    assert {names[number % len(names)] for number in stored} == set(chosen)


@pytest.mark.long("compiles the library twice with sanitizers: half a minute")
@pytest.mark.parametrize("fault", [pytest.param(f, marks=MARKS.get(f, ())) for f in FAULTS])
def test_a_fault_is_found(monkeypatch, tmp_path, fault):
    monkeypatch.setenv("VMB_FAULT", fault)
    with pytest.raises(
        Breach, match=r"(vambrace-fuzz: |AddressSanitizer: heap-buffer)(.|\n)*last calls:\n(.|\n)*to repeat it: "
    ):
        outcome(fuzz_target.program(swap=BROKEN), tmp_path, 120_000, ALGORITHM)


@pytest.mark.long("compiles the library twice with sanitizers: half a minute")
def test_a_difference_between_the_builds_is_found(monkeypatch, tmp_path):
    monkeypatch.setenv("VMB_FAULT", SELF_CONSISTENT)
    assert outcome(fuzz_target.program(swap=BROKEN), tmp_path / "both", 1500, ALGORITHM).runs >= 1500
    with pytest.raises(Breach, match="the build for size computes something else"):
        outcome(fuzz_target.program(swap=HALF_BROKEN), tmp_path / "one", 1500, ALGORITHM)


@pytest.mark.long("many seconds; the copy without a fault also runs with one that the builds share")
def test_without_a_fault_the_copy_passes(tmp_path):
    assert outcome(fuzz_target.program(swap=BROKEN), tmp_path, 4000, ALGORITHM).runs >= 4000


@MEMORY
def test_the_memory_sanitizer_detects_uninitialised_reads(monkeypatch, tmp_path):
    monkeypatch.setenv("VMB_FAULT", "start keeps what was there")
    with pytest.raises(Breach, match="MemorySanitizer: use-of-uninitialized-value"):
        outcome(fuzz_target.program("memory", BROKEN), tmp_path, 10_000, ALGORITHM)


@pytest.mark.long("compiles the library twice with sanitizers: half a minute")
def test_a_finding_can_be_replayed(monkeypatch, tmp_path):
    monkeypatch.setenv("VMB_FAULT", "wipe does nothing")
    target = fuzz_target.program(swap=BROKEN)
    with pytest.raises(Breach):
        fuzzed(target, tmp_path, 10_000, ALGORITHM)
    (file,) = (tmp_path / "found").iterdir()
    again = subprocess.run([target, file], capture_output=True, text=True, env=fuzz.environment(trace=True))
    assert again.returncode != 0
    assert "wipe left something of the key" in again.stderr
    # The library itself handles that input correctly.
    healthy = subprocess.run(
        [sys.executable, "-m", "vambrace_dev", "test", "fuzz", "--replay", file], capture_output=True
    )
    assert healthy.returncode == 0
    assert b"chacha20-poly1305 init" in healthy.stderr


@pytest.mark.long("compiles the library twice with sanitizers: half a minute")
def test_interruption_ends_cleanly_and_keeps_the_corpus():
    command = [sys.executable, "-m", "vambrace_dev", "test", "fuzz", "--time", "60", "--jobs", "2"]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=let_through,
    )
    assert process.stderr is not None
    said = [next(line for line in process.stderr if line.startswith("fuzzing"))]
    os.killpg(process.pid, signal.SIGINT)
    begin = time.monotonic()
    said += list(process.stderr)  # to its end: no child has it any more
    assert process.wait(20) == 130
    assert time.monotonic() - begin < 15
    assert re.search(r"fuzzing, seconds: \d+/60 \([\d,]+ runs, ", said[0])
    assert "interrupted; finished work is kept" in said[-1]
    assert "Traceback" not in "".join(said)
    assert any(fuzz.corpus_dir().iterdir())
