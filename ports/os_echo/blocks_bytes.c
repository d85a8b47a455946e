/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-256 byte by byte with tables of the S-box, as FIPS 197 writes it, and with the key expanded again for each block:
 * the software that FAC-V's is compared with does both. FOR COMPARISON ALONE: the addresses of its loads depend on
 * secrets.
 */
#include <string.h>

#include "blocks.h"

enum { ROUNDS = 14, WORDS = 8 };

static uint8_t secret[4 * WORDS], forward[256], backward[256];

static uint8_t twice(uint8_t x)
{
    return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b);
}

/* FIPS 197, section 5.1.1: p iterates over the powers of 3, q over those of its inverse. */
static void make_tables(void)
{
    uint8_t p = 1, q = 1;

    do {
        p ^= twice(p);
        q ^= q << 1;
        q ^= q << 2;
        q ^= q << 4;
        q ^= (q >> 7) * 0x09;
        forward[p] = 0x63 ^ q ^ (uint8_t)(q << 1 | q >> 7) ^ (uint8_t)(q << 2 | q >> 6) ^ (uint8_t)(q << 3 | q >> 5) ^
                     (uint8_t)(q << 4 | q >> 4);
    } while (p != 1);
    forward[0] = 0x63;
    for (unsigned i = 0; i < 256; i++)
        backward[forward[i]] = (uint8_t)i;
}

bool blocks_start(const uint8_t key[32])
{
    memcpy(secret, key, sizeof secret);
    make_tables();
    return true;
}

/* Section 5.2. */
static void expand(uint8_t keys[16 * (ROUNDS + 1)])
{
    uint8_t constant = 1;

    memcpy(keys, secret, sizeof secret);
    for (unsigned i = WORDS; i < 4 * (ROUNDS + 1); i++) {
        uint8_t word[4];

        memcpy(word, keys + 4 * i - 4, 4);
        if (i % WORDS == 0) {
            const uint8_t first = word[0];

            word[0] = forward[word[1]] ^ constant;
            word[1] = forward[word[2]];
            word[2] = forward[word[3]];
            word[3] = forward[first];
            constant = twice(constant);
        } else if (i % WORDS == 4) {
            for (unsigned j = 0; j < 4; j++)
                word[j] = forward[word[j]];
        }
        for (unsigned j = 0; j < 4; j++)
            keys[4 * i + j] = keys[4 * (i - WORDS) + j] ^ word[j];
    }
}

static void add(uint8_t state[16], const uint8_t *key)
{
    for (unsigned i = 0; i < 16; i++)
        state[i] ^= key[i];
}

/* SubBytes and ShiftRows, or their inverses: row r moves by r columns. */
static void substitute(uint8_t state[16], const uint8_t table[256], unsigned step)
{
    uint8_t old[16];

    memcpy(old, state, 16);
    for (unsigned row = 0; row < 4; row++)
        for (unsigned column = 0; column < 4; column++)
            state[4 * column + row] = table[old[4 * ((column + step * row) % 4) + row]];
}

static void mix(uint8_t state[16])
{
    for (unsigned c = 0; c < 16; c += 4) {
        uint8_t *s = state + c;
        const uint8_t all = s[0] ^ s[1] ^ s[2] ^ s[3], first = s[0];

        for (unsigned i = 0; i < 3; i++)
            s[i] ^= all ^ twice(s[i] ^ s[i + 1]);
        s[3] ^= all ^ twice(s[3] ^ first);
    }
}

/* The inverse of mix is mix after this: section 5.3.3, factored. */
static void unmix(uint8_t state[16])
{
    for (unsigned c = 0; c < 16; c += 4) {
        uint8_t *s = state + c;
        const uint8_t even = twice(twice(s[0] ^ s[2])), odd = twice(twice(s[1] ^ s[3]));

        s[0] ^= even;
        s[1] ^= odd;
        s[2] ^= even;
        s[3] ^= odd;
    }
    mix(state);
}

static void one_block(uint8_t block[16], bool encrypt)
{
    uint8_t keys[16 * (ROUNDS + 1)];

    expand(keys);
    if (encrypt) {
        add(block, keys);
        for (unsigned round = 1; round <= ROUNDS; round++) {
            substitute(block, forward, 1);
            if (round < ROUNDS)
                mix(block);
            add(block, keys + 16 * round);
        }
    } else {
        add(block, keys + 16 * ROUNDS);
        for (unsigned round = ROUNDS; round-- > 0;) {
            substitute(block, backward, 3);
            add(block, keys + 16 * round);
            if (round > 0)
                unmix(block);
        }
    }
}

bool blocks_ecb(uint8_t *out, const uint8_t *in, size_t len, bool encrypt)
{
    for (size_t at = 0; at < len; at += 16) {
        uint8_t block[16];

        memcpy(block, in + at, 16);
        one_block(block, encrypt);
        memcpy(out + at, block, 16);
    }
    return true;
}

bool blocks_cbc(uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len, bool encrypt)
{
    for (size_t at = 0; at < len; at += 16) {
        uint8_t block[16], next[16];

        memcpy(block, in + at, 16);
        memcpy(next, block, 16);
        if (encrypt)
            add(block, iv);
        one_block(block, encrypt);
        if (!encrypt)
            add(block, iv);
        memcpy(out + at, block, 16);
        memcpy(iv, encrypt ? block : next, 16);
    }
    return true;
}
