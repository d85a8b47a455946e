/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Pieces of a ChaCha20-Poly1305 message (chacha20_poly1305_stream.c). Arguments are checked.
 *
 * Whole blocks of a piece go straight from `in` to `out` and to the tag. Of a block that a piece leaves unfinished, the
 * stream keeps the ciphertext and behind it the keystream, 64 bytes together. Byte sequences lie in words as in memory.
 *
 * The one-time key is made when it is first needed, usually together with keystream for the message: up to 64 bytes of
 * associated data wait for that. In the size profile it is made at once.
 */
#ifndef VMB_CHACHA20_POLY1305_PIECES_H
#define VMB_CHACHA20_POLY1305_PIECES_H

#include "chacha/chacha20_poly1305.h"
#include "common/stream.h"

#if !VMB_ENGINE

typedef vmb_chacha20_poly1305_body vmb_cp_body;

/* Bytes of a key object. */
#define VMB_CP_KEY_SIZE sizeof(vmb_chacha20_poly1305_key)

#if VMB_CHACHA20_POLY1305_NEXT
/* Assumptions of the assembly: a negative array size reports a violation. */
typedef char
    vmb_cp_layout[offsetof(vmb_cp_body, key) == VMB_CP_AT_KEY && offsetof(vmb_cp_body, nonce) == VMB_CP_AT_NONCE &&
                          offsetof(vmb_cp_body, ks) == VMB_CP_AT_KS && offsetof(vmb_cp_body, h) == VMB_CP_AT_H &&
                          offsetof(vmb_cp_body, one_time) == VMB_CP_AT_ONE_TIME &&
                          offsetof(vmb_cp_body, ad_len) == VMB_CP_AT_AD_LEN &&
                          offsetof(vmb_cp_body, keep) == VMB_CP_AT_KEEP
                      ? 1
                      : -1];
#endif

/* 1 while associated data waits for the one-time key. */
#define VMB_CP_AWAITS_KEY(s) (!VMB_SIZE && (s)->lacks != 0)
/* Bytes of associated data that wait. */
#define VMB_CP_USED(s) (VMB_CP_AWAITS_KEY(s) ? (s)->ad_len : (s)->ad_len % 16)

#if VMB_SIZE
#define VMB_CP_COPY VMB_INLINE
#else
#define VMB_CP_COPY VMB_NOINLINE VMB_IN_HEADER VMB_ALIGNED_CODE static
#endif

/* Copies n bytes, word by word if they are aligned. */
VMB_CP_COPY void vmb_cp_copy(uint8_t *to, const uint8_t *from, size_t n)
{
    uint32_t x;

#if !VMB_SIZE
    if (vmb_is_aligned(from) && vmb_is_word_aligned(to)) {
        for (; n >= 4; n -= 4, to += 4, from += 4) {
            *(vmb_word *)(void *)to = vmb_get_word(from);
        }
    }
#endif
    for (; n != 0; n--) {
        x = *from++;
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        *to++ = (uint8_t)x;
    }
}

/* Makes the one-time key. */
VMB_IN_HEADER static void vmb_cp_make_key(vmb_cp_body *s)
{
    s->lacks = 0;
    vmb_chacha20_xor(s->key, (const uint8_t *)s->nonce, 0, s->one_time, NULL, NULL, 0);
}

/* Adds associated data to the tag: what `ad` does after its checks. */
VMB_NOINLINE VMB_IN_HEADER static int vmb_cp_ad_checked(vmb_cp_body *s, const uint8_t *data, size_t len)
{
    uint8_t *block = (uint8_t *)s->ks;
    vmb_piece pieces[2], *piece = pieces;
    uint32_t used = VMB_CP_USED(s), room = VMB_CP_AWAITS_KEY(s) ? 64 : 16;
    size_t part;

    s->ad_len += (uint32_t)len;
    if (used != 0 || VMB_CP_AWAITS_KEY(s)) {
        part = room - used < len ? room - used : len;
        vmb_cp_copy(block + used, data, part);
        data += part;
        len -= part;
        if (used + part < room || (VMB_CP_AWAITS_KEY(s) && len == 0)) {
            return VMB_OK;
        }
        piece->data = block;
        piece->len = room;
        piece++;
    }
    if (len >= 16) {
        part = len & ~(size_t)15;
        piece->data = data;
        piece->len = part;
        data += part;
        len -= part;
        piece++;
    }
    if (VMB_CP_AWAITS_KEY(s)) {
        vmb_cp_make_key(s);
    }
    vmb_poly1305(NULL, s->one_time, pieces, (size_t)(piece - pieces), s->h);
    vmb_cp_copy(block, data, len);
    return VMB_OK;
}

