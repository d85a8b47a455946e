# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""CCM* without a tag: a program on this machine, on Spike, on an engine and an AES unit, against AES-CTR of another
library."""

from __future__ import annotations

import subprocess

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from tests.builds import BUILDS
from tests.host import runner as host
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running import spike
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

SOURCE = root() / "tests" / "aead" / "ccm_no_tag.c"
BYTES = bytes((11 * i + 3) & 0xFF for i in range(160))


def digest(key_len: int) -> int:
    """Return FNV-1a of the ciphertexts of the C source (IEEE 802.15.4-2020, section 9.3; NIST SP 800-38C, A.3)."""
    result = 2166136261
    for nonce_len in range(7, 14):
        for n in range(68):
            nonce = BYTES[32 + n % 5 :][:nonce_len]
            block = bytes([14 - nonce_len]) + nonce + (1).to_bytes(15 - nonce_len, "big")
            encryptor = Cipher(algorithms.AES(BYTES[:key_len]), modes.CTR(block)).encryptor()
            for byte in encryptor.update(BYTES[64 + n % 3 :][:n]):
                result = (result ^ byte) * 16777619 & 0xFFFFFFFF
    return result


EXPECTED = "-DEXPECTED=" + ",".join(f"{digest(n):#x}u" for n in (16, 24, 32))
OTHERS = pytest.mark.long("the same source, compiled otherwise")
RUNNERS = [pytest.param(r, id=r.name, marks=() if r.name == "host-asan" else OTHERS) for r in host.RUNNERS]
SPIKES = {
    "rv32-zkned": BUILDS32["zkned"],
    "rv32-none": BUILDS32["none"],
    "rv32-zkned:size": BUILDS32["zkned:size"],
    "rv32-none:size": BUILDS32["none:size"],
    "rv64-zkned": BUILDS64["zkned"],
}


@pytest.mark.parametrize("runner", RUNNERS)
def test_no_tag_on_the_host(runner):
    program_file = host.build(f"ccm-no-tag-{runner.name}", runner.flags, [EXPECTED], [SOURCE])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n == "rv32-zkned" else OTHERS) for n in SPIKES])
def test_no_tag_on_spike(name):
    build = SPIKES[name]
    elf = program.link([SOURCE], build.on_spike(build.xlen), 1 << 20, [EXPECTED])
    assert spike.run(elf, isa(build), cached=True).exit_code == 0


@pytest.mark.long("a few million cycles of a simulated core")
@pytest.mark.parametrize("label", ["engine", "engine:size", "engine-obi-pio", "aes-unit"])
def test_no_tag_on_hardware(label):
    build = BUILDS[label]
    elf = program.link([SOURCE], build, 1 << 20, [EXPECTED])
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=80_000_000), {}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
