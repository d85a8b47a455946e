/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * SHA-256, Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128, one-shot and streaming.
 *
 * SHA-256 and Ascon-Hash256 output 32 bytes. The XOFs output any number of bytes; shorter outputs are
 * prefixes of longer ones. Ascon-CXOF128 also takes a customization string of at most
 * 256 bytes: different strings define independent functions.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine also return VMB_ERR_DEVICE, except
 *   for SHA-256, which engines do not have. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT and VMB_ERR_STATE no output is written. On VMB_ERR_DEVICE
 *   the output of the call is zero. Every error wipes the stream.
 * - Alignment: none for bytes.
 * - Overlap: inputs may overlap each other. An output overlaps no input of its call; nothing
 *   overlaps a stream.
 * - Timing: depends on lengths and addresses; not on the bytes of inputs.
 * - Wiping: nothing of the input stays in memory but in streams, until `finish`, `abort` or an
 *   error.
 * - Threads: reentrant; a stream is for one call at a time.
 * - Standard: SHA-256: FIPS 180-4, section 6.2; Ascon: NIST SP 800-232, section 5.
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
typedef struct { vmb_sha256_body body; } vmb_sha256_stream; /**< @copydoc vmb_ascon_hash256_stream */
typedef struct { vmb_ascon_stream body; } vmb_ascon_xof128_stream;  /**< @copydoc vmb_ascon_hash256_stream */
typedef struct { vmb_ascon_stream body; } vmb_ascon_cxof128_stream; /**< @copydoc vmb_ascon_hash256_stream */

/** Computes the digest of a message. Contract: top of this file.
 *
 *  @param[out] digest  digest_len bytes
 *  @param digest_len  32
 *  @param[in] in  len bytes; may be null if len is 0
 *  @param len  0 to VMB_MAX_BYTES
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_ascon_hash256(uint8_t *digest, size_t digest_len, const uint8_t *in, size_t len);

/** Starts a hash, whatever the stream contained. Contract: top of this file.
 *
 *  @param[out] s  the stream
 *  @return VMB_OK or VMB_ERR_ARGUMENT (null); never VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_ascon_hash256_start(vmb_ascon_hash256_stream *s);

/** Adds the next bytes of the message. Contract: top of this file.
 *
 *  @param[in,out] s  a stream, started; of an XOF, before its first `squeeze`
 *  @param[in] in  len bytes; may be null if len is 0
 *  @param len  0 to VMB_MAX_BYTES, also in all
 *  @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE. */
VMB_MUST_CHECK int vmb_ascon_hash256_update(vmb_ascon_hash256_stream *s, const uint8_t *in, size_t len);

/** Writes the digest and wipes the stream. Contract: top of this file.
 *
 *  @param[in,out] s  a stream, started
 *  @param[out] digest  digest_len bytes
 *  @param digest_len  32
 *  @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE. */
VMB_MUST_CHECK int vmb_ascon_hash256_finish(vmb_ascon_hash256_stream *s, uint8_t *digest, size_t digest_len);

/** Wipes the stream. Contract: top of this file.
 *
 *  @param[out] s  a stream in any state; null is ignored */
void vmb_ascon_hash256_abort(vmb_ascon_hash256_stream *s);

/** @copydoc vmb_ascon_hash256 */
VMB_MUST_CHECK int vmb_sha256(uint8_t *digest, size_t digest_len, const uint8_t *in, size_t len);

/** @copydoc vmb_ascon_hash256_start */
VMB_MUST_CHECK int vmb_sha256_start(vmb_sha256_stream *s);

/** @copydoc vmb_ascon_hash256_update */
VMB_MUST_CHECK int vmb_sha256_update(vmb_sha256_stream *s, const uint8_t *in, size_t len);

/** @copydoc vmb_ascon_hash256_finish */
VMB_MUST_CHECK int vmb_sha256_finish(vmb_sha256_stream *s, uint8_t *digest, size_t digest_len);

/** @copydoc vmb_ascon_hash256_abort */
void vmb_sha256_abort(vmb_sha256_stream *s);

/** Computes out_len bytes of output for a message. Contract: top of this file.
 *
 *  @param[out] out  out_len bytes; may be null if out_len is 0
 *  @param out_len  0 to VMB_MAX_BYTES
 *  @param[in] in  len bytes; may be null if len is 0
 *  @param len  0 to VMB_MAX_BYTES
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_ascon_xof128(uint8_t *out, size_t out_len, const uint8_t *in, size_t len);

/** @copydoc vmb_ascon_hash256_start */
VMB_MUST_CHECK int vmb_ascon_xof128_start(vmb_ascon_xof128_stream *s);

/** @copydoc vmb_ascon_hash256_update */
VMB_MUST_CHECK int vmb_ascon_xof128_update(vmb_ascon_xof128_stream *s, const uint8_t *in, size_t len);

/** Writes the next bytes of output, any number of times. Contract: top of this file.
 *
 *  @param[in,out] s  a stream, started
 *  @param[out] out  len bytes; may be null if len is 0
 *  @param len  0 to VMB_MAX_BYTES; in all, any number
 *  @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE. */
VMB_MUST_CHECK int vmb_ascon_xof128_squeeze(vmb_ascon_xof128_stream *s, uint8_t *out, size_t len);

/** @copydoc vmb_ascon_hash256_abort */
void vmb_ascon_xof128_abort(vmb_ascon_xof128_stream *s);

/** Computes out_len bytes of output for a message and a customization string. Contract: top of
 *  this file.
 *
 *  @param[out] out  out_len bytes; may be null if out_len is 0
 *  @param out_len  0 to VMB_MAX_BYTES
 *  @param[in] custom  custom_len bytes; may be null if custom_len is 0
 *  @param custom_len  0 to 256
 *  @param[in] in  len bytes; may be null if len is 0
 *  @param len  0 to VMB_MAX_BYTES
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_ascon_cxof128(uint8_t *out, size_t out_len, const uint8_t *custom, size_t custom_len,
                                     const uint8_t *in, size_t len);

/** Starts with a customization string, whatever the stream contained. Contract: top of this file.
 *
 *  @param[out] s  the stream
 *  @param[in] custom  custom_len bytes; may be null if custom_len is 0; not needed after the call
 *  @param custom_len  0 to 256
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_ascon_cxof128_start(vmb_ascon_cxof128_stream *s, const uint8_t *custom, size_t custom_len);

/** @copydoc vmb_ascon_hash256_update */
VMB_MUST_CHECK int vmb_ascon_cxof128_update(vmb_ascon_cxof128_stream *s, const uint8_t *in, size_t len);

/** @copydoc vmb_ascon_xof128_squeeze */
VMB_MUST_CHECK int vmb_ascon_cxof128_squeeze(vmb_ascon_cxof128_stream *s, uint8_t *out, size_t len);

/** @copydoc vmb_ascon_hash256_abort */
void vmb_ascon_cxof128_abort(vmb_ascon_cxof128_stream *s);

#ifdef __cplusplus
}
#endif

#endif
