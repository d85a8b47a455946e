# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area: small circuits whose cells can be counted by hand, netlists proved against their RTL, and rejected input."""

import json
import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.report import made_up
from tests.silicon.equivalence import proved
from tests.silicon.small import BUFFER, FLOP, INVERTER, NAND, NOR, osu018, part, read
from vambrace import config
from vambrace.base import work
from vambrace.base.errors import VambraceError
from vambrace.base.paths import cache_dir
from vambrace.cli.main import main
from vambrace.config import instructions
from vambrace.hardware import rtl
from vambrace.silicon import parts, synthesis
from vambrace.view import area_table

SMALL = ("zbkb", "zkned", "xascon")
LARGE = pytest.mark.long("three to ten seconds each: the netlists of smaller units are always proved")
FLOPS = "logic clk_i, input logic [3:0] a_i, output logic [3:0] q_o); always_ff @(posedge clk_i) q_o <= a_i;"


def test_counted_by_hand(tmp_path):
    """Eight NAND gates; four flip-flops; both with the cells of two libraries."""
    nands = part(
        tmp_path, "module dut(input logic [7:0] a_i, b_i, output logic [7:0] y_o); assign y_o = ~(a_i & b_i); endmodule"
    )
    actual = synthesis.netlist(nands, osu018())
    assert actual.cells == {"NAND2X1": 8} and actual.area == 8 * osu018().gate_equivalent()
    mine = read(tmp_path, NAND, NOR, INVERTER, BUFFER, FLOP)
    assert synthesis.netlist(nands, mine).cells == {"MY_ND2": 8}
    flops = part(tmp_path, f"module dut(input {FLOPS} endmodule")
    assert synthesis.netlist(flops, osu018()).cells == {"DFFPOSX1": 4}
    assert synthesis.netlist(flops, mine).area == 4 * 12


def test_a_parameter_is_the_part_s(tmp_path):
    text = (
        "module dut #(parameter int W = 1)(input logic [W-1:0] a_i, b_i, output logic [W-1:0] y_o);"
        " assign y_o = ~(a_i & b_i); endmodule"
    )
    counts = [synthesis.netlist(part(tmp_path, text, W=w), osu018()).instances for w in (1, 5)]
    assert counts == [1, 5]


def test_modules_add_up(tmp_path):
    """With preserved modules: each has its own cells, in all instances together."""
    text = (
        "module inner(input logic a_i, b_i, output logic y_o); assign y_o = ~(a_i & b_i); endmodule\n"
        "module dut(input logic [3:0] a_i, b_i, output logic [3:0] y_o, output logic z_o);\n"
        "inner u_0(.a_i(a_i[0]), .b_i(b_i[0]), .y_o(y_o[0]));\n"
        "inner u_1(.a_i(a_i[1]), .b_i(b_i[1]), .y_o(y_o[1]));\n"
        "assign y_o[3:2] = '0; assign z_o = ~(a_i[3] & b_i[3]); endmodule"
    )
    actual = synthesis.netlist(part(tmp_path, text), osu018(), hierarchy=True)
    assert actual.modules == {"inner": 2 * osu018().gate_equivalent(), "dut": osu018().gate_equivalent()}
    assert sum(actual.modules.values()) == actual.area


@pytest.mark.long("five seconds: other parts are always mapped")
def test_memories_are_bits():
    """The engine's memory is a black box, whose bits are reported."""
    subject = parts.of_point(config.point("ibex-ref/engine"))
    engine = next(p for p in subject.parts if p.name == "engine")
    assert parts.MEMORIES[0] in engine.left_out
    small = parts.Part("hold", "vmb_hold", (("Words", 47),), "rtl/engine/vmb_engine.core", left_out=parts.MEMORIES)
    actual = synthesis.netlist(small, osu018())
    assert actual.memory_bits == 24 * 64
    assert actual.cells.get("DFFSR", 0) + actual.cells.get("DFFPOSX1", 0) < 200  # registers of control alone


GENERATED = """module dut (input logic clock, reset, we_i, input logic [5:0] w_i, r_i, input logic [7:0] d_i,
                            output logic [7:0] q_o, output logic [3:0] few_o, input logic [1:0] s_i);
  logic [7:0] many_q[64];
  logic [3:0] few_q[4];
  logic [5:0] r_q;
  always_ff @(posedge clock) begin
    r_q <= r_i;
    if (we_i) many_q[w_i] <= ~d_i;
    if (we_i && !reset) few_q[w_i[1:0]] <= d_i[3:0];
  end
  assign q_o = many_q[r_q];
  assign few_o = few_q[s_i];
endmodule
"""


