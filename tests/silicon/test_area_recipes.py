# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Areas by mapping recipe: the default is that of all other figures, and the others have the same logic."""

import json

import pytest
from click.testing import CliRunner

from tests.silicon.small import osu018, part
from vambrace.base.errors import UsageError
from vambrace.cli.main import main
from vambrace.silicon import canonical, recipes, synthesis

#: A sum and a parity, so that the order of the gates and the script both matter.
_SUM = (
    "module dut(input logic clk_i, input logic [7:0] a_i, b_i, output logic [7:0] q_o, output logic p_o);"
    " always_ff @(posedge clk_i) q_o <= a_i + (b_i ^ q_o); assign p_o = ^(q_o & a_i); endmodule"
)


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    return part(tmp_path, _SUM)


def test_every_recipe_maps_the_same_registers(small):
    """An area is at least that of the flip-flops and at most twice the default; the scripts differ."""
    usual = synthesis.netlist(small, osu018())
    results = {name: recipes.area(small, osu018(), name) for name in recipes.RECIPES}
    assert results[recipes.USUAL] == usual.area
    flops = sum(n * osu018().cells[c].area for c, n in usual.cells.items() if osu018().cells[c].kind == "flop")
    assert all(flops < area < 2 * usual.area for area in results.values())
    assert len(set(results.values())) > 1


def test_an_area_by_recipe_is_kept(small, monkeypatch):
    first = recipes.area(small, osu018(), "order 1")
    monkeypatch.setattr(synthesis.yosys, "run", lambda *_: pytest.fail("mapped again"))
    assert recipes.area(small, osu018(), "order 1") == first


def test_a_seed_changes_the_order_and_nothing_else(tmp_path):
    cells = {
        f"g{n}": {
            "type": "$_NOT_",
            "parameters": {},
            "attributes": {},
            "port_directions": {"A": "input", "Y": "output"},
            "connections": {"A": [2 + n], "Y": [12 + n]},
        }
        for n in range(10)
    }
    ports = {
        "a_i": {"direction": "input", "bits": [*range(2, 12)]},
        "y_o": {"direction": "output", "bits": [*range(12, 22)]},
    }
    nets = {name: {"hide_name": 0, "bits": port["bits"], "attributes": {}} for name, port in ports.items()}
    source = tmp_path / "source.json"
    module = {"attributes": {}, "ports": ports, "cells": cells, "netnames": nets}
    source.write_text(json.dumps({"modules": {"dut": module}}), encoding="utf-8")

    def pairs(seed: int) -> list[tuple[int, int]]:
        """Return the inverters in order, each by the indices of its input and output port bits."""
        canonical.rewrite(source, tmp_path / "out.json", seed)
        created = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["modules"]["dut"]
        a, y = (created["ports"][name]["bits"] for name in ("a_i", "y_o"))
        gates = [c["connections"] for c in created["cells"].values()]
        return [(a.index(g["A"][0]), y.index(g["Y"][0])) for g in gates]

    assert sorted(pairs(1)) == sorted(pairs(0)) == [(n, n) for n in range(10)]
    assert pairs(0) != pairs(1) != pairs(2) and pairs(1) == pairs(1)


def test_modules_and_recipes_exclude_each_other():
    actual = CliRunner().invoke(main, ["area", "zbkb", "--modules", "--recipes"], standalone_mode=False)
    assert isinstance(actual.exception, UsageError) and "use one of them" in str(actual.exception)
