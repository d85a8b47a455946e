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
        return VMB_ASCON_WIPED(vmb_ascon_stream_ad((vmb_ascon_stream *)s, &name##_kind, ad, len));                    \
    }                                                                                                                 \
    int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                                  \
    {                                                                                                                 \
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
