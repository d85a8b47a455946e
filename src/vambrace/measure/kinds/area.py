# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `area`: cells of a point or a block."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds import silicon
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import BLOCK, POINT, Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity
from vambrace.silicon.parts import COUPLINGS


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
    source_hash: str = common.source_hash("hash of all inputs of the netlists")


def variant(record: Fields) -> str:
    configuration = record["configuration"]
    options = [*["modules preserved"] * configuration["modules"], *["every recipe"] * configuration["recipes"]]
    return ", ".join([*silicon.other_cells(configuration), *options])


def _options(record: Fields) -> Iterator[str]:
    yield from silicon.options(record["configuration"])
    if record["configuration"]["modules"]:
        yield "--modules"
    if record["configuration"]["recipes"]:
        yield "--recipes"


def _part(record: Fields, names: tuple[str, ...]) -> float | None:
    """Return the area of the parts of a point with these names, if there are any; None for a block."""
    sizes = [part["kge"] for name, part in record["parts"].items() if name in names and record["core"]]
    return sum(sizes) if sizes else None


def _of_part(*names: str) -> Callable[[Fields], float | None]:
    return lambda record: _part(record, names)


def _core_more(record: Fields, every: Sequence[Fields]) -> float | None:
    bare = shared.bare(record, every, variant)
    core, without = _part(record, ("core",)), _part(bare, ("core",)) if bare else None
    return None if core is None or without is None else core - without


def _more(record: Fields, every: Sequence[Fields]) -> float | None:
    bare = shared.bare(record, every, variant)
    return None if bare is None else record["kge"] - bare["kge"]


def _more_percent(record: Fields, every: Sequence[Fields]) -> float | None:
    bare = shared.bare(record, every, variant)
    return None if bare is None else 100 * (record["kge"] / bare["kge"] - 1)


KIND = Kind(
    record=Area,
    title="gates",
    command="area",
    options=_options,
    places=(POINT, BLOCK),
    variant=variant,
    columns=(
        *shared.SUBJECT,
        Column("kGE of core", _of_part("core"), 2),
        Column("more", note="core area minus that of the bare core", places=2, sign=True, against=_core_more),
        Column("kGE of coupling", _of_part(*COUPLINGS), 2),
        Column("kGE of engine", _of_part("engine", "AES unit"), 2),
        Column("kGE", "kge", 2, note="of all parts"),
        Column("added kGE", note="vs the bare core", places=2, against=_more, on_page=True),
        Column("added %", note="the same", places=1, unit=" %", against=_more_percent, on_page=True),
        Column("cells", "instances"),
        Column("flip-flops", "flip_flops"),
        Column("memory bits", lambda r: r["memory_bits"] or None, note="not counted as cells"),
        words("engine", lambda r: r["engine"] or "", on_page=True),
        words("coupling", lambda r: r["coupling"] or "", on_page=True),
    ),
)
