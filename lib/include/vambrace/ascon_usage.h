/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a key of Ascon-AEAD128 may be used for, counted: NIST SP 800-232, section 4.3. An optional part of the library:
 * a program that does not call it does not link it.
 *
 *     status = vmb_ascon_usage_message(&usage, tag_len, ad_len, len);
 *     if (status == VMB_OK) {
 *         status = vmb_ascon_usage_result(&usage, vmb_ascon_aead128_open(&key, ...));
 *     }
 *
 * Each call with a key is preceded by vmb_ascon_usage_message, and each `open` and `open_finish` is followed by
 * vmb_ascon_usage_result. When a limit is reached, VMB_ERR_LIMIT is returned before anything is processed, and the key
 * must be replaced. The limits are:
 *
 * | what                          | tag in bytes | limit for one key                                   |
 * | ----------------------------- | ------------ | --------------------------------------------------- |
 * | data                          | all          | 2^54 bytes, sealed and opened, nonces included      |
 * | tags that did not match       | 8 to 16      | 2^(8 * tag_len - 32): 2^32 to 2^96                  |
 * |                               | 4 to 7       | 1, or the caller's, from its risk analysis          |
 * | lengths of tags               | all          | one                                                 |
 *
 * The limits are those of a key, for all its users: sender and receiver both count what they process, and parties whose
 * sum could reach a limit share it between them. For the 16 bytes of a nonce and at most 2^54 bytes, no more than 2^50
 * messages have one key: with tags of 11 bytes or more no limit of tags is reached.
 *
 * The counts are not secret. A device that keeps its key over a restart stores the object too, before it uses the key
 * further than the stored counts say, as with a counter of nonces. This object does not count nonces: those must differ
 * as vambrace/aead.h says.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names. On an error nothing is counted, except by vmb_ascon_usage_result.
 * - Alignment: that of the object.
 * - Overlap: there is nothing that could overlap.
 * - Timing: depends on lengths, counts and results, which are public.
 * - Wiping: there are no secrets.
 * - Threads: one call at a time for each object.
 * - Standard: NIST SP 800-232, section 4.3.
 */
#ifndef VAMBRACE_ASCON_USAGE_H
#define VAMBRACE_ASCON_USAGE_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Maximum number of bytes that one key processes. */
#define VMB_ASCON_USAGE_BYTES ((uint64_t)1 << 54)

/** What a key has been used for. The caller may copy the object, and store and restore it. */
typedef struct {
    uint64_t bytes;         /**< processed: nonces, associated data, messages */
    uint64_t failures;      /**< tags that did not match */
    uint64_t most_failures; /**< the limit of these */
    uint32_t tag_len;       /**< bytes of every tag; 0: never started */
} vmb_ascon_usage;

/** Starts counting for a new key. Contract: top of this file.
 *
 *  @param[out] usage  not null
 *  @param tag_len  bytes of the tags of this key: 8 to 16, or a VMB_SHORT_TAG of 4 to 7
 *  @param failures  0 for the limit of the standard. Otherwise a limit of the caller's: for tags of 8 bytes or more a
 *                   lower one, for shorter ones what its risk analysis allows.
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT (null); on an error *usage is unchanged. */
VMB_MUST_CHECK int vmb_ascon_usage_start(vmb_ascon_usage *usage, size_t tag_len, uint32_t failures);

/** Counts a message before it is sealed or opened. Contract: top of this file.
 *
 *  @param[in,out] usage  started
 *  @param tag_len  as for vmb_ascon_usage_start: that of the message
 *  @param ad_len  bytes of associated data, 0 to VMB_MAX_BYTES; of a stream 0, or what is known
 *  @param len  bytes of the message, 0 to VMB_MAX_BYTES; of a stream 0, or what is known
 *  @return VMB_OK; VMB_ERR_LIMIT: the key must not be used any more; VMB_ERR_LENGTH, also for a tag of another length;
 *          VMB_ERR_ARGUMENT (null) or VMB_ERR_STATE (not started). */
VMB_MUST_CHECK int vmb_ascon_usage_message(vmb_ascon_usage *usage, size_t tag_len, size_t ad_len, size_t len);

/** Counts further bytes of a stream, before they are added to it. Contract: top of this file.
 *
 *  @param[in,out] usage  started
 *  @param len  bytes of associated data or of the message, 0 to VMB_MAX_BYTES
 *  @return VMB_OK; VMB_ERR_LIMIT: abort the stream, the key must not be used any more; VMB_ERR_LENGTH, VMB_ERR_ARGUMENT
 *          (null) or VMB_ERR_STATE (not started). */
VMB_MUST_CHECK int vmb_ascon_usage_more(vmb_ascon_usage *usage, size_t len);

/** Counts a tag that did not match. Contract: top of this file.
 *
 *  @param[in,out] usage  started
 *  @param status  what `open` or `open_finish` returned: VMB_ERR_TAG is counted
 *  @return `status`, in any case; VMB_ERR_ARGUMENT (null) or VMB_ERR_STATE (not started) only instead of VMB_OK. */
VMB_MUST_CHECK int vmb_ascon_usage_result(vmb_ascon_usage *usage, int status);

#ifdef __cplusplus
}
#endif

#endif
