# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_probe detects the processor's extensions, on simulated cores and on Spike, without side effects."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.rtl.engine import job_word
from tests.system import rocket
from tests.system.programs import NO_EXTENSIONS, core_model
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running import spike
from vambrace.software.running.simulate import Machine, Memory, simulate
from vambrace.software.toolchain import program

SOURCE = Path(__file__).parent / "probe.c"
HEADER = root() / "lib" / "include" / "vambrace" / "probe.h"
BITS = {name: int(value, 16) for name, value in re.findall(r"#define VMB_HAS_(\w+) (0x\w+)", HEADER.read_text())}
JOB = job_word("ascon-aead128", nonce_len=16, tag_len=16, ad_end=1, data_end=1)

#: The extensions that each parameter of a core adds.
OF_UNIT = {
    "Zbkb": "ZBKB", "Zbkc": "ZBKC", "Zbkx": "ZBKX", "Zkned": "ZKNE ZKND", "Xascon": "XASCON", "Zknh": "ZKNH",
    "Xasconp": "XASCONP", "Xchacha": "XCHACHA",
    "AesUnit": "AES_UNIT", "Engines": "ENGINE ENGINE_PIO",
}  # fmt: skip


def mask(names: str) -> int:
    return sum(BITS[name] for name in names.split())


def flags(nmis: int = 0) -> list[str]:
    return [f"-DJOB_WORD={JOB:#x}u", f"-DNMIS={nmis}"]


@functools.cache
def linked(build: config.Build, nmis: int = 0) -> program.Elf:
    return program.link([SOURCE], build, 1 << 20, flags(nmis))


def found(path: Path, build: config.Build, nmis: int = 0) -> int:
    elf = linked(build, nmis)
    outcome = simulate(path, elf, Machine(16 << 20, max_cycles=500_000))
    assert outcome.end == "exit", outcome.describe(elf)
    return outcome.exit_code


ANOTHER = pytest.mark.long("a model that no other test needs")
EVERY_UNIT = tuple(sorted(model.ALL_UNITS))


def one_more(*units: str) -> object:
    return pytest.param(units, marks=ANOTHER)


@pytest.mark.parametrize("units", [(), EVERY_UNIT, one_more("Zbkb", "Xascon"), one_more("Zkned")], ids="+".join)
def test_the_probe_on_ibex(units):
    assert found(core_model(units=units), NO_EXTENSIONS) == mask(" ".join(OF_UNIT[unit] for unit in units))


@pytest.mark.parametrize("units", [(), EVERY_UNIT], ids="+".join)
def test_an_nmi_is_passed_to_the_program(units):
    """It cannot be masked: at whatever place it comes, the program's handler gets it, and the mask is right."""
    assert found(core_model(units=units), NO_EXTENSIONS, 90) == mask(" ".join(OF_UNIT[unit] for unit in units))


@pytest.mark.parametrize("core", ["ibex-ref", pytest.param("cv32e40x", marks=ANOTHER)])
@pytest.mark.parametrize("name", ["engine", "aes-unit"])
def test_the_probe_on_a_core(core, name):
    """This also works while the engine or the unit works, whose results do not change."""
    has = {"aes-unit": "AES_UNIT", "engine": "ENGINE ENGINE_PIO" if core == "ibex-ref" else "ENGINE"}
    path = model.build(model.shared(config.cores()[core], BUILDS[name].extensions))
    assert found(path, BUILDS[name]) == mask(has[name])


def test_the_probe_on_cv32e40x():
    core = config.cores()["cv32e40x"]
    assert found(core_model("cv32e40x", tuple(model.ALL_UNITS & core.units)), NO_EXTENSIONS) == mask(
        "ZBKB ZBKC ZBKX ZKNE ZKND XASCON ZKNH"
    )


@ANOTHER
def test_the_probe_on_cv32e40x_without_units():
    assert found(core_model("cv32e40x", ()), NO_EXTENSIONS) == 0


@rocket.needed
@pytest.mark.parametrize(("name", "has"), [("engine", "ENGINE ENGINE_PIO"), ("aes-unit", "AES_UNIT"), ("none", "")])
def test_the_probe_on_rocket(name, has):
    """There an unknown RoCC instruction does not trap, and none runs unless mstatus.XS enables it."""
    point = config.point(f"rocket/{name}")
    assert found(model.build(model.shared(point.core, point.extensions)), point.build) == mask(has)


#: ISAs of Spike, after the width of registers, and their extensions.
ISAS = [
    ("imac", ""), ("imac_zbb_zbc_zbs", "ZBKC"), ("imac_zbkb", "ZBKB"), ("imac_zbkc", "ZBKC"), ("imac_zbkx", "ZBKX"),
    ("imac_zkne", "ZKNE"), ("imac_zknd", "ZKND"), ("imac_zknh", "ZKNH"), ("gc_zkn", "ZBKB ZBKC ZBKX ZKNE ZKND ZKNH"),
]  # fmt: skip

#: Those with our own instructions, of 32 bits.
OWN_ISAS = [("imac_xascon", "XASCON"), ("imac_xasconp", "XASCONP"), ("imac_xchacha", "XCHACHA")]


def on_spike(xlen: int) -> config.Build:
    return NO_EXTENSIONS.on_spike(xlen)


def found_on_spike(xlen: int, isa: str) -> int:
    elf = linked(on_spike(xlen))
    done = spike.run(elf, f"rv{xlen}{isa}", memory=Memory(dump={"result": (elf.symbol("result"), 4)}))
    return int.from_bytes(done.dumps["result"], "little")


@pytest.mark.parametrize(("isa", "has"), ISAS)
@pytest.mark.parametrize("xlen", [32, 64])
def test_the_probe_on_spike(xlen, isa, has):
    assert found_on_spike(xlen, isa) == mask(has)


@pytest.mark.parametrize(("isa", "has"), OWN_ISAS)
def test_the_probe_on_spike_with_our_extensions(isa, has):
    assert found_on_spike(32, isa) == mask(has)
