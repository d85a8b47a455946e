# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of vmb_engine: independent of the content, equal to those of README.md, and close to the limits of the unit
and of the memory port.
"""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace

import pytest

from tests.rtl import tables
from tests.rtl.dut import build
from tests.rtl.engine import MASKED, TAG, Engine
from tests.rtl.engine_cases import AEADS, CIPHERS, FAST_AEADS, FOLDER, HASHES, Case, model
from vambrace import config
from vambrace.hardware import rtl

README = FOLDER / "README.md"
SCENARIOS = ((25, 86), (40, 1224))
# Cycles for 16 bytes in the unit.
CORE = {
    name: 16 * unit["cycles"] / unit["block"]
    for name, unit in config.engine_bounds().items()
    if name in AEADS or name.startswith("aes-128")
}
CORE[MASKED] = CORE["ascon-aead128"]
WORDS = 8  # of the port, read and written


def case_of(rng: random.Random, algorithm: str, ad: int, plaintext: int) -> Case:
    return Case.random(
        rng,
        algorithm,
        ad,
        plaintext,
        length=32 if algorithm in HASHES else 16,
        **({"nonce": 13} if "ccm" in algorithm else {"nonce": 12} if "gcm" in algorithm else {}),
    )


def trace(engine: Engine, cycles: int) -> tuple[int, list[tuple[int, int, int]]]:
    """Return cycles, and bus activity with its timing, except data."""
    return cycles, [(cycle - engine._began, *request) for cycle, *request in engine.memory.requests]


def others(rng: random.Random, case: Case) -> list[Case]:
    """Return cases of the same lengths: all zeros, all ones, and random values in only one part."""

    def each(byte: int) -> Case:
        return replace(case, **{n: bytes([byte]) * len(getattr(case, n)) for n in ("key", "nonce", "ad", "plaintext")})

    changed = [replace(case, **{n: rng.randbytes(len(getattr(case, n)))}) for n in ("key", "nonce", "ad", "plaintext")]
    return [each(0), each(0xFF), *changed]


FAST = (*FAST_AEADS, "aes-128-ctr", "ascon-xof128")
ENGINES = [*(("default", a) for a in (*AEADS, *CIPHERS, *HASHES)), *(("fast", a) for a in FAST)]


@pytest.mark.parametrize(("variant", "algorithm"), ENGINES)
def test_cycles_and_addresses_do_not_depend_on_contents(algorithm, variant):
    rng = random.Random(algorithm)
    engine = Engine(model(variant), two_passes=variant == "fast")
    for ad, plaintext in ((13, 48), (0, 16)):
        for decrypt in (0, 1) if algorithm not in HASHES else (0,):
            case = case_of(rng, algorithm, ad, plaintext)
            offsets = tuple(rng.randrange(4) for _ in range(5))
            runs = [trace(engine, c.run(engine, decrypt, offsets=offsets).cycles) for c in [case, *others(rng, case)]]
            assert all(run == runs[0] for run in runs), (ad, plaintext, decrypt)


@pytest.mark.parametrize("algorithm", AEADS)
def test_wrong_tags_take_the_same_time(algorithm):
    """Wherever they are wrong."""
    rng = random.Random(algorithm)
    engine = Engine(model())
    runs = []
    for bit in (0, 7, 40, 127, None):
        case = case_of(rng, algorithm, 9, 40)
        tag = rng.randbytes(16)
        if bit is not None:
            tag = (int.from_bytes(case.sealed[1], "little") ^ 1 << bit).to_bytes(16, "little")
        result = engine.job(**case.arguments(1) | {"tag": tag})
        assert result.error == TAG
        runs.append(trace(engine, result.cycles))
    assert all(run == runs[0] for run in runs)


def measured(engine: Engine, algorithm: str) -> list[int]:
    rng = random.Random(1)
    both = (0, 1) if algorithm not in HASHES else (0,)
    row = [case_of(rng, algorithm, *lengths).run(engine, d).cycles for lengths in SCENARIOS for d in both]
    ends = [[case_of(rng, algorithm, 0, n).run(engine, d).cycles for d in both] for n in (1600, 3200)]
    return row + [b - a for a, b in zip(*ends, strict=True)]


@pytest.mark.parametrize("algorithm", [*AEADS, "aes-128-ctr", "aes-128-cbc", "ascon-hash256"])
def test_the_cycles_in_the_readme(algorithm):
    """Of the hardened engine, which needs one cycle more to open a message."""
    row = tables.table(README, "cycles of a job")[algorithm]
    engine = Engine(model("passes"), two_passes=True)
    more = [0, 1, 0, 1, 0, 0] if algorithm in AEADS else [0] * 6
    wanted = [int(cell.replace(",", "")) for cell in row if cell]
    assert [cycles + n for cycles, n in zip(wanted, more, strict=False)] == measured(engine, algorithm)


@pytest.mark.parametrize("algorithm", CORE)
def test_long_messages_are_near_the_bound(algorithm):
    """Set-up included; opened in two passes, of which the first only reads."""
    engine = Engine(model("passes"), two_passes=True)
    length = 3200
    sealed = length / 16 * max(CORE[algorithm], WORDS)
    case = case_of(random.Random(2), algorithm, 0, length)
    assert case.run(engine).cycles <= sealed / 0.9
    passes = sealed + (length / 16 * max(CORE[algorithm], WORDS / 2) if algorithm in AEADS else 0)
    assert case.run(engine, 1).cycles <= passes / 0.9


@pytest.mark.parametrize("rounds", [1, pytest.param(2, marks=pytest.mark.long("another engine to compile"))])
def test_short_messages_in_the_readme(rounds):
    """With one cipher unit; what other units are there changes no cycle."""
    rows = tables.cycles(README, "associated data + message")
    small = build(
        "vmb_engine", tuple(rtl.core_files(FOLDER / "vmb_engine.core")), Chacha=0, Aes=0, AsconRoundsPerCycle=rounds
    )
    opened = []
    for name, row in rows.items():
        length = int(name.split(" + ")[0])
        case = case_of(random.Random(length), "ascon-aead128", length, length)
        sealed = []
        for slot in (0, 1):
            engine = Engine(small)
            engine.load_slot(1, case.key)
            results = [
                engine.job(**case.arguments(way) | ({"key": b"", "key_slot": 1} if slot else {})) for way in (0, 1)
            ]
            assert [r.error for r in results] == [0, 0]
            assert results[0].out + results[0].tag == b"".join(case.sealed)
            sealed.append(results[0].cycles)
        opened.append(results[1].cycles)
        assert sealed == row[3 * rounds - 2 : 3 * rounds]
        assert row[3 * rounds - 3] == (24 + 2 * 12 * (length > 0) + 16 * (length > 16)) // rounds
    if rounds == 1:
        words = re.search(r"written: (\d+), (\d+) and (\d+) cycles with a slot", README.read_text())
        assert opened == [int(n) for n in words.groups()]


def test_the_timing_diagram_in_the_readme():
    text = README.read_text()
    cycles = re.search(r"^    cycle (.*)$", text, re.MULTILINE).group(1).split()
    names = re.search(r"^    port (.*)$", text, re.MULTILINE).group(1).split()
    engine = Engine(model())
    end = case_of(random.Random(3), "ascon-aead128", 4, 40).run(engine).cycles
    segment = {engine.at[name] >> 18: name.replace("ad", "AD") for name in engine.at}
    _, requests = trace(engine, end)
    seen = [(cycle, segment[address >> 18]) for cycle, address, _ in requests]
    results = [("0", "JOB")]
    for _, run in itertools.groupby(enumerate(seen), lambda n: (n[1][0] - n[0], n[1][1])):
        items = [item for _, item in run]
        first, last = items[0][0], items[-1][0]
        results.append((f"{first}-{last}" if last > first else f"{first}", items[0][1]))
    results.append((str(end), "idle"))
    assert list(zip(cycles, names, strict=True)) == results


def test_the_context_in_the_readme():
    """Return word 0 and the number of words."""
    engine = Engine(model())
    rng = random.Random(4)
    numbers = {"ascon": (0, 11), "chacha20": (1, 6), "aes": (2, 9)}
    for algorithm in (*AEADS, *HASHES, "aes-192-ctr"):
        case = case_of(rng, algorithm, 3, 5)
        hashes = algorithm in HASHES
        for part, fields in enumerate(({"data": b""}, {"ad_end": 1}, {"ad_end": 1, "data_end": 1})):
            if (part == 0 and len(case.ad) == 0) or (part == 2 and not hashes):
                continue
            arguments = case.arguments(0) | {"ad_end": 0, "data_end": 0, "save": 1, **fields}
            arguments |= {"totals": (len(case.ad), 5), "out_len": 32 if part == 2 else 0}
            if not algorithm.endswith("ccm"):
                arguments["tag_len"] = 0
            assert engine.job(**arguments).error == 0
            family, words = numbers[algorithm.split("-")[0]]
            context = engine.context(algorithm)
            assert len(context) == 4 * (words + 1)
            assert not engine.memory.writable
            word = int.from_bytes(context[:4], "little")
            place = {0: 3 + 2 * algorithm.endswith("ccm"), 1: 5, 2: 0}[part]
            number = engine.word >> 2 & 7
            key_len = 2 if algorithm == MASKED else {"192": 1, "256": 2}.get(algorithm.split("-")[1], 0)
            tag = 8 if algorithm.endswith("ccm") else 0  # half of its length
            assert word == place | part << 4 | family << 6 | number << 10 | key_len << 14 | tag << 17
