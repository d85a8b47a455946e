# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with other parameters than those of the engines that messages go through: without warnings from a linter,
whichever features are left out.
"""

from __future__ import annotations

import re
import subprocess

import pyslang
import pytest
from pyslang.driver import Driver

from tests import ran
from tests.rtl.engine_cases import FOLDER
from vambrace.config import engine_options
from vambrace.hardware import rtl

VARIANTS: dict[str, dict[str, int]] = {
    "all": {},
    "Ascon alone": {"Chacha": 0, "Aes": 0},
    "Ascon's AEAD alone": {"Chacha": 0, "Aes": 0, "AsconHash": 0, "AsconV12": 0, "Contexts": 0},
    "ChaCha20-Poly1305 alone": {"Ascon": 0, "Aes": 0, "ChachaQuarterRounds": 1, "PolyBitsPerCycle": 4},
    "AES alone": {"Ascon": 0, "Chacha": 0, "AesKeyBits": 128, "AesDecrypt": 0},
    "AES alone, with GCM": {"Ascon": 0, "Chacha": 0, "AesDecrypt": 0, "AesGcm": 1, "GhashBitsPerCycle": 1},
    "GCM, whole messages only": {"AesGcm": 1, "GhashBitsPerCycle": 128, "Contexts": 0, "Hardened": 1},
    "AES, unrolled": {"Ascon": 0, "Chacha": 0, "AesRoundsPerCycle": 0, "AesSbox": 1, "AesStoredKeys": 1},
    "AES in two stages": {"Ascon": 0, "Chacha": 0, "AesTwoStages": 1},
    "no slots": {"Slots": 0},
    "bursts": {"Bursts": 1, "Watchdog": 0},
    "three slots": {"Slots": 3},
    "a slow memory": {"Outstanding": 3},
    "a very slow memory": {"Outstanding": 32, "Bursts": 1},
    "nothing held": {"HoldWords": 0},
    "one pass, nothing early": {"TwoPasses": 0, "Early": 0},
    "one word": {"HoldWords": 1},
    "whole messages only": {"Contexts": 0},
    "hardened": {"Hardened": 1},
    "hardened, nothing held": {"Hardened": 1, "HoldWords": 0, "Slots": 0, "TwoPasses": 1},
    "bound passes": {"TwoPasses": 1, "Bindings": 1, "HoldWords": 5, "Hardened": 1, "Contexts": 0},
    "many bindings": {"TwoPasses": 1, "Bindings": 255, "HoldWords": 65535, "PortBits": 128},
    "no memory port, nothing held": {"Dma": 0, "HoldWords": 0, "Slots": 0, "Contexts": 0},
}


#: The short run lints what leaves the most out, and what no model of the tests has.
SHORT = ("all", "Ascon's AEAD alone", "AES, unrolled", "hardened, nothing held", "no memory port, nothing held")
OTHERS = pytest.mark.long("seconds each: parameters that models of the tests have")


@pytest.mark.parametrize("variant", [pytest.param(v, marks=() if v in SHORT else OTHERS) for v in VARIANTS])
def test_lint(variant):
    done = lint(**VARIANTS[variant])
    assert done.returncode == 0, done.stderr


def lint(**parameters: int) -> subprocess.CompletedProcess[bytes]:
    options = ["--lint-only", "-Wall", "--top-module", "vmb_engine", *(f"-G{n}={v}" for n, v in parameters.items())]
    return ran.verilator(options, rtl.core_files(FOLDER / "vmb_engine.core"))


@pytest.mark.parametrize(("name", "value"), [("Slots", 4), ("HoldWords", 65536), ("Bindings", 256)])
def test_values_beyond_the_width_of_registers_are_rejected(name, value):
    done = lint(**{"TwoPasses": 1, name: value})
    assert done.returncode != 0 and f"{name} must be 0 to {value - 1}".encode() in done.stderr


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"Ascon": 0, "Chacha": 0, "Aes": 0}, "an engine has a cipher unit"),
        ({"Bursts": 1, "Dma": 0}, "Bursts = 1 needs Dma = 1"),
        ({"Bindings": 1}, "Bindings above 0 needs Dma = 1 and TwoPasses = 1"),
        ({"Bindings": 1, "TwoPasses": 1, "Dma": 0}, "Bindings above 0 needs Dma = 1 and TwoPasses = 1"),
        ({"Bindings": 1, "TwoPasses": 1, "HoldWords": 4}, "Bindings above 0 needs HoldWords of 5 or more"),
        ({"Outstanding": 1}, "Outstanding must be 2 to 32"),
        ({"Outstanding": 33}, "Outstanding must be 2 to 32"),
    ],
)
def test_contradictory_parameters_are_rejected(parameters, message):
    done = lint(**parameters)
    assert done.returncode != 0 and message.encode() in done.stderr


def wrong_values(option: engine_options.Option) -> list[int]:
    """Return values next to the legal ones that the engine does not have; none is below 0."""
    known = [int(word) for word in re.findall(r"\d+", option.values)]
    return [value for value in (min(known) - 1, max(known) + 1) if value >= 0]


#: Parameters of cipher units that have more than two values, with one that they do not have.
WRONG = [
    (option.name, value)
    for option in engine_options.options().values()
    if option.unit and option.values
    for value in wrong_values(option)
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_wrong_values_of_units_are_rejected(name, value):
    """In an engine that has everything."""
    everything = {o.name: 1 for o in engine_options.options().values() if o.unit and not o.values}
    done = lint(**everything | {name: value})
    assert done.returncode != 0
    assert f"must be {engine_options.options()[name].values}".encode() in done.stderr


@pytest.mark.parametrize("variant", VARIANTS)
def test_slang(variant):
    """Synthesis uses slang, which is stricter than Verilator about names that are declared later."""
    files = " ".join(map(str, rtl.core_files(FOLDER / "vmb_engine.core")))
    parameters = " ".join(f"-G {name}={value}" for name, value in VARIANTS[variant].items())
    driver = Driver()
    driver.addStandardArgs()
    assert driver.parseCommandLine(f"slang --top vmb_engine {parameters} {files}")
    assert driver.processOptions() and driver.parseAllSources()
    diagnostics = driver.createCompilation().getAllDiagnostics()
    engine = pyslang.DiagnosticEngine(driver.sourceManager)
    assert [engine.formatMessage(d) for d in diagnostics if d.isError()] == []
