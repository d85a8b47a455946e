/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * IDEA: X. Lai, On the Design and Security of Block Ciphers, 1992, chapter 3.
 *
 * Eight and a half rounds on four words of 16 bits, with multiplication modulo 2^16 + 1 (0 represents
 * 2^16), addition modulo 2^16 and exclusive or. The highest byte comes first. Decryption is
 * encryption with other subkeys, whose inverses make its key set-up slow. Blocks
 * of 64 bits, keys of 128.
 */
#include "ciphers.h"

/* The product modulo 2^16 + 1. Since 2^16 is -1, high * 2^16 + low is low - high; a product of
 * zero has a factor 2^16, and is -1 times the other factor: 1 - a - b in both cases. */
static uint16_t vmb_study_idea_mul(uint16_t a, uint16_t b)
{
    uint32_t product = (uint32_t)a * b, low = product & 0xffff, high = product >> 16;

    if (product == 0) {
        return (uint16_t)(1u - a - b);
    }
    return (uint16_t)(low - high + (low < high));
}

/* The multiplicative inverse: a to the power 2^16 - 1, as the group has 2^16 elements. */
static uint16_t vmb_study_idea_inverse(uint16_t a)
{
    uint16_t power = a;

    for (unsigned i = 0; i < 15; i++) {
        power = vmb_study_idea_mul(vmb_study_idea_mul(power, power), a);
    }
    return power;
}

static uint16_t vmb_study_idea_load(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static void vmb_study_idea_store(uint8_t *p, uint16_t x)
{
    p[0] = (uint8_t)(x >> 8);
    p[1] = (uint8_t)x;
}

/* Eight subkeys are the key, the next eight the key rotated by 25 bits to the left, and so on:
 * each consists of parts of two of the eight subkeys before it. */
void vmb_study_idea_setup(vmb_study_idea_key *key, const uint8_t *bytes)
{
    uint16_t *k = key->sub;

    for (unsigned i = 0; i < 8; i++) {
        k[i] = vmb_study_idea_load(bytes + 2 * i);
    }
    for (unsigned i = 8; i < 52; i++) {
        const uint16_t *before = k + (i & ~7u) - 8;

        k[i] = (uint16_t)(before[(i + 1) & 7] << 9 | before[(i + 2) & 7] >> 7);
    }
}

void vmb_study_idea_setup_decrypt(vmb_study_idea_key *key, const uint8_t *bytes)
{
    vmb_study_idea_key forward;
    uint16_t *k = key->sub;

    vmb_study_idea_setup(&forward, bytes);
    for (unsigned r = 0; r < 9; r++, k += 6) {
        const uint16_t *from = forward.sub + 6 * (8 - r);
        unsigned second = r == 0 || r == 8 ? 1 : 2; /* the rounds between swap their middle words */

        k[0] = vmb_study_idea_inverse(from[0]);
        k[1] = (uint16_t)-from[second];
        k[2] = (uint16_t)-from[3 - second];
        k[3] = vmb_study_idea_inverse(from[3]);
        if (r < 8) {
            k[4] = from[-2];
            k[5] = from[-1];
        }
    }
}

void vmb_study_idea_encrypt(const vmb_study_idea_key *key, uint8_t *out, const uint8_t *in)
{
    const uint16_t *k = key->sub;
    uint16_t a = vmb_study_idea_load(in), b = vmb_study_idea_load(in + 2);
    uint16_t c = vmb_study_idea_load(in + 4), d = vmb_study_idea_load(in + 6);

    for (unsigned r = 0; r < 8; r++, k += 6) {
        uint16_t e, f, swapped;

        a = vmb_study_idea_mul(a, k[0]);
        b = (uint16_t)(b + k[1]);
        c = (uint16_t)(c + k[2]);
        d = vmb_study_idea_mul(d, k[3]);
        e = vmb_study_idea_mul(a ^ c, k[4]);
        f = vmb_study_idea_mul((uint16_t)((b ^ d) + e), k[5]);
        e = (uint16_t)(e + f);
        a ^= f;
        d ^= e;
        swapped = b ^ e;
        b = c ^ f;
        c = swapped;
    }
    vmb_study_idea_store(out, vmb_study_idea_mul(a, k[0]));
    vmb_study_idea_store(out + 2, (uint16_t)(c + k[1])); /* the last half does not swap */
    vmb_study_idea_store(out + 4, (uint16_t)(b + k[2]));
    vmb_study_idea_store(out + 6, vmb_study_idea_mul(d, k[3]));
}

int vmb_study_idea_decrypt(const vmb_study_idea_key *key, uint8_t *out, const uint8_t *in)
{
    vmb_study_idea_encrypt(key, out, in);
    return 0;
}
