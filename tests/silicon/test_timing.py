# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Timing of small circuits with a known delay, and messages if there is none."""

import json
import os
import re
import subprocess
import sys
from bisect import bisect_right

import pytest

from tests.silicon import small
from vambrace.base import tools
from vambrace.base.errors import MissingTool, UsageError, VambraceError
from vambrace.measure import timing as timing_records
from vambrace.measure.kinds.timing import Timing
from vambrace.silicon import boundary, liberty, parts, sta, timing, yosys
from vambrace.view import timing_table

ADDER = """module adder (input logic [7:0] a_i, input logic [7:0] b_i, output logic [7:0] sum_o);
  assign sum_o = a_i + b_i;
endmodule
"""

COUNTER = """module counter (input logic clk_i, input logic rst_ni, input logic go_i, output logic [15:0] count_o);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_o <= '0;
    else if (go_i) count_o <= count_o + 16'd1;
  end
endmodule
"""

HOLE = """module sram (input logic clk_i, input logic [3:0] index_i, output logic [7:0] word_o);
  logic [7:0] memory[16];
  always_ff @(posedge clk_i) word_o <= memory[index_i];
endmodule
module reader (input logic clk_i, input logic [3:0] a_i, input logic [3:0] b_i, output logic [7:0] word_o);
  sram u_sram (.clk_i, .index_i(a_i + b_i), .word_o);
endmodule
"""


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def library():
    return liberty.load(liberty.default_path())


@pytest.fixture(scope="module")
def tables():
    """Return the library according to its text: {cell: {pin: group}}."""
    from liberty.parser import parse_liberty  # here, since it takes a second with all of sympy

    cells = parse_liberty(liberty.default_path().read_text()).get_groups("cell")
    return {str(c.args[0]): {str(p.args[0]): p for p in c.get_groups("pin")} for c in cells}


def interpolate(table, x: float, y: float) -> float:
    """Interpolate bilinearly between the four entries around (x, y)."""
    axes = [[float(v) for v in table.get_array(f"index_{i}").flatten()] for i in (1, 2)]
    rows = table.get_array("values")
    at, weight = [], []
    for axis, value in zip(axes, (x, y), strict=True):
        low = min(max(bisect_right(axis, value) - 1, 0), len(axis) - 2)
        at.append(low)
        weight.append((value - axis[low]) / (axis[low + 1] - axis[low]))
    (i, j), (u, v) = at, weight
    corners = [[float(rows[i + a][j + b]) for b in (0, 1)] for a in (0, 1)]
    left, right = (corners[0][b] * (1 - u) + corners[1][b] * u for b in (0, 1))
    return left * (1 - v) + right * v


def arc(pins, pin: str, kind: str | None = None):
    groups = pins[pin].get_groups("timing")
    return next(t for t in groups if kind is None or str(t.get("timing_type")).strip('"') == kind)


def chain(cells: list[str]) -> str:
    """Return a netlist: cells with one input and one output between two registers."""
    nets = [f"n{i}" for i in range(len(cells) + 1)]
    lines = [
        f"module {boundary.TOP}({boundary.BOUNDARY}, d, q);",
        f"  input {boundary.BOUNDARY};",
        "  input d;",
        "  output q;",
        *(f"  wire {n};" for n in nets),
    ]
    clock = f".CLK({boundary.BOUNDARY})"
    lines.append(f"  DFFPOSX1 \\from_d[0]  (\n    {clock},\n    .D(d),\n    .Q({nets[0]})\n  );")
    for i, cell in enumerate(cells):
        lines.append(f"  {cell} _{i}_ (\n    .A({nets[i]}),\n    .Y({nets[i + 1]})\n  );")
    lines.append(f"  DFFPOSX1 \\to_q[0]  (\n    {clock},\n    .D({nets[-1]}),\n    .Q(q)\n  );")
    return "\n".join([*lines, "endmodule", ""])


