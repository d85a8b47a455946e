# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A stream on the engine must end with the tag length that it began with: another one is an error of the call, not of
the device."""

from __future__ import annotations

import pytest

from tests.builds import BUILDS
from tests.system.test_engine_calls import program_of, run

PROGRAM = """
#include "vambrace/aead.h"

static uint8_t bytes[32], out[32], tag[32];
static vmb_aes128_ccm_key ccm;
static vmb_aes128_ccm_stream ccm_stream;
static vmb_ascon_aead128_key ascon;
static vmb_ascon_aead128_stream ascon_stream;
static vmb_chacha20_poly1305_key chacha;
static vmb_chacha20_poly1305_stream chacha_stream;

int main(void)
{
    static const unsigned lengths[] = {0, 4, 8, 12, 14, 15, 17, 18, 32};
    unsigned i, set_to, wanted;

    if (vmb_aes128_ccm_init(&ccm, bytes, 16) != VMB_OK || vmb_ascon_aead128_init(&ascon, bytes, 16) != VMB_OK ||
        vmb_chacha20_poly1305_init(&chacha, bytes, 32) != VMB_OK) {
        return 1;
    }
    for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (vmb_ascon_aead128_seal_start(&ascon_stream, &ascon, bytes, 16) != VMB_OK ||
            vmb_ascon_aead128_seal_finish(&ascon_stream, tag, lengths[i]) != VMB_ERR_LENGTH) {
            return 2;
        }
        if (vmb_chacha20_poly1305_seal_start(&chacha_stream, &chacha, bytes, 12) != VMB_OK ||
            vmb_chacha20_poly1305_seal_finish(&chacha_stream, tag, lengths[i]) != VMB_ERR_LENGTH) {
            return 3;
        }
    }
    for (set_to = 4; set_to <= 16; set_to += 2) {
        for (wanted = 2; wanted <= 18; wanted += 2) {
            if (vmb_aes128_ccm_seal_start(&ccm_stream, &ccm, bytes, 13) != VMB_OK ||
                vmb_aes128_ccm_lengths(&ccm_stream, 3, 5, set_to) != VMB_OK ||
                vmb_aes128_ccm_ad(&ccm_stream, bytes, 3) != VMB_OK ||
                vmb_aes128_ccm_update(&ccm_stream, out, bytes, 5) != VMB_OK) {
                return 4;
            }
            if (vmb_aes128_ccm_seal_finish(&ccm_stream, tag, wanted) != (set_to == wanted ? VMB_OK : VMB_ERR_LENGTH)) {
                return 5;
            }
        }
    }
    return 0;
}
"""


@pytest.mark.parametrize("name", ["engine", "engine-obi-pio"])
def test_a_stream_must_end_with_its_own_tag_length(tmp_path, name):
    build = BUILDS[name]
    run(program_of(tmp_path, PROGRAM, build), build)
