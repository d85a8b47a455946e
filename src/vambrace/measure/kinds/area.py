# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `area`: cells of a point or a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from vambrace.results import fields as common
from vambrace.results.kind import BLOCK, POINT, Kind, Measured, Selector
from vambrace.results.origin import HARDWARE, SYNTHESIS, Origin
from vambrace.results.schema import Json, Record, detail, figure, identity

if TYPE_CHECKING:
    from vambrace.silicon.parts import Subject


@dataclass(frozen=True, kw_only=True)
class Part:
    module: str = detail("the module, with its parameters")
    kge: float = detail("its area", "kGE")
    instances: int = detail("its cells")
    modules: dict[str, float] = detail("with `--modules` the area of each module's own cells", "kGE")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters | None = common.core_parameters()
    liberty: str = common.liberty()
    liberty_hash: str = common.liberty_hash()
    gate_equivalent: float = detail("area of one gate equivalent, in the library's unit")
    flow: str = identity("`area`: the flow of synthesis")


@dataclass(frozen=True, kw_only=True)
class Area(Record):
    record: ClassVar[str] = "area"

    core: str | None = common.core("the core of the point; null for a block")
    extensions: str | None = common.extensions()
    block: str | None = common.block()
    engine: str | None = common.engine()
    coupling: str | None = common.coupling()
    kge: float = figure(
        "kGE",
        "thousands of gate equivalents, sum of all parts: cell area divided by that of the library's smallest "
        "two-input NAND",
    )
    area: float = figure("of the library", "the same in the unit of the cell library (OSU018: square micrometres)")
    net_area: float | None = detail("null: nothing is placed")
    instances: int = figure("", "cells")
    flip_flops: int = figure("", "how many of them are flip-flops")
    memory_bits: int = figure("bits", "memories that would be SRAM macros; not included in `area`")
    parts: dict[str, Part] = detail(
        "for each synthesised part `module`, `kge`, `instances`, and with `--modules` the kGE of each module's own "
        "cells in `modules`"
    )
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, the cell library and the flow")
    source_hash: str = common.source_hash("hash of all that the netlists are made from")


def _task(selector: Selector, point: str) -> Subject:
    from vambrace.measure.kinds import silicon

    return silicon.subject(selector, point)


def _records(subject: Subject) -> list[Json]:
    from vambrace.measure import area
    from vambrace.silicon import liberty, synthesis

    library = liberty.load(liberty.default_path())
    netlists = tuple(synthesis.netlist(part, library) for part in subject.parts)
    return [area.record(area.Area(subject, library, netlists))]


def _seconds(subject: Subject) -> float:
    from vambrace.measure.kinds import silicon

    return silicon.seconds(subject)


KIND = Kind(
    record=Area,
    title="gates",
    command="area",
    places=(POINT, BLOCK),
    measured=Measured(
        _task, lambda subject: (subject.name,), _records,
        Origin("vambrace.measure.area", HARDWARE, SYNTHESIS), _seconds, long=True,
    ),
)  # fmt: skip
