# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ascon-AEAD128 with options on an engine, besides its results: the policy of short tags, keys in slots, forgeries of
every length, and what a refused call leaves. tests/aead/ascon_options.c compares results."""

from __future__ import annotations

import pytest

from tests.builds import BUILDS
from tests.system.test_engine_calls import program_of, run

TEXT = """
#include "vambrace/aead.h"
#include "vambrace/engine.h"

#define BYTES 43

static const uint8_t bytes[32] = {7, 8, 9, 10, 11, [13] = 3, [15] = 1, [21] = 2, [31] = 5};
static const uint8_t text[BYTES] = {1, 2, 3}, zeros[BYTES + 16];
static uint8_t out[BYTES + 16], other[BYTES + 16], back[BYTES];
static vmb_ascon_aead128_options_key keys[4]; /* of 16 bytes and 32, in memory and in a slot */
static vmb_ascon_aead128_options_stream s;

static int differ(const uint8_t *a, const uint8_t *b, unsigned n)
{
    unsigned i, found = 0;

    for (i = 0; i < n; i++) {
        found |= (unsigned)a[i] ^ b[i];
    }
    return found != 0;
}

static size_t asked(unsigned n)
{
    return n < 8 ? VMB_SHORT_TAG(n) : n;
}

static int seal(unsigned k, uint8_t *to, unsigned n)
{
    unsigned i;

    for (i = 0; i < sizeof out; i++) {
        to[i] = (uint8_t)(i + 1);
    }
    return vmb_ascon_aead128_options_seal(&keys[k], to, to + BYTES, asked(n), bytes + 3, 16, bytes, 21, text, BYTES);
}

static int open(unsigned k, const uint8_t *from, unsigned n)
{
    unsigned i;

    for (i = 0; i < BYTES; i++) {
        back[i] = (uint8_t)(i + 1);
    }
    return vmb_ascon_aead128_options_open(&keys[k], back, from + BYTES, asked(n), bytes + 3, 16, bytes, 21, from,
                                          BYTES);
}

/* The same in pieces, in one direction or the other; the result is in `back`. */
static int pieces(unsigned k, const uint8_t *from, uint8_t *tag, unsigned n, int opening)
{
    int status = opening ? vmb_ascon_aead128_options_open_start(&s, &keys[k], bytes + 3, 16)
                         : vmb_ascon_aead128_options_seal_start(&s, &keys[k], bytes + 3, 16);

    status = status != VMB_OK ? status : vmb_ascon_aead128_options_ad(&s, bytes, 5);
    status = status != VMB_OK ? status : vmb_ascon_aead128_options_ad(&s, bytes + 5, 16);
    status = status != VMB_OK ? status : vmb_ascon_aead128_options_update(&s, back, from, 19);
    status = status != VMB_OK ? status : vmb_ascon_aead128_options_update(&s, back + 19, from + 19, BYTES - 19);
    if (status != VMB_OK) return status;
    return opening ? vmb_ascon_aead128_options_open_finish(&s, tag, asked(n))
                   : vmb_ascon_aead128_options_seal_finish(&s, tag, asked(n));
}

static int is_wiped(void)
{
    return !differ((const uint8_t *)&s, zeros, sizeof zeros < sizeof s ? sizeof zeros : sizeof s);
}

