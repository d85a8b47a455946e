# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The area of a part under several mapping recipes: how much a figure varies with unchanged logic.

abc's mapping is a heuristic. Its result depends on the order of the gates and on the script. RECIPES are the usual flow
(vambrace.silicon.synthesis) with two other gate orders, and two other scripts. An area is a range over all of them. The
difference of two parts is the range of the differences under the same recipe.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import code, store, tools
from vambrace.silicon import canonical, synthesis, yosys
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Part

#: The recipe of all other figures.
USUAL = "usual"


@dataclass(frozen=True)
class Recipe:
    seed: int = 0  # for the gate order; 0: the canonical order
    script: str = ""  # of abc; empty: the one that Yosys selects


#: abc's scripts by their commands in Yosys syntax; `map -a` and `amap` map for area instead of delay.
RECIPES = {
    USUAL: Recipe(),
    "order 1": Recipe(seed=1),
    "order 2": Recipe(seed=2),
    "map -a": Recipe(script="+strash;ifraig;scorr;dc2;dc2;strash;dch,-f;map,-a"),
    "amap": Recipe(script="+strash;ifraig;scorr;dc2;dch,-f;amap"),
}

_READ, _ORDERED, _AREA = "read.json", "ordered.json", "area.json"


def area(part: Part, liberty: Liberty, name: str) -> float:
    """Return a part's area in the library's unit under a recipe, cached."""
    if name == USUAL:
        return synthesis.netlist(part, liberty).area
    gates, recipe = synthesis.generic(part) / synthesis.GENERIC, RECIPES[name]
    commands = _commands(recipe, liberty)

    def build(work: Path) -> None:
        source = gates
        if recipe.seed:
            yosys.run([f"read_rtlil {gates}", f"write_json {_READ}"], work)
            canonical.rewrite(work / _READ, work / _ORDERED, recipe.seed)
            source = work / synthesis.GENERIC
            yosys.run([f"read_json {_ORDERED}", *synthesis.OPTIMISE, f"write_rtlil {source}"], work)
        yosys.run([f"read_rtlil {source}", *commands], work)
        cells, _ = synthesis.counted(work / "yosys.json", liberty, part)
        (work / _AREA).write_text(json.dumps(synthesis.cell_area(cells, liberty)), encoding="utf-8")
        for path in work.iterdir():
            if path.name != _AREA:
                path.unlink()

    key = store.digest(
        tools.version("pyosys"),
        store.digest_contents([gates]),
        recipe.seed,
        [c.replace(str(liberty.path), "LIBERTY") for c in commands],
        list(synthesis.OPTIMISE),
        liberty.digest,
        code.files("vambrace.silicon.canonical"),
    )
    measured: float = json.loads((store.entry("recipe", key, build) / _AREA).read_text(encoding="utf-8"))
    return measured


def _commands(recipe: Recipe, liberty: Liberty) -> list[str]:
    script = f" -script {recipe.script}" if recipe.script else ""
    return [
        f"dfflibmap -liberty {liberty.path}",
        f"abc -liberty {liberty.path}{script}",
        "opt_clean -purge",
        "setundef -zero",
        f"tee -q -o yosys.json stat -json -liberty {liberty.path}",
    ]
