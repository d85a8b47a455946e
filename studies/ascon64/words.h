/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-128 with 64-bit words: rounds unrolled and inlined, the state in registers, words loaded and
 * stored at once where they are aligned. Three styles include it with
 *
 *     VMB_STYLE        the style's name
 *     KEEP_BY_SHIFTS   1: opening, the state's own bytes of the last block are kept by two shifts;
 *                      0: those of the message are cleared one by one
 *     ENDS_BY_SHIFTS   1: the bytes of a last block go through a register that shifts by one byte;
 *                      0: each one to and from its place
 */
#include <string.h>

#include "style.h"

#define INLINE static inline __attribute__((always_inline))

INLINE void six_rounds(vmb_study_state *s)
{
    vmb_study_round(s, 0x96);
    vmb_study_round(s, 0x87);
    vmb_study_round(s, 0x78);
    vmb_study_round(s, 0x69);
    vmb_study_round(s, 0x5a);
    vmb_study_round(s, 0x4b);
}

INLINE void twelve_rounds(vmb_study_state *s)
{
    vmb_study_round(s, 0xf0);
    vmb_study_round(s, 0xe1);
    vmb_study_round(s, 0xd2);
    vmb_study_round(s, 0xc3);
    vmb_study_round(s, 0xb4);
    vmb_study_round(s, 0xa5);
    six_rounds(s);
}

/* x with its bytes the other way round: neighbours, pairs, halves. */
INLINE uint64_t reverse(uint64_t x)
{
    x = (x >> 8 & 0x00ff00ff00ff00ff) | (x & 0x00ff00ff00ff00ff) << 8;
    x = (x >> 16 & 0x0000ffff0000ffff) | (x & 0x0000ffff0000ffff) << 16;
    return x >> 32 | x << 32;
}

/* Not every processor takes a word that is not aligned, and none is slower for one that is. */
INLINE int aligned(const uint8_t *p)
{
    return ((uintptr_t)p & 7) == 0;
}

/* The 8 bytes at p, the first one highest. */
INLINE uint64_t load_word(const uint8_t *p)
{
    uint64_t x;

    if (aligned(p)) {
        memcpy(&x, __builtin_assume_aligned(p, 8), 8);
    } else {
        memcpy(&x, p, 8);
    }
    return reverse(x);
}

INLINE void store_word(uint8_t *p, uint64_t x)
{
    x = reverse(x);
    if (aligned(p)) {
        memcpy(__builtin_assume_aligned(p, 8), &x, 8);
    } else {
        memcpy(p, &x, 8);
    }
}

/* The n < 8 bytes at p, the first one highest. */
INLINE uint64_t load_end(const uint8_t *p, size_t n)
{
    uint64_t x = 0;

#if ENDS_BY_SHIFTS
    for (size_t i = 0; i < n; i++) {
        x = x << 8 | p[i];
    }
    return x << 8 << (56 - 8 * n);
#else
    for (size_t i = 0; i < n; i++) {
        x |= (uint64_t)p[i] << (56 - 8 * i);
    }
    return x;
#endif
}

/* Writes the n < 8 highest bytes of x. */
INLINE void store_end(uint8_t *p, uint64_t x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
#if ENDS_BY_SHIFTS
        p[i] = (uint8_t)(x >> 56);
        x <<= 8;
#else
        p[i] = (uint8_t)(x >> (56 - 8 * i));
#endif
    }
}

/* x without its n < 8 highest bytes. */
INLINE uint64_t clear(uint64_t x, size_t n)
{
#if KEEP_BY_SHIFTS
    return x << 8 * n >> 8 * n;
#else
    for (size_t i = 0; i < n; i++) {
        x &= ~((uint64_t)0xff << (56 - 8 * i));
    }
    return x;
#endif
}

INLINE void begin(vmb_study_state *s, uint64_t k0, uint64_t k1, const uint8_t *nonce, const uint8_t *ad, size_t ad_len)
{
    s->x0 = VMB_STUDY_IV;
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
            six_rounds(s);
        }
        s->x0 ^= load_end(ad, ad_len) ^ vmb_study_padding(ad_len);
        six_rounds(s);
    }
    s->x4 ^= 1;
}

INLINE void finish(vmb_study_state *s, uint64_t k0, uint64_t k1)
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
    vmb_study_state s;

    begin(&s, k0, k1, nonce, ad, ad_len);
    for (; len >= 8; in += 8, out += 8, len -= 8) {
        s.x0 ^= load_word(in);
        store_word(out, s.x0);
        six_rounds(&s);
    }
    s.x0 ^= load_end(in, len);
    store_end(out, s.x0, len);
    s.x0 ^= vmb_study_padding(len);
    finish(&s, k0, k1);
    store_word(tag, s.x3);
    store_word(tag + 8, s.x4);
}

INLINE uint64_t decrypt(uint8_t *out, const uint8_t *tag, const uint8_t *nonce, const uint8_t *ad, size_t ad_len,
                        const uint8_t *in, size_t len, const uint8_t *key)
{
    const uint64_t k0 = load_word(key), k1 = load_word(key + 8);
    vmb_study_state s;
    uint64_t c;

    begin(&s, k0, k1, nonce, ad, ad_len);
    for (; len >= 8; in += 8, out += 8, len -= 8) {
        c = load_word(in);
        store_word(out, s.x0 ^ c);
        s.x0 = c;
        six_rounds(&s);
    }
    c = load_end(in, len);
    store_end(out, s.x0 ^ c, len);
    s.x0 = (clear(s.x0, len) | c) ^ vmb_study_padding(len);
    finish(&s, k0, k1);
    return (s.x3 ^ load_word(tag)) | (s.x4 ^ load_word(tag + 8));
}

VMB_STYLE_CALLS
