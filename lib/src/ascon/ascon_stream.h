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

/** seal_start, and open_start with opening = VMB_PHASE_OPENING. */
VMB_NOINLINE int vmb_ascon_stream_start(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint32_t *key,
                                        const uint8_t *nonce, size_t nonce_len, uint32_t opening);
VMB_NOINLINE int vmb_ascon_stream_ad(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len);
VMB_NOINLINE int vmb_ascon_stream_update(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *out,
                                         const uint8_t *in, size_t len);
VMB_NOINLINE int vmb_ascon_stream_seal_finish(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *tag,
                                              size_t tag_len);
VMB_NOINLINE int vmb_ascon_stream_open_finish(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint8_t *tag,
                                              size_t tag_len);
void vmb_ascon_stream_abort(vmb_ascon_stream *s);

/** What the general functions do after their checks. */
VMB_NOINLINE int vmb_ascon_ad_checked(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len);
VMB_NOINLINE int vmb_ascon_update_checked(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *out,
                                          const uint8_t *in, size_t len);

#if VMB_ASCON_ASSEMBLY && VMB_SHORT_PIECES
/** Ends a block; returns VMB_OK. */
VMB_NOINLINE int vmb_ascon_stream_permute(vmb_ascon_stream *s, uint32_t rounds);

/** vmb_accepts_piece of that. */
VMB_INLINE int vmb_ascon_accepts(const vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                                 size_t len, uint32_t wanted)
{
    uint32_t total;

    if (s == NULL) {
        return 0;
    }
    total = wanted == VMB_PHASE_AD ? s->ad_len : s->len;
    return vmb_accepts_piece(s, sizeof *s, s->phase, wanted, s->key, VMB_ASCON_KEY_SIZE, kind->mark, total, out, in,
                             len);
}

/** Adds associated data, or encrypts or decrypts a piece of the message. */
VMB_INLINE int vmb_ascon_piece(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                               size_t len, uint32_t wanted)
{
    int is_ad = wanted == VMB_PHASE_AD;
    uint32_t *total = is_ad ? &s->ad_len : &s->len;
    uint32_t used = *total & (kind->rate - 1u), keep = s->phase / VMB_PHASE_OPENING - 1u, x, b;
    const uint8_t *end = in + len;

    if (vmb_exceeds_block(used, len, kind->rate)) {
        return is_ad ? vmb_ascon_ad_checked(s, kind, in, len) : vmb_ascon_update_checked(s, kind, out, in, len);
    }
    *total += (uint32_t)len;
    do {
        b = *in++;
        x = vmb_ascon_get_byte(s->state, used, kind->big);
        if (is_ad) {
            vmb_ascon_replace_byte(s->state, used, x, x ^ b, kind->big);
        } else { /* ciphertext replaces it */
            vmb_ascon_replace_byte(s->state, used, x, b ^ (x & keep), kind->big);
            *out++ = (uint8_t)(x ^ b);
        }
        used++;
    } while (in != end);
    return used == kind->rate ? vmb_ascon_stream_permute(s, kind->rounds) : VMB_OK;
}
#else
#define vmb_ascon_accepts(s, kind, out, in, len, wanted) 0
#define vmb_ascon_piece(s, kind, out, in, len, wanted) VMB_OK
#endif

/* The public functions of one algorithm, whose kind is name##_kind. A null stream is a separate error: only its address
 * is checked. */
#define VMB_ASCON_STREAM_DEFINE(name)                                                                                 \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)            \
    {                                                                                                                 \
        return VMB_ASCON_WIPED(                                                                                       \
            vmb_ascon_stream_start((vmb_ascon_stream *)s, &name##_kind, (const uint32_t *)key, nonce, nonce_len, 0)); \
    }                                                                                                                 \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)            \
    {                                                                                                                 \
        return VMB_ASCON_WIPED(vmb_ascon_stream_start((vmb_ascon_stream *)s, &name##_kind, (const uint32_t *)key,     \
                                                      nonce, nonce_len, VMB_PHASE_OPENING));                          \
    }                                                                                                                 \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                                    \
    {                                                                                                                 \
        if (vmb_ascon_accepts((vmb_ascon_stream *)s, &name##_kind, NULL, ad, len, VMB_PHASE_AD)) {                    \
            return vmb_ascon_piece((vmb_ascon_stream *)s, &name##_kind, NULL, ad, len, VMB_PHASE_AD);                 \
        }                                                                                                             \
        return VMB_ASCON_WIPED(vmb_ascon_stream_ad((vmb_ascon_stream *)s, &name##_kind, ad, len));                    \
    }                                                                                                                 \
    int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                                  \
    {                                                                                                                 \
        if (len == 1) { /* known, it saves a third of the cycles */                                                   \
            if (vmb_ascon_accepts((vmb_ascon_stream *)s, &name##_kind, out, in, 1, VMB_PHASE_MESSAGE)) {              \
                return vmb_ascon_piece((vmb_ascon_stream *)s, &name##_kind, out, in, 1, VMB_PHASE_MESSAGE);           \
            }                                                                                                         \
        } else if (vmb_ascon_accepts((vmb_ascon_stream *)s, &name##_kind, out, in, len, VMB_PHASE_MESSAGE)) {         \
            return vmb_ascon_piece((vmb_ascon_stream *)s, &name##_kind, out, in, len, VMB_PHASE_MESSAGE);             \
        }                                                                                                             \
        return VMB_ASCON_WIPED(vmb_ascon_stream_update((vmb_ascon_stream *)s, &name##_kind, out, in, len));           \
    }                                                                                                                 \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                            \
    {                                                                                                                 \
        return VMB_ASCON_WIPED(vmb_ascon_stream_seal_finish((vmb_ascon_stream *)s, &name##_kind, tag, tag_len));      \
    }                                                                                                                 \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                      \
    {                                                                                                                 \
        return VMB_ASCON_WIPED(vmb_ascon_stream_open_finish((vmb_ascon_stream *)s, &name##_kind, tag, tag_len));      \
    }                                                                                                                 \
    void name##_abort(name##_stream *s)                                                                               \
    {                                                                                                                 \
        vmb_ascon_stream_abort((vmb_ascon_stream *)s);                                                                \
    }

#endif
