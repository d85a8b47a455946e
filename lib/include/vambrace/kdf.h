/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * HKDF-SHA-256: keys for protocols from a shared secret, such as the result of a key exchange. Not
 * for passwords, which need a function that is slow on purpose.
 *
 *     vmb_hkdf_sha256(key, 16, secret, 32, salt, 32, (const uint8_t *)"key", 3)
 *
 * does both steps. A protocol that derives several keys extracts once and expands for each, with
 * another `info`.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names. On an error no output is written.
 * - Alignment: none.
 * - Overlap: inputs may overlap each other. An output overlaps no input.
 * - Timing: depends on lengths and addresses; not on the bytes of inputs.
 * - Wiping: no secret stays in memory but the output.
 * - Threads: reentrant.
 * - Standard: RFC 5869, section 2.
 */
#ifndef VAMBRACE_KDF_H
#define VAMBRACE_KDF_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/status.h"

/** The longest output of HKDF-SHA-256, in bytes: 255 hashes. */
#define VMB_HKDF_SHA256_MAX 8160

#ifdef __cplusplus
extern "C" {
#endif

/** Extracts a pseudorandom key from a secret (RFC 5869, section 2.2). Contract: top of this file.
 *
 *  @param[out] prk  prk_len bytes
 *  @param prk_len  32
 *  @param[in] secret  secret_len bytes, the input keying material; may be null if secret_len is 0
 *  @param secret_len  0 to VMB_MAX_BYTES
 *  @param[in] salt  salt_len bytes; may be null if salt_len is 0, which is the same as 32 zeros
 *  @param salt_len  0 to VMB_MAX_BYTES
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_hkdf_sha256_extract(uint8_t *prk, size_t prk_len, const uint8_t *secret, size_t secret_len,
                                           const uint8_t *salt, size_t salt_len);

/** Expands a pseudorandom key to the output (RFC 5869, section 2.3). Contract: top of this file.
 *
 *  @param[out] out  out_len bytes; may be null if out_len is 0
 *  @param out_len  0 to VMB_HKDF_SHA256_MAX
 *  @param[in] prk  prk_len bytes
 *  @param prk_len  32 to VMB_MAX_BYTES
 *  @param[in] info  info_len bytes; may be null if info_len is 0
 *  @param info_len  0 to VMB_MAX_BYTES
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_hkdf_sha256_expand(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                                          const uint8_t *info, size_t info_len);

/** Extracts and expands. Contract: top of this file.
 *
 *  @param[out] out  out_len bytes; may be null if out_len is 0
 *  @param out_len  0 to VMB_HKDF_SHA256_MAX
 *  @param[in] secret  secret_len bytes, the input keying material; may be null if secret_len is 0
 *  @param secret_len  0 to VMB_MAX_BYTES
 *  @param[in] salt  salt_len bytes; may be null if salt_len is 0, which is the same as 32 zeros
 *  @param salt_len  0 to VMB_MAX_BYTES
 *  @param[in] info  info_len bytes; may be null if info_len is 0
 *  @param info_len  0 to VMB_MAX_BYTES
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_hkdf_sha256(uint8_t *out, size_t out_len, const uint8_t *secret, size_t secret_len,
                                   const uint8_t *salt, size_t salt_len, const uint8_t *info, size_t info_len);

#ifdef __cplusplus
}
#endif

#endif
