# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with more outstanding requests than two, on a memory that answers late: as many cycles as with a memory
that answers at once, right results, and nothing left after errors, aborts and wrong tags.
"""

from __future__ import annotations

import functools
import random
from collections import deque

import pytest

from tests.rtl import tables
from tests.rtl.dut import Model, build
from tests.rtl.engine import ABORTED, BUS, NONE, TIMEOUT, Engine
from tests.rtl.engine_cases import AEADS, CIPHERS, FAST_AEADS, FOLDER, HASHES, VARIANTS, Case, model, remains
from tests.rtl.test_engine_messages import run_official
from tests.rtl.test_engine_withholding import changed, flips, forged, refuses
from vambrace.hardware import rtl

#: Engines of other tests, by their outstanding requests; the readers of both have a ring of words, of 6 and 13.
VARIANT = {int(VARIANTS[name]["Outstanding"]): name for name in ("strict", "fast")}
LONG = pytest.mark.long("many engines and latencies: the short run has the hardened engine with Ascon")
#: What each of them runs: the short run has one engine.
SOME = [(5, "ascon-aead128"), *(pytest.param(12, name, marks=LONG) for name in FAST_AEADS)]


def engine(outstanding: int, latency: int, seed: int | None = None) -> Engine:
    """With a seed, one on a memory that also grants and answers later at random."""
    rng = None if seed is None else random.Random(seed)
    return Engine(model(VARIANT[outstanding]), rng, latency=latency, two_passes=outstanding == 12)


def offsets(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randrange(16) for _ in range(5))


# ---- Cycles ----

LENGTH = 16384
LATENCIES = (1, 2, 4, 7, 10, 20)
#: The first cell of README.md's table.
HEAD = "outstanding requests"


@functools.cache
def small(outstanding: int, **more: int) -> Model:
    """The engine of README.md's table."""
    less = {"Chacha": 0, "Aes": 0, "AsconHash": 0, "AsconV12": 0, "Contexts": 0, "Slots": 0}
    return build(
        "vmb_engine", tuple(rtl.core_files(FOLDER / "vmb_engine.core")), Outstanding=outstanding, **less, **more
    )


def cycles(chosen: Model, outstanding: int, latency: int, grants: float = 1) -> int:
    """Seal 16 KiB on a memory that grants a request with this probability in a cycle."""
    rng = random.Random(1) if grants < 1 else None
    used = Engine(chosen, rng, 1, (1 - grants, 0), latency=latency)
    result = Case.random(random.Random(2), "ascon-aead128", 0, LENGTH).run(used)
    assert used.memory.most <= outstanding
    return result.cycles


@LONG
def test_the_cycles_with_a_slow_memory():
    """Recompute the cycles of README.md's table."""
    rows = tables.table(FOLDER / "README.md", HEAD)
    assert [int(word.split()[-1]) for word in rows.pop(HEAD)[1:7]] == [*LATENCIES]
    for name, row in rows.items():
        chosen = small(int(name))
        actual = [*(cycles(chosen, int(name), n) for n in LATENCIES), cycles(chosen, int(name), 1, 0.5)]
        assert [int(cell.replace(",", "")) for cell in row[1:]] == actual, name


def test_a_request_for_each_cycle_of_the_latency_and_one_keep_the_port_busy():
    """Five requests hide a latency of four cycles, and no more. If each second request is granted, on average, half of
    the port's bound is reached."""
    chosen = model(VARIANT[5])
    first = cycles(chosen, 5, 1)
    assert cycles(chosen, 5, 4) < 1.01 * first < 1.15 * first < cycles(chosen, 5, 5)
    assert cycles(chosen, 5, 4, 0.5) < 1.05 * 2 * first


# ---- Results ----


@pytest.mark.parametrize(("outstanding", "algorithm"), [*SOME, (5, "ascon-xof128")])
def test_messages_on_a_memory_that_is_late(outstanding, algorithm):
    rng = random.Random(algorithm)
    for latency in range(1, 21):
        used = engine(outstanding, latency, rng.choice((None, latency)))
        for decrypt in (0, 1) if algorithm not in HASHES else (0,):
            case = Case.random(rng, algorithm, rng.randrange(40), rng.randrange(33))
            case.run(used, decrypt, offsets=offsets(rng), in_place=rng.random() < 0.3)
        assert used.memory.most <= outstanding


