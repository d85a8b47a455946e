# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No kernel takes more cycles for packets in aligned buffers, or more code, than ceilings.txt allows. The cost of
unaligned buffers is in test_alignment_bounds.py."""

import fnmatch
from dataclasses import replace

import pytest

from tests.system import ceilings
from tests.system.kernels import CASES
from vambrace import config
from vambrace.measure import bench, memory
from vambrace.papers import published
from vambrace.software.running import aead

#: The allowed growth of code, and larger ones by accesses, extensions, algorithm and operation as patterns, with the
#: reason. The first match counts.
GROWTH = 1.1
MORE = [
    ("aligned", "*", "aes-*-ctr", "*", 1.24, "a pair of blocks in four ways, and vmb_aes_move: 908 and 286 bytes"),
    ("aligned", "zkned", "aes-*-cbc", "encrypt", 1.11, "vmb_aes_move, of 3,338 bytes"),
    ("aligned", "zkned", "aes-*-gcm", "*", 1.15, "the same"),
    ("aligned", "*", "aes-*-gcm", "*", 1.2, "the same, and GHASH of unaligned data"),
    ("aligned", "zkned", "aes-*-gcm-siv", "*", 1.14, "its counter mode in four ways"),
    ("aligned", "all", "aes-*-gcm-siv", "*", 1.11, "the same"),
    ("aligned", "zkned", "aes-*-ccm", "open", 1.12, "a step for input and output each"),
    ("aligned", "*", "ascon-*", "open", 1.14, "loops of their own for input, output and both"),
    ("aligned", "zbkb", "ascon-128a", "seal", 1.11, "the same"),
]

#: A ceiling above this share of the measured figure is no protection and must be lowered.
SLACK = 1.03


def allowed(accesses: str, call: ceilings.Call) -> float:
    entry = (accesses, *call)
    return next((share for *p, share, _ in MORE if all(map(fnmatch.fnmatchcase, entry, p))), GROWTH)


@pytest.fixture(scope="module")
def table():
    return ceilings.read(ceilings.FILE.read_text())


def test_the_table_has_exactly_one_row_per_call(table):
    assert set(table) == {(call, accesses) for call in ceilings.calls() for accesses in config.ACCESSES}
    assert ceilings.write(table) == ceilings.FILE.read_text()


@pytest.mark.parametrize(("accesses", "extensions", "algorithm"), CASES)
def test_code_and_cycles_are_below_their_ceilings(accesses, extensions, algorithm, table, everything):
    for scenario in ceilings.SCENARIOS if everything else ceilings.SCENARIOS[:1]:
        actual = ceilings.measured(accesses, extensions, algorithm, scenario)
        for operation, (code, cycles) in actual.items():
            call = ceilings.Call(extensions, algorithm, operation)
            row = table[call, accesses]
            most = getattr(row, scenario)
            assert cycles <= most, f"{call}, {accesses}, {scenario}: {cycles} cycles, were {most}"
            assert most <= SLACK * cycles, f"{call}, {accesses}: run python -m tests.system.ceilings"
            assert code <= allowed(accesses, call) * row.code, f"{call}, {accesses}: {code} bytes, were {row.code}"


#: Calls that the short run measures, in which an instruction that waits for the one before it costs most.
LATE = {("cv32e40x", "zkned", "aes-128-ccm"), ("cv32e40x", "zbkb", "chacha20-poly1305")}


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, id="-".join(call), marks=() if tuple(call) in LATE else pytest.mark.long("more of the same"))
        for call in ceilings.core_calls()
    ],
)
def test_cycles_on_other_cores_are_below_their_ceilings(call):
    most, found = ceilings.read_cores(ceilings.CORES_FILE.read_text())[call], ceilings.on_core(call)
    for now, ceiling in zip(found, most, strict=True):
        assert now <= ceiling <= SLACK * now, f"{call}: {found} cycles, ceilings {most}"


def test_the_table_of_other_cores_has_exactly_one_row_per_call():
    text = ceilings.CORES_FILE.read_text()
    assert ceilings.write_cores(ceilings.read_cores(text)) == text
    assert set(ceilings.read_cores(text)) == set(ceilings.core_calls())


def test_higher_figures_are_reported_and_not_adopted(monkeypatch):
    call, old = ceilings.Call("zkned", "aes-128-ccm", "seal"), ceilings.Figures(code=1000, zigbee=4000, ipv6=40_000)
    now = {"zigbee": {"seal": (1200, 4001)}, "ipv6": {"seal": (1200, 39_000)}}
    monkeypatch.setattr(ceilings, "measured", lambda accesses, extensions, algorithm, scenario: now[scenario])
    lines = ["zkned aes-128-ccm seal, aligned, zigbee: 4,001 cycles, were 4,000"]
    assert ceilings.updated(call, "aligned", old, False) == (ceilings.Figures(1000, 4000, 39_000), lines)
    assert ceilings.updated(call, "aligned", old, True) == (ceilings.Figures(1000, 4001, 39_000), lines)
    assert ceilings.updated(call, "aligned", None, False) == (ceilings.Figures(1200, 4001, 39_000), [])


@pytest.mark.parametrize(
    "extensions", ["none", pytest.param("zbkb2", marks=pytest.mark.long("another model")), "xascon", "zbkb+xascon"]
)
def test_small_ascon_needs_less_than_the_published_program(extensions):
    """In one build: cycles of a Zigbee packet, bytes of code and stack. In the speed profile: bytes loaded."""
    known = config.algorithms()["ascon-128"]
    point = config.point(f"ibex-ref/{extensions}")
    small = memory.Task(replace(point, profile="size"), known)
    code = aead.footprint(known, small.point.build, "seal").code_bytes
    stack = max(memory.worst(small, operation)[0].deepest.bytes for operation in known.operations)
    entry = {"core": "ibex-ref", "extensions": extensions, "algorithm": known.name, "operation": "seal"}
    cycles = published.figure("bench", "cycles", {**entry, "scenario": "zigbee"})
    size = published.figure("memory", "sum_bytes", entry)
    assert cycles is not None and size is not None
    assert all(m.counts.cycles < cycles for m in _zigbee(small.point, known))
    assert stack <= 96 and code + stack < size
    seal, _ = _zigbee(point, known)
    assert seal.counts.bytes_loaded <= 227  # 0.222 KiB


def _zigbee(point: config.Point, known: config.Algorithm) -> list[bench.OperationCounts]:
    return bench.measure(bench.Task(point, known, config.scenarios()["zigbee"]))
