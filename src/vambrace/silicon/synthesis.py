# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Synthesises RTL to a netlist of standard cells: Yosys with the slang frontend.

This is the flow for area: `abc -liberty` with its defaults. vambrace.silicon.timing has another flow, for short paths;
never mix the two in a comparison. Both start with the same generic gates in canonical order
(vambrace.silicon.canonical). Flip-flops keep their asynchronous resets.
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vambrace.base import code, store, tools
from vambrace.base.errors import BuildError, VambraceError
from vambrace.config import macros
from vambrace.config.parameters import literal
from vambrace.silicon import boundary, canonical, fields, yosys
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import MEMORIES, Part

#: Part of the keys; incremented when results change for a reason other than the text of the commands.
_VERSION = 3

#: The file with a part's generic gates, in Yosys' RTLIL.
GENERIC = "generic.il"

#: The final commands of `synth`.
OPTIMISE = ("abc", "opt -fast", "opt_clean -purge")

#: The gates as read, and in canonical order.
_READ, _ORDERED = "read.json", "ordered.json"


@dataclass(frozen=True)
class Netlist:
    """`folder` has netlist.v, including its modules if there is a hierarchy; areas are in the library's units."""

    folder: Path
    part: Part
    area: float
    cells: dict[str, int]  # by type
    modules: dict[str, float]  # with a hierarchy: area of each module's own cells, summed over all instances
    memory_bits: int  # bits of memories that are holes
    key: str

    @property
    def verilog(self) -> Path:
        return self.folder / "netlist.v"

    @property
    def instances(self) -> int:
        return sum(self.cells.values())


def netlist(part: Part, liberty: Liberty, hierarchy: bool = False) -> Netlist:
    """Return the netlist of a part, cached. With `hierarchy` modules are kept, which costs some area; otherwise the
    netlist is one module, as in every comparison.
    """

    gates = generic(part, hierarchy)

    def build(work: Path) -> None:
        _build(part, gates, liberty, hierarchy, work)

    # By the gates, not the sources: a change that leaves the logic unchanged needs no mapping.
    content = store.digest_contents([gates / GENERIC])
    folder = store.entry("netlist", store.digest(_VERSION, _mapping(liberty), content, liberty.digest), build)
    recorded = json.loads((folder / "stat.json").read_text())
    return Netlist(folder, part, **recorded, memory_bits=_memory_bits(gates, part), key=key(part, liberty, hierarchy))


def key(part: Part, liberty: Liberty, hierarchy: bool = False) -> str:
    """Return the hash of all inputs of the netlist."""
    return store.digest(generic_key(part, hierarchy), _mapping(liberty), liberty.digest)


def _mapping(liberty: Liberty) -> list[str]:
    return [tools.version("pyosys"), *(c.replace(str(liberty.path), "LIBERTY") for c in _map(liberty))]


def generic(part: Part, hierarchy: bool = False) -> Path:
    """Return the folder with GENERIC, a part's generic gates before cell mapping, cached."""

    def build(work: Path) -> None:
        try:
            yosys.run([*read_commands(part, work, hierarchy), *_gates(part, hierarchy)], work)
            canonical.rewrite(work / _READ, work / _ORDERED)
            yosys.run(_optimise(), work)
        except BuildError as e:
            raise BuildError(f"{part.label}: {e}") from e
        for name in (_READ, _ORDERED):
            (work / name).unlink()

    return store.entry("generic", generic_key(part, hierarchy), build)


def generic_key(part: Part, hierarchy: bool = False) -> str:
    """Return the hash of the inputs of a part's generic gates."""
    return source_key(
        part, [*_gates(part, hierarchy), *_optimise()], hierarchy, code.files("vambrace.silicon.canonical")
    )


def source_key(part: Part, commands: list[str], hierarchy: bool = False, *more: str) -> str:
    """Return the hash of the inputs of reading a part and of the `commands` after that."""
    read = _read(part, ["FILES"], hierarchy)
    return store.digest(_VERSION, tools.version("pyosys"), [*read, *commands], *more, *_sources(part))


def source_hash(part: Part) -> str:
    """Return the hash of a part's sources and parameters."""
    return store.digest(part.label, *_sources(part))


