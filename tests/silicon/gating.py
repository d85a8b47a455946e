# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which flip-flops clock gates can stop, and the area with clock gates: `python -m tests.silicon.gating NAME...` prints
a table of points and blocks (docs/user/area.md).

Yosys' `clockgate` gives flip-flops with the same enable a gate if there are at least `LEAST` of them; they then need no
multiplexer that holds their value. OSU018 has no clock gate: its area here is that of a latch and an AND gate.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.silicon.small import osu018
from vambrace.silicon import parts, synthesis, yosys
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import COUPLINGS, Part

#: Fewer flip-flops with one enable do not get a clock gate.
LEAST = 3

#: The clock gate, and the cells whose areas together are its area.
_GATE, _AREA = "VMB_CLOCK_GATE", ("LATCH", "AND2X1")

#: What is left for `clockgate`: plain flip-flops, and those with an enable and at most an asynchronous reset.
_FLIP_FLOPS = " ".join(f"-cell {t} 01" for t in ("$_DFF_P_", "$_DFFE_PP_", "$_DFF_PN?_", "$_DFFE_PN?P_"))


@dataclass(frozen=True)
class Gating:
    """A part with clock gates: its flip-flops, those behind one, the number of gates, and the area of all."""

    flip_flops: int
    gated: int
    gates: int
    area: float

    @property
    def share(self) -> float:
        return self.gated / self.flip_flops if self.flip_flops else 0.0


def gating(part: Part, liberty: Liberty, least: int = LEAST) -> Gating:
    """Return what clock gates do for a part."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        commands = [
            f"read_rtlil {synthesis.generic(part) / synthesis.GENERIC}",
            f"dfflegalize {_FLIP_FLOPS} -cell $_DLATCH_?_ x",
            "opt_clean",
            "write_json before.json",
            f"clockgate -pos {_GATE} ce:clk:gclk -min_net_size {least}",
            f"dfflibmap -liberty {liberty.path}",
            f"abc -liberty {liberty.path}",
            "opt_clean -purge",
            "setundef -zero",
            f"tee -q -o yosys.json stat -json -liberty {liberty.path}",
        ]
        yosys.run(commands, work)
        modules = json.loads((work / "before.json").read_text())["modules"].values()
        cells = json.loads((work / "yosys.json").read_text())["design"]["num_cells_by_type"]
    flip_flops = [c for m in modules for c in m["cells"].values() if c["type"].startswith("$_DFF")]
    by_enable = Counter(c["connections"]["E"][0] for c in flip_flops if "E" in c["connections"])
    gates = int(cells.pop(_GATE, 0))
    area = synthesis.cell_area({name: int(n) for name, n in cells.items() if name in liberty.cells}, liberty)
    area += gates * sum(liberty.cells[name].area for name in _AREA)
    return Gating(len(flip_flops), sum(n for n in by_enable.values() if n >= least), gates, area)


def row(name: str) -> str:
    """Return the row of a point or block, couplings excluded: flip-flops, those with a gated clock, gates, kGE without
    clock gates, and with them.
    """
    (subject,), library = parts.select([name]), osu018()
    chosen = [p for p in subject.parts if p.name not in COUPLINGS]
    each = [gating(p, library) for p in chosen]
    total, gated = sum(g.flip_flops for g in each), sum(g.gated for g in each)
    plain = sum(synthesis.netlist(p, library).area for p in chosen)
    kge = [area / library.gate_equivalent() / 1000 for area in (plain, sum(g.area for g in each))]
    gates = sum(g.gates for g in each)
    return f"| {name} | {total:,} | {100 * gated / total:.1f} % | {gates} | {kge[0]:.2f} | {kge[1]:.2f} |"


def main(names: list[str]) -> None:
    """Print the table."""
    print("| | flip-flops | gated | clock gates | kGE | kGE with clock gates |")
    print("| --- | --: | --: | --: | --: | --: |")
    for name in names:
        print(row(name), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
