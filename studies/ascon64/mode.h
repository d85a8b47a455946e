/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-128 (section 2.4 of the specification) and the calls of a style, for which bytes.h or words.h has defined
 *
 *     uint64_t load_word(p)           8 bytes, the first one highest
 *     void store_word(p, x)
 *     uint64_t load_end(p, n)         n < 8 bytes, the first one highest, then zeros
 *     void store_end(p, x, n)         the n < 8 highest bytes
 *     uint64_t cleared(x, n)          x without its n < 8 highest bytes
 */
#include "style.h"

INLINE void begin(state *s, uint64_t k0, uint64_t k1, const uint8_t *nonce, const uint8_t *ad, size_t ad_len)
{
    s->x0 = IV;
    s->x1 = k0;
    s->x2 = k1;
    s->x3 = load_word(nonce);
    s->x4 = load_word(nonce + 8);
    twelve_rounds(s);
    s->x3 ^= k0;
    s->x4 ^= k1;
    if (ad_len != 0) {
        for (; ad_len >= 8; ad += 8, ad_len -= 8) {
            s->x0 ^= load_word(ad);
            loop_rounds(s);
        }
        s->x0 ^= load_end(ad, ad_len) ^ padding(ad_len);
        six_rounds(s);
    }
    s->x4 ^= 1;
}

INLINE void finish(state *s, uint64_t k0, uint64_t k1)
{
    s->x1 ^= k0;
    s->x2 ^= k1;
    twelve_rounds(s);
    s->x3 ^= k0;
    s->x4 ^= k1;
}

INLINE void encrypt(uint8_t *out, uint8_t *tag, const uint8_t *nonce, const uint8_t *ad, size_t ad_len,
                    const uint8_t *in, size_t len, const uint8_t *key)
{
    const uint64_t k0 = load_word(key), k1 = load_word(key + 8);
    state s;

    begin(&s, k0, k1, nonce, ad, ad_len);
    for (; len >= 8; in += 8, out += 8, len -= 8) {
        s.x0 ^= load_word(in);
        store_word(out, s.x0);
        loop_rounds(&s);
    }
    s.x0 ^= load_end(in, len);
    store_end(out, s.x0, len);
    s.x0 ^= padding(len);
    finish(&s, k0, k1);
    store_word(tag, s.x3);
    store_word(tag + 8, s.x4);
}

/* x with its n < 8 highest bytes replaced by those of c, and padded. */
INLINE uint64_t replaced(uint64_t x, uint64_t c, size_t n)
{
#if KEEP_BY_SHIFTS
    const size_t rest = 56 - 8 * n; /* The report's program shifts by rest + 8 at once, 64 bits if n is 0. */

    return x ^ ((x ^ c) >> 8 >> rest << rest << 8 | padding(n));
#else
    return (cleared(x, n) | c) ^ padding(n);
#endif
}

/* 0 if the last two words are the tag. */
INLINE uint64_t differ(const state *s, const uint8_t *tag)
{
#if OPT64
    return (s->x3 ^ load_word(tag)) | (s->x4 ^ load_word(tag + 8));
#else
    uint8_t own[16], found = 0;

    store_word(own, s->x3);
    store_word(own + 8, s->x4);
    for (size_t i = 0; i < 16; i++) {
        found |= own[i] ^ tag[i];
    }
    return found;
#endif
}

/* 0 if the tag is right. */
INLINE uint64_t decrypt(uint8_t *out, const uint8_t *tag, const uint8_t *nonce, const uint8_t *ad, size_t ad_len,
                        const uint8_t *in, size_t len, const uint8_t *key)
{
    const uint64_t k0 = load_word(key), k1 = load_word(key + 8);
    state s;
    uint64_t c;

    begin(&s, k0, k1, nonce, ad, ad_len);
    for (; len >= 8; in += 8, out += 8, len -= 8) {
        c = load_word(in);
        store_word(out, s.x0 ^ c);
        s.x0 = c;
        loop_rounds(&s);
    }
    c = load_end(in, len);
    store_end(out, s.x0 ^ c, len);
    s.x0 = replaced(s.x0, c, len);
    finish(&s, k0, k1);
    return differ(&s, tag);
}

#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)
#define NAMED(what) PASTE(vmb_study_ascon64_, VMB_STYLE, what)

int NAMED(_init)(vmb_study_ascon64_key *key, const uint8_t *bytes, size_t key_len)
{
    uint8_t *to = (uint8_t *)key->bytes;

    if (key_len != 16) {
        return VMB_ERR_LENGTH;
    }
    for (int i = 0; i < 16; i++) {
        to[i] = bytes[i];
    }
    return VMB_OK;
}

void NAMED(_wipe)(vmb_study_ascon64_key *key)
{
    volatile uint64_t *word = key->bytes;

    word[0] = word[1] = 0;
}

int NAMED(_seal)(const vmb_study_ascon64_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                 size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    if (nonce_len != 16 || tag_len != 16) {
        return VMB_ERR_LENGTH;
    }
    encrypt(out, tag, nonce, ad, ad_len, in, len, (const uint8_t *)key->bytes);
    return VMB_OK;
}

int NAMED(_open)(const vmb_study_ascon64_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                 const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                 size_t len)
{
    if (nonce_len != 16 || tag_len != 16) {
        return VMB_ERR_LENGTH;
    }
    if (decrypt(out, tag, nonce, ad, ad_len, in, len, (const uint8_t *)key->bytes) != 0) {
        for (size_t i = 0; i < len; i++) {
            ((volatile uint8_t *)out)[i] = 0;
        }
        return VMB_ERR_TAG;
    }
    return VMB_OK;
}
