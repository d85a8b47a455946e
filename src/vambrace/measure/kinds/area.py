# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `area`: cells of a point or a block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds import silicon
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import BLOCK, POINT, Kind
from vambrace.results.schema import Json, Record, detail, figure, identity


@dataclass(frozen=True, kw_only=True)
class Part:
    module: str = detail("the module, with its parameters")
    kge: float = detail("its area", "kGE")
    instances: int = detail("its cells")
    modules: dict[str, float] = detail("with `--modules` the area of each module's own cells", "kGE")
    recipes: dict[str, float] = detail("with `--recipes` its area by recipe of mapping, `usual` first", "kGE")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters | None = common.core_parameters()
    liberty: str = common.liberty()
    liberty_hash: str = common.liberty_hash()
    gate_equivalent: float = detail("area of one gate equivalent, in the library's unit")
    flow: str = identity("`area`: the flow of synthesis")
    modules: bool = identity("true with `--modules`: modules were preserved, which costs some area")
    recipes: bool = identity("true with `--recipes`: the parts were mapped by each recipe")


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
        "cells in `modules`, with `--recipes` its kGE by recipe in `recipes`"
    )
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, the cell library and the flow")
    source_hash: str = common.source_hash("hash of all that the netlists are made from")


def variant(record: Json) -> str:
    made = record["configuration"]
    options = [*["modules preserved"] * made["modules"], *["every recipe"] * made["recipes"]]
    return ", ".join([*silicon.other_cells(made), *options])


def _options(record: Json) -> Iterator[str]:
    yield from silicon.options(record["configuration"])
    if record["configuration"]["modules"]:
        yield "--modules"
    if record["configuration"]["recipes"]:
        yield "--recipes"


def _bare(record: Json, every: Sequence[Json]) -> float | None:
    """The area of the same core without extensions, measured in the same way; None of that itself, and of a block."""
    if record["core"] is None or record["extensions"] == "none":
        return None
    of = record["core"], variant(record)
    return next((r["kge"] for r in every if r["extensions"] == "none" and (r["core"], variant(r)) == of), None)


def _more(record: Json, every: Sequence[Json]) -> float | None:
    bare = _bare(record, every)
    return None if bare is None else record["kge"] - bare


def _more_percent(record: Json, every: Sequence[Json]) -> float | None:
    bare = _bare(record, every)
    return None if bare is None else 100 * (record["kge"] / bare - 1)


_COLUMNS = (
    *shared.SUBJECT,
    Column("kGE", "kge", 2),
    Column("added kGE", note="vs the bare core", places=2, against=_more),
    Column("added %", note="the same", places=1, unit=" %", against=_more_percent),
    Column("cells", "instances"),
    Column("flip-flops", "flip_flops"),
    Column("memory bits", lambda r: r["memory_bits"] or None, note="not counted as cells"),
    words("engine", lambda r: r["engine"] or ""),
    words("coupling", lambda r: r["coupling"] or ""),
)

KIND = Kind(
    record=Area,
    title="gates",
    command="area",
    options=_options,
    places=(POINT, BLOCK),
    variant=variant,
    columns=_COLUMNS,
)
