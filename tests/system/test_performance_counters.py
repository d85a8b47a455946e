# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Performance counters: by hand, from Ibex's documented timing, and against Spike's log of the same calls."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.aead.spike_runner import isa
from tests.system.test_counters import count
from vambrace import config
from vambrace.analysis import rv32
from vambrace.config.core import WAITS
from vambrace.measure import bench
from vambrace.software.oracles import messages
from vambrace.software.running import aead, spike
from vambrace.software.running.simulate import Machine

INSTRUCTIONS = (
    "loads", "byte_loads", "halfword_loads", "word_loads", "stores", "byte_stores", "halfword_stores", "word_stores",
    "jumps", "branches", "branches_taken", "compressed",
)  # fmt: skip

# ---- by hand ----

BY_HAND = {
    "nop\n" * 10: {},
    "lw a1, 0(a0)\n" * 4: {"loads": 4, "word_loads": 4, "wait_data": 4},
    "lb a1, 1(a0)\nlhu a1, 2(a0)\n": {"loads": 2, "byte_loads": 1, "halfword_loads": 1, "wait_data": 2},
    "sw a1, 0(a0)\nsh a1, 4(a0)\nsb a1, 7(a0)\n": {
        "stores": 3, "byte_stores": 1, "halfword_stores": 1, "word_stores": 1, "wait_data": 3
    },
    # Two accesses on the bus.
    "lw a1, 2(a0)\n": {"loads": 1, "word_loads": 1, "wait_data": 2},
    ".option rvc\nc.lw a1, 0(a0)\nc.sw a1, 4(a0)\nc.nop\nc.nop\n.option norvc\n": {
        "loads": 1, "word_loads": 1, "stores": 1, "word_stores": 1, "compressed": 4, "wait_data": 2
    },
    "mul a1, a1, a1\n": {"wait_multiply": 2},
    "mulhu a1, a1, a1\n": {"wait_multiply": 3},
    "div a1, a1, a1\n": {"wait_divide": 36},
    "j 1f\nnop\n1:\n": {"jumps": 1, "wait_fetch": 1},
    "la t0, 1f\njr t0\n1:\n": {"jumps": 1, "wait_fetch": 1},
    # Data-independent timing: a branch costs the same taken or not.
    "beq a0, a0, 1f\nnop\n1:\n": {"branches": 1, "branches_taken": 1, "wait_fetch": 1},
    "bne a0, a0, 1f\nnop\n1:\n": {"branches": 1, "wait_fetch": 1},
    # To the next instruction: not taken, whatever the condition.
    "beq a0, a0, 1f\n1:\n": {"branches": 1, "wait_fetch": 1},
    "li a2, 3\n1: addi a2, a2, -1\nbnez a2, 1b\n": {"branches": 3, "branches_taken": 2, "wait_fetch": 3},
    "li a4, 0\n.option rvc\nc.j 1f\nc.nop\n1: c.beqz a4, 1f\nc.nop\n1: c.nop\n.option norvc\n": {
        "jumps": 1, "branches": 1, "branches_taken": 1, "compressed": 3, "wait_fetch": 2
    },
    ".option rvc\nla t0, 1f\nc.jr t0\nc.nop\n1:\n.option norvc\n": {"jumps": 1, "compressed": 1, "wait_fetch": 1},
}  # fmt: skip


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    return count(tmp_path_factory.mktemp("empty"), "").counters


def test_the_counts_of_an_empty_function(empty):
    assert {name: n for name, n in empty.items() if n} == {"jumps": 1, "wait_fetch": 1}


@pytest.mark.parametrize("body", BY_HAND)
def test_counts_agree_with_documented_timing(tmp_path, empty, body):
    actual = count(tmp_path, body).counters
    assert {name: n - empty[name] for name, n in actual.items() if n != empty[name]} == BY_HAND[body]


@pytest.mark.parametrize("wait", [1, 3])
def test_wait_states_count_as_waits(tmp_path, wait):
    """16 accesses, each of which waits so much longer; and 16 instructions more, fetched as much later."""
    body = "lw a1, 0(a0)\n" * 8 + "sw a1, 0(a0)\n" * 8
    plain = count(tmp_path, body)
    slow = count(tmp_path, body, machine=Machine(wait_data=wait))
    assert slow.counters["wait_data"] - plain.counters["wait_data"] == slow.cycles - plain.cycles == 16 * wait
    assert slow.counters["wait_fetch"] == plain.counters["wait_fetch"]
    nops = "nop\n" * 200
    plain, slow = count(tmp_path, nops), count(tmp_path, nops, machine=Machine(wait_instr=wait))
    assert slow.counters["wait_fetch"] - plain.counters["wait_fetch"] == slow.cycles - plain.cycles > 190 * wait
    assert slow.counters["wait_data"] == 0


