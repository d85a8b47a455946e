/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The checks of a call's arguments for RV32 in the size profile, with the results and the
 * order of vmb_check_call (common/common.h), where the tag and the nonce have 16 bytes.
 * All arguments are public.
 *
 * Called by `jal t6` from the `checked` functions of ascon_backend.h: their arguments are in
 * a0..a7, where they stay, and at 0(sp). Comes back with t1 = 1 to open, 0 to seal; on an
 * error it returns the status to their caller, by ra. Destroys t0, t2..t5.
 *
 * Two regions of bytes, [p, p + n) and [q, q + m), meet when p + n - 1 - q < n + m - 1 in
 * unsigned arithmetic (VMB_OVERLAP of common/common.h).
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_CHECKS

#define LAST t2                 /* the last byte of an output */
#define LESS t3                 /* its length less 1 */
#define SAME t0                 /* the input may equal this */

.macro overlaps q, bytes, where
    sub t4, LAST, \q
    addi t5, LESS, \bytes
    bltu t4, t5, \where
.endm
.macro overlaps_all q, len, where
    sub t4, LAST, \q
    add t5, LESS, \len
    bltu t4, t5, \where
.endm

    .option norelax
    .section .text.vmb_ascon_check, "ax", @progbits
    .globl vmb_ascon_check
    .hidden vmb_ascon_check
    .type vmb_ascon_check, @function
    .balign 4
vmb_ascon_check:
    or t0, a5, a7
    bltz t0, .Llength           /* above VMB_MAX_BYTES, all of whose bits are ones */
    beqz a0, .Largument
    beqz a2, .Largument
    beqz a4, .Largument
    beqz a7, 1f
    beqz a6, .Largument
1:
    beqz a5, 1f
    beqz a1, .Largument
    beqz a3, .Largument
1:
    lw t1, 0(sp)
    andi t1, t1, 1
    bnez t1, .Lout
    addi LAST, a2, 15           /* the tag of a sealing call is an output */
    li LESS, 15
    li SAME, 0
.Lregions:
    overlaps a0, VMB_ASCON_CHECKED_KEY, .Largument
    overlaps a4, 16, .Largument
    beqz a7, 1f
    overlaps_all a6, a7, .Largument
1:
    beqz a5, .Lmark
    beq a3, SAME, 1f
    overlaps_all a3, a5, .Largument
1:
    bnez SAME, .Lmark
.Lout:
    beqz a5, .Lmark
    addi LESS, a5, -1
    add LAST, a1, LESS
    mv SAME, a1
    overlaps a2, 16, .Largument
    j .Lregions
.Lmark:
    lw t0, 0(sp)
    sub t0, t0, t1
    lw t2, VMB_ASCON_CHECKED_KEY - 4(a0)
    bne t0, t2, .Lstate
    jr t6

.Llength:
    li a0, VMB_ASCON_ERR_LENGTH
    ret
.Largument:
    li a0, VMB_ASCON_ERR_ARGUMENT
    ret
.Lstate:
    li a0, VMB_ASCON_ERR_STATE
    ret
    .size vmb_ascon_check, . - vmb_ascon_check

#endif
