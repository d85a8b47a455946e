/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * NOEKEON with direct keys: Daemen, Peeters, Van Assche and Rijmen, NESSIE submission, 2000.
 *
 * Sixteen rounds on four words of 32 bits, and a last linear layer. The highest byte comes first.
 * With direct keys the cipher key is the working key; indirect keys, which are not implemented, are
 * first encrypted under a key of zeros: one more block in the key set-up. Blocks and keys of 128 bits.
 */
#include "ciphers.h"
#include "words.h"

#define ROUNDS 16

/* The round constants after and before one: doubled and halved modulo x^8 + x^4 + x^3 + x + 1. */
static uint32_t vmb_study_noekeon_behind(uint32_t c)
{
    return c << 1 ^ (c >> 7) * 0x11b;
}

static uint32_t vmb_study_noekeon_before(uint32_t c)
{
    return (c ^ (c & 1) * 0x11b) >> 1;
}

static uint32_t vmb_study_noekeon_spread(uint32_t x)
{
    return x ^ vmb_study_rotl(x, 8) ^ vmb_study_rotr(x, 8);
}

/* The linear layer, including the working key. */
static void vmb_study_noekeon_theta(uint32_t a[4], const uint32_t k[4])
{
    uint32_t t = vmb_study_noekeon_spread(a[0] ^ a[2]);

    a[0] ^= k[0];
    a[1] ^= k[1] ^ t;
    a[2] ^= k[2];
    a[3] ^= k[3] ^ t;
    t = vmb_study_noekeon_spread(a[1] ^ a[3]);
    a[0] ^= t;
    a[2] ^= t;
}

/* Pi1, Gamma and Pi2: an S-box on the 32 columns, between rotations and their inverses. */
static void vmb_study_noekeon_mix(uint32_t a[4])
{
    uint32_t a0 = a[0], a1 = vmb_study_rotl(a[1], 1);
    uint32_t a2 = vmb_study_rotl(a[2], 5), a3 = vmb_study_rotl(a[3], 2), swapped;

    a1 ^= ~(a3 | a2);
    a0 ^= a2 & a1;
    swapped = a3;
    a3 = a0;
    a0 = swapped;
    a2 ^= a0 ^ a1 ^ a3;
    a1 ^= ~(a3 | a2);
    a0 ^= a2 & a1;
    a[0] = a0;
    a[1] = vmb_study_rotr(a1, 1);
    a[2] = vmb_study_rotr(a2, 5);
    a[3] = vmb_study_rotr(a3, 2);
}

static void vmb_study_noekeon_load(uint32_t a[4], const uint8_t *in)
{
    for (unsigned i = 0; i < 4; i++) {
        a[i] = vmb_study_load_be(in + 4 * i);
    }
}

static void vmb_study_noekeon_store(uint8_t *out, const uint32_t a[4])
{
    for (unsigned i = 0; i < 4; i++) {
        vmb_study_store_be(out + 4 * i, a[i]);
    }
}

void vmb_study_noekeon_setup(vmb_study_noekeon_key *key, const uint8_t *bytes)
{
    vmb_study_noekeon_load(key->word, bytes);
}

/* Theta without a key is its own inverse: moved after it, the working key becomes theta of itself. */
void vmb_study_noekeon_setup_decrypt(vmb_study_noekeon_key *key, const uint8_t *bytes)
{
    static const uint32_t none[4];

    vmb_study_noekeon_load(key->word, bytes);
    vmb_study_noekeon_theta(key->word, none);
}

void vmb_study_noekeon_encrypt(const vmb_study_noekeon_key *key, uint8_t *out, const uint8_t *in)
{
    uint32_t a[4], constant = 0x80;

    vmb_study_noekeon_load(a, in);
    for (unsigned i = 0; i < ROUNDS; i++) {
        a[0] ^= constant;
        vmb_study_noekeon_theta(a, key->word);
        vmb_study_noekeon_mix(a);
        constant = vmb_study_noekeon_behind(constant);
    }
    a[0] ^= constant;
    vmb_study_noekeon_theta(a, key->word);
    vmb_study_noekeon_store(out, a);
}

int vmb_study_noekeon_decrypt(const vmb_study_noekeon_key *key, uint8_t *out, const uint8_t *in)
{
    uint32_t a[4], constant = 0xd4; /* the last one of encryption */

    vmb_study_noekeon_load(a, in);
    for (unsigned i = 0; i < ROUNDS; i++) {
        vmb_study_noekeon_theta(a, key->word);
        a[0] ^= constant;
        vmb_study_noekeon_mix(a);
        constant = vmb_study_noekeon_before(constant);
    }
    vmb_study_noekeon_theta(a, key->word);
    a[0] ^= constant;
    vmb_study_noekeon_store(out, a);
    return 0;
}
