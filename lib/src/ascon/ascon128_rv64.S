/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-128 for RV64: vmb_ascon128_run of ascon_backend.h, vmb_ascon128_blocks of ascon_state.h.
 * Source: Ascon v1.2, section 2.4; big-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV64

#define RUN vmb_ascon128_run
#define BLOCKS vmb_ascon128_blocks
#define RATE 8
#define ROUNDS 6
#define BIG 1
#define IV 0x80400c0600000000

#include "ascon/ascon_run_rv64.h"

#endif
