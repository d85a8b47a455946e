# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `timing`: the longest path of a point or a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from vambrace.results import fields as common
from vambrace.results.kind import BLOCK, POINT, Kind, Measured, Selector
from vambrace.results.origin import HARDWARE, SYNTHESIS, Origin
from vambrace.results.schema import Json, Record, detail, figure, identity

if TYPE_CHECKING:
    from vambrace.silicon.parts import Subject


@dataclass(frozen=True, kw_only=True)
class Part:
    module: str = detail("the module, with its parameters")
    fmax_mhz: float = detail("the frequency of its longest path", "MHz")
    fmax_inside_mhz: float | None = detail("without paths from or to ports, null if there are no others", "MHz")
    period_ns: float = detail("the time of its longest path", "ns")
    spread: float = detail("as above")
    recipe: str = detail("the best recipe")
    periods_ns: dict[str, float] = detail("the period by recipe", "ns")
    kge_with_boundary: float | None = detail("area of this netlist, not comparable with `kge`", "kGE")
    paths: dict[str, dict[str, Any]] = detail("the longest paths")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters | None = common.core_parameters()
    liberty: str = common.liberty()
    liberty_hash: str = common.liberty_hash()
    flow: str = identity("`timing`: the flow of synthesis")
    recipes: list[str] = detail("the recipes of abc")
    boundary: str = detail("what stands around each part")
    clock_slew_ns: float = detail("of the clock's edges at a register", "ns")
    abc_driver: str = detail("the cell that drives inputs")
    abc_load_ff: float = detail("the load of outputs", "fF")
    wires: None = detail("null because wires are not modelled")


@dataclass(frozen=True, kw_only=True)
class Timing(Record):
    record: ClassVar[str] = "timing"

    core: str | None = common.core("the core of the point; null for a block")
    extensions: str | None = common.extensions()
    block: str | None = common.block()
    engine: str | None = common.engine()
    coupling: str | None = common.coupling()
    part: str = detail("the slowest part of the point, which determines the next three fields")
    fmax_mhz: float = figure("MHz", "the frequency of its longest path from clock edge to clock edge", better=1)
    period_ns: float = figure("ns", "the time of that path")
    spread: float = figure("", "relative difference between the worst recipe's period and the best's")
    core_against_bare: float | None = figure(
        "", "the core's Fmax divided by that of the same core without extensions, minus 1; null for `none` and blocks",
        better=1,
    )  # fmt: skip
    parts: dict[str, Part] = detail(
        "for each part `module`, `period_ns`, `fmax_mhz`, `spread`; `fmax_inside_mhz` without paths from or to ports, "
        "null if there are no others; the best `recipe` and `periods_ns` of each; `kge_with_boundary` of this netlist, "
        "not comparable with `kge`; `paths`: `all` and `inside`, each with `start` and `end` registers, `period` and "
        "`setup` in ns, and `stages`, cell by cell: `cell`, `net`, `delay` and `slew` in ns, `fanout`, `load` in pF, "
        "`buffer`"
    )
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, the cell library and the flow")
    source_hash: str = common.source_hash("hash of the sources of all parts")


def _task(selector: Selector, point: str) -> Subject:
    from vambrace.measure.kinds import silicon

    return silicon.subject(selector, point)


def _records(subject: Subject) -> list[Json]:
    from vambrace.measure import timing
    from vambrace.silicon import liberty

    return [timing.measure(subject, liberty.load(liberty.default_path()))]


def _seconds(subject: Subject) -> float:
    from vambrace.measure.kinds import silicon

    return 2 * silicon.seconds(subject)


KIND = Kind(
    record=Timing,
    title="the longest path",
    command="timing",
    places=(POINT, BLOCK),
    generated=False,
    measured=Measured(
        _task, lambda subject: (subject.name,), _records,
        Origin("vambrace.measure.timing", HARDWARE, (*SYNTHESIS, "sta")), _seconds, long=True,
    ),
)  # fmt: skip
