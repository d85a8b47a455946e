# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The library's programs compared with Spike, with slow memories, interrupts, NMIs and debug requests at random times,
and with a PMP that blocks their buffers and their code: every instruction is executed once, and results stay the same.
"""

from __future__ import annotations

import random

import pytest

from tests.system.test_lockstep import FEW, jobs
from vambrace.hardware import model
from vambrace.software.running import aead
from vambrace.software.running.simulate import Memory
from vambrace.software.toolchain.elf import Elf
from vambrace_dev.testing.lockstep import campaign, compare, library, report
from vambrace_dev.testing.lockstep.compare import Compared
from vambrace_dev.testing.lockstep.target import DEBUG_ADDRESS

#: On ibex-ref; the rest with the long run.
ALWAYS = [("ibex-ref", "ascon-aead128", "xasconp"), ("ibex-ref", "chacha20-poly1305", "xchacha")]
REST = [
    (core, algorithm, extension_set)
    for core in ("ibex-ref", "ibex-fast", "cv32e40x")
    for algorithm, extension_set in FEW
    if (core, algorithm, extension_set) not in ALWAYS
    and (core != "cv32e40x" or extension_set not in ("xasconp", "xchacha"))
]
PMP = [(core, *build) for core in ("ibex-ref", "ibex-fast") for build in FEW]


def largest_power(size: int) -> int:
    return 1 << size.bit_length() - 1


def window(begin: int, end: int, each: int) -> library.Window:
    """Return the largest range within some bytes that PMP can match in pieces of `each`, and nothing before it."""
    begin = -(-begin // each) * each
    return library.Window(begin, largest_power(end - begin), each)


def windows(elf: Elf, memory: Memory) -> list[library.Window]:
    """The jobs with their buffers, and the library's code."""
    ((jobs_at, data),) = memory.load.items()
    names = [name for name in elf.names() if name.startswith("vmb_") and elf.is_code(name)]
    code = [(elf.symbol(name), elf.symbol_size(name)) for name in names]
    code = [(at, size) for at, size in code if size and at > DEBUG_ADDRESS]  # the vectors stay
    begin, end = min(at for at, _ in code), max(at + size for at, size in code)
    return [window(jobs_at, jobs_at + len(data), 128), window(begin, end, 512)]


def disturb(core: str, mode: str, algorithm: str, extension_set: str, length: int) -> Compared:
    """Compare the disturbed program with Spike, and its results with those of the program alone."""
    chosen, rng = campaign.of(core, mode), random.Random(f"{core} {algorithm} {extension_set}")
    elf, memory = jobs(algorithm, extension_set, length)
    machine = library.machine(rng, aead.machine_of_jobs().ram_bytes)
    path, target = model.build(chosen.spec), chosen.target
    changed = library.disturbed(elf, memory, rng, chosen.units, target, machine, windows(elf, memory))
    compared, outcome = compare.run(path, target, chosen.units, elf, machine, changed)
    if compared.difference:
        pytest.fail(report.text(core, f"{algorithm} with {extension_set}, disturbed", compared))
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    alone, undisturbed = compare.run(path, target, chosen.units, elf, machine, memory)
    assert alone.difference is None and undisturbed.dumps == outcome.dumps
    assert compared.interrupts and compared.requests and (compared.nmis or not target.nmi), compared
    return compared


@pytest.mark.parametrize(
    ("core", "algorithm", "extension_set"),
    [
        *ALWAYS,
        *(pytest.param(*case, marks=pytest.mark.long("other builds and cores; two always run")) for case in REST),
    ],
)
def test_interrupts_nmis_and_debug_requests(core, algorithm, extension_set):
    disturb(core, "mixed", algorithm, extension_set, 150)


@pytest.mark.long("a separate model")
@pytest.mark.parametrize(("core", "algorithm", "extension_set"), PMP)
def test_pmp(core, algorithm, extension_set):
    """PMP rejects loads, stores and fetches of kernels: each is repeated, and nothing around it is executed twice."""
    compared = disturb(core, "pmp", algorithm, extension_set, 700)
    assert compared.traps[1] + compared.traps[5] + compared.traps[7] > 0, compared
