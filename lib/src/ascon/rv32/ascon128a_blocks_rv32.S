/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks of Ascon-128a for RV32: vmb_ascon128a_blocks of ascon_state.h.
 * Source: Ascon v1.2, section 2.4.
 */
#include "ascon/ascon_backend.h"
#include "ascon/riscv/ascon128a_parameters.h"
#include "common/frame.h"

#if VMB_ASCON_RV32 && VMB_ASCON_KERNELS

#define HASH 0

#include "ascon/rv32/ascon_blocks_rv32.inc"

#endif