@pytest.mark.parametrize("hierarchy", [False, True])
def test_arrays_in_generated_code_are_bits(tmp_path, hierarchy):
    """Those that are read at a clock edge; clock and reset have other names there."""
    created = replace(part(tmp_path, GENERATED), generated=parts.Generated("", "clock", "reset"))
    actual = synthesis.netlist(created, osu018(), hierarchy=hierarchy)
    assert actual.memory_bits == 64 * 8
    assert actual.cells["DFFPOSX1"] == 4 * 4
    text = actual.verilog.read_text()
    ports = {port.strip() for port in re.findall(r"^  ((?:input|output) .*);", text, re.MULTILINE)}
    assert {r"input [7:0] \many_q.RD_DATA", r"output [5:0] \many_q.WR_ADDR", "input clk_i"} <= ports
    assert "RD_CLK" not in text  # no clock is a port


@pytest.mark.parametrize(
    "unit", [pytest.param(unit, marks=() if unit in SMALL else LARGE) for unit in (*instructions.units(), "ise-all")]
)
def test_the_netlist_of_a_function_unit_is_its_rtl(tmp_path, unit):
    (block,) = parts.blocks()[unit].parts
    assert proved(synthesis.netlist(block, osu018()), osu018(), tmp_path)


def test_a_proof_can_fail(tmp_path):
    (block,) = parts.blocks()["xascon"].parts
    actual = synthesis.netlist(block, osu018())
    text = actual.verilog.read_text()
    broken, count = re.subn(r"\bXNOR2X1\b", "XOR2X1", text, count=1)
    assert count == 1
    copy = tmp_path / "broken"
    copy.mkdir()
    (copy / "netlist.v").write_text(broken)
    assert not proved(synthesis.Netlist(**{**actual.__dict__, "folder": copy}), osu018(), tmp_path)


def test_the_same_twice(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path))
    (block,) = parts.blocks()["zkned"].parts
    first = synthesis.netlist(block, osu018())
    text = first.verilog.read_text()
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "again"))
    second = synthesis.netlist(block, osu018())
    assert second.folder != first.folder and second.verilog.read_text() == text


def test_a_latch_without_an_area_is_rejected(tmp_path):
    text = "module dut(input logic g_i, d_i, output logic q_o); always_latch if (g_i) q_o = d_i; endmodule"
    with pytest.raises(VambraceError, match="LATCH"):
        synthesis.netlist(part(tmp_path, text), osu018())


def test_a_function_without_a_cell_is_rejected(tmp_path):
    with pytest.raises(VambraceError, match=r"dut with cells\.lib: .*D flip-flops are not supported"):
        synthesis.netlist(
            part(tmp_path, f"module dut(input {FLOPS} endmodule"), read(tmp_path, NAND, NOR, INVERTER, BUFFER)
        )


def test_wrong_rtl_is_reported_with_its_line(tmp_path):
    with pytest.raises(VambraceError, match=r"dut\.sv:1: ERROR: use of undeclared identifier"):
        synthesis.netlist(part(tmp_path, "module dut(output logic y_o); assign y_o = nothing; endmodule"), osu018())


def test_a_point_is_the_sum_of_its_parts():
    """The parts that exist depend on the point."""

    def names(point: str) -> list[str]:
        return [p.label for p in parts.of_point(config.point(point)).parts]

    assert len(names("ibex-ref/none")) == len(names("ibex-ref/all")) == 1
    assert names("ibex-ref/engine")[1:] == ["vmb_couple_accel", "vmb_engine"]
    assert names("ibex-ref/engine-axi4l-pio")[1:] == ["vmb_couple_axi4l", "vmb_engine (Dma=0)"]
    assert names("ibex-ref/engine-tlul")[0] == names("ibex-ref/none")[0]
    assert names("ibex-ref/aes-unit")[1:] == ["vmb_aes_unit (KeyBits=256, Chain=1)"]
    tile = parts.of_point(config.point("rocket/none")).parts
    assert [p.label for p in tile] == ["RocketTile"] and tile[0].generated
    configurations = {
        "rocket/none": "rv32-bare",
        "rocket/engine": "rv32",
        "rocket/engine-port-pio": "rv32",
        "rocket/engine-tlul": "rv32",
        "rocket/engine-tlul-pio": "rv32-bare",
        "rocket/aes-128-unit-tlul-pio": "rv32-bare",
        "rocket-scratchpad/none": "rv32-scratchpad-bare",
        "rocket-scratchpad/engine": "rv32-scratchpad",
        "rocket64/none": "rv64-bare",
    }
    assert {p: parts.of_point(config.point(p)).parts[0].generated.configuration for p in configurations} == (
        configurations
    )
    assert names("rocket/engine")[1:] == ["vmb_couple_accel", "vmb_rocc", "vmb_rocc_mem", "vmb_engine"]
    assert names("rocket/engine-port-pio")[1:] == ["vmb_couple_accel", "vmb_rocc", "vmb_engine (Dma=0)"]
    assert names("rocket/engine-tlul")[1:] == ["vmb_couple_tlul (SourceBits=7)", "vmb_rocc_mem", "vmb_engine"]
    assert names("rocket/engine-tlul-pio")[1:] == ["vmb_couple_tlul (SourceBits=7)", "vmb_engine (Dma=0)"]
    every, first = "KeyBits=256, Chain=1", "KeyBits=128, ShorterKeys=0, Chain=1"
    assert names("rocket/aes-unit")[1:] == ["vmb_rocc", "vmb_rocc_mem", f"vmb_aes_unit ({every}, PortDepth=4)"]
    assert names("rocket/aes-128-unit")[1:] == ["vmb_rocc", "vmb_rocc_mem", f"vmb_aes_unit ({first}, PortDepth=4)"]
    assert names("rocket/aes-128-unit-port-pio")[1:] == ["vmb_rocc", f"vmb_aes_unit ({first}, MemoryPort=0)"]
    for name, rounds in (("2-rounds", 2), ("unrolled", 0)):
        (unit,) = names(f"rocket/aes-128-unit-port-pio-{name}")[2:]
        assert unit == f"vmb_aes_unit ({first}, RoundsPerCycle={rounds}, MemoryPort=0)"
    assert names("rocket/aes-128-unit-tlul-pio")[1:] == [
        "vmb_couple_tlul (SourceBits=7)",
        f"vmb_aes_unit_regs ({first})",
    ]


