/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The permutation on a state in memory for RV64: vmb_ascon_permute of ascon_state.h.
 * Sources: NIST SP 800-232, section 3; Ascon v1.2, section 2.6.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_PERMUTES_RV64

#include "ascon/rv64/ascon_perm_rv64.h"

#define STATE a7

/* void vmb_ascon_permute(uint32_t state[10], uint32_t rounds) */
    .option norelax
    .section .text.vmb_ascon_permute, "ax", @progbits
    .globl vmb_ascon_permute
    .type vmb_ascon_permute, @function
    .balign 4
vmb_ascon_permute:
    vmb.enter 16, 0, s0, s1
    mv STATE, a0
    mv T3, a1
    load_state STATE
    li T0, 8
    beq T3, T0, 1f
    bltu T3, T0, 2f
    rounds 0, 4
1:
    rounds 4, 2
2:
    rounds 6, 6
    store_state STATE
    vmb.leave 16, 0, s0, s1
    ret
    .size vmb_ascon_permute, . - vmb_ascon_permute

#endif
