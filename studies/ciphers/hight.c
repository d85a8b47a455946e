/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * HIGHT: ISO/IEC 18033-3, section 4.5; Hong and others, CHES 2006.
 *
 * A generalised Feistel network of 32 rounds on eight bytes, of additions, exclusive ors and
 * rotations. Texts and keys are written from the highest byte, P7 and MK15, down, as the standard
 * prints them. Blocks of 64 bits, keys of 128.
 */
#include "ciphers.h"

static uint8_t vmb_study_hight_turn(uint8_t x, unsigned n)
{
    return (uint8_t)(x << n | x >> (8 - n));
}

static uint8_t vmb_study_hight_f0(uint8_t x)
{
    return vmb_study_hight_turn(x, 1) ^ vmb_study_hight_turn(x, 2) ^ vmb_study_hight_turn(x, 7);
}

static uint8_t vmb_study_hight_f1(uint8_t x)
{
    return vmb_study_hight_turn(x, 3) ^ vmb_study_hight_turn(x, 4) ^ vmb_study_hight_turn(x, 6);
}

void vmb_study_hight_setup(vmb_study_hight_key *key, const uint8_t *bytes)
{
    uint8_t delta = 0x5a; /* a register of x^7 + x^3 + 1, whose new bits come in at bit 6 */

    for (unsigned i = 0; i < 4; i++) {
        key->white[i] = bytes[3 - i];      /* MK12 to MK15 */
        key->white[i + 4] = bytes[15 - i]; /* MK0 to MK3 */
    }
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 16; j++) {
            unsigned from = ((j - i) & 7) | (j & 8);

            key->sub[16 * i + j] = (uint8_t)(bytes[15 - from] + delta);
            delta = (uint8_t)(delta >> 1 | ((delta ^ delta >> 3) & 1) << 6);
        }
    }
}

void vmb_study_hight_setup_decrypt(vmb_study_hight_key *key, const uint8_t *bytes)
{
    vmb_study_hight_setup(key, bytes);
}

/* A round moves no byte; instead, the next one renames them by one position, so that eight
 * rounds are a full turn. For the bytes named 7 to 0, with the keys k[0] to k[3]. */
#define VMB_STUDY_HIGHT_ROUND(x7, x6, x5, x4, x3, x2, x1, x0, k) \
    do {                                                         \
        x1 = (uint8_t)(x1 + (vmb_study_hight_f1(x0) ^ (k)[0]));  \
        x3 ^= (uint8_t)(vmb_study_hight_f0(x2) + (k)[1]);        \
        x5 = (uint8_t)(x5 + (vmb_study_hight_f1(x4) ^ (k)[2]));  \
        x7 ^= (uint8_t)(vmb_study_hight_f0(x6) + (k)[3]);        \
    } while (0)

#define VMB_STUDY_HIGHT_UNROUND(x7, x6, x5, x4, x3, x2, x1, x0, k) \
    do {                                                           \
        x1 = (uint8_t)(x1 - (vmb_study_hight_f1(x0) ^ (k)[0]));    \
        x3 ^= (uint8_t)(vmb_study_hight_f0(x2) + (k)[1]);          \
        x5 = (uint8_t)(x5 - (vmb_study_hight_f1(x4) ^ (k)[2]));    \
        x7 ^= (uint8_t)(vmb_study_hight_f0(x6) + (k)[3]);          \
    } while (0)

void vmb_study_hight_encrypt(const vmb_study_hight_key *key, uint8_t *out, const uint8_t *in)
{
    const uint8_t *w = key->white, *k = key->sub;
    uint8_t a = in[0], b = in[1] ^ w[3], c = in[2], d = (uint8_t)(in[3] + w[2]);
    uint8_t e = in[4], f = in[5] ^ w[1], g = in[6], h = (uint8_t)(in[7] + w[0]);

    for (unsigned i = 0; i < 4; i++, k += 32) {
        VMB_STUDY_HIGHT_ROUND(a, b, c, d, e, f, g, h, k);
        VMB_STUDY_HIGHT_ROUND(b, c, d, e, f, g, h, a, k + 4);
        VMB_STUDY_HIGHT_ROUND(c, d, e, f, g, h, a, b, k + 8);
        VMB_STUDY_HIGHT_ROUND(d, e, f, g, h, a, b, c, k + 12);
        VMB_STUDY_HIGHT_ROUND(e, f, g, h, a, b, c, d, k + 16);
        VMB_STUDY_HIGHT_ROUND(f, g, h, a, b, c, d, e, k + 20);
        VMB_STUDY_HIGHT_ROUND(g, h, a, b, c, d, e, f, k + 24);
        VMB_STUDY_HIGHT_ROUND(h, a, b, c, d, e, f, g, k + 28);
    }
    /* The last round does not rename: byte 7 is h, byte 6 is a, ..., byte 0 is g. */
    out[0] = h;
    out[1] = a ^ w[7];
    out[2] = b;
    out[3] = (uint8_t)(c + w[6]);
    out[4] = d;
    out[5] = e ^ w[5];
    out[6] = f;
    out[7] = (uint8_t)(g + w[4]);
}

int vmb_study_hight_decrypt(const vmb_study_hight_key *key, uint8_t *out, const uint8_t *in)
{
    const uint8_t *w = key->white, *k = key->sub + 96;
    uint8_t h = in[0], a = in[1] ^ w[7], b = in[2], c = (uint8_t)(in[3] - w[6]);
    uint8_t d = in[4], e = in[5] ^ w[5], f = in[6], g = (uint8_t)(in[7] - w[4]);

    for (unsigned i = 0; i < 4; i++, k -= 32) {
        VMB_STUDY_HIGHT_UNROUND(h, a, b, c, d, e, f, g, k + 28);
        VMB_STUDY_HIGHT_UNROUND(g, h, a, b, c, d, e, f, k + 24);
        VMB_STUDY_HIGHT_UNROUND(f, g, h, a, b, c, d, e, k + 20);
        VMB_STUDY_HIGHT_UNROUND(e, f, g, h, a, b, c, d, k + 16);
        VMB_STUDY_HIGHT_UNROUND(d, e, f, g, h, a, b, c, k + 12);
        VMB_STUDY_HIGHT_UNROUND(c, d, e, f, g, h, a, b, k + 8);
        VMB_STUDY_HIGHT_UNROUND(b, c, d, e, f, g, h, a, k + 4);
        VMB_STUDY_HIGHT_UNROUND(a, b, c, d, e, f, g, h, k);
    }
    out[0] = a;
    out[1] = b ^ w[3];
    out[2] = c;
    out[3] = (uint8_t)(d - w[2]);
    out[4] = e;
    out[5] = f ^ w[1];
    out[6] = g;
    out[7] = (uint8_t)(h - w[0]);
    return 0;
}