def _sources(part: Part) -> tuple[list[object], str]:
    design = part.design()
    generated = [design.generated.key] if design.generated else []
    generated += [_ARRAY] if part.generated else []
    return [*sorted(design.edited.items()), *generated], store.digest_files(design.digest_inputs(), comments=False)


def read_commands(part: Part, work: Path, hierarchy: bool = False) -> list[str]:
    """Return the commands that read a part's sources; edited copies are written to `work`."""
    design = part.design()
    edited = []
    for name, text in design.edited.items():
        edited.append(work / name)
        edited[-1].write_text(text)
    if part.generated:
        (work / "array.v").write_text(_ARRAY)
    folders = [*(f"-I {d}" for d in design.include_dirs), *(f"-y {d}" for d in design.library_dirs)]
    generated = design.generated.files() if design.generated else []
    return _read(part, [*folders, *map(str, [*generated, *design.packages, *edited, *design.files])], hierarchy)


def _read(part: Part, files: Iterable[str], hierarchy: bool) -> list[str]:
    options = [
        "-D SYNTHESIS -D YOSYS --threads 1 --libext .sv --allow-use-before-declare",
        f"--top {part.top}",
        *(f"-G {name}={literal(value)}" for name, value in part.parameters),
        *(f"-D {macro}" for macro in (*macros.verilog(part.units), *part.defines)),
        *(f"--blackboxed-module {name}" for name in part.left_out),
        *(["--best-effort-hierarchy"] if hierarchy else []),
    ]
    return ["read_slang " + " ".join([*options, *files]), *_rename(part)]


def _rename(part: Part) -> list[str]:
    """Return the commands that rename the clock and reset of a generated core; nothing here depends on the reset's
    polarity.
    """
    if part.generated is None:
        return []
    names = ((part.generated.clock, boundary.CLOCK), (part.generated.reset, boundary.RESET))
    return [f"cd {part.top}", *(f"rename {theirs} {ours}" for theirs, ours in names), "cd"]


#: Arrays of at least this many words with clocked reads are memories in generated cores.
_ARRAY_WORDS = 64

#: Replaces them: the ports and parameters of Yosys' own cell, without its contents.
_ARRAY = """module vmb_array #(
  parameter MEMID = "", SIZE = 2, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 0, RD_PORTS = 1, RD_CLK_ENABLE = 1,
  RD_CLK_POLARITY = 1, RD_TRANSPARENCY_MASK = 0, RD_COLLISION_X_MASK = 0, RD_WIDE_CONTINUATION = 0,
  RD_CE_OVER_SRST = 0, RD_ARST_VALUE = 0, RD_SRST_VALUE = 0, RD_INIT_VALUE = 0, WR_PORTS = 1, WR_CLK_ENABLE = 1,
  WR_CLK_POLARITY = 1, WR_PRIORITY_MASK = 0, WR_WIDE_CONTINUATION = 0
) (
  input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST, input [RD_PORTS*ABITS-1:0] RD_ADDR,
  output [RD_PORTS*WIDTH-1:0] RD_DATA, input [WR_PORTS-1:0] WR_CLK, input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA,
  input [WR_PORTS*ABITS-1:0] WR_ADDR);
endmodule
"""


def _gates(part: Part, hierarchy: bool) -> list[str]:
    """Return the commands that map the design to generic gates and write them. Arrays that are memories are listed, and
    become ports of their module, as if they were outside.
    """
    synth = f"synth -noabc -top {part.top}" + ("" if hierarchy else " -flatten")
    # Struct ports stay whole until here, because Yosys orders some work by names.
    texts = {path.stem: path.read_text() for path in part.design().files}
    write = [*fields.commands(part.top, texts), *_memories(part), f"write_json {_READ}"]
    if part.generated is None:
        return [synth, *write]
    return [
        f"{synth} -run begin:fine",
        f"select -set arrays t:$mem_v2 r:SIZE>={_ARRAY_WORDS} %i r:RD_CLK_ENABLE=1'1 %i",
        "select @arrays",
        "write_json -selected arrays.json",
        "select -clear",
        "read_verilog -defer array.v",
        "chtype -set vmb_array @arrays",
        f"hierarchy -top {part.top}",  # computes the widths of each
        "expose -evert t:*vmb_array",
        "delete =*vmb_array*",
        "delete -port w:*.RD_CLK w:*.WR_CLK w:*.RD_ARST w:*.RD_SRST",  # clocks and constants
        f"{synth} -run fine:",
        *write,
    ]


