/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-AEAD128 for RV32 with a tag that is written in both directions: vmb_ascon_options_run
 * of ascon_backend.h. Source: NIST SP 800-232, section 4.
 */
#define RUN vmb_ascon_options_run
#define TAG_OUT 1
#include "ascon/riscv/ascon_aead128_parameters.h"
#include "common/frame.h"

#include "ascon/ascon_backend.h"

#if VMB_ASCON_TAG_OUT
#include "ascon/rv32/ascon_run_rv32.inc"
#endif
