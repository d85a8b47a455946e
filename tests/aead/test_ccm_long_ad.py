# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""All four bytes of the lengths of CCM's associated data and message, in every backend that encodes them: 16 MiB and
more, which also carry through the bytes of the counter. The engine's unit is tested with such lengths in
tests/rtl/test_aes_modes.py."""

from __future__ import annotations

import pytest

from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from vambrace.software.oracles import oracle
from vambrace.software.running import spike
from vambrace.software.toolchain import program

BYTES = 0x01020304
RAM_BYTES = 32 << 20
KEY, NONCE = bytes(range(16)), bytes(range(11))
PROGRAM = """
#include "vambrace/aead.h"

static const uint8_t input[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, wanted[] = {WANTED};
static uint8_t text[BYTES], tag[16];
static vmb_aes128_ccm_key key;

int main(void)
{
    unsigned i, differ = 0;
    int status;

    for (i = 0; i < 16; i++) text[i] = (uint8_t)(i + 1);
    if (vmb_aes128_ccm_init(&key, input, 16) != VMB_OK) return 1;
#if MESSAGE
    status = vmb_aes128_ccm_seal(&key, text, tag, 16, input, 11, input, 5, text, BYTES);
#else
    status = vmb_aes128_ccm_seal(&key, text, tag, 16, input, 11, text, BYTES, text, 0);
#endif
    if (status != VMB_OK) return 2;
    for (i = 0; i < 16; i++) differ |= (unsigned)tag[i] ^ wanted[i];
    for (i = 0; i < 16; i++) differ |= MESSAGE * ((unsigned)text[BYTES - 16 + i] ^ wanted[16 + i]);
    return differ == 0 ? 0 : 3;
}
"""
PLAIN = pytest.mark.long("a million blocks without instructions for AES")
CHOSEN = [
    pytest.param(BUILDS32["zkned"], id="rv32-zkned"),
    pytest.param(
        BUILDS32["zkned:misaligned"],
        id="rv32-zkned:misaligned",
        marks=pytest.mark.long("the lists have its other lengths; rv32-zkned always runs"),
    ),
    pytest.param(
        BUILDS32["zkned:size"],
        id="rv32-zkned:size",
        marks=pytest.mark.long("a million blocks in the size profile; rv32-zkned always runs"),
    ),
    pytest.param(BUILDS64["zkned"], id="rv64-zkned", marks=pytest.mark.long("C that tests on the host also run")),
    *(pytest.param(BUILDS32[name], id=f"rv32-{name}", marks=PLAIN) for name in ("none", "none:size")),
]


@pytest.mark.parametrize("what", ["associated data", "message"])
@pytest.mark.parametrize("build", CHOSEN)
def test_every_byte_of_the_length_is_encoded(tmp_path, build, what):
    long = bytes(range(1, 17)) + bytes(BYTES - 16)
    ad, text = (KEY[:5], long) if what == "message" else (long, b"")
    out, tag = oracle.seal("aes-128-ccm", KEY, NONCE, ad, text, 16)
    source = tmp_path / "program.c"
    source.write_text(PROGRAM.replace("WANTED", ", ".join(map(str, tag + out[-16:].ljust(16, b"\0")))))
    flags = [f"-DBYTES={BYTES}u", f"-DMESSAGE={int(what == 'message')}"]
    elf = program.link([source], build.on_spike(build.xlen), RAM_BYTES, flags)
    assert spike.run(elf, isa(build), ram_bytes=RAM_BYTES, most=10**10).exit_code == 0
