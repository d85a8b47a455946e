/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The calls of the FAC-V coprocessor (Journal of Low Power Electronics and
 * Applications 12(4), 2022): AES (FIPS 197) of whole blocks with a key of 16, 24 or 32
 * bytes, chosen at run time. Depending on the build (vambrace/backend.h), they run in
 * software or on an accelerator. As in the original, the mode is ECB: equal blocks stay
 * equal, and nothing is authenticated. For data that an attacker may see or change, use
 * vambrace/aead.h.
 *
 * Differences from the published calls: the key is in a context object, of which there
 * may be many; lengths are checked; and every call returns a status.
 *
 * init     Expands the key_len bytes at `key` into *c, which may contain a key; parts
 *          of a longer previous key remain until wipe. If init fails, *c is wiped.
 * encrypt  Encrypts each 16-byte block of the len bytes at `in` to `out`; len is a
 * decrypt  multiple of 16, and not 0. Decrypts likewise. `out` may be exactly `in`.
 * wipe     Sets *c to zero; ignores null.
 *
 * Keys and blocks are bytes in the order of FIPS 197, at any alignment; word-aligned
 * ones are faster. Return values; of several errors, that of a length is returned:
 *
 * | status           | init                   | encrypt, decrypt                         |
 * | ---------------- | ---------------------- | ---------------------------------------- |
 * | VMB_ERR_LENGTH   | key_len is none of the three | len is 0, not a multiple of 16, or above VMB_MAX_BYTES |
 * | VMB_ERR_ARGUMENT | null, or `key` overlaps *c | null, `out` overlaps *c, or `in` other than exactly |
 * | VMB_ERR_STATE    |                        | *c holds no key: it was wiped, init failed, or it is all zero |
 * | VMB_ERR_DEVICE   |                        | the engine is disabled, or cannot access the memory: `out` is all zero |
 *
 * After any other error nothing is written. Execution time and memory addresses depend
 * on lengths and pointers, never on key or data. Secret intermediate values are wiped;
 * a context is as secret as its key, until wipe. With an engine, each job loads the key
 * and none keeps it: contexts are independent, in any number of threads and interrupt
 * handlers (vambrace/engine.h describes how calls are serialised).
 */
#ifndef VAMBRACE_FACV_H
#define VAMBRACE_FACV_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/aes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An expanded key. Its content is private and secret. */
typedef struct {
    union {
        vmb_aes128_key aes128;
        vmb_aes192_key aes192;
        vmb_aes256_key aes256;
    } key;
    uint32_t rounds; /* which of them: 10, 12 or 14; 0: none */
} vmb_facv;

VMB_MUST_CHECK int vmb_facv_init(vmb_facv *c, const uint8_t *key, size_t key_len);
VMB_MUST_CHECK int vmb_facv_encrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len);
VMB_MUST_CHECK int vmb_facv_decrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len);
void vmb_facv_wipe(vmb_facv *c);

#ifdef __cplusplus
}
#endif

#endif
