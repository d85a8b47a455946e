# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cell area of acceleration points and blocks, in gate equivalents of a standard-cell library.

Every part (vambrace.silicon.parts) is synthesised by itself in the "area" flow, flattened; a point is the sum of
its parts. There is no net area: nothing is placed.
"""

from collections.abc import Callable
from dataclasses import dataclass

from vambrace import __version__
from vambrace.base import store, tools, work
from vambrace.hardware import rtl
from vambrace.measure.kinds.area import Area as AreaRecord
from vambrace.measure.kinds.area import Configuration, Part
from vambrace.results.schema import Json
from vambrace.silicon import parts, synthesis
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Subject
from vambrace.silicon.synthesis import Netlist


@dataclass(frozen=True)
class Area:
    """The netlists of a subject's parts, in their order."""

    subject: Subject
    liberty: Liberty
    netlists: tuple[Netlist, ...]

    def kge(self, part: str | None = None) -> float:
        """Of all parts, or of the one of this name."""
        chosen = [n.area for n in self.netlists if part in (None, n.part.name)]
        return sum(chosen) / self.liberty.gate_equivalent() / 1000


def measure(
    subjects: list[Subject],
    liberty: Liberty,
    hierarchy: bool,
    done: Callable[[str], None],
    failed: Callable[[str], None],
) -> list[Area]:
    """Synthesise the parts of all subjects, each once, on all processors. `done(label)` and `failed(message)`
    are called for each; a subject of which a part failed is left out."""
    wanted = list(dict.fromkeys(part for subject in subjects for part in subject.parts))

    def one(part: parts.Part) -> Netlist:
        return synthesis.netlist(part, liberty, hierarchy=hierarchy)

    found = work.each(wanted, one, lambda part: part.label, done, failed)
    return [
        Area(s, liberty, tuple(found[p] for p in s.parts)) for s in subjects if all(part in found for part in s.parts)
    ]


def record(area: Area) -> Json:
    """The record of one subject (docs/reference/records.md)."""
    point = area.subject.point
    upstream = point.core.upstream if point else None
    names = {"vambrace": __version__, "pyosys": tools.version("pyosys")}
    return AreaRecord(
        **area.subject.names(),
        kge=area.kge(),
        area=sum(n.area for n in area.netlists),
        net_area=None,  # nothing is placed
        instances=sum(n.instances for n in area.netlists),
        flip_flops=sum(_flops(n, area.liberty) for n in area.netlists),
        memory_bits=sum(n.memory_bits for n in area.netlists),
        parts={
            n.part.name: Part(
                module=n.part.label,
                kge=n.area / area.liberty.gate_equivalent() / 1000,
                instances=n.instances,
                modules=_in_kge(n.modules, area.liberty),
            )
            for n in area.netlists
        },
        tools={**names, **({upstream: rtl.version(upstream)} if upstream else {})},
        configuration=Configuration(
            core_parameters=point.core.parameters if point else None,
            liberty=area.liberty.name,
            liberty_hash=area.liberty.digest,
            gate_equivalent=area.liberty.gate_equivalent(),
            flow="area",
        ),
        source_hash=store.digest([n.key for n in area.netlists]),
    ).json()  # fmt: skip


def _flops(netlist: Netlist, liberty: Liberty) -> int:
    return sum(count for cell, count in netlist.cells.items() if liberty.cells[cell].kind == "flop")


def _in_kge(modules: dict[str, float], liberty: Liberty) -> dict[str, float]:
    return {name: area / liberty.gate_equivalent() / 1000 for name, area in modules.items()}
