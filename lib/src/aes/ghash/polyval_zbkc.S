/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * POLYVAL (RFC 8452, section 3) with clmul and clmulh: vmb_polyval_blocks of polyval.h.
 */
#include "aes/ghash/polyval.h"
#include "common/frame.h"

#if VMB_POLYVAL_ZBKC

#define FUNCTION vmb_polyval_blocks
#define POLYVAL 1
#include "aes/ghash/ghash_zbkc.inc"

#endif
