/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * SIMON64/128: Beaulieu and others, The SIMON and SPECK Families of Lightweight Block Ciphers, 2013.
 *
 * A Feistel network of 44 rounds on halves of 32 bits, each one word of a small core: the member of
 * the family that such a core would use with a key of 128 bits. The byte order is that of the
 * designers' implementation guide (2018): the right half and the lowest byte first, also for the
 * words of the key. Blocks of 64 bits, keys of 128.
 */
#include "ciphers.h"
#include "words.h"

#define ROUNDS 44

/* z3 of section 3.3, its period of 62, of which 40 rounds use the first bits: the first bit lowest. */
static const uint32_t vmb_study_simon_z[2] = {0x07a635db, 0x3c2ce512};

static uint32_t vmb_study_simon_f(uint32_t x)
{
    return (vmb_study_rotl(x, 1) & vmb_study_rotl(x, 8)) ^ vmb_study_rotl(x, 2);
}

void vmb_study_simon_setup(vmb_study_simon_key *key, const uint8_t *bytes)
{
    uint32_t *k = key->round;

    for (unsigned i = 0; i < 4; i++) {
        k[i] = vmb_study_load_le(bytes + 4 * i);
    }
    for (unsigned i = 0; i < ROUNDS - 4; i++) {
        uint32_t t = vmb_study_rotr(k[i + 3], 3) ^ k[i + 1];
        uint32_t z = vmb_study_simon_z[i / 32] >> (i % 32) & 1;

        k[i + 4] = ~k[i] ^ t ^ vmb_study_rotr(t, 1) ^ z ^ 3;
    }
}

void vmb_study_simon_setup_decrypt(vmb_study_simon_key *key, const uint8_t *bytes)
{
    vmb_study_simon_setup(key, bytes);
}

/* Two rounds per iteration, so that the halves need no exchange. */
void vmb_study_simon_encrypt(const vmb_study_simon_key *key, uint8_t *out, const uint8_t *in)
{
    uint32_t y = vmb_study_load_le(in), x = vmb_study_load_le(in + 4);

    for (unsigned i = 0; i < ROUNDS; i += 2) {
        y ^= vmb_study_simon_f(x) ^ key->round[i];
        x ^= vmb_study_simon_f(y) ^ key->round[i + 1];
    }
    vmb_study_store_le(out, y);
    vmb_study_store_le(out + 4, x);
}

int vmb_study_simon_decrypt(const vmb_study_simon_key *key, uint8_t *out, const uint8_t *in)
{
    uint32_t y = vmb_study_load_le(in), x = vmb_study_load_le(in + 4);

    for (unsigned i = ROUNDS; i > 0; i -= 2) {
        x ^= vmb_study_simon_f(y) ^ key->round[i - 1];
        y ^= vmb_study_simon_f(x) ^ key->round[i - 2];
    }
    vmb_study_store_le(out, y);
    vmb_study_store_le(out + 4, x);
    return 0;
}
