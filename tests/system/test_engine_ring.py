# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The driver of an engine's ring of descriptors (vambrace/engine_ring.h) on Ibex: results, errors, order, fences, calls
of other contexts, and cycles."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, Memory, Outcome, simulate
from vambrace.software.toolchain import program

HERE = Path(__file__).parent
RING, SMALL = BUILDS["engine-obi-ring"], BUILDS["engine-obi-ring:size"]
MACHINE = Machine(1 << 20, max_cycles=20_000_000)
OTHER = pytest.mark.long("another build, memory or size of the ring")

pytestmark = pytest.mark.long("a system of its own; tests/rtl/test_ring.py always runs")


def run(
    name: str,
    build: Build,
    flags: list[str],
    machine: Machine = MACHINE,
    dumped: dict[str, int] = {},  # noqa: B006
    windows: tuple[str, ...] = (),
) -> Outcome:
    """Run a program; `dumped` are objects of it by their sizes, `windows` functions whose calls are counted."""
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    elf = program.link([HERE / name], build, 1 << 20, flags)
    memory = Memory(dump={symbol: (elf.symbol(symbol), size) for symbol, size in dumped.items()})
    outcome = simulate(path, elf, machine, {name: elf.symbol(name) for name in windows}, memory, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), (outcome.exit_code, outcome.describe(elf))
    return outcome


# ---- Packets ----

PACKETS = 64
#: Offsets in a message of ring_packets.c: nonce, associated data, text, tag, status.
TEXT, TAG, STATUS, SIZE = 16 + 25, 16 + 25 + 86, 144, 148


def packets(build: Build, count: int = 1, machine: Machine = MACHINE) -> list[list[bytes]]:
    """Return the messages after they were sealed, and after they were opened."""
    outcome = run("ring_packets.c", build, [f"-DCOUNT={count}"], machine, {"results": 2 * PACKETS * SIZE})
    every = [outcome.dumps["results"][n * SIZE :][:SIZE] for n in range(2 * PACKETS)]
    return [every[:PACKETS], every[PACKETS:]]


@cache
def by_calls() -> list[list[bytes]]:
    """Return the same of the library's software."""
    return packets(BUILDS["none"])


@pytest.mark.parametrize(
    ("build", "count", "machine"),
    [
        (RING, 16, replace(MACHINE, store_buffer=4000)),
        pytest.param(RING, 16, MACHINE, marks=OTHER),
        pytest.param(SMALL, 1, MACHINE, marks=OTHER),
        pytest.param(RING, 4, replace(MACHINE, wait_mem=3), marks=OTHER),
    ],
    ids=["late stores", "16", "1", "slow memory"],
)
def test_packets_have_the_results_of_software(build, count, machine):
    """Sealed, and opened with some changed tags, in a ring that is full several times and wraps."""
    sealed, opened = packets(build, count, machine)
    assert [sealed, opened] == by_calls()
    assert all(message[STATUS:] == bytes(4) for message in sealed)
    changed = range(3, PACKETS, 7)
    for number, message in enumerate(opened):
        plaintext = bytes((130 + number + 37 * i) & 0xFF for i in range(86))
        wanted = (bytes(86), (-1).to_bytes(4, "little", signed=True)) if number in changed else (plaintext, bytes(4))
        assert (message[TEXT:TAG], message[STATUS:]) == wanted


# ---- Errors ----


@pytest.mark.parametrize("build", [RING, pytest.param(SMALL, marks=OTHER)], ids=lambda build: build.label)
def test_errors_are_reported_and_lose_nothing(build):
    run("ring_errors.c", build, [])


EXAMPLE_MAIN = """
static vmb_ascon_aead128_key key;
static uint8_t expected[43], tag[16], zero[16];
static packet packets[3];

int main(void)
{
    unsigned n, i;

    if (vmb_engine_ring_init(&ring, descriptors, COUNT, 0) != VMB_OK) return 1;
    if (vmb_ascon_aead128_init(&key, expected, 16) != VMB_OK) return 2;
    if (vmb_ascon_aead128_seal(&key, expected, tag, 16, zero, 16, NULL, 0, expected, 43) != VMB_OK) return 3;
    if (seal_all(&key, packets, 3) != VMB_OK) return 4;
    for (n = 0; n < 3; n++) {
        for (i = 0; i < 43; i++) {
            if (packets[n].message[i] != expected[i] || (i < 16 && packets[n].tag[i] != tag[i])) return 5;
        }
    }
    return 0;
}
"""


def test_the_example_of_the_guide_runs(tmp_path):
    text = (root() / "docs" / "user" / "library.md").read_text()
    (block,) = re.findall(r"```c\n((?:(?!```).)*vmb_engine_ring_submit.*?)```", text, re.DOTALL)
    source = tmp_path / "example.c"
    source.write_text(block + EXAMPLE_MAIN)
    run(str(source), RING, [])


# ---- Other contexts ----


@pytest.mark.parametrize("handler", [1, 0], ids=["ring in the handler", "calls in the handler"])
def test_a_ring_and_calls_of_another_context_never_mix_jobs(handler, everything):
    turns = 900 if everything else 60
    run("ring_turns.c", RING, [f"-DTURNS={turns}", f"-DHANDLER_HAS_RING={handler}"])


def test_the_ring_has_an_interrupt():
    run("ring_interrupt.c", RING, [])


# ---- Cycles ----


SUBMIT, REAP = "vmb_engine_ring_submit", "vmb_engine_ring_reap"


def cycles(size: int) -> tuple[list[int], dict[str, int]]:
    """Return the numbers of ring_cycles.c, and the cycles of one submission and one reaping."""
    outcome = run("ring_cycles.c", RING, [f"-DBYTES={size}"], dumped={"cycles": 16}, windows=(SUBMIT, REAP))
    data = outcome.dumps["cycles"]
    calls = {name: min(call.cycles for call in outcome.windows[name]) for name in (SUBMIT, REAP)}
    return [int.from_bytes(data[4 * n :][:4], "little") for n in range(4)], calls


def test_cycles_are_those_of_the_readme():
    text = (root() / "rtl" / "ring" / "README.md").read_text()
    rows = re.findall(r"^\| ([\d,]+) bytes \| ([\d, |]+) \|$", text, re.MULTILINE)
    listed = {int(size.replace(",", "")): [int(n.replace(",", "")) for n in row.split(" | ")] for size, row in rows}
    calls = re.search(rf"`{SUBMIT}` is (\d+) of them and `{REAP}` (\d+)", text)
    assert calls is not None
    counted = {SUBMIT: int(calls[1]), REAP: int(calls[2])}
    assert {size: (row, counted) for size, row in listed.items()} == {size: cycles(size) for size in (86, 1024)}
