/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-AEAD128 for RV64: vmb_ascon_aead128_run of ascon_backend.h, vmb_ascon_aead128_blocks of ascon_state.h.
 * Source: NIST SP 800-232, section 4; little-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV64

#define RUN vmb_ascon_aead128_run
#define BLOCKS vmb_ascon_aead128_blocks
#define RATE 16
#define ROUNDS 8
#define BIG 0
#define IV 0x00001000808c0001

#include "ascon/ascon_run_rv64.h"

#endif
