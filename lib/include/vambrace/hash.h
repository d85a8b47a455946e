/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 (NIST SP 800-232, section 5),
 * one-shot and streaming. Lengths, overlaps, timing, wiping and streams:
 * vambrace/status.h.
 *
 * Ascon-Hash256 outputs 32 bytes. The XOFs output any number of bytes; shorter
 * outputs are prefixes of longer ones. Ascon-CXOF128 also takes a customization
 * string of at most 256 bytes: different strings define independent functions.
 * Outputs overlap no input.
 */
#ifndef VAMBRACE_HASH_H
#define VAMBRACE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/detail/backend/engine.h"
#include "vambrace/status.h"
#include "vambrace/detail/stream.h"

/* As in vambrace/detail/names.h. */
#if VMB_ENGINE
#define vmb_ascon_hash256_start vmb_ascon_hash256_start_engine
#define vmb_ascon_xof128_start vmb_ascon_xof128_start_engine
#define vmb_ascon_cxof128_start vmb_ascon_cxof128_start_engine
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A hash in progress. Its content is private. */
typedef struct { vmb_ascon_stream body; } vmb_ascon_hash256_stream;
typedef struct { vmb_ascon_stream body; } vmb_ascon_xof128_stream;  /**< @copydoc vmb_ascon_hash256_stream */
typedef struct { vmb_ascon_stream body; } vmb_ascon_cxof128_stream; /**< @copydoc vmb_ascon_hash256_stream */

/** Writes the digest of the len bytes at `in`; digest_len is 32. */
VMB_MUST_CHECK int vmb_ascon_hash256(uint8_t *digest, size_t digest_len, const uint8_t *in, size_t len);

/** Starts a hash. */
VMB_MUST_CHECK int vmb_ascon_hash256_start(vmb_ascon_hash256_stream *s);
/** Adds the next len bytes. */
VMB_MUST_CHECK int vmb_ascon_hash256_update(vmb_ascon_hash256_stream *s, const uint8_t *in, size_t len);
/** Writes the digest and wipes the stream. */
VMB_MUST_CHECK int vmb_ascon_hash256_finish(vmb_ascon_hash256_stream *s, uint8_t *digest, size_t digest_len);
/** Wipes the stream, at any time. */
void vmb_ascon_hash256_abort(vmb_ascon_hash256_stream *s);

/** Writes out_len bytes of output for the len bytes at `in`. */
VMB_MUST_CHECK int vmb_ascon_xof128(uint8_t *out, size_t out_len, const uint8_t *in, size_t len);

/** @copydoc vmb_ascon_hash256_start */
VMB_MUST_CHECK int vmb_ascon_xof128_start(vmb_ascon_xof128_stream *s);
/** Adds the next len bytes; not allowed after the first squeeze. */
VMB_MUST_CHECK int vmb_ascon_xof128_update(vmb_ascon_xof128_stream *s, const uint8_t *in, size_t len);
/** Writes the next len bytes of output; may be called any number of times. */
VMB_MUST_CHECK int vmb_ascon_xof128_squeeze(vmb_ascon_xof128_stream *s, uint8_t *out, size_t len);
/** @copydoc vmb_ascon_hash256_abort */
void vmb_ascon_xof128_abort(vmb_ascon_xof128_stream *s);

/** The same with the custom_len bytes of the customization string at `custom`. */
VMB_MUST_CHECK int vmb_ascon_cxof128(uint8_t *out, size_t out_len, const uint8_t *custom, size_t custom_len,
                                     const uint8_t *in, size_t len);

/** Starts with the customization string, which need not remain in memory. */
VMB_MUST_CHECK int vmb_ascon_cxof128_start(vmb_ascon_cxof128_stream *s, const uint8_t *custom, size_t custom_len);
/** @copydoc vmb_ascon_xof128_update */
VMB_MUST_CHECK int vmb_ascon_cxof128_update(vmb_ascon_cxof128_stream *s, const uint8_t *in, size_t len);
/** @copydoc vmb_ascon_xof128_squeeze */
VMB_MUST_CHECK int vmb_ascon_cxof128_squeeze(vmb_ascon_cxof128_stream *s, uint8_t *out, size_t len);
/** @copydoc vmb_ascon_hash256_abort */
void vmb_ascon_cxof128_abort(vmb_ascon_cxof128_stream *s);

#ifdef __cplusplus
}
#endif

#endif