def _optimise() -> list[str]:
    """Return the commands that read gates in canonical order and optimise them."""
    return [f"read_json {_ORDERED}", *OPTIMISE, f"write_rtlil {GENERIC}"]


def _memories(part: Part) -> list[str]:
    """Return the commands that list the memory holes with their parameters."""
    holes = " ".join(f"t:{name}" for name in part.left_out if name in MEMORIES)
    return [f"select {holes}", "write_json -selected memories.json", "select -clear"] if holes else []


def _memory_bits(work: Path, part: Part) -> int:
    """Return the bits of all memories: the number of rows times the width of the read port."""
    modules = cells(work / "memories.json", MEMORIES)
    arrays = [c["parameters"] for c in cells(work / "arrays.json", ["$mem_v2"])]
    return sum(int(c["parameters"]["Rows"], 2) * len(c["connections"]["read_words_o"]) for c in modules) + sum(
        int(p["SIZE"], 2) * int(p["WIDTH"], 2) for p in arrays
    )


def cells(written: Path, types: Collection[str]) -> list[dict[str, Any]]:
    """Return the cells of some types in a file of write_json, which may be empty."""
    if not written.is_file():
        return []
    modules = json.loads(written.read_text())["modules"].values()
    return [c for m in modules for c in m["cells"].values() if c["type"] in types]


def _map(liberty: Liberty) -> list[str]:
    return [
        f"read_rtlil {GENERIC}",
        f"dfflibmap -liberty {liberty.path}",
        f"abc -liberty {liberty.path}",
        "opt_clean -purge",
        "setundef -zero",
        f"tee -q -o yosys.json stat -json -liberty {liberty.path}",
        "write_verilog -simple-lhs -noattr -noexpr netlist.v",
    ]


def _build(part: Part, gates: Path, liberty: Liberty, hierarchy: bool, work: Path) -> None:
    (work / GENERIC).write_bytes((gates / GENERIC).read_bytes())
    try:
        yosys.run(_map(liberty), work)
    except BuildError as e:
        raise BuildError(f"{part.label} with {liberty.path.name}: {e}") from e
    (work / GENERIC).unlink()
    cells, modules = counted(work / "yosys.json", liberty, part)
    areas: defaultdict[str, float] = defaultdict(float)
    for name, own in modules.items() if hierarchy else ():
        # An instance's path follows the name of its module.
        areas[name.partition("$")[0]] += sum(n * liberty.cells[c].area for c, n in own.items() if c in cells)
    statistics = {
        "area": cell_area(cells, liberty),
        "cells": cells,
        "modules": dict(areas),
    }
    (work / "stat.json").write_text(json.dumps(statistics))


def counted(written: Path, liberty: Liberty, part: Part) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """Return the number of library cells by type in a `stat -json` file of Yosys, and for each module the number of its
    cells by type. VambraceError if a part is not mapped completely.
    """
    stat = json.loads(written.read_text())
    modules = {name.lstrip("\\"): m["num_cells_by_type"] for name, m in stat["modules"].items()}
    cells = {name: int(n) for name, n in stat["design"]["num_cells_by_type"].items() if not _inner(name, modules, part)}
    _refuse_unmapped(cells, liberty, part)
    return cells, modules


def cell_area(cells: dict[str, int], liberty: Liberty) -> float:
    """Return the area of cells, in the library's unit."""
    return sum((n * liberty.cells[name].area for name, n in cells.items()), 0.0)


def _inner(name: str, modules: dict[str, Any], part: Part) -> bool:
    """Return whether a cell type is a module of the design, or one omitted from it."""
    return name in modules or any(re.fullmatch(rf"{m}(\W.*)?", name) for m in part.left_out)


def _refuse_unmapped(cells: dict[str, int], liberty: Liberty, part: Part) -> None:
    unknown = sorted(name for name in cells if name not in liberty.cells)
    if unknown:
        raise VambraceError(f"{part.label}: {liberty.path.name} has no cell for {', '.join(unknown)}")
    latches = sorted(name for name in cells if liberty.cells[name].kind == "latch" and liberty.cells[name].area <= 0)
    if latches:
        raise VambraceError(f"{part.label}: latches without an area in {liberty.path.name}: {', '.join(latches)}")
