# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of a call by the order in which the library's objects are linked: the address of a function decides how its
loops and branch targets lie in words, and in rows of caches.

    python -m tests.system.link_orders POINT ALGORITHM [SCENARIO]

measures eight orders, the usual one and seven random ones, and prints the lowest and highest cycles.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass

from vambrace import config
from vambrace.config import macros
from vambrace.measure import bench
from vambrace.software.running import aead
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

ORDERS = 8
#: The limit of the range on ibex-ref, as a share of the lowest cycles.
RANGE = 0.005


@dataclass(frozen=True)
class Ordered(bench.Task):
    """A call with the objects of the library in an order: 0 is the usual one."""

    order: int = 0

    def runner(self) -> Elf:
        build, name = self.point.build, self.algorithm.name
        sources = [s for s in program.library_sources() if program.primitive(s) in program.folders(name)]
        if self.order:
            random.Random(self.order).shuffle(sources)
        objects = program.compile_objects(sources, program.source_flags(build), build.xlen, compiler=build.compiler)
        library = program.archive("libvambrace.a", list(map(program.member, sources)), objects)
        return aead.runner(self.algorithm, build, macros.job_caches(self.caches), library)


def cycles(point: str, algorithm: str, scenario: str = "zigbee") -> dict[str, list[int]]:
    """Return the cycles of each operation by order."""
    found: dict[str, list[int]] = {}
    for order in range(ORDERS):
        known, shape = config.algorithms()[algorithm], config.scenarios()[scenario]
        counts = bench.run_packet(Ordered(config.point(point), known, shape, order=order))
        for operation, windows in counts.items():
            found.setdefault(operation, []).append(windows["operation"].cycles)
    return found


def spread(found: list[int]) -> float:
    """Return the range of cycles as a share of the lowest."""
    return (max(found) - min(found)) / min(found)


def main() -> int:
    if not 3 <= len(sys.argv) <= 4:
        print(__doc__)
        return 2
    for operation, found in cycles(*sys.argv[1:]).items():
        print(f"{operation}: {min(found):,} to {max(found):,} cycles, {spread(found):.1%}; as usual {found[0]:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
