# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ports that are structs, divided into their fields."""

from __future__ import annotations

import json

import pytest

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.silicon import fields, yosys

PACKAGE = """`define BITS 16
package some_pkg;
  localparam int unsigned Shares = 2;
  typedef enum logic [1:0] {
    A,
    B
  } kind_e;
  typedef struct packed {
    logic               we;    // a comment; with a semicolon
    kind_e              kind;
    logic [`BITS/8-1:0] be;
    logic [`BITS-1:0]   data;
    logic [Shares-1:0][4:0] parts;
  } req_t;
endpackage
"""
TOP = """module top import some_pkg::*; (
    input  logic           clk_i,
    input  req_t           req_i,
    output some_pkg::req_t req_o
);
  assign req_o = '{we: req_i.we, kind: B, be: ~req_i.be, data: req_i.data, parts: req_i.parts};
endmodule
"""


def commands(folder, package=PACKAGE):
    for name, text in (("some_pkg", package), ("top", TOP)):
        (folder / f"{name}.sv").write_text(text)
    return fields.commands("top", {"some_pkg": package, "top": TOP})


def test_each_field_is_a_port(tmp_path):
    """The bits are right: constant, inverted and unchanged ones are so in the fields."""
    created = commands(tmp_path)
    yosys.run(["read_slang --top top some_pkg.sv top.sv", "proc", *created, "opt", "write_json top.json"], tmp_path)
    module = json.loads((tmp_path / "top.json").read_text())["modules"]["top"]
    ports = {name: (port["direction"], port["bits"]) for name, port in module["ports"].items()}
    widths = {"we": 1, "kind": 2, "be": 2, "data": 16, "parts": 10}
    expected = {f"req_{way[0]}.{name}": (way, width) for way in ("input", "output") for name, width in widths.items()}
    assert {name: (way, len(bits)) for name, (way, bits) in ports.items()} == {"clk_i": ("input", 1), **expected}
    assert ports["req_o.kind"][1] == ["1", "0"]
    assert all(ports[f"req_o.{name}"][1] == ports[f"req_i.{name}"][1] for name in ("we", "data", "parts"))
    (inverter,) = module["cells"].values()
    assert inverter["connections"]["A"] == ports["req_i.be"][1]


@pytest.mark.parametrize("aliases", [False, True])
def test_an_input_with_another_name_keeps_its_port(tmp_path, aliases):
    """Of bits that go through a gate which a parameter makes a wire: without `aliases` they are lost, before `opt`."""
    top = TOP.replace("module top import some_pkg::*; (", "module top import some_pkg::*; #(parameter bit On = 1'b1) (")
    top = top.replace("we: req_i.we,", "we: req_i.we & On,")
    (tmp_path / "some_pkg.sv").write_text(PACKAGE)
    (tmp_path / "top.sv").write_text(top)
    created = fields.commands("top", {"some_pkg": PACKAGE, "top": top}, aliases)
    yosys.run(["read_slang --top top some_pkg.sv top.sv", "proc", *created, "opt", "write_json top.json"], tmp_path)
    ports = json.loads((tmp_path / "top.json").read_text())["modules"]["top"]["ports"]
    assert (ports["req_o.we"]["bits"] == ports["req_i.we"]["bits"]) == aliases


def test_plain_ports_are_unchanged():
    files = [root() / "rtl" / "ise" / "vmb_zkned.sv", root() / "cores" / "vmb_core_pkg.sv"]
    assert fields.commands("vmb_zkned", {path.stem: path.read_text() for path in files}) == []


@pytest.mark.parametrize("field", ["logic [A:0] x;", "other_t x;", "logic [3:1] x;"])
def test_an_unknown_field_is_rejected(tmp_path, field):
    with pytest.raises(VambraceError, match=r"req_t: the width of this field is unknown"):
        commands(tmp_path, PACKAGE.replace("kind_e              kind;", field))
