/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-128a for RV64: vmb_ascon128a_run of ascon_backend.h, vmb_ascon128a_blocks of ascon_state.h.
 * Source: Ascon v1.2, section 2.4; big-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV64

#define RUN vmb_ascon128a_run
#define BLOCKS vmb_ascon128a_blocks
#define RATE 16
#define ROUNDS 8
#define BIG 1
#define IV 0x80800c0800000000

#include "ascon/ascon_run_rv64.h"

#endif
