# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The order of a netlist depends on its logic and on its registers' names, not on other names in the sources."""

from __future__ import annotations

import json

import pytest

from tests.silicon.small import osu018, part
from vambrace.silicon import canonical, synthesis

#: Two registers, an adder between them, and a module that reads both; the ports of the module are separate signals.
_PLAIN = """
module mix (input logic [7:0] left_i, input logic [7:0] right_i, input logic add_i, output logic [7:0] sum_o);
  assign sum_o = add_i ? left_i + right_i : left_i ^ right_i;
endmodule

module dut (input logic clk_i, input logic rst_ni, input logic go_i, input logic [7:0] data_i,
            output logic [7:0] data_o, output logic carry_o);
  logic [7:0] first_q;
  logic [7:0] second_q, sum;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) first_q <= '0; else if (go_i) first_q <= data_i & sum;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) second_q <= '0; else second_q <= first_q - data_i;
  mix u_mix (.left_i(first_q), .right_i(second_q), .add_i(go_i), .sum_o(sum));
  assign data_o = sum | second_q;
  assign carry_o = ^sum;
endmodule
"""

#: The same with ports in structures, and other names and another order, except for registers and outer ports.
_STRUCTURES = """
typedef struct packed { logic add; logic [7:0] b; logic [7:0] a; } request_t;

module dut (input logic clk_i, input logic rst_ni, input logic go_i, input logic [7:0] data_i,
            output logic [7:0] data_o, output logic carry_o);
  request_t request;
  logic [7:0] first_q;
  logic [7:0] second_q, x;
  assign carry_o = ^x;
  assign data_o = x | second_q;
  another u_another (.answer_o(x), .request_i(request));
  assign request = '{a: first_q, b: second_q, add: go_i};
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) second_q <= '0; else second_q <= first_q - data_i;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) first_q <= '0; else if (go_i) first_q <= data_i & x;
endmodule

module another (input request_t request_i, output logic [7:0] answer_o);
  assign answer_o = request_i.add ? request_i.a + request_i.b : request_i.a ^ request_i.b;
endmodule
"""


def _generic(folder, text):
    folder.mkdir()
    return (synthesis.generic(part(folder, text)) / synthesis.GENERIC).read_text()


def test_names_and_structures_do_not_count(tmp_path, monkeypatch):
    first = _generic(tmp_path / "plain", _PLAIN)
    assert _generic(tmp_path / "structures", _STRUCTURES) == first
    # Without the reordering the two differ.
    monkeypatch.setattr(canonical, "rewrite", lambda source, target: target.write_bytes(source.read_bytes()))
    monkeypatch.setattr(synthesis, "_VERSION", "as they come")
    assert _generic(tmp_path / "plain-as-it-comes", _PLAIN) != _generic(
        tmp_path / "structures-as-they-come", _STRUCTURES
    )


def test_logic_and_names_of_registers_count(tmp_path):
    results = {
        _generic(tmp_path / str(number), text)
        for number, text in enumerate(
            (_PLAIN, _PLAIN.replace("left_i ^ right_i", "left_i | right_i"), _PLAIN.replace("first_q", "third_q"))
        )
    }
    assert len(results) == 3