/* Adds the `used` bytes of the current block, filled up, and the last piece, if
 * there is one; then the tag, or null when more is to come. */
VMB_IN_HEADER static void vmb_cp_fill(vmb_cp_body *s, size_t used, const uint8_t *last, size_t last_len, uint8_t *tag)
{
    vmb_piece pieces[2];

    pieces[0].data = (const uint8_t *)s->ks;
    pieces[0].len = used;
    pieces[1].data = last;
    pieces[1].len = last_len;
    vmb_poly1305(tag, s->one_time, pieces, 2, s->h);
}

/* Bytes of the message so far. */
VMB_IN_HEADER static uint32_t vmb_cp_total(const vmb_cp_body *s)
{
    return s->len - s->left;
}

/* Bytes of the current block that Poly1305 lacks. */
VMB_IN_HEADER static uint32_t vmb_cp_lacks(const vmb_cp_body *s)
{
    return s->lacks == 0 ? 0 : (vmb_cp_total(s) - 1) % 64 + 1;
}

/* Sets the counts for `total` bytes of message. A block that would end after VMB_MAX_BYTES is not counted ahead. */
VMB_IN_HEADER static void vmb_cp_count(vmb_cp_body *s, uint32_t total)
{
    s->left = total / 64 == VMB_MAX_BYTES / 64 ? 0 : (0u - total) % 64;
    s->len = total + s->left;
}

/* Encrypts or decrypts n bytes of the current block. */
VMB_INLINE void vmb_cp_bytes(uint8_t *ks, uint8_t *out, const uint8_t *in, size_t n, uint32_t keep)
{
    uint32_t b, x;

    for (; n != 0; n--) {
        b = *in++;
        x = *ks;
        *ks++ = (uint8_t)(b ^ (x & keep)); /* ciphertext */
        *out++ = (uint8_t)(b ^ x);
    }
}

/* After the associated data. */
VMB_IN_HEADER static void vmb_cp_begin_message(vmb_cp_body *s)
{
    uint32_t used = VMB_CP_USED(s);

    if (VMB_CP_AWAITS_KEY(s)) {
        vmb_cp_make_key(s);
    }
    if (used != 0) {
        vmb_cp_fill(s, used, NULL, 0, NULL);
    }
    s->phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
}

/* What `update` does after its checks. The tag covers the ciphertext: in place, it exists only before or after. */
VMB_NOINLINE VMB_IN_HEADER static int vmb_cp_update_checked(vmb_cp_body *s, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t *ks = (uint8_t *)s->ks;
    const uint8_t *nonce = (const uint8_t *)s->nonce;
    uint32_t total = vmb_cp_total(s), used = vmb_cp_lacks(s), number = (total + 63) / 64 + 1; /* of the next block */
    vmb_piece pieces[2], *piece = pieces;
    size_t part;

    vmb_cp_count(s, total + (uint32_t)len);
    if (used != 0) {
        part = len < 64 - used ? len : 64 - used;
        vmb_cp_bytes(ks + used, out, in, part, s->keep);
        if (used + part < 64) {
            return VMB_OK;
        }
        out += part;
        in += part;
        len -= part;
        piece->data = ks;
        piece->len = 64;
        piece++;
        s->lacks = 0;
    }
    part = len % 64;
    len -= part;
    if (len != 0) {
        if (s->keep != 0) {
            vmb_chacha20_xor(s->key, nonce, number, NULL, out, in, len);
        }
        piece->data = s->keep != 0 ? out : in;
        piece->len = len;
        piece++;
    }
    if (piece != pieces) {
        vmb_poly1305(NULL, s->one_time, pieces, (size_t)(piece - pieces), s->h);
    }
    if (len != 0 && s->keep == 0) {
        vmb_chacha20_xor(s->key, nonce, number, NULL, out, in, len);
    }
    if (part != 0) {
        s->lacks = 1;
        vmb_wipe_here(ks, 64);
        vmb_chacha20_xor(s->key, nonce, number + (uint32_t)(len / 64), NULL, ks, ks, 64);
        vmb_cp_bytes(ks, out + len, in + len, part, s->keep);
    }
    return VMB_OK;
}

#if VMB_SHORT_PIECES
/* `update` of the first piece, which is accepted. */
VMB_NOINLINE VMB_IN_HEADER static int vmb_cp_update_first(vmb_cp_body *s, uint8_t *out, const uint8_t *in, size_t len)
{
    vmb_cp_begin_message(s);
    return vmb_cp_update_checked(s, out, in, len);
}
#endif
#endif

#endif
