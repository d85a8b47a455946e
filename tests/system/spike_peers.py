# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Instructions of 64-bit RISC-V that calls take, with extensions that no simulated core of that width has: those of the
library, and of checkouts of other libraries (docs/user/compare.md).

    python -m tests.system.spike_peers [DIR] [ALGORITHM]...

counts on Spike: the library, and the checkouts in DIR (`bench --peers`). Standard error names each program.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.aead.spike_runner import MOST, both, isa
from vambrace import config
from vambrace.config import Build, Extensions, Peer, own
from vambrace.measure import bench
from vambrace.software import peers
from vambrace.software.oracles import messages
from vambrace.software.running import aead, spike
from vambrace.software.running.jobs import ERR_TAG, OK, decode
from vambrace.software.toolchain.elf import Elf

ALGORITHMS = ("aes-128-ccm", "aes-128-gcm", "ascon-aead128", "chacha20-poly1305")
SHAPES = ("16", "zigbee", "ipv6")
#: Of each extension set: the instructions that the library uses, and the compiler's flags for C of others.
#: GCC 12 emits rotates for Zbb, and `rev8`; none of these libraries has C for Zkn or Zbkc.
SETS = {
    "none": ((), ()),
    "zbkb": (("zbkb",), ("-march=rv64imac_zba_zbb_zbkb",)),
    "zkned+zbkc": (("zkned", "zbkc"), ()),
    "all": (("zbkb", "zbkc", "zkned"), ("-march=rv64imac_zba_zbb_zbkb",)),
}
#: Zbb and Zba are there for compiled code where Zbkb is; the library uses neither.
COMPILED = "_zba_zbb"


@dataclass(frozen=True)
class Call:
    """An algorithm with a set of extensions and a message, by the library or a peer."""

    algorithm: str
    extensions: str
    shape: str
    peer: Peer | None = None

    @property
    def label(self) -> str:
        return f"{self.peer.name if self.peer else 'vambrace'} {self.extensions} {self.algorithm} {self.shape}"

    @property
    def build(self) -> Build:
        used = SETS[self.extensions][0]
        extensions = both(*used) if used else config.extension_sets()["none"]
        return Build(extensions).on_spike()

    @property
    def isa(self) -> str:
        return isa(self.build) + COMPILED * ("zbkb" in SETS[self.extensions][0])

    @property
    def task(self) -> bench.Task:
        point = replace(config.point("rocket64/none"), extensions=_set(self.extensions, self.peer))
        shape = bench.calls.scenario(self.shape)
        return bench.Task(point, config.algorithms()[self.algorithm], shape, self._compiled)

    @property
    def _compiled(self) -> Peer | None:
        """Return the peer with the flags of the set, if it has none of its own for it."""
        if not self.peer or self.extensions in self.peer.variants:
            return self.peer
        return replace(self.peer, flags=(*self.peer.flags, *SETS[self.extensions][1]))

    def runner(self) -> Elf:
        task = self.task
        if not task.peer:
            return aead.runner(task.algorithm, self.build)
        options, linked, adaptor = peers.linking(task.peer, task.algorithm, task.point)
        plain = Build(config.extension_sets()["none"]).on_spike()
        return aead.runner(task.called, plain, options, linked, adaptor)


def _set(name: str, peer: Peer | None) -> Extensions:
    """Return the extension set that selects a peer's variant."""
    return config.extension_sets()[name if peer and name in peer.variants else "none"]


def count(call: Call) -> dict[str, int]:
    """Return the instructions of each operation. WrongResult if an output differs from that of the oracle, or if a
    wrong tag is accepted.
    """
    task = call.task
    packets = messages.packet(task.algorithm, task.scenario)
    elf = call.runner()
    jobs = aead.jobs_for(elf, [*(job for job, _, _ in packets), messages.forged(packets[-1].job)])
    functions = {operation: task.called.function(operation) for operation in task.algorithm.operations}
    windows = {name: elf.symbol(name) for name in functions.values()}
    done = spike.run(elf, call.isa, windows, aead.memory_of_jobs(elf, jobs), most=MOST, cached=True)
    results = decode(done.dumps["image"], jobs)
    if results[-1].status != ERR_TAG:
        raise messages.WrongResult(f"{call.label}: accepts a wrong tag: status {results[-1].status}")
    counts = {}
    for (job, out, tag), result in zip(packets, results, strict=False):
        if (result.init_status, result.status, result.out, result.tag) != (OK, OK, out, tag):
            raise messages.WrongResult(f"{call.label}: wrong result: status {result.status}, output differs")
        counts[job.op] = done.windows[functions[job.op]][0].instret
    return counts


def measured(found: list[Peer], algorithm: str, extensions: str) -> list[Peer]:
    """Return the peers for a set: those with a variant for it, and those in C, which the compiler adapts. What is in
    assembly without a variant for it is measured with `none` only.
    """
    return [
        peer
        for peer in found
        if peer.xlen in (0, 64)
        and algorithm in peer.algorithms
        and (extensions in peer.variants or ("none" in peer.variants and SETS[extensions][1]))
    ]


def rows(found: list[Peer], algorithms: tuple[str, ...] = ALGORITHMS) -> Iterator[tuple[Call, dict[str, int]]]:
    """Yield the calls and their counts."""
    for algorithm in algorithms:
        for extensions in SETS:
            for peer in [None, *measured(found, algorithm, extensions)]:
                for shape in SHAPES:
                    call = Call(algorithm, extensions, shape, peer)
                    print(call.label, file=sys.stderr)
                    yield call, count(call)


def main(arguments: list[str]) -> None:
    folder = [a for a in arguments if a not in config.algorithms()]
    found = [peer for name in folder for peer in own.checkouts(Path(name))]
    algorithms = tuple(a for a in arguments if a in config.algorithms()) or ALGORITHMS
    lines: dict[tuple[str, str, str], list[int]] = {}
    for call, counts in rows(found, algorithms):
        who = call.peer.name if call.peer else "vambrace"
        lines.setdefault((call.algorithm, call.extensions, who), []).extend(counts.values())
    columns = [f"{shape} {operation}" for shape in SHAPES for operation in ("seal", "open")]
    print("| algorithm | extensions | library |", *(f"{c} |" for c in columns))
    print("| :-- | :-- | :-- |", *("--: |" for _ in columns))
    for names, counts_of in lines.items():
        print("|", *(f"{name} |" for name in names), *(f"{n:,} |" for n in counts_of))


if __name__ == "__main__":
    main(sys.argv[1:])