def test_a_core_has_the_wait_states_of_its_entry(tmp_path):
    for name in ("ibex-ref", "cv32e40x"):
        actual = count(tmp_path, "lw a1, 0(a0)\n" * 4, name).counters
        known = {wait for wait in WAITS if actual[f"wait_{wait}"] is not None}
        assert known == set(config.cores()[name].waits)
        assert actual["loads"] == 4


# ---- calls of the library ----

ONE = "ascon-aead128"
SOME = (ONE, "aes-128-ccm", "chacha20-poly1305")
MORE = pytest.mark.long("models of other cores")


def of_spike(task: bench.Task, monkeypatch) -> dict[str, dict[str, int]]:
    """The counts of each operation's call of a packet, from Spike's log of its instructions."""
    logged: list[tuple[int, int]] = []

    def keep(lines, windows, switch):
        logged.extend((pc, word) for pc, word, _, _ in spike._parse(lines))
        return {}

    monkeypatch.setattr(spike, "count", keep)
    build = task.point.build.on_spike(32)
    elf = aead.runner(task.algorithm, build)
    jobs = [job for job, _, _ in messages.packet(task.algorithm, task.scenario)]
    spike.run(elf, isa(build), windows={}, memory=aead.memory_of_jobs(elf, jobs))
    return {op: counted(logged, elf.symbol(task.algorithm.function(op))) for op in task.algorithm.operations}


def counted(log: list[tuple[int, int]], function: int) -> dict[str, int]:
    """The counts of the only call of a function: from its first instruction to the one after the call's."""
    begin = next(place for place, (pc, _) in enumerate(log) if pc == function)
    call, word = log[begin - 1]
    back = call + (4 if word & 3 == 3 else 2)
    end = next(place for place, (pc, _) in enumerate(log) if place > begin and pc == back)
    actual: Counter[str] = Counter()
    for (pc, word), (then, _) in pairwise(log[begin : end + 1]):
        first = rv32.decode(word.to_bytes(4, "little"), 0)
        assert first, hex(word)
        actual["compressed"] += first.size == 2
        actual["instret"] += 1
        if first.kind in ("load", "store"):
            actual[f"{first.kind}s"] += 1
            actual[f"{ {1: 'byte', 2: 'halfword', 4: 'word'}[first.width] }_{first.kind}s"] += 1
        actual["jumps"] += first.kind in ("jal", "jalr")
        actual["branches"] += first.kind == "branch"
        actual["branches_taken"] += first.kind == "branch" and then != pc + first.size
    return {name: actual[name] for name in ("instret", *INSTRUCTIONS)}


@pytest.mark.parametrize("algorithm", SOME)
@pytest.mark.parametrize(
    "point",
    [
        "ibex-ref/none",
        "ibex-ref/all",
        pytest.param("ibex-fast/none", marks=MORE),
        pytest.param("cv32e40x/none", marks=MORE),
        pytest.param("rocket/none", marks=MORE),
    ],
)
def test_instruction_counts_agree_with_spike(monkeypatch, point, algorithm):
    task = bench.Task(config.point(point), config.algorithms()[algorithm], config.scenarios()["zigbee"])
    ours = bench.run_packet(task)
    for operation, theirs in of_spike(task, monkeypatch).items():
        actual = ours[operation]["operation"]
        assert {"instret": actual.instret, **{name: actual.counters[name] for name in INSTRUCTIONS}} == theirs
        assert theirs["branches"] > theirs["branches_taken"] > 0 < theirs["compressed"]


@pytest.mark.parametrize("algorithm", SOME)
def test_waits_and_branches_are_all_cycles_beyond_one_per_instruction(algorithm):
    """On ibex-ref a branch takes one more cycle in the stage that executes it; all other additional cycles are
    waits.
    """
    task = bench.Task(config.point("ibex-ref/none"), config.algorithms()[algorithm], config.scenarios()["ipv6"])
    for counts in (windows["operation"] for windows in bench.run_packet(task).values()):
        waits = sum(counts.counters[f"wait_{name}"] for name in WAITS)
        assert counts.cycles == counts.instret + waits + counts.counters["branches"]


def test_records_have_the_counters():
    task = bench.Task(config.point("ibex-ref/none"), config.algorithms()[ONE], config.scenarios()["zigbee"])
    counts = bench.run_packet(task)["seal"]["operation"]
    seal = next(r for r in bench.records(task) if r["operation"] == "seal")
    assert seal["counters"] == counts.counters
    assert seal["cpi"] == seal["cycles"] / seal["instret"] > 1
    assert seal["bytes_executed"] == 4 * seal["instret"] - 2 * seal["counters"]["compressed"] <= seal["bytes_fetched"]
    bits = 8 * (seal["bytes_loaded"] + seal["bytes_stored"])
    sizes = {"byte": 8, "halfword": 16, "word": 32}
    assert bits == sum(
        n * seal["counters"][f"{size}_{way}"] for size, n in sizes.items() for way in ("loads", "stores")
    )
