/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The byte order that AES and GHASH do not share.
 */
#ifndef VMB_AES_SWAP_H
#define VMB_AES_SWAP_H

#include "common/common.h"
#include "vambrace/detail/ise/zbkb.h"

/** x in the other byte order. */
static inline uint32_t vmb_aes_swap(uint32_t x)
{
#if VMB_ISE_ZBKB
    return vmb_rev8(x);
#else
    return x << 24 | (x << 8 & 0xff0000u) | (x >> 8 & 0xff00u) | x >> 24;
#endif
}

#endif
