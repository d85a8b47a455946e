# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Energy: small circuits computed by hand from the tables of tiny.lib, what cannot be simulated or said, and a core's
netlist against its RTL.
"""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from vambrace import config
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli import energy as energy_command
from vambrace.hardware import model
from vambrace.measure import bench, energy
from vambrace.silicon import gates, liberty, parts, power
from vambrace.silicon.circuit import load, truth_table
from vambrace.silicon.liberty import Table
from vambrace.software.oracles import messages
from vambrace.software.running.simulate import Machine, Memory, simulate
from vambrace.software.toolchain import program
from vambrace.view import energy_table

TINY = Path(__file__).with_name("tiny.lib")
AT_02 = power.Conditions(slew=0.2, frequency=100.0)  # the middle of all tables

INVERTERS = "module t(input a, output y); wire n; INV i(.A(a), .Y(n)); INV j(.A(n), .Y(y)); endmodule"
NAND = "module t(input a, b, output y); NAND2 g(.A(a), .B(b), .Y(y)); endmodule"
FLOP = """module t(input clk, r, d, output q, qn);
DFF f(.CLK(clk), .D(d), .R(r), .Q(q), .QN(qn)); endmodule"""


def prepared(tmp_path, verilog, library=TINY):
    work = tmp_path / "circuit"
    work.mkdir()
    (tmp_path / "t.v").write_text(verilog)
    known = liberty.load(library)
    gates.convert(tmp_path / "t.v", "t", known, work)
    return gates.Prepared("", work, load(work / "circuit.json", known))


def spent(tmp_path, verilog, stimulus, conditions=AT_02, library=TINY):
    """The values of the ports in each cycle, and the energy of all cycles except the first."""
    circuit = prepared(tmp_path, verilog, library)
    seen, activity = gates.follow(circuit, stimulus)
    figures = power.Model(circuit.circuit, liberty.load(library), conditions)
    return seen, figures.energy(activity.toggles, activity.cycles), figures


def library_with(tmp_path, *changes):
    text = TINY.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "other.lib").write_text(text)
    return tmp_path / "other.lib"


@pytest.mark.long("eight seconds: other netlists are always counted")
def test_two_inverters_by_hand(tmp_path):
    # a: 0 1 0 0 1, three toggles of each net in four cycles
    seen, actual, _ = spent(tmp_path, INVERTERS, [{"a": a} for a in (0, 1, 0, 0, 1)])
    assert [s["y"] for s in seen] == [0, 1, 0, 0, 1]
    # a and n have an input of 0.01 pF on them, y nothing: 0.5 * 0.01 * 2 V * 2 V
    assert actual.switching == pytest.approx(3 * 2 * 0.02)
    # at 0.2 ns, the middle of a row: a rise 2, a fall 4 at 0.01 pF, and the same at 0, before the table's begin
    assert actual.internal == pytest.approx(3 * (3 + 3))
    # 20 nW over 4 cycles of 10 ns: 0.8 fJ
    assert actual.leakage == pytest.approx(20 * 40 * 1e-6)
    assert actual.components == pytest.approx({"clock": 0, "registers": 0, "logic": 18.12})
    assert actual.total == pytest.approx(18.12 + 0.0008)


@pytest.mark.long("six seconds: a model that only this test needs")
def test_load_chooses_the_row(tmp_path):
    # n has three inputs on it, 0.03 pF: the second row, 6 and 8 at 0.2 ns
    verilog = "module t(input a, output [2:0] y); wire n; INV i(.A(a), .Y(n)); INV j[2:0](.A({3{n}}), .Y(y)); endmodule"
    _, actual, _ = spent(tmp_path, verilog, [{"a": a} for a in (0, 1)])
    assert actual.internal == pytest.approx(7 + 3 * 3)
    assert actual.switching == pytest.approx(0.02 + 0.06)


def test_modules_have_their_own_cells(tmp_path):
    text = """module pair(input a, output y); wire n; INV i(.A(a), .Y(n)); INV j(.A(n), .Y(y)); endmodule
      module t(input a, output y); wire n; INV k(.A(a), .Y(n)); pair u(.a(n), .y(y)); endmodule"""
    _, actual, _ = spent(tmp_path, text, [{"a": 0}, {"a": 1}])
    # each inverter 3 inside; 0.02 for a, and for each net between two; leakage is small
    assert actual.modules == pytest.approx({"": 3 + 2 * 0.02, "u": 2 * 3 + 0.02}, abs=1e-3)
    assert sum(actual.modules.values()) == pytest.approx(actual.total)


def test_nand_takes_the_mean_of_its_inputs(tmp_path):
    stimulus = [{"a": 1, "b": 0}, {"b": 1}, {"a": 0}, {"a": 1, "b": 0}]
    seen, actual, _ = spent(tmp_path, NAND, stimulus)
    assert [s["y"] for s in seen] == [1, 0, 1, 1]
    assert actual.internal == pytest.approx(2 * (2 + 5) / 2)
    # a toggles twice, 0.02 pF, and b twice, 0.03 pF
    assert actual.switching == pytest.approx(2 * 0.04 + 2 * 0.06)


def test_flop_by_hand(tmp_path):
    # five cycles, the first not counted; d toggles 3 times, q one cycle later: 2 of them are counted
    seen, actual, _ = spent(tmp_path, FLOP, [{"r": 1, "d": 0}, {"d": 1}, {"d": 0}, {}, {"d": 1}])
    assert [s["q"] for s in seen] == [0, 0, 1, 0, 0] and [s["qn"] for s in seen] == [1, 1, 0, 1, 1]
    # the clock rises and falls 4 times: 20 and 2 inside at 0.2 ns, and 0.05 pF
    assert actual.components["clock"] == pytest.approx(4 * (20 + 2) + 8 * 0.1)
    # d: 7 a toggle; q 100 and qn 200 a toggle, by the clock's table and not that of the reset
    assert actual.components["registers"] == pytest.approx(3 * 7 + 2 * 300)
    # d is an input: the 0.04 pF on it
    assert actual.components["logic"] == pytest.approx(3 * 0.08)
    assert actual.internal + actual.switching == pytest.approx(sum(actual.components.values()))


def test_reset_holds_a_flop(tmp_path):
    seen, _, _ = spent(tmp_path, FLOP, [{"r": 1, "d": 1}, {}, {"r": 0}, {}, {"r": 1}, {}])
    assert [s["q"] for s in seen] == [0, 1, 1, 0, 0, 1]


def test_the_same_twice(tmp_path):
    rng = np.random.default_rng(7)
    stimulus = [{"a": int(a), "b": int(b)} for a, b in rng.integers(0, 2, (600, 2))]  # beyond what a byte counts
    seen, first, _ = spent(tmp_path, NAND, stimulus)
    (tmp_path / "again").mkdir()
    assert spent(tmp_path / "again", NAND, stimulus)[:2] == (seen, first)
    outputs = [s["y"] for s in seen]
    assert outputs == [1 - (s["a"] & s["b"]) for s in seen]
    toggles = sum(x != y for x, y in pairwise(outputs))
    assert first.internal == pytest.approx(toggles * 3.5)


def test_other_units_are_the_same_energies(tmp_path):
    scaled = library_with(
        tmp_path,
        ("capacitive_load_unit (1,pf)", "capacitive_load_unit (10,ff)"),
        ('leakage_power_unit : "1nW"', 'leakage_power_unit : "100pW"'),
        ('time_unit : "1ns"', 'time_unit : "10ps"'),
    )
    # a hundredth of a picofarad: capacitances and energies are a hundredth
    circuit = [{"a": a} for a in (0, 1, 0)]
    actual = spent(tmp_path, INVERTERS, circuit, power.Conditions(0.002, 100.0), scaled)[1]
    (tmp_path / "tiny").mkdir()
    same = spent(tmp_path / "tiny", INVERTERS, circuit)[1]
    assert actual.internal == pytest.approx(same.internal / 100)
    assert actual.switching == pytest.approx(same.switching / 100)
    assert actual.leakage == pytest.approx(same.leakage / 10)


def test_tables_between_and_beyond_their_places():
    table = Table((1.0, 3.0), (10.0, 20.0), ((0.0, 1.0), (4.0, 9.0)), "t", ("load", "slew"))
    assert power.look_up(table, 1, 10) == 0 and power.look_up(table, 3, 20) == 9
    assert power.look_up(table, 2, 10) == 2 and power.look_up(table, 1, 15) == 0.5
    assert power.look_up(table, 2, 15) == 3.5
    assert power.look_up(table, 99, 99) == 9 and power.look_up(table, 0, 0) == 0
    turned = Table((10.0, 20.0), (1.0, 3.0), ((0.0, 4.0), (1.0, 9.0)), "t", ("slew", "load"))
    assert power.look_up(turned, 1, 20) == 1 and power.look_up(turned, 3, 10) == 4
    assert power.look_up(Table((), (), ((5.0,),), "scalar"), 1, 1) == 5
    with pytest.raises(VambraceError, match="equal_or_opposite"):
        power.look_up(Table((1.0,), (), ((5.0,),), "odd", ("equal_or_opposite",)), 1, 1)


@pytest.mark.parametrize(
    ("change", "effect", "words"),
    [
        (("internal_power()", "internal_energy()"), "internal", "no internal_power tables for INV in other.lib"),
        (("nom_voltage : 2.0;", ""), "switching", "no supply voltage in other.lib"),
        (("cell_leakage_power : 10;", ""), "leakage", "no cell_leakage_power for INV in other.lib"),
    ],
)
def test_cells_that_the_library_lacks_are_left_out(tmp_path, change, effect, words):
    library = library_with(tmp_path, change)
    _, actual, figures = spent(tmp_path, INVERTERS, [{"a": 0}, {"a": 1}], library=library)
    assert figures.missing == {effect: words}
    inputs = {"internal": actual.internal, "switching": actual.switching, "leakage": actual.leakage}
    assert inputs.pop(effect) is None and all(v > 0 for v in inputs.values())
    assert actual.total is None and actual.modules == {"": None}
    assert (actual.components["logic"] is None) == (effect != "leakage")
    assert energy_table.energy(actual.total) == "-"


@pytest.mark.parametrize(
    ("verilog", "words"),
    [
        ("module t(input g, d, output q); LATCH hold(.G(g), .D(d), .Q(q)); endmodule", "hold is a latch"),
        ("module t(input a, output y); NAND2 p(.A(a), .B(y), .Y(y)); endmodule", "a loop of gates: p"),
        (
            "module t(input c, d, output q); wire n; DFF u(.CLK(c), .D(d), .Q(n));"
            "DFF w(.CLK(n), .D(d), .Q(q)); endmodule",
            "w .DFF.: not all flip-flops have one input as their clock",
        ),
        (
            "module t(input c, d, output q); wire n; DFF u(.CLK(c), .R(d), .D(d), .Q(n));"
            "DFF w(.CLK(c), .R(n), .D(d), .Q(q)); endmodule",
            "w .DFF.: its asynchronous reset depends on a flip-flop",
        ),
    ],
)
def test_cells_that_cannot_be_simulated_are_named(tmp_path, verilog, words):
    with pytest.raises(VambraceError, match=words):
        prepared(tmp_path, verilog)


def test_functions_of_the_format():
    assert truth_table("!(A B)", ("A", "B")) == 0b0111
    assert truth_table("(A+B)", ("A", "B")) == 0b1110
    assert truth_table("(!((S A) + (!S B)))", ("A", "B", "S")) == 0b01010011


def test_points_without_a_netlist_are_rejected():
    known = config.algorithms()["aes-128-ccm"], config.scenarios()["zigbee"]
    options = energy.Options(TINY)
    for name, words in (("rocket/none", "energy of generated cores"), ("cv32e40x/engine", "only on Ibex")):
        with pytest.raises(UsageError, match=words):
            energy.tasks([bench.Task(config.point(name), *known)], options)


def test_engines_support_the_algorithm():
    known = config.algorithms()
    point = config.point("ibex-ref/engine-axi4l-pio")
    part = parts.to_simulate(point, known["chacha20-poly1305"])
    assert parts.engine_label(part) == (
        "vmb_soc_engines (Couplings=4, Ports=2, Ascon=0, AsconHash=0, AsconV12=0, Aes=0, AesKeyBits=128, "
        "AesDecrypt=0, Contexts=0, TwoPasses=1, Slots=0)"
    )
    assert dict(part.parameters)["Engines"] == 1 and part.left_out == parts.MEMORIES
    hashing = parts.engine_label(parts.to_simulate(point, known["ascon-hash256"]))
    assert hashing == "vmb_soc_engines (Couplings=4, Ports=2, AsconV12=0, Chacha=0, Aes=0, TwoPasses=1)"
    everything = parts.engine_label(parts.to_simulate(point, known["aes-128-ccm"], True))
    assert everything == "vmb_soc_engines (Couplings=4, Ports=2, TwoPasses=1)"
    fast = config.point("ibex-ref/engine-axi4l-pio@AsconRoundsPerCycle=4")
    assert "AsconRoundsPerCycle=4" in parts.engine_label(parts.to_simulate(fast, known["ascon-aead128"]))


def test_an_aes_unit_chains_blocks_as_in_the_model():
    part = parts.to_simulate(config.point("ibex-ref/aes-unit"), config.algorithms()["aes-128-ccm"])
    assert dict(part.parameters)["AesUnitChain"] == 1


# ---- A core: its netlist against its RTL ----

POINT = "ibex-ref/zbkb"
SOURCE = """
#include <stdint.h>
#include "vmb_sim.h"
volatile uint32_t place[8];
__attribute__((noinline)) uint32_t mix(uint32_t x, uint32_t y) {
  for (int i = 0; i < 5; i++) { x = (x << 7 | x >> 25) ^ y * x; place[i] = x; ((volatile uint8_t *)place)[29] = x; }
  return x;
}
int main(void) { return mix(0x12345678, 77) == mix(0x12345678, 77) ? 0 : 1; }
"""


@pytest.fixture(scope="module")
def core():
    library = liberty.load(liberty.default_path())
    return gates.prepare(parts.to_simulate(config.point(POINT), config.algorithms()["ascon-aead128"]), library), library


CORE = pytest.mark.long("synthesis and a model of a whole core")


@CORE
@pytest.mark.parametrize("machine", [Machine(), Machine(wait_instr=1, wait_data=2, random_waits=5)])
def test_the_netlist_agrees_with_the_rtl(tmp_path, core, machine):
    circuit, library = core
    machine = replace(machine, max_cycles=20_000)
    source = tmp_path / "mix.c"
    source.write_text(SOURCE)
    point = config.point(POINT)
    elf = program.link([source], point.build, machine.ram_bytes)
    at = elf.symbol("place")
    memory = Memory(dump={"place": (at, 32)})
    expected = simulate(model.build(model.shared(point.core)), elf, machine, {"mix": elf.symbol("mix")}, memory)
    late = point.core.rvfi_delay
    windows = [
        gates.Window(start - late, c.cycles)
        for start, c in zip(expected.starts["mix"], expected.windows["mix"], strict=True)
    ]
    actual = gates.simulate(circuit, elf, machine, memory, windows)
    assert (actual.end, actual.exit_code, actual.cycles) == ("exit", 0, expected.total.cycles)
    assert actual.dumps == expected.dumps and any(actual.dumps["place"])
    assert [w.cycles for w in windows] == [c.cycles for c in expected.windows["mix"]] and len(windows) == 2
    for activity, counts in zip(actual.activity, expected.windows["mix"], strict=True):
        assert activity.bits["instr_read"] == 8 * counts.bytes_fetched
        assert activity.bits["data_written"] == 8 * counts.bytes_stored > 0
        assert activity.toggles.max() <= activity.cycles
    # the same call twice, from two places: nearly the same energy, and one that a 33 kGE core of 0.18 um can have
    figures = power.Model(circuit.circuit, library, power.Conditions())
    first, second = (figures.energy(a.toggles, a.cycles) for a in actual.activity)
    assert first.total == pytest.approx(second.total, rel=0.1)
    assert 300 < first.total / windows[0].cycles < 1200
    again = gates.simulate(circuit, elf, machine, memory, windows)
    assert all((a.toggles == b.toggles).all() for a, b in zip(actual.activity, again.activity, strict=True))


@CORE
def test_a_wrong_netlist_is_detected(tmp_path, core):
    circuit, _ = core
    lines = circuit.program.read_text().splitlines()
    runs = next(i for i, line in enumerate(lines) if line.startswith("gates "))
    count, arity, table, first = lines[runs + 1].split()
    lines[runs + 1] = f"{count} {arity} {int(table, 16) ^ (1 << (1 << int(arity))) - 1:x} {first}"
    (tmp_path / "gates.txt").write_text("\n".join(lines) + "\n")
    task = energy.Task(
        bench.Task(config.point(POINT), config.algorithms()["ascon-aead128"], config.scenarios()["zigbee"]),
        energy.Options(liberty.default_path()),
    )
    packet = messages.packet(task.run.algorithm, task.run.scenario)
    with pytest.raises(VambraceError, match="the netlist and the RTL differ"):
        energy.activity(task, replace(circuit, key=str(tmp_path), folder=tmp_path), task.run.runner(), packet)


@CORE
def test_a_record_has_its_configuration(core):
    task = energy.Task(
        bench.Task(config.point(POINT), config.algorithms()["ascon-aead128"], config.scenarios()["zigbee"]),
        energy.Options(liberty.default_path()),
    )
    seal, opened = energy.measure(task)
    assert (seal["operation"], opened["operation"]) == ("seal", "open") and seal["missing"] == {}
    counts = bench.run_packet(task.run)
    assert seal["cycles"] == counts["seal"]["operation"].cycles
    assert seal["bits"]["instr_read"] == 8 * counts["seal"]["operation"].bytes_fetched
    assert seal["instruction_memory_nj"] == pytest.approx(seal["bits"]["instr_read"] * 63.362e-6)
    core_parts = sum(seal[f"{n}_nj"] for n in (*power.COMPONENTS, "leakage"))
    assert seal["core_nj"] == pytest.approx(core_parts)
    assert seal["core_nj"] == pytest.approx(seal["internal_nj"] + seal["switching_nj"] + seal["leakage_nj"])
    memories = seal["instruction_memory_nj"] + seal["data_memory_nj"]
    assert seal["total_nj"] == pytest.approx(seal["core_nj"] + memories)
    assert seal["model"]["library"] == "osu018_stdcells" and seal["model"]["voltage"] == 1.8
    assert 30 < seal["kge"] < 36
    assert energy.measure(task) == [seal, opened]


@CORE
def test_the_command(tmp_path, core):
    file = tmp_path / "energy.json"
    arguments = ["ibex-ref/zbkb", "-a", "ascon-aead128", "-s", "zigbee", "--markdown", "--json", str(file)]
    done = CliRunner().invoke(energy_command.energy, [*arguments, "--read-energy", "0", "--write-energy", "0"])
    assert done.exit_code == 0, done.output
    seal, opened = json.loads(file.read_text())
    assert seal["total_nj"] == seal["core_nj"] and opened["data_memory_nj"] == 0
    row = next(line for line in done.output.splitlines() if line.startswith("| ascon-aead128 | zbkb |"))
    assert energy_table.energy(seal["total_nj"]) in row and f"{seal['cycles']:,}" in row
    nothing = CliRunner().invoke(energy_command.energy, ["ibex-ref/zkned", "-a", "ascon-aead128"])
    assert isinstance(nothing.exception, UsageError) and "--all" in str(nothing.exception)
    plain = {**seal, "extensions": "none", "algorithm": "ascon-128", "scenario": "ipv6", "cycles": 64235}
    plain["total_nj"] = 64235 * 2.0
    faster = {**plain, "extensions": "zbkb+xascon", "cycles": 64235, "total_nj": 64235 * 1.0}
    (table,) = energy_table.grids([plain, faster])
    assert table.rows[1][-1] == "50.0 %" and table.rows[0][-1] == ""
