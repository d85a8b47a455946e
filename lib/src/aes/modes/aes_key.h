/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The key object of the AES modes without authentication, for every backend
 * (vambrace/aes.h). `rounds` determines the key length.
 */
#ifndef VMB_AES_KEY_H
#define VMB_AES_KEY_H

#include "common/common.h"
#include "vambrace/detail/backend/aes_keys.h"

/** Bytes of a key object. */
#define VMB_AES_KEY_SIZE(rounds) (4 * VMB_AES_OBJECT_WORDS(rounds))

/** VMB_OK, or VMB_ERR_STATE for an object that holds no key. */
VMB_INLINE int vmb_aes_check_key(const uint32_t *key, unsigned rounds)
{
    return vmb_is_unready(key, VMB_AES_KEY_SIZE(rounds), VMB_MARK_AES) ? VMB_ERR_STATE : VMB_OK;
}

#endif
