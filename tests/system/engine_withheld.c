/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages around the 1,280 bytes that an engine can withhold, and longer ones: rejected, or opened in two passes;
 * forged in each way, in place and not.
 *
 * Ends with 0, or the number of the error.
 */
#include "vambrace/aead.h"
#include "vambrace/engine.h"

typedef uint32_t __attribute__((may_alias)) word;
static uint8_t text[1504] __attribute__((aligned(4))), sealed[1504] __attribute__((aligned(4)));
static uint8_t out[1504] __attribute__((aligned(4))), tag[16];
static const uint32_t key_words[] = {1, 2, 3, 4, 5, 6, 7, 8};
static vmb_aes128_ccm_key ccm;
static vmb_ascon128_key ascon;
static vmb_chacha20_poly1305_key chacha;

static int seal(int which, size_t len)
{
    switch (which) {
    case 0: return vmb_aes128_ccm_seal(&ccm, sealed, tag, 16, text, 13, text, 21, text, len);
    case 1: return vmb_ascon128_seal(&ascon, sealed, tag, 16, text, 16, text, 21, text, len);
    default: return vmb_chacha20_poly1305_seal(&chacha, sealed, tag, 16, text, 12, text, 21, text, len);
    }
}

static int open(int which, uint8_t *to, size_t len)
{
    switch (which) {
    case 0: return vmb_aes128_ccm_open(&ccm, to, tag, 16, text, 13, text, 21, sealed, len);
    case 1: return vmb_ascon128_open(&ascon, to, tag, 16, text, 16, text, 21, sealed, len);
    default: return vmb_chacha20_poly1305_open(&chacha, to, tag, 16, text, 12, text, 21, sealed, len);
    }
}

/* Returns whether `out` has n bytes of `of`, or zeros if `of` is null, and is unchanged after them. */
static int wrong(const uint8_t *to, const uint8_t *of, size_t n)
{
    const word *x = (const void *)to, *y = (const void *)of;
    uint32_t other = 0;
    size_t i;

    for (i = 0; i < n / 4; i++) { /* by words: this would otherwise take most of the run */
        other |= x[i] ^ (of != NULL ? y[i] : 0u);
    }
    for (i *= 4; i < n; i++) {
        other |= (uint32_t)to[i] ^ (of != NULL ? of[i] : 0u);
    }
    return other != 0 || to[n] != 0x77;
}

int main(void)
{
    static const size_t lengths[] = {1280, 1281, 1503};
    size_t i, n, len;
    int which;

    if (vmb_aes128_ccm_init(&ccm, (const uint8_t *)key_words, 16) != VMB_OK ||
        vmb_ascon128_init(&ascon, (const uint8_t *)key_words, 16) != VMB_OK ||
        vmb_chacha20_poly1305_init(&chacha, (const uint8_t *)key_words, 32) != VMB_OK) return 99;
    for (i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)(i * 7 + i / 256);
    }
    for (which = 0; which < 3; which++) {
        for (n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
            len = lengths[n];
            out[len] = 0x77;
            sealed[len] = 0x77;
            if (seal(which, len) != VMB_OK) return 1;
            if (vmb_engine_allow(VMB_ENGINE_ALLOW_EARLY | VMB_ENGINE_ALLOW_MEMORY_KEYS) != VMB_OK) return 8;
            if (open(which, out, len) != (len > 1280 ? VMB_ERR_DEVICE : VMB_OK)) return 9;
            if (wrong(out, len > 1280 ? NULL : text, len)) return 10;
            if (vmb_engine_allow(7) != VMB_OK) return 11;
            if (open(which, out, len) != VMB_OK || wrong(out, text, len)) return 2;
            tag[15] ^= 0x80;
            if (open(which, out, len) != VMB_ERR_TAG || wrong(out, NULL, len)) return 3;
            tag[15] ^= 0x80;
            sealed[len - 1] ^= 1;
            if (open(which, out, len) != VMB_ERR_TAG || wrong(out, NULL, len)) return 4;
            sealed[len - 1] ^= 1;
            if (open(which, sealed, len) != VMB_OK || wrong(sealed, text, len)) return 5;
            if (seal(which, len) != VMB_OK) return 6;
            sealed[0] ^= 1;
            if (open(which, sealed, len) != VMB_ERR_TAG || wrong(sealed, NULL, len)) return 7;
        }
    }
    return 0;
}
