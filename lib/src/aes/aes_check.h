/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The argument checks of the AES modes without authentication, one shot, for every
 * backend (vambrace/aes.h). `rounds` says how long a key is.
 */
#ifndef VMB_AES_CHECK_H
#define VMB_AES_CHECK_H

#include "common/common.h"

/* The arguments of every mode, the chaining value apart. `unit` is a power of 2. */
static int vmb_aes_check(const uint32_t *key, unsigned rounds, const uint8_t *out,
                         const uint8_t *in, size_t len, size_t unit)
{
    if (len > VMB_MAX_BYTES || (len & (unit - 1)) != 0) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len != 0 && (in == NULL || out == NULL ||
                     VMB_OVERLAP(out, len, key, 4 * VMB_AES_BOTH_WORDS(rounds)) ||
                     (in != out && VMB_OVERLAP(out, len, in, len)))) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

/* The same for a chaining value, which is written: it overlaps nothing. */
static int vmb_aes_check_chain(const uint32_t *key, unsigned rounds, const uint8_t *chain,
                               const uint8_t *out, const uint8_t *in, size_t len)
{
    if (chain == NULL || VMB_OVERLAP(chain, 16, key, 4 * VMB_AES_BOTH_WORDS(rounds)) ||
        (len != 0 && (VMB_OVERLAP(chain, 16, in, len) || VMB_OVERLAP(chain, 16, out, len)))) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

#endif
