/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The calls of the FAC-V coprocessor (Journal of Low Power Electronics and
 * Applications 12(4), 2022) with contexts, checks and statuses: AES (FIPS 197) of whole blocks
 * with a key of 16, 24 or 32 bytes, chosen at run time. Depending on the build
 * (vambrace/backend.h), they run in software or on an accelerator. As in the original, the mode
 * is ECB: equal blocks stay equal, and nothing is authenticated. For data that an attacker may
 * see or change, use vambrace/aead.h.
 *
 * Differences from the published calls (cipher.h): the key is in a context object, of which
 * there may be many; lengths and pointers are checked; and every call returns a status.
 *
 * init     Expands the key_len bytes at `key` into *c, which may contain a key; parts
 *          of a longer previous key remain until wipe. If init fails, *c is wiped.
 * encrypt  Encrypts each 16-byte block of the len bytes at `in` to `out`; len is a
 * decrypt  multiple of 16, and not 0. Decrypts likewise. `out` may be exactly `in`.
 * wipe     Sets *c to zero, and the accelerator's copy of its key; ignores null.
 *
 * Keys and blocks are bytes in the order of FIPS 197, at any alignment; with an accelerator,
 * blocks that are not word-aligned go through the library's calls, which take longer. Return
 * values; of several errors, that of a length is returned:
 *
 * | status           | init                   | encrypt, decrypt                         |
 * | ---------------- | ---------------------- | ---------------------------------------- |
 * | VMB_ERR_LENGTH   | key_len is none of the three | len is 0, not a multiple of 16, or above VMB_MAX_BYTES |
 * | VMB_ERR_ARGUMENT | null, or `key` overlaps *c | null, `out` overlaps *c, or `in` other than exactly |
 * | VMB_ERR_STATE    |                        | *c holds no key: it was wiped, init failed, or it is all zero |
 * | VMB_ERR_DEVICE   | the accelerator is disabled, or another one | the same, or it cannot access the memory: `out` is all zero |
 *
 * After any other error nothing is written. Execution time and memory addresses depend
 * on lengths, pointers and the order of calls, never on key or data. Secret intermediate values
 * are wiped; a context is as secret as its key, until wipe.
 *
 * With an accelerator the key of the last context stays in it: in the AES unit, with the last
 * result, or in key slot 1 of the engine, which is this file's. Each context has a number of its
 * own, and a call loads the key if another number was there last, or if a call of the library
 * has wiped the unit since. So contexts are independent, in any number of threads and interrupt
 * handlers (vambrace/detail/lock.h describes how calls are serialised). A program that uses an AES unit
 * directly must wipe it afterwards, as vambrace/aes_unit.h says.
 */
#ifndef VMB_FACV_H
#define VMB_FACV_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/aes.h"

/** An expanded key, or one that an accelerator expands. Its content is private and secret. */
typedef struct {
    union {
        uint32_t kept[8]; /* as in memory */
        vmb_aes128_key aes128;
        vmb_aes192_key aes192;
        vmb_aes256_key aes256;
    } key;
    uint32_t rounds; /* which of them: 10, 12 or 14; 0: none */
    uint32_t number; /* of a key that an accelerator expands; 0: none */
} vmb_facv;

VMB_MUST_CHECK int vmb_facv_init(vmb_facv *c, const uint8_t *key, size_t key_len);
VMB_MUST_CHECK int vmb_facv_encrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len);
VMB_MUST_CHECK int vmb_facv_decrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len);
void vmb_facv_wipe(vmb_facv *c);

#endif
