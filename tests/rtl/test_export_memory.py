# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bundles of an engine whose memory port is on a bus: the smoke test in each, and what it finds."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from tests.rtl import exported
from tests.rtl.test_export_smoke import passes
from vambrace.base.errors import UsageError
from vambrace.cli.main import main
from vambrace.export import subject
from vambrace.export.memory import MEMORIES

ENGINE = "engine-ascon"
LONG = pytest.mark.long("another bus or width; one always runs")
BUNDLES = [
    ("axi4l", "axi4", ()),
    pytest.param("axi4l", "axi4", ("PortBits=128", "Words=16", "Burst=8"), marks=LONG),
    pytest.param("axi4l", "axi4-single", ("PortBits=64",), marks=LONG),
    pytest.param("wb", "wb", (), marks=LONG),
    pytest.param("wb", "wb", ("Pipelined=0",), marks=LONG),
    pytest.param("axi4l", "wb", ("PortBits=128", "Outstanding=9"), marks=LONG),
    pytest.param("ahb", "ahb", (), marks=LONG),
    pytest.param("ahb", "ahb", ("PortBits=64",), marks=LONG),
    pytest.param("ahb", "ahb", ("PortBits=128", "Strobes=1"), marks=LONG),
    pytest.param("tlul", "tlul", (), marks=LONG),
    pytest.param("tlul", "tlul", ("PortBits=64", "Outstanding=16", "SourceBits=5"), marks=LONG),
    pytest.param("tlul", "tlul", ("PortBits=128", "Ordered=1"), marks=LONG),
    pytest.param("", "wb", (), marks=LONG),
    pytest.param("axi4l", "axi-stream", (), marks=LONG),
    pytest.param("obi", "axi-stream", ("PortBits=64",), marks=LONG),
    pytest.param("accel", "axi-stream", ("PortBits=128",), marks=LONG),
    pytest.param("", "axi-stream", ("PortBits=128", "AsconV12=1"), marks=LONG),
]


def test_every_memory_bus_has_a_bundle():
    listed = {getattr(item, "values", item)[1] for item in BUNDLES}
    assert listed == set(MEMORIES)


@pytest.mark.parametrize(("bus", "memory", "settings"), BUNDLES)
def test_the_smoke_test_of_an_engine_on_a_memory_bus(bus, memory, settings, tmp_path):
    """With Icarus on Verilog-2005; Verilator has no warning about the SystemVerilog."""
    folder = exported.placed(tmp_path / "bundle", ENGINE, bus, *settings, memory=memory)
    top = subject.of_block(ENGINE, bus, settings, memory).top
    assert passes(exported.simulated(folder, top, tmp_path), top) >= 30
    lint = ("verilator", "--lint-only", "-Wall", "-F", "lists/verilator.f", "--top-module", top)
    done = exported.run(folder, *lint, env=exported.environment(tmp_path))
    assert done.returncode == 0, done.stdout


@LONG
@pytest.mark.parametrize("memory", ["axi4", "axi4-single"])
def test_the_smoke_test_finds_a_wrong_wire(memory, tmp_path):
    folder = exported.placed(tmp_path / "bundle", ENGINE, "axi4l", memory=memory)
    top = subject.of_block(ENGINE, "axi4l", (), memory).top
    source = folder / "verilog" / f"{top}.v"
    sound = source.read_text()
    for port, wrong in (("wdata_i", "32'd0"), ("be_i", "4'd1"), ("addr_i", "32'd0")):
        text, count = re.subn(rf"\.{port}\(mem_\w+\)", f".{port}({wrong})", sound)
        assert count == 1, port
        source.write_text(text)
        done = exported.simulated(folder, top, tmp_path)
        assert done.returncode != 0 and "FAIL: " in done.stdout and "PASS" not in done.stdout, port


def test_parameters_of_a_memory_bus_follow_from_the_engine():
    chosen = subject.of_block("engine-ascon", "tlul", ("PortBits=64", "Outstanding=8", "SourceBits=5"), "tlul")
    assert dict(chosen.memory.parameters) == {"PortBits": 64, "SourceBits": 3}
    assert dict(chosen.coupling.parameters)["SourceBits"] == 5
    chosen = subject.of_block("engine-ascon", "axi4l", ("Words=16",), "axi4")
    assert dict(chosen.memory.parameters) == {"Words": 16} and dict(chosen.module.parameters)["Bursts"] == 1
    chosen = subject.of_block("engine-ascon", "obi", (), "axi4-single")
    assert dict(chosen.module.parameters)["Outstanding"] == int(chosen.memory.known["Depth"]) == 8


def test_the_record_of_a_bundle_names_its_memory_bus():
    chosen = subject.of_block("engine-ascon", "ahb", (), "ahb")
    assert chosen.top == "vambrace_engine_ascon_ahb_mem_ahb"
    from vambrace.export import bundle, readme

    record = json.loads(bundle.record(chosen, {}))
    assert (record["bus"], record["memory"]) == ("ahb", "ahb") and "vmb_ahb_mem" in record["parameters"]
    assert readme.command(chosen) == "vambrace export engine-ascon --bus ahb --memory ahb"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("engine", "--memory", "axi"), "unknown memory bus 'axi'; did you mean 'axi4'?"),
        (("engine", "--bus", "axi4"), "write --bus axi4l --memory axi4"),
        (("ascon", "--memory", "wb"), "the block 'ascon' has no memory port"),
        (("engine", "--memory", "wb", "--set", "Dma=0"), "has no memory port with these parameters"),
        (("engine", "--memory", "wb", "--set", "Bursts=1"), "Bursts is 0 with vmb_wb_mem"),
        (("engine", "--memory", "tlul", "--set", "Outstanding=6"), "Outstanding is a power of 2"),
        (("engine", "--memory", "wb", "--set", "Depth=4"), "unknown parameter 'Depth'"),
        (("engine-ascon-ring", "--bus", "axi4l", "--memory", "axi4"), "an engine with a ring"),
        (("engine-ascon-ring", "--bus", "axi4l", "--memory", "axi-stream"), "it has no streams"),
        (("engine", "--memory", "axi-stream", "--set", "TwoPasses=1"), "TwoPasses is 0 with vmb_axis"),
        (("ibex-ref/zkned", "--memory", "wb"), "points do not support"),
    ],
)
def test_wrong_memory_buses(arguments, says, tmp_path):
    done = CliRunner().invoke(main, ["export", *arguments, "-o", str(tmp_path / "bundle")])
    assert isinstance(done.exception, UsageError) and says in str(done.exception), done.exception
    assert not (tmp_path / "bundle").exists()


def test_the_list_of_memory_buses():
    done = CliRunner().invoke(main, ["export", "--list"])
    listed = done.output.partition("memory buses:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == sorted(MEMORIES)
