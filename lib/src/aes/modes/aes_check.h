/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The argument checks of the AES modes without authentication, one shot, for every
 * backend (vambrace/aes.h). `rounds` determines the key length.
 */
#ifndef VMB_AES_CHECK_H
#define VMB_AES_CHECK_H

#include "aes/modes/aes_key.h"

/* Checks the arguments of every mode, except the chaining value and the contents of the key object. `unit` is a power
 * of 2. */
VMB_INLINE int vmb_aes_check(const uint32_t *key, unsigned rounds, const uint8_t *out, const uint8_t *in, size_t len,
                             size_t unit)
{
    if (len > VMB_MAX_BYTES || (len & (unit - 1)) != 0) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len != 0 && (in == NULL || out == NULL || VMB_OVERLAP(out, len, key, VMB_AES_KEY_SIZE(rounds)) ||
                     (in != out && VMB_OVERLAP(out, len, in, len)))) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

/* All of it, for ECB. */
VMB_INLINE int vmb_aes_check_ecb(const uint32_t *key, unsigned rounds, const uint8_t *out, const uint8_t *in,
                                 size_t len)
{
    int status = vmb_aes_check(key, rounds, out, in, len, 16);

    return status == VMB_OK ? vmb_aes_check_key(key, rounds) : status;
}

/* The same with a chaining value, which is written: it overlaps nothing. */
VMB_INLINE int vmb_aes_check_chain(const uint32_t *key, unsigned rounds, const uint8_t *chain, const uint8_t *out,
                                   const uint8_t *in, size_t len, size_t unit)
{
    int status = vmb_aes_check(key, rounds, out, in, len, unit);

    if (status != VMB_OK) {
        return status;
    }
    if (chain == NULL || VMB_OVERLAP(chain, 16, key, VMB_AES_KEY_SIZE(rounds)) ||
        (len != 0 && (VMB_OVERLAP(chain, 16, in, len) || VMB_OVERLAP(chain, 16, out, len)))) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_aes_check_key(key, rounds);
}

#endif
