/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the styles share: their parameters and what surrounds sealing and opening. A style includes
 * this with VMB_STYLE, its name, and ends with VMB_STYLE_CALLS, behind
 *
 *     void encrypt(out, tag, nonce, ad, ad_len, in, len, key)
 *     uint64_t decrypt(out, tag, nonce, ad, ad_len, in, len, key)     0 where the tag is right
 */
#ifndef VMB_STUDY_STYLE_H
#define VMB_STUDY_STYLE_H

#include "ascon64.h"
#include "vambrace/status.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "written for little-endian machines"
#endif

/* Bits of key and rate, rounds at both ends and between blocks; then zeros. */
#define VMB_STUDY_IV ((uint64_t)128 << 56 | (uint64_t)64 << 48 | (uint64_t)12 << 40 | (uint64_t)6 << 32)

typedef struct { uint64_t x0, x1, x2, x3, x4; } vmb_study_state;

/* x rotated by n bits to the right, 0 < n < 64. */
static inline uint64_t vmb_study_ror(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

/* The padding behind n < 8 bytes of a block: a bit of 1. */
static inline uint64_t vmb_study_padding(size_t n)
{
    return (uint64_t)0x80 << (56 - 8 * n);
}

/* Section 2.6 of the specification: a constant, the S-box on the columns, the linear layer. */
static inline void vmb_study_round(vmb_study_state *s, uint64_t constant)
{
    uint64_t x0 = s->x0, x1 = s->x1, x2 = s->x2 ^ constant, x3 = s->x3, x4 = s->x4;
    uint64_t y0, y1, y2, y3, y4;

    x0 ^= x4;
    x4 ^= x3;
    x2 ^= x1;
    y0 = x0 ^ (~x1 & x2);
    y1 = x1 ^ (~x2 & x3);
    y2 = x2 ^ (~x3 & x4);
    y3 = x3 ^ (~x4 & x0);
    y4 = x4 ^ (~x0 & x1);
    y1 ^= y0;
    y0 ^= y4;
    y3 ^= y2;
    y2 = ~y2;
    s->x0 = y0 ^ vmb_study_ror(y0, 19) ^ vmb_study_ror(y0, 28);
    s->x1 = y1 ^ vmb_study_ror(y1, 61) ^ vmb_study_ror(y1, 39);
    s->x2 = y2 ^ vmb_study_ror(y2, 1) ^ vmb_study_ror(y2, 6);
    s->x3 = y3 ^ vmb_study_ror(y3, 10) ^ vmb_study_ror(y3, 17);
    s->x4 = y4 ^ vmb_study_ror(y4, 7) ^ vmb_study_ror(y4, 41);
}

#define VMB_STYLE_PASTE_(a, b, c) a##b##c
#define VMB_STYLE_PASTE(a, b, c) VMB_STYLE_PASTE_(a, b, c)
#define VMB_STYLE_(what) VMB_STYLE_PASTE(vmb_study_ascon64_, VMB_STYLE, what)

#define VMB_STYLE_CALLS                                                                                                \
    int VMB_STYLE_(_init)(vmb_study_ascon64_key * key, const uint8_t *bytes, size_t key_len)                           \
    {                                                                                                                  \
        uint8_t *to = (uint8_t *)key->bytes;                                                                           \
                                                                                                                       \
        if (key_len != 16) {                                                                                           \
            return VMB_ERR_LENGTH;                                                                                     \
        }                                                                                                              \
        for (int i = 0; i < 16; i++) {                                                                                 \
            to[i] = bytes[i];                                                                                          \
        }                                                                                                              \
        return VMB_OK;                                                                                                 \
    }                                                                                                                  \
                                                                                                                       \
    void VMB_STYLE_(_wipe)(vmb_study_ascon64_key * key)                                                                \
    {                                                                                                                  \
        volatile uint64_t *word = key->bytes;                                                                          \
                                                                                                                       \
        word[0] = word[1] = 0;                                                                                         \
    }                                                                                                                  \
                                                                                                                       \
    int VMB_STYLE_(_seal)(const vmb_study_ascon64_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,                \
                          const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, \
                          size_t len)                                                                                  \
    {                                                                                                                  \
        if (nonce_len != 16 || tag_len != 16) {                                                                        \
            return VMB_ERR_LENGTH;                                                                                     \
        }                                                                                                              \
        encrypt(out, tag, nonce, ad, ad_len, in, len, (const uint8_t *)key->bytes);                                    \
        return VMB_OK;                                                                                                 \
    }                                                                                                                  \
                                                                                                                       \
    int VMB_STYLE_(_open)(const vmb_study_ascon64_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,          \
                          const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, \
                          size_t len)                                                                                  \
    {                                                                                                                  \
        if (nonce_len != 16 || tag_len != 16) {                                                                        \
            return VMB_ERR_LENGTH;                                                                                     \
        }                                                                                                              \
        if (decrypt(out, tag, nonce, ad, ad_len, in, len, (const uint8_t *)key->bytes) != 0) {                         \
            for (size_t i = 0; i < len; i++) {                                                                         \
                ((volatile uint8_t *)out)[i] = 0;                                                                      \
            }                                                                                                          \
            return VMB_ERR_TAG;                                                                                        \
        }                                                                                                              \
        return VMB_OK;                                                                                                 \
    }

#endif
