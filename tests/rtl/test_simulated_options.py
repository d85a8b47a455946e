# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Options of the engine reach the parameters of vmb_engine in a simulated system, and have their effects."""

from __future__ import annotations

import re

import pyslang
import pytest
from pyslang.driver import Driver

from vambrace import config
from vambrace.base.paths import root
from vambrace.config import engine_options
from vambrace.config.parameters import literal
from vambrace.hardware import rtl

#: A value of each option that is neither the default nor that of SIMULATED.
OTHER = {
    name: next(v for v in (5, 4, 3, 2, 192, 1, 0, 64) if option.legal(v) and v not in (option.default,))
    for name, option in engine_options.options().items()
}


def engines(bits: int = 32, **given: str) -> list[dict[str, int]]:
    """Return the parameters of every vmb_engine of a pair of engines with these parameters; `bits` of the memory port
    are those of the system."""
    files = rtl.core_files(root() / "soc" / "rtl" / "vmb_soc_engine_pair.core", frozenset())
    parameters = " ".join(f'-G "{name}={value}"' for name, value in given.items())
    driver = Driver()
    driver.addStandardArgs()
    top = "vmb_soc_engine_pair"
    define = f"-D SYNTHESIS -D VMB_MEM_BITS={bits}"
    assert driver.parseCommandLine(f"slang {define} --top {top} {parameters} {' '.join(map(str, files))}")
    assert driver.processOptions() and driver.parseAllSources()
    results = []

    def visit(symbol):
        if symbol.kind == pyslang.ast.SymbolKind.Instance and symbol.definition.name == "vmb_engine":
            results.append({p.name: plain(str(p.value)) for p in symbol.body.parameters if not p.isLocalParam})

    driver.createCompilation().getRoot().visit(visit)
    return results


def plain(number: str) -> int:
    return int(re.sub(r"^\d*'[bd]", "", number))


TWO = {"HoldWords": 65, "AsconRoundsPerCycle": 4}


@pytest.mark.parametrize("options", [{}, TWO, OTHER], ids=["none", "two", "all"])
def test_options_are_parameters_of_both_engines(options):
    value = literal(engine_options.pack(options))
    usual = {name: engine_options.SIMULATED.get(name, o.default) for name, o in engine_options.options().items()}
    for parameters in (pair := engines(options.get("PortBits", 32), Options=value)):
        width = {} if parameters["Dma"] else {"PortBits": 32}
        assert {name: parameters[name] for name in usual} == usual | options | width
    assert len(pair) == 2 and [p["Dma"] for p in pair] == [1, 0]


def test_without_options_an_engine_has_its_defaults():
    assert engines() == engines(Options=literal(engine_options.pack({})))


def test_defaults_are_those_of_the_rtl():
    header = (root() / "rtl" / "engine" / "vmb_engine.sv").read_text().split("input", 1)[0]
    matches = {name: plain(value) for name, value in re.findall(r"parameter [^=]*?(\w+) = ([\w']+)", header)}
    assert {name: matches[name] for name in engine_options.options()} == {
        name: option.default for name, option in engine_options.options().items()
    }
    assert set(matches) - set(engine_options.options()) == {"Dma", "Bursts"}


def cycles(point: str, algorithm: str, scenario: str = "zigbee") -> dict[str, int]:
    from vambrace.measure import bench

    task = bench.Task(config.point(point), config.algorithms()[algorithm], config.scenarios()[scenario])
    return {record["operation"]: record["cycles"] for record in bench.records(task)}


@pytest.mark.long("half a minute each: a model of each engine")
@pytest.mark.parametrize("algorithm", ["ascon-aead128", "aes-128-ccm", "aes-256-ccm", "chacha20-poly1305"])
def test_a_call_does_not_depend_on_unused_options(algorithm):
    """vambrace.explore.metrics relies on this."""
    options = {**engine_options.own(algorithm), "TwoPasses": 0, "Watchdog": 100, "HoldWords": 65}
    assert cycles(f"ibex-ref/engine@{engine_options.label(options)}", algorithm) == cycles("ibex-ref/engine", algorithm)


@pytest.mark.long("half a minute each: a model of each engine")
@pytest.mark.parametrize("core", ["ibex-ref", "cv32e40x", "rocket"])
def test_options_change_cycles(core):
    usual = cycles(f"{core}/engine", "ascon-aead128", "ipv6")
    fast = cycles(f"{core}/engine@AsconRoundsPerCycle=2", "ascon-aead128", "ipv6")
    small = cycles(f"{core}/engine@HoldWords=17", "ascon-aead128", "ipv6")
    assert fast["seal"] < usual["seal"] and fast["open"] < usual["open"]
    assert small["seal"] == usual["seal"] and small["open"] > usual["open"]  # in two passes
