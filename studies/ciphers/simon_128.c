/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * SIMON128/128: as simon.c, with 68 rounds on halves of 64 bits. Blocks and keys of 128 bits: one
 * block is the message of the comparison, but on a 32-bit core every word takes two registers.
 */
#include "ciphers.h"
#include "words.h"

#define ROUNDS 68

/* z2 of section 3.3, its period of 62: the first bit lowest. */
static const uint32_t vmb_study_simon_128_z[2] = {0x192c0ef5, 0x3369f885};

static uint64_t vmb_study_simon_128_load(const uint8_t *p)
{
    return (uint64_t)vmb_study_load_le(p + 4) << 32 | vmb_study_load_le(p);
}

static void vmb_study_simon_128_store(uint8_t *p, uint64_t x)
{
    vmb_study_store_le(p, (uint32_t)x);
    vmb_study_store_le(p + 4, (uint32_t)(x >> 32));
}

/* x rotated by n bits to the left, 0 < n < 64. */
static uint64_t vmb_study_simon_128_turn(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

static uint64_t vmb_study_simon_128_f(uint64_t x)
{
    return (vmb_study_simon_128_turn(x, 1) & vmb_study_simon_128_turn(x, 8)) ^ vmb_study_simon_128_turn(x, 2);
}

void vmb_study_simon_128_setup(vmb_study_simon_128_key *key, const uint8_t *bytes)
{
    uint64_t *k = key->round;

    k[0] = vmb_study_simon_128_load(bytes);
    k[1] = vmb_study_simon_128_load(bytes + 8);
    for (unsigned i = 0; i < ROUNDS - 2; i++) {
        uint64_t t = vmb_study_simon_128_turn(k[i + 1], 61);
        unsigned n = i < 62 ? i : i - 62;
        uint32_t z = vmb_study_simon_128_z[n / 32] >> (n % 32) & 1;

        k[i + 2] = ~k[i] ^ t ^ vmb_study_simon_128_turn(t, 63) ^ z ^ 3;
    }
}

void vmb_study_simon_128_setup_decrypt(vmb_study_simon_128_key *key, const uint8_t *bytes)
{
    vmb_study_simon_128_setup(key, bytes);
}

/* Two rounds per iteration, so that the halves need no exchange. */
void vmb_study_simon_128_encrypt(const vmb_study_simon_128_key *key, uint8_t *out, const uint8_t *in)
{
    uint64_t y = vmb_study_simon_128_load(in), x = vmb_study_simon_128_load(in + 8);

    for (unsigned i = 0; i < ROUNDS; i += 2) {
        y ^= vmb_study_simon_128_f(x) ^ key->round[i];
        x ^= vmb_study_simon_128_f(y) ^ key->round[i + 1];
    }
    vmb_study_simon_128_store(out, y);
    vmb_study_simon_128_store(out + 8, x);
}

int vmb_study_simon_128_decrypt(const vmb_study_simon_128_key *key, uint8_t *out, const uint8_t *in)
{
    uint64_t y = vmb_study_simon_128_load(in), x = vmb_study_simon_128_load(in + 8);

    for (unsigned i = ROUNDS; i > 0; i -= 2) {
        x ^= vmb_study_simon_128_f(y) ^ key->round[i - 1];
        y ^= vmb_study_simon_128_f(x) ^ key->round[i - 2];
    }
    vmb_study_simon_128_store(out, y);
    vmb_study_simon_128_store(out + 8, x);
    return 0;
}
