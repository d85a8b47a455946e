/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128 as a reference has it: bytes one by one, rounds in a loop, the state in memory. */
#define VMB_STYLE ref
#include "style.h"

static const uint8_t constants[12] = {0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};

/* The last `rounds` of the twelve. */
static void permute(vmb_study_state *s, unsigned rounds)
{
    for (unsigned i = 12 - rounds; i < 12; i++) {
        vmb_study_round(s, constants[i]);
    }
}

/* The n <= 8 bytes at p, the first one highest. */
static uint64_t load(const uint8_t *p, size_t n)
{
    uint64_t x = 0;

    for (size_t i = 0; i < n; i++) {
        x |= (uint64_t)p[i] << (56 - 8 * i);
    }
    return x;
}

/* Writes the n <= 8 highest bytes of x. */
static void store(uint8_t *p, uint64_t x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[i] = (uint8_t)(x >> (56 - 8 * i));
    }
}

/* x without its n highest bytes. */
static uint64_t clear(uint64_t x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x &= ~((uint64_t)0xff << (56 - 8 * i));
    }
    return x;
}

static void begin(vmb_study_state *s, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_len)
{
    s->x0 = VMB_STUDY_IV;
    s->x1 = load(key, 8);
    s->x2 = load(key + 8, 8);
    s->x3 = load(nonce, 8);
    s->x4 = load(nonce + 8, 8);
    permute(s, 12);
    s->x3 ^= load(key, 8);
    s->x4 ^= load(key + 8, 8);
    if (ad_len != 0) {
        for (; ad_len >= 8; ad += 8, ad_len -= 8) {
            s->x0 ^= load(ad, 8);
            permute(s, 6);
        }
        s->x0 ^= load(ad, ad_len) ^ vmb_study_padding(ad_len);
        permute(s, 6);
    }
    s->x4 ^= 1;
}

static void finish(vmb_study_state *s, const uint8_t *key)
{
    s->x1 ^= load(key, 8);
    s->x2 ^= load(key + 8, 8);
    permute(s, 12);
    s->x3 ^= load(key, 8);
    s->x4 ^= load(key + 8, 8);
}

static void encrypt(uint8_t *out, uint8_t *tag, const uint8_t *nonce, const uint8_t *ad, size_t ad_len,
                    const uint8_t *in, size_t len, const uint8_t *key)
{
    vmb_study_state s;

    begin(&s, key, nonce, ad, ad_len);
    for (; len >= 8; in += 8, out += 8, len -= 8) {
        s.x0 ^= load(in, 8);
        store(out, s.x0, 8);
        permute(&s, 6);
    }
    s.x0 ^= load(in, len);
    store(out, s.x0, len);
    s.x0 ^= vmb_study_padding(len);
    finish(&s, key);
    store(tag, s.x3, 8);
    store(tag + 8, s.x4, 8);
}

static uint64_t decrypt(uint8_t *out, const uint8_t *tag, const uint8_t *nonce, const uint8_t *ad, size_t ad_len,
                        const uint8_t *in, size_t len, const uint8_t *key)
{
    vmb_study_state s;
    uint64_t c;
    uint8_t own[16], differ = 0;

    begin(&s, key, nonce, ad, ad_len);
    for (; len >= 8; in += 8, out += 8, len -= 8) {
        c = load(in, 8);
        store(out, s.x0 ^ c, 8);
        s.x0 = c;
        permute(&s, 6);
    }
    c = load(in, len);
    store(out, s.x0 ^ c, len);
    s.x0 = clear(s.x0, len) | c;
    s.x0 ^= vmb_study_padding(len);
    finish(&s, key);
    store(own, s.x3, 8);
    store(own + 8, s.x4, 8);
    for (size_t i = 0; i < 16; i++) {
        differ |= (uint8_t)(own[i] ^ tag[i]);
    }
    return differ;
}

VMB_STYLE_CALLS
