# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""AES-GCM on an engine, besides its results: keys in slots, lengths that take several jobs, policy, and an engine
without it."""

from __future__ import annotations

import pytest

from tests.aead.targets import GCM_PIO
from tests.builds import BUILDS
from tests.system.test_engine_calls import program_of, run

BEGIN = """
#include "vambrace/aead.h"
#include "vambrace/engine.h"
#include "vambrace/mac.h"

#define BYTES 43

/* How a call is told the length of a tag. */
#define ASKED(n) ((n) < 12 ? VMB_SHORT_TAG(n) : (n))

static const uint8_t bytes[32] = {7, 8, 9, 10, 11, [13] = 3, [15] = 1, [21] = 2, [31] = 5};
static const uint8_t text[BYTES] = {1, 2, 3}, zeros[BYTES + 16];
static uint8_t out[BYTES + 16], other[BYTES + 16], back[BYTES];
static vmb_aes192_gcm_key key, slot;
static vmb_aes192_gcm_stream s;

static int differ(const uint8_t *a, const uint8_t *b, unsigned n)
{
    unsigned i, found = 0;

    for (i = 0; i < n; i++) {
        found |= (unsigned)a[i] ^ b[i];
    }
    return found != 0;
}

static int seal(const vmb_aes192_gcm_key *k, uint8_t *to, unsigned nonce_len, unsigned tag_len)
{
    unsigned i;

    for (i = 0; i < sizeof out; i++) {
        to[i] = (uint8_t)(i + 1);
    }
    return vmb_aes192_gcm_seal(k, to, to + BYTES, ASKED(tag_len), bytes, nonce_len, bytes, 21, text, BYTES);
}

static int open(const vmb_aes192_gcm_key *k, const uint8_t *from, unsigned nonce_len, unsigned tag_len)
{
    unsigned i;

    for (i = 0; i < BYTES; i++) {
        back[i] = (uint8_t)(i + 1);
    }
    return vmb_aes192_gcm_open(k, back, from + BYTES, ASKED(tag_len), bytes, nonce_len, bytes, 21, from, BYTES);
}

/* The same in pieces; `back` has the plaintext. */
static int pieces(const vmb_aes192_gcm_key *k, const uint8_t *from, unsigned nonce_len, unsigned tag_len)
{
    int status = vmb_aes192_gcm_open_start(&s, k, bytes, nonce_len);

    status = status != VMB_OK ? status : vmb_aes192_gcm_ad(&s, bytes, 5);
    status = status != VMB_OK ? status : vmb_aes192_gcm_ad(&s, bytes + 5, 16);
    status = status != VMB_OK ? status : vmb_aes192_gcm_update(&s, back, from, 19);
    status = status != VMB_OK ? status : vmb_aes192_gcm_update(&s, back + 19, from + 19, BYTES - 19);
    return status != VMB_OK ? status : vmb_aes192_gcm_open_finish(&s, from + BYTES, ASKED(tag_len));
}

static int is_wiped(void)
{
    return !differ((const uint8_t *)&s, zeros, sizeof zeros < sizeof s ? sizeof zeros : sizeof s);
}
"""

SLOTS = (
    BEGIN
    + """
int main(void)
{
    static const uint8_t lengths[][2] = {{12, 4}, {16, 8}, {1, 4}, {17, 16}, {24, 13}, {32, 8}};
    unsigned n;

    if (vmb_engine_check() || vmb_aes192_gcm_init(&key, bytes, 24) || vmb_aes192_gcm_init_slot(&slot, 1)) return 1;
    if (seal(&slot, out, 12, 16) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 16)) return 2; /* nothing is loaded */
    if (vmb_engine_load_key(1, bytes, 24)) return 3;
    for (n = 1; n <= 16; n += 5) {
        if (seal(&key, out, n, 12) || seal(&slot, other, n, 12) || differ(out, other, BYTES + 16)) return 4;
        if (open(&slot, out, n, 12) || differ(back, text, BYTES)) return 5;
    }
    out[BYTES + 11] ^= 1;
    if (open(&slot, out, 16, 12) != VMB_ERR_TAG || differ(back, zeros, BYTES)) return 6;

    /* short tags and long nonces, which the engine does not have */
    for (n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        unsigned nonce = lengths[n][0], tag = lengths[n][1];

        if (seal(&key, out, nonce, tag) || seal(&slot, other, nonce, tag) || differ(out, other, BYTES + 16)) return 7;
        if (tag < 16 && other[BYTES + tag] != BYTES + tag + 1) return 8; /* behind the tag */
        if (open(&slot, out, nonce, tag) || differ(back, text, BYTES)) return 9;
        if (pieces(&slot, out, nonce, tag) || differ(back, text, BYTES) || !is_wiped()) return 10;
        out[BYTES + tag - 1] ^= 0x80;
        if (open(&key, out, nonce, tag) != VMB_ERR_TAG || differ(back, zeros, BYTES)) return 11;
        if (pieces(&slot, out, nonce, tag) != VMB_ERR_TAG || !is_wiped()) return 12;
    }
    if (vmb_aes192_gcm_init_slot(&slot, 4) != VMB_ERR_ARGUMENT) return 13;

    /* the policy; unverified plaintext is released by streams alone */
    if (vmb_engine_allow(0)) return 14;
    for (n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        unsigned nonce = lengths[n][0], tag = lengths[n][1];

        if (seal(&key, out, nonce, tag) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + tag)) return 15;
        if (open(&key, other, nonce, tag) != VMB_ERR_DEVICE || differ(back, zeros, BYTES)) return 16;
        if (seal(&slot, out, nonce, tag) || open(&slot, out, nonce, tag) || differ(back, text, BYTES)) return 17;
        if (pieces(&slot, out, nonce, tag) != VMB_ERR_DEVICE || !is_wiped()) return 18;
    }
    if (vmb_engine_allow(VMB_ENGINE_ALLOW_EARLY)) return 19;
    vmb_engine_wipe_keys();
    if (seal(&slot, out, 20, 4) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 4)) return 20;
    if (open(&slot, other, 20, 4) != VMB_ERR_DEVICE || differ(back, zeros, BYTES)) return 21;
    if (pieces(&slot, other, 20, 4) != VMB_ERR_DEVICE || !is_wiped()) return 22;
    return 0;
}
"""
)

#: The streams of GMAC begin before they know that they verify a tag.
GMAC = (
    BEGIN
    + """