def test_files_only_for_simulation_are_in_no_netlist():
    """The clock gate of CV32E40X is a latch, for which the default library has no area."""
    (core,) = parts.of_point(config.point("cv32e40x/none")).parts
    in_netlist, simulated = ({p.name for p in d.packages} for d in (core.design(), rtl.design("cv32e40x")))
    assert in_netlist - simulated == {"cv32e40x_clock_gate.sv"}
    assert simulated - in_netlist == {"cv32e40x_sim_clock_gate.sv"}


def test_the_command(tmp_path):
    target = tmp_path / "area.json"
    done = CliRunner().invoke(main, ["area", "zkned", "xasc*n", "--json", str(target)])
    assert done.exit_code == 0, done.output
    created = json.loads(target.read_text())
    assert [r["block"] for r in created] == ["zkned", "xascon"]
    for r in created:
        assert r["kge"] == pytest.approx(r["area"] / 24 / 1000) and 0.3 < r["kge"] < 1
        assert (r["net_area"], r["memory_bits"], r["flip_flops"]) == (None, 0, 0)
        assert f"{r['kge']:.2f}" in done.output


def test_the_table_of_points_says_what_is_more():
    def made(extensions: str, kge: float) -> dict:
        return {
            "core": "c", "extensions": extensions, "block": None, "kge": kge, "instances": 5, "memory_bits": 0,
            "flip_flops": 1,
            "parts": {"core": {"kge": kge, "modules": {}}}, "tools": {},
            "configuration": {"liberty": "l", "gate_equivalent": 1, "modules": False, "recipes": False},
        }  # fmt: skip

    (grid,) = area_table.grids([made("none", 30), made("zkned", 31.25)])
    assert [row[:3] for row in grid.rows] == [["none", "30.00", ""], ["zkned", "31.25", "+1.25"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "unknown"),
        (["zkned", "--liberty", "/dev/null"], "not a Liberty file"),
        (["--json", "/no/where"], "no folder"),
    ],
)
def test_wrong_arguments(arguments, words):
    done = CliRunner().invoke(main, ["area", *arguments])
    assert done.exit_code != 0
    assert words in done.output + str(done.exception)


def test_an_area_is_kept_and_in_the_report(tmp_path, monkeypatch):
    """What the command has measured it finds again, and so does the report: with its options, apart."""
    monkeypatch.setenv("VAMBRACE_CACHE_BELOW", str(cache_dir()))
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, done.output
        return done.stdout

    first = run("area", "xascon", "zbkb")
    with_modules = run("area", "xascon", "--modules")
    monkeypatch.setattr(work, "each", lambda *_, **__: pytest.fail("something was measured"))
    assert run("area", "xascon", "zbkb") == first and run("area", "xascon", "--modules") == with_modules
    (tmp_path / "bench.json").write_text(json.dumps(made_up.bench()[:1]))  # so that the report measures none
    text = tmp_path / "report.md"
    run("report", "-o", str(tmp_path / "r.html"), "--markdown", str(text), "--from", str(tmp_path / "bench.json"))
    lines = {line.split("|")[1].strip(): line for line in text.read_text().splitlines() if line.startswith("| ")}
    kge = re.search(r"xascon +([0-9.]+)", first)
    assert kge and kge[1] in lines["xascon"] and "xascon, modules preserved" in lines and "zbkb" in lines
