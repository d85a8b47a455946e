# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as a driver of TF-PSA-Crypto on a simulated core and on Spike, with keys in memory and in slots of the
engine, which have a location of their own.
"""

from functools import cache

import pytest

from tests.aead.spike_runner import both, isa
from tests.host.psa_programs import CASES, alike, of_mbedtls_few
from tests.host.tf_psa import needed
from tests.system import test_psa_core as mbedtls
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.software.ports import psa
from vambrace.software.running import spike
from vambrace.software.running.simulate import Memory
from vambrace.software.toolchain import program

SETUP = psa.Setup(driver=True, ascon=True, tf=True)
FEW = ("-DSTEP=32", "-DFEW=1")


@needed
@pytest.mark.parametrize("name", mbedtls.POINTS)
def test_results_on_a_core_agree_with_mbed_tls(name):
    ours = mbedtls.on_core(f"ibex-ref/{name}", CASES, *FEW, setup=SETUP)
    assert len(ours) > 400 and alike(ours) == alike(of_mbedtls_few(*FEW))


@needed
@pytest.mark.parametrize("names", [(), ("zkned",), ("zkned", "zbkc")])
def test_results_on_spike_agree_with_mbed_tls(names):
    build = Build(both(*names) if names else config.extension_sets()["none"]).on_spike()
    elf = program.link([CASES], build, mbedtls.RAM, [*psa.flags(SETUP), "-w", *FEW], psa.library(SETUP, build))
    text = elf.symbol("vmb_psa_text"), elf.symbol_size("vmb_psa_text")
    done = spike.run(elf, isa(build), memory=Memory({}, {"text": text}), cached=True)
    ours = done.dumps["text"].rstrip(b"\0").decode().splitlines()
    assert done.exit_code == 0 and alike(ours) == alike(of_mbedtls_few(*FEW))


@cache
def of_slots(point: str) -> list[list[str]]:
    main = root() / "tests" / "system" / "psa_slots.c"
    return [line.split() for line in mbedtls.on_core(point, main, setup=SETUP)]


def check(point: str) -> None:
    """Keys at the location of slots give the same results as keys of a type for slots through Mbed TLS; but cannot be
    exported, or copied to memory.
    """
    ours, theirs = of_slots(point), mbedtls.of_slots(point)
    different = [line for line in ours if line[0] in ("export", "to")]
    assert len(different) >= 5
    assert {" ".join(line) for line in different} == {"export -134 0", "to memory -134 0"}
    assert [line for line in ours if line not in different] == [line for line in theirs if line[0] != "export"]


@needed
def test_keys_at_the_location_of_slots():
    check("ibex-ref/engine")


@needed
def test_a_key_in_a_slot_for_gcm():
    check("ibex-ref/engine-gcm")


@needed
def test_a_copy_has_its_own_policy():
    """It decrypts, and does not encrypt."""
    lines = [" ".join(line) for line in of_slots("ibex-ref/engine") if "copy" in line]
    assert lines[0] == "copy 0 0" and lines[1].startswith("for copy 0 ") and lines[3] == "copy seals -133 0"
    assert lines[2] == f"copy opens 0 20 {mbedtls.TEXT.hex()}"