@pytest.mark.parametrize("cells", [["INVX1"] * 5, ["INVX1"] * 4, ["INVX1", "BUFX2", "INVX8", "BUFX4"], []])
def test_the_delay_of_a_chain_follows_the_tables(tmp_path, library, tables, cells):
    (tmp_path / "netlist.v").write_text(chain(cells))
    actual = sta.paths(tmp_path / "netlist.v", library)[sta.ALL]

    needed = []
    for first_edge in ("rise", "fall"):
        edge, slew, total = first_edge, sta.CLOCK_SLEW, 0.0
        for i, cell in enumerate(["DFFPOSX1", *cells]):
            follower = tables["DFFPOSX1"]["D"] if i == len(cells) else tables[cells[i]]["A"]
            if cell.startswith("INV"):
                edge = "fall" if edge == "rise" else "rise"
            timing_arc = arc(tables[cell], "Q" if cell == "DFFPOSX1" else "Y")
            load = float(str(follower.get(f"{edge}_capacitance")))
            total += interpolate(timing_arc.get_group(f"cell_{edge}"), load, slew)
            slew = interpolate(timing_arc.get_group(f"{edge}_transition"), load, slew)
        setup = arc(tables["DFFPOSX1"], "D", "setup_rising").get_group(f"{edge}_constraint")
        needed.append(total + interpolate(setup, sta.CLOCK_SLEW, slew))
    assert actual.period == pytest.approx(max(needed), rel=2e-3)
    assert [s.cell for s in actual.stages] == ["DFFPOSX1", *cells]
    assert actual.buffers == sum(c.startswith("BUF") for c in cells)
    assert sum(s.delay for s in actual.stages) + actual.setup == pytest.approx(actual.period, abs=1e-4)
    assert (actual.start, actual.end) == ("from_d[0]", "to_q[0]")
    assert [s.fanout for s in actual.stages] == [1] * (len(cells) + 1)


def test_a_unit_without_registers_gets_them(tmp_path, library):
    part = small.part(tmp_path, ADDER, "adder")
    actual = timing.measure(part, library)
    flops = [name for cell, name, _ in sta._flops((actual.folder / "netlist.v").read_text(), library)]
    expected = [f"from_{p}_i[{i}]" for p in "ab" for i in range(8)] + [f"to_sum_o[{i}]" for i in range(8)]
    assert sorted(flops) == sorted(expected)
    path = actual.critical[sta.ALL]
    assert path.start.startswith("from_") and path.end.startswith("to_sum_o[")
    assert actual.fmax_inside is None
    assert actual.periods.keys() == timing.RECIPES.keys() and actual.period == min(actual.periods.values())
    assert 0.5 < actual.period < 3  # eight bits of carry: more than a flip-flop, less than one adder cell a bit


def test_the_mapped_netlist_agrees_with_the_source(tmp_path, library):
    """Between the registers, for every input: proved by SAT."""
    actual = timing.measure(small.part(tmp_path, ADDER, "adder"), library)
    ports = [boundary.Port("a_i", 8, False), boundary.Port("b_i", 8, False), boundary.Port("sum_o", 8, True)]
    (tmp_path / "gold.v").write_text(boundary.verilog("adder", ports, {}))
    yosys.run(
        [
            f"read_slang --top adder {tmp_path / 'dut.sv'}",
            "setattr -mod -unset top adder",
            "read_verilog -icells gold.v",
            f"hierarchy -top {boundary.TOP}",
            "flatten",
            f"rename {boundary.TOP} gold",
            "proc",
            "opt_clean",
            "design -stash gold",
            f"read_verilog {actual.folder / 'netlist.v'}",
            f"read_liberty -ignore_miss_func -overwrite {library.path}",
            f"hierarchy -top {boundary.TOP}",
            "flatten",
            f"rename {boundary.TOP} gate",
            "proc",
            "opt_clean",
            "design -stash gate",
            "design -copy-from gold -as gold gold",
            "design -copy-from gate -as gate gate",
            "miter -equiv -flatten -make_outputs gold gate miter",
            "hierarchy -top miter",
            "sat -verify -seq 3 -prove-skip 2 -prove trigger 0 miter",
        ],
        tmp_path,
    )
    assert "SAT proof finished - no model found: SUCCESS" in (tmp_path / "yosys.log").read_text()


def test_paths_inside_are_distinguished(tmp_path, library):
    actual = timing.measure(small.part(tmp_path, COUNTER, "counter"), library)
    inside = actual.critical[sta.INSIDE]
    assert inside.start.startswith("count_o[") and inside.end.startswith("count_o[")
    assert actual.critical[sta.ALL].period >= inside.period
    assert actual.fmax == pytest.approx(1000 / actual.period) and actual.fmax_inside >= actual.fmax
    # Registers of the boundary: go, and the counter's outputs. The reset is not data.
    names = [name for _, name, _ in sta._flops((actual.folder / "netlist.v").read_text(), library)]
    assert sum(n.startswith("from_") for n in names) == 1 and sum(n.startswith("to_") for n in names) == 16


HIDDEN = """
module hidden (input logic clk_i, input logic go_i, output logic parity_o);
  logic [15:0] turning_q;
  always_ff @(posedge clk_i) turning_q <= {turning_q[3:0] * turning_q[7:4], turning_q[10:0], go_i};
  assign parity_o = ^turning_q;
endmodule
"""