def test_the_same_logic_needs_no_second_mapping(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    folders = []
    for name, text in (("plain", _PLAIN), ("structures", _STRUCTURES), ("other", _PLAIN.replace("^sum", "&sum"))):
        (tmp_path / name).mkdir()
        folders.append(synthesis.netlist(part(tmp_path / name, text), osu018()).folder)
    assert folders[0] == folders[1] != folders[2]


def _cell(kind, **nets):
    directions = {pin: "output" if pin in "YQ" else "input" for pin in nets}
    connections = {pin: [net] for pin, net in nets.items()}
    return {
        "type": kind,
        "parameters": {},
        "attributes": {"src": "a.sv:1", "keep": "1"},
        "port_directions": directions,
        "connections": connections,
    }


def _net(bits, **attributes):
    return {"bits": bits, "hide_name": 0, "attributes": attributes}


@pytest.fixture
def counter(tmp_path):
    """Registers of a bus with an index above 9, one of them with a second name at a port; gates between them."""
    cells = {
        "or": _cell("$_OR_", A=20, B=21, Y=22),
        "b": _cell("$_DFF_P_", C=9, D=22, Q=11),
        "and": _cell("$_AND_", A=10, B="1", Y=20),
        "not": _cell("$_NOT_", A=11, Y=21),
        "a": _cell("$_DFF_P_", C=9, D=22, Q=10),
        "hole": _cell("vmb_hole", in_i=21, out_o=30),
    }
    nets = {
        "clk_i": _net([9]),
        "seen_o": _net([10]),
        "x[10].a_q": _net([11]),
        "x[9].a_q": _net([10]),
        "u.deeper.than.seen_i": _net([10]),
        "kept": _net([21], init="1"),
    }
    ports = {"seen_o": {"direction": "output", "bits": [10]}, "clk_i": {"direction": "input", "bits": [9]}}
    source = tmp_path / "read.json"
    source.write_text(
        json.dumps({"modules": {"top": {"attributes": {}, "cells": cells, "netnames": nets, "ports": ports}}})
    )
    canonical.rewrite(source, tmp_path / "ordered.json")
    return json.loads((tmp_path / "ordered.json").read_text())["modules"]["top"]


def test_a_register_comes_by_its_own_name_and_before_its_gates(counter):
    """x[9] precedes x[10], although its output has other names too, and although 10 precedes 9 in the alphabet."""
    kinds = [cell["type"] for cell in counter["cells"].values()]
    assert kinds == ["$_DFF_P_", "$_AND_", "$_NOT_", "$_OR_", "$_DFF_P_", "vmb_hole"]
    assert [*counter["cells"]] == [*(f"$gate{n:08}" for n in range(5)), "hole"]
    first, _, _, _, second, hole = counter["cells"].values()
    assert counter["ports"]["seen_o"]["bits"] == first["connections"]["Q"] != second["connections"]["Q"]
    assert (
        first["connections"]["D"] == second["connections"]["D"] == counter["cells"]["$gate00000003"]["connections"]["Y"]
    )
    assert hole["connections"]["in_i"] == counter["cells"]["$gate00000002"]["connections"]["Y"]


def test_changes_of_the_synthesis_are_kept(counter):
    assert set(counter["netnames"]) == {"clk_i", "seen_o", "kept", "x[9].a_q", "x[10].a_q"}
    assert counter["netnames"]["kept"]["attributes"] == {"init": "1"}
    assert {tuple(cell["attributes"].items()) for cell in counter["cells"].values()} == {(("keep", "1"),)}
    assert counter["cells"]["$gate00000001"]["connections"]["B"] == ["1"]


def test_registers_keep_their_names(counter, tmp_path):
    first = counter["cells"]["$gate00000000"]["connections"]["Q"]
    assert counter["netnames"]["x[9].a_q"]["bits"] == first != counter["netnames"]["x[10].a_q"]["bits"]
    text = _generic(tmp_path / "names", _PLAIN.replace("logic [7:0] first_q", "logic [9:2] first_q"))
    assert all(f"wire \\first_q[{n}]" in text for n in range(2, 10)) and "wire \\second_q[0]" in text
    assert "first_q[0]" not in text


def test_a_loop_of_gates_is_written_whole(tmp_path):
    cells = {"a": _cell("$_NOT_", A=3, Y=2), "b": _cell("$_NOT_", A=2, Y=3)}
    module = {"attributes": {}, "cells": cells, "netnames": {}, "ports": {"o": {"direction": "output", "bits": [2]}}}
    source = tmp_path / "read.json"
    source.write_text(json.dumps({"modules": {"top": module}}))
    canonical.rewrite(source, tmp_path / "ordered.json")
    content = json.loads((tmp_path / "ordered.json").read_text())["modules"]["top"]
    assert len(content["cells"]) == 2
