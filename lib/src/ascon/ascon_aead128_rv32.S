/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-AEAD128 for RV32: vmb_ascon_aead128_run of ascon_backend.h.
 * Source: NIST SP 800-232, section 4; little-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV32

#define RUN vmb_ascon_aead128_run
#define RATE 16
#define ROUNDS 8
#define BIG 0
#define IV_H 0x00001000
#define IV_L 0x808c0001

#if VMB_SIZE
#include "ascon/ascon_small_rv32.h"
#else
#include "ascon/ascon_run_rv32.h"
#endif

#endif
