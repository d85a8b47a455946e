/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks of Ascon-AEAD128 for RV32: vmb_ascon_aead128_blocks of ascon_state.h.
 * Source: NIST SP 800-232, section 4.
 */
#include "ascon/ascon_backend.h"
#include "ascon/riscv/ascon_aead128_parameters.h"
#include "common/frame.h"

#if VMB_ASCON_RV32 && VMB_ASCON_KERNELS

#define HASH 0

#include "ascon/rv32/ascon_blocks_rv32.inc"

#endif
