/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Shared by the cipher entry points of the PSA driver: AES with a key of any length, and PKCS #7 padding.
 */
#ifndef VMB_PSA_CIPHER_H
#define VMB_PSA_CIPHER_H

#include "psa_common.h"

/* The modes of an operation. */
enum { VMB_PSA_NO_MODE, VMB_PSA_ECB, VMB_PSA_CBC, VMB_PSA_PKCS7, VMB_PSA_CTR };

/** Prepares an operation: its mode and its key. PSA_ERROR_NOT_SUPPORTED if the driver lacks the algorithm. */
psa_status_t vmb_psa_cipher_setup(vambrace_transparent_cipher_operation_t *o, const psa_key_attributes_t *attributes,
                                  const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg,
                                  unsigned decrypts);

/** The nonce of CCM* without a tag: the longest one, with which a message has at most 65535 bytes. */
#define VMB_PSA_STAR_NONCE 13
#define VMB_PSA_STAR_BYTES 65535u

/** The length of an operation's initialization vector. */
static inline size_t vmb_psa_iv_length(const vambrace_transparent_cipher_operation_t *o)
{
    return o->mode == VMB_PSA_ECB ? 0 : o->star ? VMB_PSA_STAR_NONCE : 16;
}

/** Takes the initialization vector, of that length. Of CCM* without a tag it becomes counter block 1: NIST SP 800-38C,
 *  section A.3. */
void vmb_psa_take_iv(vambrace_transparent_cipher_operation_t *o, const uint8_t *iv);

/** Processes complete blocks of ECB and CBC, or any part of a CTR message. */
int vmb_psa_crypt(vambrace_transparent_cipher_operation_t *o, uint8_t *out, const uint8_t *in, size_t len);

/** The last block of a message with padding, whose first n bytes are in o->block: encrypts it to `out`. */
int vmb_psa_pad(vambrace_transparent_cipher_operation_t *o, size_t n, uint8_t *out);

/** Decrypts the last block, which is complete in o->block, and writes the bytes before the padding to the `room`
 *  bytes at `out`; the rest up to the end of the block is set to zero. Neither time nor addresses depend on the
 *  padding. */
psa_status_t vmb_psa_unpad(vambrace_transparent_cipher_operation_t *o, uint8_t *out, size_t room, size_t *length);

#endif
