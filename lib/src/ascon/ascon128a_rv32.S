/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-128a for RV32: vmb_ascon128a_run of ascon_backend.h.
 * Source: Ascon v1.2, section 2.4; big-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV32

#define RUN vmb_ascon128a_run
#define RATE 16
#define ROUNDS 8
#define BIG 1
#define IV_H 0x80800c08
#define IV_L 0x00000000

#if VMB_SIZE
#include "ascon/ascon_small_rv32.h"
#else
#include "ascon/ascon_run_rv32.h"
#endif

#endif
