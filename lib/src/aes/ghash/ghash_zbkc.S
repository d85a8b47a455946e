/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH (NIST SP 800-38D, section 6.4) with clmul and clmulh: vmb_ghash_blocks of ghash.h.
 */
#include "aes/ghash/ghash.h"
#include "common/frame.h"

#if VMB_GHASH_ZBKC

#define FUNCTION vmb_ghash_blocks
#define POLYVAL 0
#include "aes/ghash/ghash_zbkc.inc"

#endif
