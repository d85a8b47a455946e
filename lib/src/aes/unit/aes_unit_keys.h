/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which keys an AES unit has, and the software that expands all others: that of portable, under
 * another name (aes_software_names.h).
 */
#ifndef VMB_AES_UNIT_KEYS_H
#define VMB_AES_UNIT_KEYS_H

#include "aes/aes_backend.h"

#if VMB_AES_UNIT

/** Whether the unit has keys of this length: how long a key is, is public. */
VMB_INLINE int vmb_aes_in_unit(unsigned rounds)
{
    return VMB_AES_UNIT_HAS(rounds);
}

VMB_NOINLINE void vmb_aes_software_expand(uint32_t *rk, const uint8_t *key, unsigned rounds);

#endif

#endif
