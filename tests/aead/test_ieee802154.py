# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of IEEE 802.15.4 (vambrace/frames/ieee802154.h): on this machine, on Spike and in one file, against AES-CCM
and AES-CTR of another library, and the example of docs/user/protocols.md."""

from __future__ import annotations

import re
import subprocess

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from tests.aead.frames import guide
from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from tests.host import amalgamated
from tests.host import runner as host
from vambrace.base.paths import root
from vambrace.software.running import spike
from vambrace.software.toolchain import program

SOURCE = root() / "tests" / "aead" / "ieee802154.c"
KEY, ADDRESS = bytes(range(0xC0, 0xD0)), bytes.fromhex("acde480000000001")
LONGEST, HEADERS = 116, 24  # of the C source


def protected(level: int, counter: int, header: bytes, payload: bytes) -> bytes:
    """Return a frame as the standard has it (IEEE 802.15.4-2020, section 9.3)."""
    nonce = ADDRESS + counter.to_bytes(4, "big") + bytes([level])
    if level == 0:
        return header + payload
    if level == 4:
        encryptor = Cipher(algorithms.AES(KEY), modes.CTR(b"\x01" + nonce + b"\x00\x01")).encryptor()
        return header + encryptor.update(payload)
    ccm = AESCCM(KEY, tag_length=2 << level % 4)
    if level < 4:
        return header + payload + ccm.encrypt(nonce, b"", header + payload)
    return header + ccm.encrypt(nonce, payload, header)


def digest(level: int) -> int:
    """Return FNV-1a of all frames of a level, as the C source makes them."""
    result = 2166136261
    pattern = bytes((7 * i + level) & 0xFF for i in range(256))
    for length in range(LONGEST + 1):
        at = (5 * length + level) % HEADERS
        counter = length * 0x01020304 & 0xFFFFFFFF
        for byte in protected(level, counter, pattern[:at], pattern[at : at + length]):
            result = (result ^ byte) * 16777619 & 0xFFFFFFFF
    return result


def expected() -> str:
    """Return the digests as the macro that the C source needs."""
    return "-DEXPECTED=" + ",".join(f"{digest(level):#x}u" for level in range(8))


OTHERS = pytest.mark.long("the same source, compiled otherwise")
SPIKES = {
    "rv32-zkned": BUILDS32["zkned"],
    "rv32-none:size": BUILDS32["none:size"],
    "rv64-none": BUILDS64["none"],
    "rv64-zkned": BUILDS64["zkned"],
}
RUNNERS = [pytest.param(r, id=r.name, marks=() if r.name == "host-asan" else OTHERS) for r in host.RUNNERS]


@pytest.mark.parametrize("runner", RUNNERS)
def test_frames_on_the_host(runner):
    program_file = host.build(f"ieee802154-{runner.name}", runner.flags, [expected()], [SOURCE])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


@pytest.mark.long("sources that are always run, in one file")
def test_frames_in_one_file():
    program_file = amalgamated.program_of("ieee802154", [expected()], [SOURCE])
    assert subprocess.run([program_file]).returncode == 0


@pytest.mark.parametrize("label", [pytest.param(n, marks=() if n == "rv32-zkned" else OTHERS) for n in SPIKES])
def test_frames_on_spike(label):
    build = SPIKES[label]
    elf = program.link([SOURCE], build.on_spike(build.xlen), 1 << 20, [expected()])
    code = spike.run(elf, isa(build), cached=True).exit_code
    assert code == 0, f"check {code} failed"


def test_a_wrong_expectation_is_found():
    """One digest is that of other frames."""
    wrong = re.sub(r"0x\w+u$", "1u", expected())
    program_file = host.build("ieee802154-wrong", host.SANITIZED.flags, [wrong], [SOURCE])
    assert subprocess.run([program_file]).returncode == 27


GUIDE_CALLER = """
#include <string.h>
int main(void)
{
    static const uint8_t key_bytes[16] = {1}, address[8] = {0xac, 0xde, 0x48, 0, 0, 0, 0, 1};
    static vmb_aes128_ccm_key key;
    uint8_t frame[125] = {0}, copy[125];
    size_t len, text_len;
    uint32_t i, next = 7;

    if (vmb_aes128_ccm_init(&key, key_bytes, 16) != VMB_OK) return 1;
    memcpy(frame + 9, "hello", 5);
    if (send(&key, address, &next, frame, 9, 117, &len) != VMB_ERR_LENGTH || next != 7) return 2;
    if (send(&key, address, &next, frame, 9, 5, &len) != VMB_OK || len != 18 || next != 8) return 3;
    memcpy(copy, frame, len);
    next = 7;
    if (receive(&key, 5, address, 7, &next, frame, len, 9, &text_len) != VMB_OK || text_len != 5) return 4;
    if (memcmp(frame + 9, "hello", 5) != 0 || next != 8) return 5;
    memcpy(frame, copy, len);
    if (receive(&key, 5, address, 7, &next, frame, len, 9, &text_len) != VMB_ERR_COUNTER || next != 8) return 6;
    for (i = 0; i < 8; i++) {
        if (i != 5 && receive(&key, i, address, 9, &next, frame, len, 9, &text_len) != VMB_ERR_ARGUMENT) return 7;
    }
    if (receive(&key, 5, address, 9, &next, frame, len, 9, &text_len) != VMB_ERR_TAG || next != 8) return 8;
    next = 0xffffffff;
    return send(&key, address, &next, frame, 9, 5, &len) == VMB_ERR_COUNTER && next == 0xffffffff ? 0 : 9;
}
"""


def test_the_functions_in_the_guide(tmp_path):
    source = tmp_path / "caller.c"
    source.write_text(guide.example("frames/ieee802154.h") + GUIDE_CALLER)
    program_file = host.build("ieee802154-guide", host.SANITIZED.flags, [], [source])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"
