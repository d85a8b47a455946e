/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * GOST 28147-89 with the S-boxes that GOST R 34.12-2015 fixed: Magma, RFC 8891.
 *
 * A Feistel network of 32 rounds on halves of 32 bits, with eight S-boxes of four bits. The
 * standard of 1989 left the S-boxes unspecified and began with the lowest byte; Magma, and so this file,
 * begins with the highest. Blocks of 64 bits, keys of 256.
 */
#include "ciphers.h"
#include "words.h"

/* Pi'_i of section 4.1, for bits 4i to 4i + 3. */
/* clang-format off */
static const uint8_t vmb_study_gost_box[8][16] = {
    {12, 4, 6, 2, 10, 5, 11, 9, 14, 8, 13, 7, 0, 3, 15, 1},
    {6, 8, 2, 3, 9, 10, 5, 12, 1, 14, 4, 7, 11, 13, 0, 15},
    {11, 3, 5, 8, 2, 15, 10, 13, 14, 1, 7, 4, 12, 9, 6, 0},
    {12, 8, 2, 1, 13, 4, 15, 6, 7, 0, 10, 5, 3, 14, 9, 11},
    {7, 15, 5, 10, 8, 1, 6, 13, 0, 9, 3, 14, 11, 4, 2, 12},
    {5, 13, 15, 6, 9, 2, 12, 10, 11, 7, 8, 1, 4, 3, 14, 0},
    {8, 14, 2, 5, 6, 9, 1, 12, 15, 4, 11, 0, 13, 10, 3, 7},
    {1, 7, 14, 13, 0, 5, 8, 3, 4, 15, 10, 6, 9, 12, 11, 2},
};
/* clang-format on */

/* The transformation g: add the key, substitute, rotate (section 4.2). */
static uint32_t vmb_study_gost_g(uint32_t a, uint32_t k)
{
    uint32_t sum = a + k, t = 0;

    for (unsigned i = 0; i < 8; i++) {
        t |= (uint32_t)vmb_study_gost_box[i][sum >> (4 * i) & 15] << (4 * i);
    }
    return vmb_study_rotl(t, 11);
}

void vmb_study_gost_setup(vmb_study_gost_key *key, const uint8_t *bytes)
{
    for (unsigned i = 0; i < 8; i++) {
        key->word[i] = vmb_study_load_be(bytes + 4 * i);
    }
}

void vmb_study_gost_setup_decrypt(vmb_study_gost_key *key, const uint8_t *bytes)
{
    vmb_study_gost_setup(key, bytes);
}

/* 32 rounds; the words are used in ascending order in the first `upwards` rounds, then in descending order. */
static void vmb_study_gost_block(const vmb_study_gost_key *key, uint8_t *out, const uint8_t *in, unsigned upwards)
{
    uint32_t a1 = vmb_study_load_be(in), a0 = vmb_study_load_be(in + 4);

    for (unsigned i = 0; i < 32; i++) {
        uint32_t mixed = a1 ^ vmb_study_gost_g(a0, key->word[i < upwards ? i & 7 : ~i & 7]);

        a1 = a0;
        a0 = mixed;
    }
    vmb_study_store_be(out, a0); /* the last round does not swap */
    vmb_study_store_be(out + 4, a1);
}

void vmb_study_gost_encrypt(const vmb_study_gost_key *key, uint8_t *out, const uint8_t *in)
{
    vmb_study_gost_block(key, out, in, 24);
}

int vmb_study_gost_decrypt(const vmb_study_gost_key *key, uint8_t *out, const uint8_t *in)
{
    vmb_study_gost_block(key, out, in, 8);
    return 0;
}
