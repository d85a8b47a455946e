/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-128a for RV32 and RV64: vmb_ascon128a_run of ascon_backend.h; for RV64 also
 * vmb_ascon128a_blocks of ascon_state.h. Source: Ascon v1.2, section 2.4.
 */
#include "ascon/riscv/ascon128a_parameters.h"
#include "common/frame.h"

#include "ascon/riscv/ascon_run.inc"