static int tag_of(unsigned nonce_len, unsigned first, uint8_t *tag, unsigned tag_len, int verifies)
{
    int status = vmb_aes192_gmac_start(&s, &key, bytes, nonce_len);

    status = status != VMB_OK ? status : vmb_aes192_gmac_update(&s, text, first);
    status = status != VMB_OK ? status : vmb_aes192_gmac_update(&s, text + first, BYTES - first);
    if (status != VMB_OK) return status;
    return verifies ? vmb_aes192_gmac_verify_finish(&s, tag, ASKED(tag_len))
                    : vmb_aes192_gmac_finish(&s, tag, ASKED(tag_len));
}

int main(void)
{
    static const uint8_t nonces[] = {1, 12, 16, 17, 32}, tags[] = {4, 8, 12, 13, 16};
    uint8_t tag[16], whole[16], was[16];
    unsigned i, j, k;

    if (vmb_aes192_gmac_init(&key, bytes, 24) || vmb_engine_allow(VMB_ENGINE_ALLOW_MEMORY_KEYS)) return 1;
    for (i = 0; i < sizeof nonces; i++) {
        if (vmb_aes192_gmac_compute(&key, whole, 16, bytes, nonces[i], text, BYTES) != VMB_OK) return 2;
        for (j = 0; j < sizeof tags; j++) {
            if (tag_of(nonces[i], 7 * j, tag, tags[j], 0) != VMB_OK || differ(tag, whole, tags[j])) return 3;
            if (tag_of(nonces[i], 43 - j, tag, tags[j], 1) != VMB_OK || !is_wiped()) return 4;
            tag[tags[j] - 1] ^= 1;
            for (k = 0; k < 16; k++) was[k] = tag[k];
            if (tag_of(nonces[i], 16, tag, tags[j], 1) != VMB_ERR_TAG || !is_wiped()) return 5;
            if (differ(tag, was, 16)) return 6; /* read, and not written */
        }
        if (vmb_aes192_gmac_start(&s, &key, bytes, nonces[i]) != VMB_OK ||
            vmb_aes192_gmac_verify_finish(&s, tag, 16) != VMB_ERR_TAG) return 7;
        if (vmb_aes192_gmac_compute(&key, whole, 16, bytes, nonces[i], NULL, 0) != VMB_OK ||
            vmb_aes192_gmac_start(&s, &key, bytes, nonces[i]) != VMB_OK ||
            vmb_aes192_gmac_verify_finish(&s, whole, 16) != VMB_OK) return 8;
    }
    return 0;
}
"""
)

LACKING = (
    BEGIN
    + """
int main(void)
{
    if (vmb_engine_check() != VMB_ERR_DEVICE || vmb_aes192_gcm_init(&key, bytes, 24) ||
        vmb_aes192_gcm_init_slot(&slot, 1) || vmb_engine_load_key(1, bytes, 24)) return 1;
    if (seal(&key, out, 12, 16) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 16)) return 2;
    if (open(&key, out, 12, 16) != VMB_ERR_DEVICE || differ(back, zeros, BYTES)) return 3;
    if (seal(&slot, out, 12, 16) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 16)) return 4;
    if (pieces(&key, out, 12, 16) != VMB_ERR_DEVICE || !is_wiped()) return 5;
    if (pieces(&key, out, 20, 16) != VMB_ERR_DEVICE || !is_wiped()) return 6;
    if (vmb_aes192_gcm_seal_start(&s, &key, bytes, 12) || /* nothing but a tag */
        vmb_aes192_gcm_seal_finish(&s, out, 16) != VMB_ERR_DEVICE || differ(out, zeros, 16)) return 7;
    if (seal(&key, out, 20, 16) != VMB_ERR_DEVICE || differ(out, zeros, BYTES + 16)) return 8;
    if (open(&key, out, 20, 4) != VMB_ERR_DEVICE || differ(back, zeros, BYTES)) return 9;
    return 0;
}
"""
)

pytestmark = pytest.mark.long("models of half a minute for one driver; tests/rtl always run the engine's AES-GCM")


@pytest.mark.parametrize(
    "build",
    [BUILDS["engine-gcm"], GCM_PIO, BUILDS["engine-gcm:size"]],
    ids=lambda b: b.label,
)
@pytest.mark.parametrize("text", [SLOTS, GMAC], ids=["slots", "gmac"])
def test_calls_of_gcm(text, build, tmp_path):
    run(program_of(tmp_path, text, build), build)


@pytest.mark.parametrize(
    ("build", "there"),
    [(BUILDS["engine-gcm"], "engine"), (GCM_PIO, "engine-obi-pio")],
    ids=["engine", "engine-obi-pio"],
)
def test_an_engine_without_gcm_is_an_error_of_the_device(build, there, tmp_path):
    """The same as for each other algorithm that an engine lacks."""
    run(program_of(tmp_path, LACKING, build), BUILDS[there])
