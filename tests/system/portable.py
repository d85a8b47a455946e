# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of the library's portable C by compiler and level, and of the C of other libraries (docs/user/library.md).

    python -m tests.system.portable [DIR] [ALGORITHM]...

measures the IPv6 packet on ibex-ref: the library, libsodium and Mbed TLS, and the checkouts in DIR (`bench --peers`).
Without DIR, the library alone. Standard error names each measurement. Algorithms: by default, those of the table.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from vambrace import config
from vambrace.config import Peer, Point, macros, own
from vambrace.measure import bench
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running import aead
from vambrace.software.toolchain.elf import Elf

ALGORITHMS = ("aes-128-ccm", "aes-128-gcm", "ascon-aead128", "chacha20-poly1305")
SETTINGS = [(compiler, level) for compiler in config.COMPILERS for level in config.OPTIMISATIONS]
#: The limit of our cycles in any setting, as a multiple of the best peer's C in its own best setting.
MOST = 1.1


@dataclass(frozen=True)
class Portable(bench.Task):
    """A call of the library without its assembly."""

    def runner(self) -> Elf:
        build = replace(self.point.build, portable=True)
        return aead.runner(self.algorithm, build, macros.job_caches(self.caches))


def _point(compiler: str, level: str) -> Point:
    return replace(config.point("ibex-ref/none"), compiler=compiler, optimisation=level)


def ours(algorithm: str, compiler: str, level: str) -> dict[str, int]:
    """Return the cycles of each operation."""
    return _cycles(Portable(_point(compiler, level), config.algorithms()[algorithm], config.scenarios()["ipv6"]))


def theirs(peer: Peer, algorithm: str, compiler: str, level: str) -> dict[str, int]:
    """Return the same of a peer; WrongResult if its output differs."""
    known, shape = config.algorithms()[algorithm], config.scenarios()["ipv6"]
    return _cycles(bench.Task(_point(compiler, level), known, shape, peer))


def _cycles(task: bench.Task) -> dict[str, int]:
    return {operation: windows["operation"].cycles for operation, windows in bench.run_packet(task).items()}


def peers(folder: Path, algorithm: str) -> list[Peer]:
    """Return the peers with constant-time C for an algorithm: those of packages and the checkouts in a folder."""
    every = [*config.peers().values(), *own.checkouts(folder)]
    return [
        p for p in every if algorithm in p.algorithms and p.xlen in (0, 32) and p.constant_time(algorithm) and _is_c(p)
    ]


def _is_c(peer: Peer) -> bool:
    return all(source.endswith(".c") for source in peer.sources)


def best(folder: Path, algorithm: str, operation: str) -> tuple[int, str]:
    """Return the fewest cycles of a peer's C in any setting, and which they are."""
    return fewest(measured(folder, algorithm), operation)


def fewest(cycles: dict[str, dict[str, int]], operation: str) -> tuple[int, str]:
    """Return the fewest cycles of an operation, and the name of that peer and its setting."""
    return min((of[operation], name) for name, of in cycles.items())


def measured(folder: Path, algorithm: str) -> dict[str, dict[str, int]]:
    """Return the cycles of peers in settings with correct output: {"peer, setting": {operation: cycles}}."""
    cycles = {}
    for peer in peers(folder, algorithm):
        for compiler, level in SETTINGS:
            _tell(f"measuring: {algorithm}, {peer.name}, {compiler} {level}")
            try:
                cycles[f"{peer.name}, {compiler} {level}"] = theirs(peer, algorithm, compiler, level)
            except WrongResult as error:
                _tell(f"{compiler} {level}: {error}")
    return cycles


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def report(algorithm: str, folder: Path | None) -> None:
    """Measure an algorithm, and print a line for each operation."""
    own_cycles = {}
    for compiler, level in SETTINGS:
        _tell(f"measuring: {algorithm}, {compiler} {level}")
        own_cycles[f"{compiler} {level}"] = ours(algorithm, compiler, level)
    others = measured(folder, algorithm) if folder else {}
    for operation in config.OPERATIONS["aead"]:
        cells = [f"{setting} {cycles[operation]:,}" for setting, cycles in own_cycles.items()]
        if others:
            cycles, name = fewest(others, operation)
            cells.append(f"best peer {cycles:,} ({name})")
        print(f"{algorithm} {operation}: {'; '.join(cells)}", flush=True)


def main(args: list[str]) -> int:
    algorithms = [a for a in args if a in ALGORITHMS]
    folders = [Path(a) for a in args if a not in ALGORITHMS]
    if len(folders) > 1 or not all(folder.is_dir() for folder in folders):
        print(__doc__, file=sys.stderr)
        return 2
    for algorithm in algorithms or ALGORITHMS:
        report(algorithm, folders[0] if folders else None)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
