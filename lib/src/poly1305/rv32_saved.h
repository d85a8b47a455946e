/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * For functions in RV32 assembly that use every register but sp, gp and tp: the
 * registers that a caller in C expects back (RISC-V calling convention, ilp32).
 * The lowest VMB_SAVED_BYTES bytes of the frame hold them.
 */
#ifndef VMB_RV32_SAVED_H
#define VMB_RV32_SAVED_H

#define VMB_SAVED_BYTES 52

.macro vmb.saved op
    \op ra, 0(sp)
    \op s0, 4(sp)
    \op s1, 8(sp)
    \op s2, 12(sp)
    \op s3, 16(sp)
    \op s4, 20(sp)
    \op s5, 24(sp)
    \op s6, 28(sp)
    \op s7, 32(sp)
    \op s8, 36(sp)
    \op s9, 40(sp)
    \op s10, 44(sp)
    \op s11, 48(sp)
.endm

#endif
