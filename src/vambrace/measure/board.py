# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of boards: a point's system, synthesised, placed and routed with some seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from vambrace import __version__, config
from vambrace.base import tools
from vambrace.config import Point
from vambrace.config.board import Board as FpgaBoard
from vambrace.config.board import board, boards
from vambrace.hardware import rtl
from vambrace.measure import origins
from vambrace.measure.kinds.board import Board, Configuration, Seed
from vambrace.measure.measured import Measured, Need
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin, entry, files, library, netlist
from vambrace.results.schema import Json
from vambrace.silicon import bitstream, yosys
from vambrace.silicon.bitstream import Design, Routed
from vambrace.silicon.parts import Part
from vambrace.software import boot

SEEDS = 4

#: Cells by the router's names.
_LUTS, _FLIP_FLOPS, _MEMORIES = ("TRELLIS_COMB", "LUT4"), ("TRELLIS_FF", "DFF"), ("DP16KD", "BSRAM")

#: Processor seconds: of synthesis, and of a seed.
_SYNTHESIS, _SEED = 90, 600


@dataclass(frozen=True)
class Task:
    """A board with a point; at most `seeds` seeds are tried, until timing closes."""

    board: FpgaBoard
    point: Point
    seeds: int = SEEDS

    @property
    def label(self) -> str:
        return self.design.name

    @property
    def design(self) -> Design:
        return bitstream.design(self.board, self.point)

    @property
    def part(self) -> Part:
        """Return what is synthesised."""
        return bitstream.part(self.design)


def best(task: Task) -> tuple[Routed, list[Routed]]:
    """Return the first seed that closes timing, or the fastest one, and all that were tried; cached."""
    tried: list[Routed] = []
    for seed in range(1, task.seeds + 1):
        tried.append(bitstream.route(task.design, seed))
        if tried[-1].mhz >= task.board.mhz:
            break
    return max(tried, key=lambda routed: routed.mhz), tried


def measure(task: Task) -> Json:
    """Return the record of a task; what is not in the cache is computed."""
    design, point = task.design, task.point
    chosen, tried = best(task)
    closed = chosen.mhz >= task.board.mhz
    family = design.family
    return Board(
        core=point.core.name,
        extensions=point.extensions.name,
        board=task.board.name,
        fmax_mhz=chosen.mhz,
        closed=closed,
        seed=chosen.seed,
        lut=_count(chosen, _LUTS),
        flip_flops=_count(chosen, _FLIP_FLOPS),
        block_ram=_count(chosen, _MEMORIES),
        bitstream_bytes=(chosen.folder / family.bitstream).stat().st_size if closed else 0,
        synthesis_seconds=float((bitstream.netlist(design) / yosys.SECONDS).read_text()),
        seeds={str(routed.seed): Seed(mhz=routed.mhz, seconds=routed.seconds, mib=routed.mib) for routed in tried},
        used=chosen.used,
        available=chosen.available,
        version=f"{bitstream.version(design):08x}",
        tools={
            "vambrace": __version__,
            **{name: tools.version(name) for name in family.tools},
            point.core.upstream: rtl.version(point.core.upstream),
        },
        configuration=Configuration(
            core_parameters=dict(point.core.parameters),
            clock_mhz=task.board.mhz,
            ram_bytes=task.board.ram,
            flow=" ".join([family.synthesis, *task.board.device]),
            seeds=task.seeds,
        ),
        source_hash=bitstream.source_hash(design),
    ).json()


def _count(routed: Routed, names: Sequence[str]) -> int:
    return sum(routed.used.get(name, 0) for name in names)


def _task(selector: Selector, point: str) -> Task:
    return Task(board(selector.get("board")), config.point(point))


def _name(task: Task) -> tuple[str, ...]:
    return task.board.name, task.point.name, str(task.seeds)


def _records(task: Task) -> list[Json]:
    return [measure(task)]


def _origin(task: Task) -> Origin:
    sources = ("soc/board/*", "soc/board/models/*", "firmware/*", "firmware/common/*", "firmware/board/*")
    algorithms = [a.name for a in boot.algorithms(task.point)]
    needed = [
        *origins.of_point(task.point),
        entry("boards.toml", task.board.name),
        netlist(task.point.name, "ascon-aead128", True),
        files(*sources),
        *(library(name) for name in ("generic", *algorithms)),
        *(entry("algorithms.toml", name) for name in algorithms),
    ]
    compilers = ("riscv64-unknown-elf-gcc", "picolibc")
    return Origin.of(__name__, needed, (*compilers, *task.design.family.tools))


def _seconds(task: Task) -> float:
    return _SYNTHESIS + _SEED


def _needs(task: Task) -> Sequence[Need]:
    design = task.design
    return [Need(("board", design.name), f"{design.name} netlist", partial(bitstream.netlist, design))]


def _memory(task: Task) -> int:
    return 2000


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    for known in boards().values():
        yield from (Task(known, point) for point in points or [config.point(known.point)])


MEASURED = Measured(_task, _name, _records, _origin, _seconds, _needs, long=True, memory=_memory, usual=_usual)
