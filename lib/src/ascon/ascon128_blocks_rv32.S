/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks of Ascon-128 for RV32: vmb_ascon128_blocks of ascon_state.h.
 * Source: Ascon v1.2, section 2.4; big-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV32 && VMB_ASCON_KERNELS

#define BLOCKS vmb_ascon128_blocks
#define RATE 8
#define ROUNDS 6
#define BIG 1
#define HASH 0

#include "ascon/ascon_blocks_rv32.h"

#endif
