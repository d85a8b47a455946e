/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks of Ascon-AEAD128 for RV32: vmb_ascon_aead128_blocks of ascon_state.h.
 * Source: NIST SP 800-232, section 4; little-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV32 && VMB_ASCON_KERNELS

#define BLOCKS vmb_ascon_aead128_blocks
#define RATE 16
#define ROUNDS 8
#define BIG 0
#define HASH 0

#include "ascon/ascon_blocks_rv32.h"

#endif
