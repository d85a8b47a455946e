# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of the library's portable C by compiler and level, and of the C of other libraries (docs/user/library.md).

    python -m tests.system.portable [DIR]

measures the IPv6 packet on ibex-ref: the library, libsodium and Mbed TLS, and the checkouts in DIR (`bench --peers`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
    return min(_measured(folder, algorithm, operation))


def _measured(folder: Path, algorithm: str, operation: str) -> Iterator[tuple[int, str]]:
    for peer in peers(folder, algorithm):
        for compiler, level in SETTINGS:
            try:
                yield theirs(peer, algorithm, compiler, level)[operation], f"{peer.name}, {compiler} {level}"
            except WrongResult as error:
                print(f"{compiler} {level}: {error}", file=sys.stderr)


def main() -> int:
    if len(sys.argv) > 2:
        print(__doc__)
        return 2
    for algorithm in ALGORITHMS:
        for operation in config.OPERATIONS["aead"]:
            cells = [
                f"{compiler} {level} {ours(algorithm, compiler, level)[operation]:,}" for compiler, level in SETTINGS
            ]
            if len(sys.argv) == 2:
                cycles, name = best(Path(sys.argv[1]), algorithm, operation)
                cells.append(f"best peer {cycles:,} ({name})")
            print(f"{algorithm} {operation}: {'; '.join(cells)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