def test_a_register_that_no_port_shows_has_its_name(tmp_path, library):
    inside = timing.measure(small.part(tmp_path, HIDDEN, "hidden"), library).critical[sta.INSIDE]
    assert inside.start.startswith("turning_q[") and inside.end.startswith("turning_q[")


def test_a_memory_that_is_left_out_answers_like_registers(tmp_path, library):
    actual = timing.measure(small.part(tmp_path, HOLE, "reader", left_out=("sram",)), library)
    path = actual.critical[sta.ALL]
    assert path.end.startswith("u_sram.to_index_i[")
    names = [name for _, name, _ in sta._flops((actual.folder / "netlist.v").read_text(), library)]
    assert sum("u_sram.from_word_o" in n for n in names) == 8


def test_the_same_again(tmp_path, monkeypatch, library):
    part = small.part(tmp_path, ADDER, "adder")
    first = timing.measure(part, library)
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "other"))
    second = timing.measure(part, library)
    assert first.folder != second.folder
    assert (first.periods, first.critical, first.area) == (second.periods, second.critical, second.area)


def test_record_and_tables(tmp_path, library):
    part = small.part(tmp_path, COUNTER, "counter")
    actual = timing.measure(part, library)
    record = timing_records.record(parts.Subject("counter", "A counter", (part,)), [actual], None, library)
    assert json.loads(json.dumps(record))["parts"]["block"]["paths"][sta.ALL]["end"] == actual.critical[sta.ALL].end
    assert record["fmax_mhz"] == actual.fmax and record["tools"]["opensta"]
    table, path = timing_table.grids([record], paths=True)
    assert f"{actual.fmax:.1f}" in table.rows[0]
    assert len(path.rows) == len(actual.critical[sta.ALL].stages) + 1


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("input logic c_i, input logic d_i, output logic q_o); always_ff @(posedge c_i) q_o <= d_i;", "only clock of"),
        ("input logic clk_i, input logic d_i, output logic q_o); always_ff @(negedge clk_i) q_o <= d_i;", "falling"),
        ("input logic d_i, inout wire q_io); assign q_io = d_i;", "bidirectional ports"),
    ],
)
def test_untimeable_modules_are_rejected(tmp_path, library, source, words):
    part = small.part(tmp_path, f"module dut ({source}\nendmodule\n")
    with pytest.raises(VambraceError, match=words):
        timing.measure(part, library)


def test_a_hole_without_a_clock_is_rejected(tmp_path, library):
    text = "module hole (input logic a_i, output logic b_o); assign b_o = a_i; endmodule\n"
    text += "module dut (input logic a_i, output logic b_o); hole u_hole (.a_i, .b_o); endmodule\n"
    with pytest.raises(VambraceError, match="hole is omitted and has no port clk_i"):
        timing.measure(small.part(tmp_path, text, left_out=("hole",)), library)


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "vambrace", "timing", *arguments]
    return subprocess.run(line, capture_output=True, text=True, env={**os.environ, **environment})


def test_a_library_without_tables(tmp_path):
    text = liberty.default_path().read_text()
    bare = tmp_path / "bare.lib"
    bare.write_text(re.sub(r"\bcell_(rise|fall)\b|\bsetup_rising\b", "other", text))
    with pytest.raises(UsageError, match=r"no tables of delays .*setup times"):
        sta.check(liberty.load(bare))
    done = command("zkned", "--liberty", str(bare))
    assert done.returncode == 2 and done.stdout == ""
    assert "pass another file with --liberty" in done.stderr and "Traceback" not in done.stderr


def test_without_opensta(monkeypatch, tmp_path, library):
    tools.version.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match="apt-get install opensta"):
        sta.check(library)
    done = command("zkned", PATH=str(tmp_path))
    assert done.returncode == 1 and "apt-get install opensta" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(("name", "near"), [("aes128", "aes-128"), ("ibex-ref/non", "ibex-ref/none")])
def test_similar_names_are_suggested_for_an_unknown_one(name, near):
    done = command(name)
    assert done.returncode == 2 and f"did you mean '{near}'" in done.stderr


def test_the_table_names_the_conditions_of_the_library():
    tools = {"pyosys": "0.70"}
    first = {"liberty": "cells", "recipes": ["fanout 3"], "conditions": "slow, 1.6 V, 125 °C"}
    assert timing_table._notes([Timing.of({"configuration": first, "tools": tools})])[0].startswith(
        "cells (slow, 1.6 V, 125 °C); "
    )
    assert str(liberty.load(liberty.default_path()).conditions) == "typical, 1.8 V, 25 °C"
