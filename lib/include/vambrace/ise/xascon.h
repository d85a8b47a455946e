/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Xascon as C functions and as assembler macros: vambrace/ise.h.
 *
 *                 opcode funct3 funct7        with x = rs2 : rs1, 64 bits
 *   ascon.sigma.lo 0x2b   7     i             low half of sigma_i(x)
 *   ascon.sigma.hi 0x2b   7     0x20|i        high half of sigma_i(x)
 *     sigma_i(x) = x ^ (x >>> r0) ^ (x >>> r1), the linear layer of Ascon for
 *     state word i = 0..4: (r0, r1) = (19, 28) (61, 39) (1, 6) (10, 17) (7, 41).
 *     An index above 4 is an illegal instruction.
 */
#ifndef VAMBRACE_ISE_XASCON_H
#define VAMBRACE_ISE_XASCON_H

#include "vambrace/backend/xascon.h"

#if VMB_ISE_XASCON

#include "vambrace/ise/insn.h"

#ifdef __ASSEMBLER__

/* rs1 and rs2 hold the low and the high half of state word i. */
.macro ascon.sigma.lo rd, rs1, rs2, i
    vmb.insn.indexed 0x2b, 7, (\i), \rd, \rs1, \rs2, \i, 4
.endm
.macro ascon.sigma.hi rd, rs1, rs2, i
    vmb.insn.indexed 0x2b, 7, (0x20 + (\i)), \rd, \rs1, \rs2, \i, 4
.endm

#else

/* i sits in the instruction word: see vambrace/ise.h. */

#define VMB_ISE_SIGMA(name, i0, i1, i2, i3, i4)                                \
    VMB_ISE_INLINE uint32_t name(uint32_t lo, uint32_t hi, unsigned i)         \
    {                                                                          \
        switch (i) {                                                           \
        case 0: { VMB_ISE_R(0x2b, 7, i0, lo, hi); }                            \
        case 1: { VMB_ISE_R(0x2b, 7, i1, lo, hi); }                            \
        case 2: { VMB_ISE_R(0x2b, 7, i2, lo, hi); }                            \
        case 3: { VMB_ISE_R(0x2b, 7, i3, lo, hi); }                            \
        case 4: { VMB_ISE_R(0x2b, 7, i4, lo, hi); }                            \
        default: __builtin_trap();                                             \
        }                                                                      \
    }

/** The low half of sigma_i(hi : lo), i = 0..4; any other i traps. */
VMB_ISE_SIGMA(vmb_ascon_sigma_lo, 0x00, 0x01, 0x02, 0x03, 0x04)
/** The high half of sigma_i(hi : lo), i = 0..4; any other i traps. */
VMB_ISE_SIGMA(vmb_ascon_sigma_hi, 0x20, 0x21, 0x22, 0x23, 0x24)

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_XASCON */

#endif
