/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A message in pieces, for every Ascon AEAD: the public functions differ in their
 * `kind` alone. The contract of each is in vambrace/aead.h.
 */
#ifndef VMB_ASCON_STREAM_H
#define VMB_ASCON_STREAM_H

#include "ascon/ascon_call.h"
#include "ascon/ascon_state.h"
#include "ascon/ascon_word.h"
#include "common/stream.h"
#include "vambrace/detail/stream.h"

/** 1 where short pieces are processed in place. */
#define VMB_ASCON_SHORT_PIECES (VMB_ASCON_ASSEMBLY && VMB_SHORT_PIECES)

/** seal_start, and open_start with opening = VMB_PHASE_OPENING. */
VMB_NOINLINE int vmb_ascon_stream_start(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint32_t *key,
                                        const uint8_t *nonce, size_t nonce_len, uint32_t opening);
VMB_NOINLINE int vmb_ascon_stream_ad(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len);
VMB_NOINLINE int vmb_ascon_stream_update(vmb_ascon_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                         const vmb_ascon_kind *kind);
VMB_NOINLINE int vmb_ascon_stream_seal_finish(vmb_ascon_body *s, const vmb_ascon_kind *kind, uint8_t *tag,
                                              size_t tag_len);
VMB_NOINLINE int vmb_ascon_stream_open_finish(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint8_t *tag,
                                              size_t tag_len);
void vmb_ascon_stream_abort(vmb_ascon_body *s);

/** What the general function does after its checks. */
VMB_NOINLINE int vmb_ascon_ad_checked(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len);

#if VMB_ASCON_SHORT_PIECES
/*
 * Between calls, while a stream waits for its message: `used` counts the bytes that the current block still takes, and
 * `len` already includes them, so that a byte changes one count. In the block that would end after VMB_MAX_BYTES it is
 * 0. The words of the block are as if they were not interleaved.
 */

/** Ends a block of associated data; returns VMB_OK. */
VMB_NOINLINE int vmb_ascon_stream_permute(vmb_ascon_body *s, uint32_t rounds);

/** Ends a block of the message, and begins the next one; returns VMB_OK. */
VMB_NOINLINE int vmb_ascon_stream_next(vmb_ascon_body *s, const vmb_ascon_kind *kind);

/** Adds associated data. */
VMB_INLINE int vmb_ascon_ad_piece(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len)
{
    uint32_t used, x;
    const uint8_t *end = ad + len;

    if (s == NULL || !vmb_accepts_piece(s, sizeof *s, s->phase, VMB_PHASE_AD, s->key, VMB_ASCON_KEY_SIZE, kind->mark,
                                        s->ad_len, NULL, ad, len)) {
        return vmb_ascon_stream_ad(s, kind, ad, len);
    }
    used = s->ad_len & (kind->rate - 1u);
    if (vmb_exceeds_block(used, len, kind->rate)) {
        if (((used | len) & (kind->rate - 1u)) == 0) {
            s->ad_len += (uint32_t)len;
            kind->blocks(s->state, NULL, ad, len, VMB_ASCON_ABSORB);
            return VMB_OK;
        }
        return vmb_ascon_ad_checked(s, kind, ad, len);
    }
    s->ad_len += (uint32_t)len;
    do {
        x = vmb_ascon_get_byte(s->state, used, kind->big);
        vmb_ascon_replace_byte(s->state, used, x, x ^ *ad++, kind->big);
        used++;
    } while (ad != end);
    return used == kind->rate ? vmb_ascon_stream_permute(s, kind->rounds) : VMB_OK;
}

/** Encrypts or decrypts a byte of the message. */
VMB_INLINE int vmb_ascon_byte(vmb_ascon_body *s, uint8_t *out, const uint8_t *in, size_t len,
                              const vmb_ascon_kind *kind)
{
    uint32_t left, at, x, b;
    uint8_t *block;

    if (vmb_is_null(s) || VMB_RARELY(s->used == 0) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->key, VMB_ASCON_KEY_SIZE, kind->mark, out, in, len))) {
        return vmb_ascon_stream_update(s, out, in, len, kind);
    }
    left = s->used;
    at = kind->rate - left;
    left--;
    s->used = left;
    block = (uint8_t *)s->state + (kind->big ? at ^ 7u : at);
    b = *in;
    x = *block;
    *block = (uint8_t)(b ^ (x & s->keep)); /* ciphertext replaces it */
    *out = (uint8_t)(x ^ b);
    return VMB_RARELY(left == 0) ? vmb_ascon_stream_next(s, kind) : VMB_OK;
}
#else
#define vmb_ascon_ad_piece vmb_ascon_stream_ad
#define vmb_ascon_byte vmb_ascon_stream_update
#endif

/* The public functions of one algorithm, whose kind is name##_kind. A null stream is a separate error: only its address
 * is checked. */
#define VMB_ASCON_STREAM_DEFINE(name)                                                                                  \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)             \
    {                                                                                                                  \
        return VMB_ASCON_WIPED(                                                                                        \
            vmb_ascon_stream_start((vmb_ascon_body *)s, &name##_kind, (const uint32_t *)key, nonce, nonce_len, 0));    \
    }                                                                                                                  \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)             \
    {                                                                                                                  \
        return VMB_ASCON_WIPED(vmb_ascon_stream_start((vmb_ascon_body *)s, &name##_kind, (const uint32_t *)key, nonce, \
                                                      nonce_len, VMB_PHASE_OPENING));                                  \
    }                                                                                                                  \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                                     \
    {                                                                                                                  \
        return VMB_ASCON_WIPED(vmb_ascon_ad_piece((vmb_ascon_body *)s, &name##_kind, ad, len));                        \
    }                                                                                                                  \
    VMB_ALIGNED_CODE int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                  \
    {                                                                                                                  \
        return VMB_ASCON_WIPED(vmb_ascon_byte((vmb_ascon_body *)s, out, in, len, &name##_kind));                       \
    }                                                                                                                  \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                             \
    {                                                                                                                  \
        return VMB_ASCON_WIPED(vmb_ascon_stream_seal_finish((vmb_ascon_body *)s, &name##_kind, tag, tag_len));         \
    }                                                                                                                  \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                       \
    {                                                                                                                  \
        return VMB_ASCON_WIPED(vmb_ascon_stream_open_finish((vmb_ascon_body *)s, &name##_kind, tag, tag_len));         \
    }                                                                                                                  \
    void name##_abort(name##_stream *s)                                                                                \
    {                                                                                                                  \
        vmb_ascon_stream_abort((vmb_ascon_body *)s);                                                                   \
    }

#endif
