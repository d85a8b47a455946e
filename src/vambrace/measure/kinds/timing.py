# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `timing`: the longest path of a point or a block."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds import silicon
from vambrace.results import fields as common
from vambrace.results.column import Column, percent, words
from vambrace.results.kind import BLOCK, POINT, Kind
from vambrace.results.schema import Fields, Json, Record, detail, figure, identity


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
    conditions: str = detail("the operating conditions of the library: name, supply voltage, temperature")
    flow: str = identity("`timing`: the flow of synthesis")
    recipes: list[str] = detail("the recipes of abc")
    boundary: str = detail("the environment of each part")
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
        "",
        "the core's Fmax divided by that of the same core without extensions, minus 1; null for `none` and blocks",
        better=1,
    )
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


def variant(record: Fields) -> str:
    return ", ".join(silicon.other_cells(record["configuration"]))


def _options(record: Fields) -> Iterator[str]:
    yield from silicon.options(record["configuration"])


def _slowest(record: Fields) -> Fields:
    """Return the slowest part; empty if the record lacks it."""
    part: Fields = record["parts"].get(record["part"], {})
    return part


def _path(record: Fields) -> Json:
    """Return the longest path of the slowest part."""
    path: Json = _slowest(record).get("paths", {}).get("all", {})
    return path


def _cells(record: Fields) -> int | None:
    """Return the number of cells in that path, including its first register."""
    return len(_path(record)["stages"]) if "stages" in _path(record) else None


def _short(register: str) -> str:
    """Return the last components of a register's name: `instr_q[3]` for `u_core.id_stage.instr_q[3]`."""
    return register.rsplit(".", 1)[-1]


KIND = Kind(
    record=Timing,
    title="the longest path",
    command="timing",
    options=_options,
    places=(POINT, BLOCK),
    generated=False,
    variant=variant,
    columns=(
        *shared.SUBJECT,
        Column("MHz", "fmax_mhz", 1),
        Column("ns", "period_ns", 2, note="the period"),
        percent(
            "core over bare",
            lambda r: None if r["core_against_bare"] is None else 100 * r["core_against_bare"],
            "the same core without extensions",
            sign=True,
        ),
        percent("spread", lambda r: 100 * r["spread"], "how much slower the worst mapping recipe is"),
        Column("MHz inside", lambda r: _slowest(r).get("fmax_inside_mhz"), 1, note="without paths from or to ports"),
        Column("cells", _cells, note="of the longest path"),
        Column("buffers", lambda r: _path(r).get("buffers"), note="of these"),
        words("slowest", "part", note="the slowest part", if_different=True),
        words("from", lambda r: _short(_path(r).get("start", ""))),
        words("to", lambda r: _short(_path(r).get("end", ""))),
    ),
)
