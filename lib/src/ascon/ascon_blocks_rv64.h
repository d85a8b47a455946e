/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks into a state in memory for RV64: the kernel BLOCKS of ascon_state.h
 * around the loops of ascon_loops_rv64.h, with their CRYPTS, and with CALLEE_SAVED and FRAME.
 */
    .globl BLOCKS
    .type BLOCKS, @function
    .balign 4

/* void BLOCKS(uint32_t state[10], uint8_t *out, const uint8_t *in, size_t len,
 *             uint32_t mode) */
BLOCKS:
    vmb.enter FRAME, 0, CALLEE_SAVED
    mv IN, a2
    add END, a2, a3
    mv CALL, a0
#if CRYPTS
    mv OUT, a1
    mv T4, a4
#endif
    load_masks
    load_state CALL
#if CRYPTS
    beqz T4, 1f
    addi T4, T4, -1
    beqz T4, 2f
    jal LINK, .Lopen
    j 3f
2:
    jal LINK, .Lseal
    j 3f
1:
#endif
    jal LINK, .Labsorb
3:
    store_state CALL
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret
    .size BLOCKS, . - BLOCKS
