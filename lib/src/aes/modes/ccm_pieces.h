/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Bytes of the current block of an AES-CCM message beside assembly (ccm_stream.c). Arguments are checked.
 *
 * Between calls, bytes that the block still takes, and the lengths allow, are counted: `left` of them are included in
 * len and used. In place, plaintext replaces keystream. With planes, the next step adds the block to the CBC-MAC.
 * With words, the CBC-MAC lacks the bytes that replaced keystream from the byte `from` on; the keystream that is left
 * ends with the block, also of a last block that does not become full: it has moved up.
 */
#ifndef VMB_CCM_PIECES_H
#define VMB_CCM_PIECES_H

#include "aes/modes/ccm_run.h"
#include "common/stream.h"

/** 1 where short pieces are processed in place. */
#define VMB_CCM_SHORT_PIECES (VMB_SHORT_PIECES && !VMB_AES_UNIT && !VMB_ENGINE)

#if VMB_CCM_SHORT_PIECES
#if VMB_CCM_PLANES
#define VMB_CCM_MESSAGE(s) (&(s)->message.planes)

/** Only bytes that have arrived are counted. */
VMB_INLINE void vmb_ccm_settle(vmb_ccm_stream *s)
{
    s->len -= s->left;
    s->used -= s->left;
    s->left = 0;
}

/** At the end of a call that adds to the message. */
VMB_INLINE void vmb_ccm_count_ahead(vmb_ccm_stream *s)
{
    uint32_t left = 16 - s->used, most = VMB_MAX_BYTES - s->len;

    if (left > most) {
        left = most;
    }
    s->len += left;
    s->used += left;
    s->left = left;
}

#define vmb_ccm_turn(s, rounds) vmb_ccm_next((s)->key, rounds, VMB_CCM_MESSAGE(s))

/** The byte of the current block that comes next. */
VMB_INLINE uint8_t *vmb_ccm_place(vmb_ccm_stream *s, uint32_t left)
{
    return (uint8_t *)s->message.planes.block + (s->used - left);
}

#define vmb_ccm_lacks_nothing(s) 1
#else
#define VMB_CCM_MESSAGE(s) (&(s)->message.words)

/* Secrets in registers: functions apart, as they would stay behind in registers that belong to the caller, and
 * functions called next save those on the stack. */

/** Adds n bytes to the CBC-MAC. */
VMB_NOINLINE VMB_IN_HEADER static void vmb_ccm_add(uint8_t *mac, const uint8_t *p, uint32_t n)
{
    for (; n != 0; n--) {
        *mac++ ^= *p++;
    }
}

/** Moves n > 0 bytes of keystream within their block, from one place to another. */
VMB_NOINLINE VMB_IN_HEADER static void vmb_ccm_move(uint32_t ks[4], uint32_t to, uint32_t from, uint32_t n)
{
    uint8_t *block = (uint8_t *)ks;
    uint32_t step = to < from ? 1u : 0u - 1u;

    if (to > from) {
        to += n - 1;
        from += n - 1;
    }
    do {
        block[to] = block[from];
        to += step;
        from += step;
        n--;
    } while (n != 0);
}

/** Only bytes that have arrived are counted, and the CBC-MAC lacks none. */
VMB_INLINE void vmb_ccm_settle(vmb_ccm_stream *s)
{
    uint32_t left = s->left, used = s->used - left, end = 16 - left, n = end - s->from;

    if (n != 0) {
        vmb_ccm_add((uint8_t *)s->message.words.s.mac + (used - n), (const uint8_t *)s->message.words.ks + s->from, n);
    }
    if (left != 0 && used != end) {
        vmb_ccm_move(s->message.words.ks, used, end, left);
    }
    s->len -= left;
    s->used = used;
    s->left = 0;
    s->from = 16;
}

/** At the end of a call that adds to the message. */
VMB_INLINE void vmb_ccm_count_ahead(vmb_ccm_stream *s)
{
    uint32_t used = s->used, left = 16 - used, most = VMB_MAX_BYTES - s->len;

    if (left > most) {
        left = most;
        if (left != 0) {
            vmb_ccm_move(s->message.words.ks, 16 - left, used, left);
        }
    }
    s->len += left;
    s->used = used + left;
    s->left = left;
    s->from = 16 - left;
}

#if VMB_AES_CCM_NEXT
/** After a full block, the next one. */
VMB_INLINE void vmb_ccm_turn(vmb_ccm_stream *s, unsigned rounds)
{
    uint32_t from = s->from;

    if (from != 0) { /* the CBC-MAC has these */
        vmb_wipe(s->message.words.ks, from);
    }
    s->from = 0;
    vmb_aes_ccm_next(s->key, rounds, &s->message.words);
}
#else
/** The same of a block. */
VMB_NOINLINE VMB_IN_HEADER VMB_ALIGNED_CODE static void vmb_ccm_add_block(uint32_t mac[4], const uint32_t p[4])
{
    uint32_t a = p[0], b = p[1], c = p[2], d = p[3];

    mac[0] ^= a;
    mac[1] ^= b;
    mac[2] ^= c;
    mac[3] ^= d;
}

/** After a full block, the next one. */
VMB_INLINE void vmb_ccm_turn(vmb_ccm_stream *s, unsigned rounds)
{
    uint32_t from = s->from;

    if (from == 0) {
        vmb_ccm_add_block(s->message.words.s.mac, s->message.words.ks);
    } else {
        vmb_ccm_add((uint8_t *)s->message.words.s.mac + from, (const uint8_t *)s->message.words.ks + from, 16 - from);
    }
    s->from = 0;
    vmb_ccm_next(s->key, rounds, &s->message.words);
}
#endif

/** The byte of the current block that comes next. */
VMB_INLINE uint8_t *vmb_ccm_place(vmb_ccm_stream *s, uint32_t left)
{
    return (uint8_t *)s + (offsetof(vmb_ccm_stream, message.words.ks) + 16 - left);
}

#define vmb_ccm_lacks_nothing(s) ((s)->from == 16)
#endif

/** Encrypts or decrypts a byte of the current block, which takes `left` of them. */
VMB_INLINE int vmb_ccm_add_byte(vmb_ccm_stream *s, uint32_t left, uint8_t *out, const uint8_t *in)
{
    uint8_t *block = vmb_ccm_place(s, left);
    uint32_t x = *in, y = *block;

    s->left = left - 1;
    *block = (uint8_t)(x ^ (y & s->take)); /* plaintext */
    *out = (uint8_t)(x ^ y);
    return VMB_OK;
}

/** The same where a block is full, and the lengths allow another full one. */
VMB_INLINE int vmb_ccm_next_block_byte(vmb_ccm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in)
{
    vmb_ccm_turn(s, rounds);
    s->len += 16;
    return vmb_ccm_add_byte(s, 16, out, in);
}
#endif

#endif