int main(void)
{
    const uint32_t usual = VMB_ENGINE_ALLOW_EARLY | VMB_ENGINE_ALLOW_MEMORY_KEYS;
    uint8_t tag[16];
    unsigned k, n, i;

    if (vmb_engine_check() || vmb_ascon_aead128_options_init(&keys[0], bytes, 16) ||
        vmb_ascon_aead128_options_init(&keys[1], bytes, 32) ||
        vmb_ascon_aead128_options_init_short_slot(&keys[2], 1) ||
        vmb_ascon_aead128_options_init_slot(&keys[3], 2)) return 1;
    if (vmb_ascon_aead128_options_init_slot(&keys[3], 4) != VMB_ERR_ARGUMENT ||
        vmb_ascon_aead128_options_init_short_slot(&keys[2], 0) != VMB_ERR_ARGUMENT ||
        vmb_ascon_aead128_options_init_slot(NULL, 1) != VMB_ERR_ARGUMENT) return 2;

    /* a slot without a key, and one with a key of the other length */
    for (i = 0; i < 2; i++) {
        for (k = 2; k < 4; k++) {
            if (seal(k, out, 16) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 16)) return 3;
            if (open(k, other, 16) != VMB_ERR_DEVICE || differ(back, zeros, BYTES)) return 4;
            if (pieces(k, text, tag, 16, 0) != VMB_ERR_DEVICE || !is_wiped()) return 5;
        }
        if (vmb_engine_load_key(1, bytes, 32) || vmb_engine_load_key(2, bytes, 16)) return 6;
    }
    if (vmb_engine_load_key(1, bytes, 16) || vmb_engine_load_key(2, bytes, 32)) return 7;

    for (n = 4; n <= 16; n++) {
        /* the policy of a reset: short tags are refused, and nothing remains of a result */
        if (vmb_engine_allow(usual)) return 8;
        for (k = 0; k < 4 && n < 8; k++) {
            if (seal(k, out, n) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + n)) return 9;
            if (open(k, other, n) != VMB_ERR_DEVICE || differ(back, zeros, BYTES)) return 10;
            tag[0] = 1;
            if (pieces(k, text, tag, n, 0) != VMB_ERR_DEVICE || !is_wiped() || differ(tag, zeros, n)) return 11;
            if (pieces(k, other, tag, n, 1) != VMB_ERR_DEVICE || !is_wiped()) return 12;
        }
        if (n < 8 && vmb_engine_allow(usual | VMB_ENGINE_ALLOW_SHORT_TAGS)) return 13;
        for (k = 0; k < 4; k++) {
            if (seal(k, out, n) != VMB_OK || (n < 16 && out[BYTES + n] != BYTES + n + 1)) return 14;
            if (k > 1 && (seal(k - 2, other, n) != VMB_OK || differ(out, other, BYTES + n))) return 15;
            if (k == 1 && (seal(0, other, n) != VMB_OK || !differ(out, other, BYTES))) return 16;
            if (open(k, out, n) != VMB_OK || differ(back, text, BYTES)) return 17;
            if (pieces(k, text, tag, n, 0) != VMB_OK || differ(back, out, BYTES)) return 18;
            if (differ(tag, out + BYTES, n) || !is_wiped()) return 28;
            if (pieces(k, out, tag, n, 1) != VMB_OK || differ(back, text, BYTES) || !is_wiped()) return 19;
            out[BYTES + (k & 1 ? n - 1 : 0)] ^= (uint8_t)(1u << n % 8);
            if (open(k, out, n) != VMB_ERR_TAG || differ(back, zeros, BYTES)) return 20;
            tag[k & 1 ? 0 : n - 1] ^= 0x10;
            if (seal(k, out, n) || pieces(k, out, tag, n, 1) != VMB_ERR_TAG || !is_wiped()) return 21;
        }
    }

    /* masked nonces, and short tags, with keys in slots alone, and no plaintext before its tag is checked */
    if (vmb_engine_allow(VMB_ENGINE_ALLOW_SHORT_TAGS)) return 22;
    for (k = 0; k < 2; k++) {
        if (seal(k, out, 4) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 4)) return 23;
        if (seal(k + 2, out, 4) || open(k + 2, out, 4) || differ(back, text, BYTES)) return 24;
        if (pieces(k + 2, out, out + BYTES, 4, 1) != VMB_ERR_DEVICE || !is_wiped()) return 25;
    }
    vmb_engine_wipe_keys();
    if (seal(3, out, 16) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 16)) return 26;
    vmb_ascon_aead128_options_wipe(&keys[1]);
    return differ((const uint8_t *)&keys[1], zeros, sizeof keys[1]) || seal(1, out, 16) != VMB_ERR_STATE ? 27 : 0;
}
"""


@pytest.mark.long("a million cycles of a simulated core; the lists of cases always run on it")
@pytest.mark.parametrize("name", ["engine", "engine:size", "engine-axi4l", "engine-obi-pio"])
def test_policy_slots_and_forgeries(name, tmp_path):
    build = BUILDS[name]
    run(program_of(tmp_path, TEXT, build), build)