@LONG
@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_every_length_on_a_memory_that_is_late(algorithm):
    """And official vectors, on an engine with every algorithm."""
    chosen = every()
    rng = random.Random(algorithm)
    used = [
        Engine(chosen, random.Random(latency) if stalls else None, latency=latency, two_passes=True)
        for latency in (1, 3, 11, 20)
        for stalls in (0, 1)
    ]
    for length in range(81):
        case = Case.random(rng, algorithm, rng.randrange(40), length)
        decrypt = rng.randrange(2) if algorithm not in HASHES else 0
        case.run(rng.choice(used), decrypt, offsets=offsets(rng))
    run_official(used[4], algorithm)


@functools.cache
def every() -> Model:
    more = {"AesGcm": 1, "TwoPasses": 1, "Hardened": 1, "Outstanding": 12}
    return build("vmb_engine", tuple(rtl.core_files(FOLDER / "vmb_engine.core")), **more)


# ---- Errors ----


def case_of(rng: random.Random) -> Case:
    return Case.random(rng, "ascon-aead128", 9, 29, length=16)


@pytest.mark.parametrize("outstanding", [5, pytest.param(12, marks=LONG)])
@pytest.mark.parametrize("decrypt", [0, 1])
def test_an_error_of_each_access(outstanding, decrypt):
    """The job ends with error 2, nothing of it is left, and the next one is right."""
    rng = random.Random(decrypt)
    used = engine(outstanding, outstanding - 1)
    case = case_of(rng)
    case.run(used, decrypt)
    for address, write in {(address, write) for _, address, write in used.memory.requests}:
        used.memory.broken = {address}
        result = used.job(**case.arguments(decrypt))
        assert result.error == BUS, (hex(address), write)
        assert not (decrypt and not write and result.writes)
        assert remains(used.dut, case.secrets()) == []
        used.memory.broken.clear()
    case.run(used, decrypt)


@pytest.mark.parametrize("outstanding", [5, pytest.param(12, marks=LONG)])
def test_an_abort_in_each_cycle(outstanding):
    """Answers that are still owed are not those of the next job."""
    rng = random.Random(outstanding)
    used = engine(outstanding, 20)
    case = case_of(rng)
    owed = 0
    for moment in range(0, case.run(used).cycles + 20, 7 if outstanding == 5 else 1):
        decrypt = rng.randrange(2)
        used.begin(**case.arguments(decrypt))
        for _ in range(moment):
            used.cycle()
        ended = not used.dut.busy_o
        used.control("abort")
        owed = max(owed, len(used.memory._waiting))
        assert used.end().error in ((NONE,) if ended else (NONE, ABORTED))
        assert remains(used.dut, case.secrets()) == []
        case_of(rng).run(used, 1 - decrypt)
    assert owed == outstanding


@pytest.mark.parametrize(("outstanding", "algorithm"), SOME)
def test_a_wrong_tag_writes_nothing(outstanding, algorithm):
    rng = random.Random(algorithm)
    for latency in (outstanding - 1, 20):
        used = engine(outstanding, latency)
        for mask in flips(16)[latency % 2 :: 2]:
            case = Case.random(rng, algorithm, rng.randrange(24), rng.randrange(33), length=16)
            refuses(used, case, tag=forged(case, mask), offsets=offsets(rng))
        case = Case.random(rng, algorithm, 20, 30, length=16)
        refuses(used, case, data=changed(case.sealed[0], rng.randrange(30)))
        case.run(used, 1)


@LONG
@pytest.mark.parametrize("hardened", [0, 1])
def test_a_memory_that_stops_answering(hardened):
    """The watchdog ends the job; the owed answers, all of them late, are dropped."""
    rng = random.Random(3)
    used = Engine(small(8, Watchdog=100, Hardened=hardened), latency=7)
    memory = used.memory
    for moment in range(0, 200, 3):
        case = case_of(rng)
        used.begin(**case.arguments())
        for _ in range(moment):
            used.cycle()
        waits = bool(memory._waiting) and used.dut.busy_o
        memory._waiting = deque((used.dut.cycles + 150 + i, *w[1:]) for i, w in enumerate(memory._waiting))
        result = used.end()
        assert result.error == (TIMEOUT if waits else NONE)
        assert remains(used.dut, case.secrets()) == []
        case.run(used)
