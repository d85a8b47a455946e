# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cost of PSA Crypto: one short message through Mbed TLS and the driver, and through the calls of the library
alone.

firmware/psa/psa_cost.c makes the calls and compares their results. It is run three times: with Mbed TLS configured for
a program that shares no memory; with its default, which copies arguments; and with Mbed TLS's own code.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.config import Point
from vambrace.hardware import model
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.ports import psa
from vambrace.software.ports.psa import Setup
from vambrace.software.running.simulate import Counts, Machine, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

#: The default points: the library, instructions for AES, and the engine.
POINTS = ("ibex-ref/none", "ibex-ref/zkned", "ibex-ref/engine")

#: The algorithms in the order of firmware/psa/psa_cost.c, by the names of its functions.
ALGORITHMS = {
    "aes128_ccm": "AES-128-CCM",
    "aes256_ccm": "AES-256-CCM",
    "aes128_gcm": "AES-128-GCM",
    "chacha20_poly1305": "ChaCha20-Poly1305",
    "ascon_aead128": "Ascon-AEAD128",
}
#: The algorithm that Mbed TLS itself lacks.
OURS_ALONE = "ascon_aead128"

#: The called functions: in PSA Crypto and the driver, and in the library.
OPERATIONS = {"encrypt": "seal", "decrypt": "open"}

_RAM = 1 << 20
_LOOKUP, _RELEASE = "psa_get_and_lock_key_slot", "psa_unregister_read_under_mutex"


@dataclass(frozen=True)
class Cost:
    """The cycles of one call of psa_aead_encrypt or _decrypt, which is the sum of the first four fields."""

    algorithm: str
    operation: str
    direct: int  # init, seal or open, and wipe of the library
    driver: int  # the overhead of its entry point
    key_slot: int  # Mbed TLS finds, locks and unlocks the key
    core: int  # the rest of Mbed TLS
    copies: int  # additional cycles of Mbed TLS if it copies arguments
    own: int | None  # the whole call with Mbed TLS's own code

    @property
    def call(self) -> int:
        return self.direct + self.driver + self.key_slot + self.core


def points(patterns: Sequence[str]) -> list[Point]:
    """Return the points to measure; UsageError for a core with caches, where a first call takes longer than others."""
    chosen = config.select_points(list(patterns) or list(POINTS))
    for point in chosen:
        if point.core.caches or point.core.xlen != 32:
            raise UsageError(f"{point.name}: this study needs a 32-bit core without caches")
    return chosen


def _program(point: Point, setup: Setup) -> Elf:
    main = root() / "firmware" / "psa" / "psa_cost.c"
    flags = ["-w", f"-I{root() / 'lib' / 'include'}", *psa.flags(setup)]
    return program.link([main], point.build, _RAM, flags, psa.library(setup, point.build))


def _windows(setup: Setup) -> list[str]:
    """Return the functions whose calls are counted."""
    names = [f"psa_aead_{operation}" for operation in OPERATIONS]
    if not setup.driver:
        return names
    names += [_LOOKUP, _RELEASE, *(f"vambrace_transparent_aead_{operation}" for operation in OPERATIONS)]
    # The linker provides the names of functions, which no macro of a build changes.
    return [*names, *(_direct(name, operation) for name in ALGORITHMS for operation in OPERATIONS)]


def _direct(algorithm: str, operation: str) -> str:
    return f"direct_{OPERATIONS[operation]}_{algorithm}"


def _run(point: Point, elf: Elf, setup: Setup) -> dict[str, list[Counts]]:
    windows = {name: elf.symbol(name) for name in _windows(setup)}
    built = model.build(model.shared(point.core, point.extensions))
    outcome = simulate(built, elf, Machine(_RAM), windows, cached=True)
    if outcome.end != "exit":
        raise WrongResult(f"PSA Crypto on {point.name}: {outcome.describe(elf)}")
    if outcome.exit_code != 0:
        raise WrongResult(f"PSA Crypto on {point.name}: wrong result of algorithm {outcome.exit_code}")
    return outcome.windows


def measure(point: Point) -> list[Cost]:
    """Return the cost of each call at a point, from the cache if its inputs are unchanged."""
    setups = [Setup(True, ascon=True), Setup(True, copies=True, ascon=True), Setup(False)]
    elves = [_program(point, setup) for setup in setups]
    spec = model.shared(point.core, point.extensions)

    def count(work: Path) -> None:
        runs = [_run(point, elf, setup) for elf, setup in zip(elves, setups, strict=True)]
        (work / "costs.json").write_text(json.dumps([asdict(cost) for cost in costs(*runs)]))

    key = store.digest(code.digest(__name__), model.key(spec), *(elf.path.read_bytes() for elf in elves))
    recorded = json.loads((store.entry("study", key, count) / "costs.json").read_text())
    return [Cost(**cost) for cost in recorded]


def costs(
    exclusive: dict[str, list[Counts]], copying: dict[str, list[Counts]], own: dict[str, list[Counts]]
) -> list[Cost]:
    """Return the costs from the windows of the three runs. Each algorithm's key is looked up three times, the last time
    to destroy it, and released twice.
    """
    all_costs = []
    for number, algorithm in enumerate(ALGORITHMS):
        for at, operation in enumerate(OPERATIONS):
            call_cycles = exclusive[f"psa_aead_{operation}"][number].cycles
            driver = exclusive[f"vambrace_transparent_aead_{operation}"][number].cycles
            direct = exclusive[_direct(algorithm, operation)][0].cycles
            slot = exclusive[_LOOKUP][3 * number + at].cycles + exclusive[_RELEASE][2 * number + at].cycles
            all_costs.append(
                Cost(
                    algorithm=algorithm,
                    operation=operation,
                    direct=direct,
                    driver=driver - direct,
                    key_slot=slot,
                    core=call_cycles - driver - slot,
                    copies=copying[f"psa_aead_{operation}"][number].cycles - call_cycles,
                    own=None if algorithm == OURS_ALONE else own[f"psa_aead_{operation}"][number].cycles,
                )
            )
    return all_costs
