/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The permutation on a state in memory for RV32, and the rounds that all kernels
 * share: 12, 8 or 6 of them on the registers of ascon_perm_rv32.h, called by
 * jal ra. Cycles: 12, 8 or 6 rounds and 2 to return, and for vmb_ascon_permute
 * about 70 to load and store the state. In the size profile one round is a loop,
 * its constants by arithmetic: the caller sets RC to the first of them and RC_END to the value after the last. With
 * Xasconp the rounds are 12, 8 or 6 cycles, in a row in both profiles. Sources: NIST SP 800-232, section 3; Ascon v1.2,
 * section 2.6.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_PERMUTES_RV32

#include "ascon/rv32/ascon_perm_rv32.h"

    .option norelax
    .section .text.vmb_ascon_rounds, "ax", @progbits
#if VMB_SIZE && !VMB_ISE_XASCONP
    .globl vmb_ascon_rounds
    .hidden vmb_ascon_rounds
    .type vmb_ascon_rounds, @function
    .balign 4
vmb_ascon_rounds:
    round_of_rc
    bne RC, RC_END, vmb_ascon_rounds
    ret
    .size vmb_ascon_rounds, . - vmb_ascon_rounds
#elif VMB_SIZE || !VMB_ISE_XASCONP
    .globl vmb_ascon_rounds12
    .globl vmb_ascon_rounds8
    .globl vmb_ascon_rounds6
    .hidden vmb_ascon_rounds12
    .hidden vmb_ascon_rounds8
    .hidden vmb_ascon_rounds6
    .type vmb_ascon_rounds12, @function
    .balign 4
vmb_ascon_rounds12:
    rounds 0, 4
    .balign 4
vmb_ascon_rounds8:
    rounds 4, 2
    .balign 4
vmb_ascon_rounds6:
    rounds 6, 6
    ret
    .size vmb_ascon_rounds12, . - vmb_ascon_rounds12
#endif

/* void vmb_ascon_permute(uint32_t state[10], uint32_t rounds) */
    .section .text.vmb_ascon_permute, "ax", @progbits
    .globl vmb_ascon_permute
    .type vmb_ascon_permute, @function
    .balign 4
vmb_ascon_permute:
#if VMB_ISE_XASCONP
    load_state a0
    li A2, 8
#if VMB_SIZE
    mv A3, ra
    beq a1, A2, 1f
    bltu a1, A2, 2f
    jal ra, vmb_ascon_rounds12
    j 3f
1:
    jal ra, vmb_ascon_rounds8
    j 3f
2:
    jal ra, vmb_ascon_rounds6
3:
    store_state a0
    jr A3
#else
    beq a1, A2, 1f
    bltu a1, A2, 2f
    rounds 0, 4
1:
    rounds 4, 2
2:
    rounds 6, 6
    store_state a0
    ret
#endif
#else
#if VMB_SIZE
#define SAVED ra, s0, s1, RC_END
#define STATE_AT 16
#define FRAME 32
#else
#define SAVED ra, s0, s1
#define STATE_AT 12
#define FRAME 16
#endif
    vmb.enter FRAME, 0, SAVED
    sw a0, STATE_AT(sp)
    mv T, a1
    load_state a0
#if VMB_SIZE
    li RC_END, AFTER_ROUNDS
    slli RC, T, 4
    sub RC, RC, T
    add RC, RC, RC_END
    jal ra, vmb_ascon_rounds
#else
    li A0, 8
    beq T, A0, 1f
    bltu T, A0, 2f
    jal ra, vmb_ascon_rounds12
    j 3f
1:
    jal ra, vmb_ascon_rounds8
    j 3f
2:
    jal ra, vmb_ascon_rounds6
3:
#endif
    lw a0, STATE_AT(sp)
    store_state a0
    vmb.leave FRAME, 0, SAVED
    ret
#endif
    .size vmb_ascon_permute, . - vmb_ascon_permute

#endif
