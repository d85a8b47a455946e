/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-AEAD128 for RV32 and RV64: vmb_ascon_aead128_run of ascon_backend.h; for RV64 also
 * vmb_ascon_aead128_blocks of ascon_state.h. Source: NIST SP 800-232, section 4.
 */
#include "ascon/riscv/ascon_aead128_parameters.h"
#include "common/frame.h"

#include "ascon/riscv/ascon_run.inc"
