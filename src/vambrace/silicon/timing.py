# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The clock frequency of a synthesised part: a netlist mapped for short paths, analysed by OpenSTA.

The part is put between registers (vambrace.silicon.boundary) and mapped by abc once for each of RECIPES, the same for
every part. A recipe restructures for depth, maps for delay, builds buffer trees, also for inputs, and sizes gates until
the longest path stops shrinking: its target is the shortest possible period. Small fanouts suit gates that come in one
size. abc finds a local optimum, and essentially equal recipes differ by a few percent in the period: the shortest is
reported, with the spread of the others.
"""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vambrace.base import code, store, tools
from vambrace.base.errors import VambraceError
from vambrace.silicon import boundary, sta, synthesis, yosys
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Part
from vambrace.silicon.sta import ALL, INSIDE, Critical, Stage

#: Part of the keys; incremented when results change for a reason other than the text of the commands.
_VERSION = 2

#: By name: the largest fanout.
RECIPES: dict[str, int] = {"fanout 3": 3, "fanout 4": 4}


@dataclass(frozen=True)
class Timing:
    """`critical` has, by path group (sta.ALL, and sta.INSIDE if there is such a path), the longest path of the best
    recipe; `periods` has the result of each recipe, `area` is the area of the netlist with the registers around the
    part.
    """

    part: Part
    recipe: str
    critical: dict[str, Critical]
    periods: dict[str, float]
    area: float
    folder: Path

    @property
    def period(self) -> float:
        """Return the period over all paths, in nanoseconds."""
        return self.critical[ALL].period

    @property
    def fmax(self) -> float:
        """Return the clock frequency in megahertz."""
        return 1000 / self.period

    @property
    def fmax_inside(self) -> float | None:
        """Return the clock frequency of the register-to-register paths of the part, without those
        from or to its ports.
        """
        return 1000 / self.critical[INSIDE].period if INSIDE in self.critical else None

    @property
    def spread(self) -> float:
        """Return the worst recipe's period relative to the best."""
        return max(self.periods.values()) / self.period - 1


def measure(part: Part, liberty: Liberty) -> Timing:
    """Return the timing of a part, cached."""
    sta.check(liberty)
    mapped = {name: _mapped(part, liberty, name) for name in RECIPES}
    results = {name: json.loads((folder / "timing.json").read_text()) for name, folder in mapped.items()}
    critical = {name: {group: _critical(p) for group, p in r["critical"].items()} for name, r in results.items()}
    periods = {name: c[ALL].period for name, c in critical.items()}
    best = min(periods, key=lambda name: periods[name])
    return Timing(part, best, critical[best], periods, results[best]["area"], mapped[best])


def _critical(fields: dict[str, Any]) -> Critical:
    return Critical(**{**fields, "stages": tuple(Stage(**s) for s in fields["stages"])})


def _script(recipe: str) -> str:
    lines = [
        "strash; &get -n; &fraig -x; &put; scorr; dc2",
        *["if -g -K 6; strash; dch -f"] * 2,
        "map -B 0.9",
        f"topo; buffer -c -p -N {RECIPES[recipe]}; topo",
        "upsize; dnsize; stime -p",
    ]
    return "\n".join(lines) + "\n"


def constraints(liberty: Liberty) -> tuple[str, float]:
    """Return abc's constraints: the cell that drives a register's output, the smallest buffer or inverter, and the load
    of a register's input, in femtofarads.
    """
    cells = liberty.cells.values()
    single = [
        c for c in cells if c.kind == "gate" and sorted(p.direction for p in c.pins.values()) == ["input", "output"]
    ]
    flops = [c for c in cells if c.kind == "flop" and c.area > 0]
    if not single or not flops:
        raise VambraceError(f"{liberty.path}: timing needs an inverter or a buffer, and a flip-flop")
    buffers = [c for c in single if not any("!" in p.function or "'" in p.function for p in c.pins.values())]
    flop = min(flops, key=lambda c: c.area)
    load = max(p.capacitance for p in flop.pins.values() if p.direction == "input" and not p.clock)
    return min(buffers or single, key=lambda c: c.area).name, round(1000 * load, 3)


def _map_commands(part: Part) -> list[str]:
    return [
        "read_rtlil GENERIC",
        "setattr -mod -unset blackbox =A:blackbox",  # the boundary has a body for each
        "read_verilog -icells -overwrite boundary.v",
        f"setattr -mod -unset top {part.top}",
        f"setattr -mod -set top 1 {boundary.TOP}",
        "flatten",
        "opt_clean -purge",
        "dfflibmap -liberty LIBERTY",
        "simplemap",
        "opt_clean -purge",
        "abc -liberty LIBERTY -script recipe.abc -constr recipe.constr",
        "opt_clean -purge",
        "setundef -zero",
        "tee -q -o yosys.json stat -json -liberty LIBERTY",
        "write_verilog -simple-lhs -noattr -noexpr netlist.v",
    ]


def _mapped(part: Part, liberty: Liberty, recipe: str) -> Path:
    """Return the folder of a netlist and its longest paths."""
    generic = synthesis.generic(part) / synthesis.GENERIC
    commands = _map_commands(part)
    driver, load = constraints(liberty)
    constraint = f"set_driving_cell {driver}\nset_load {load} [all_outputs]\n"
    ports = boundary.modules(generic.read_text())
    registers = boundary.verilog(part.top, ports.pop(part.top), ports)

    def build(work: Path) -> None:
        for name, text in (("boundary.v", registers), ("recipe.abc", _script(recipe)), ("recipe.constr", constraint)):
            (work / name).write_text(text)
        places = {"GENERIC": str(generic), "LIBERTY": str(liberty.path)}
        yosys.run([re.sub("|".join(places), lambda m: places[m[0]], c) for c in commands], work)
        critical = sta.paths(work / "netlist.v", liberty)
        stat = json.loads((work / "yosys.json").read_text())["design"]
        recorded = {"area": stat["area"], "critical": {group: asdict(c) for group, c in critical.items()}}
        (work / "timing.json").write_text(json.dumps(recorded))

    key = store.digest(
        _VERSION,
        store.digest_contents([generic]),
        tools.version("pyosys"),
        commands,
        registers,
        _script(recipe),
        constraint,
        liberty.digest,
        tools.version("sta"),
        code.files("vambrace.silicon.sta"),
    )
    return store.entry("timing", key, build)
