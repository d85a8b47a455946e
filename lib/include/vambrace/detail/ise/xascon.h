/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Xascon as C functions and as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Linear layer of Ascon.
 * docs/reference/ise.md; NIST SP 800-232, section 3.4.
 *
 *   ascon.sigma.lo  00 index rs2 rs1 111 rd 0101011  sigma(x)[31:0]
 *   ascon.sigma.hi  01 index rs2 rs1 111 rd 0101011  sigma(x)[63:32]
 *
 * rs1 is the low and rs2 the high half of word number index of the state; x = rs2 : rs1, 64 bits.
 * sigma(x) = x ^ (x >>> r0) ^ (x >>> r1), for index 0 to 4 with (r0, r1) = (19, 28) (61, 39) (1, 6) (10, 17) (7, 41).
 */
#ifndef VAMBRACE_ISE_XASCON_H
#define VAMBRACE_ISE_XASCON_H

#include "vambrace/detail/backend/xascon.h"

#if VMB_ISE_XASCON

#include "vambrace/detail/ise/insn.h"

#ifdef __ASSEMBLER__

.macro ascon.sigma.lo rd, rs1, rs2, index
    vmb.insn.indexed 0x2b, 7, (0x00 + (\index)), \rd, \rs1, \rs2, \index, 4
.endm
.macro ascon.sigma.hi rd, rs1, rs2, index
    vmb.insn.indexed 0x2b, 7, (0x20 + (\index)), \rd, \rs1, \rs2, \index, 4
.endm

#else

/** sigma(x)[31:0] */
VMB_ISE_INLINE uint32_t vmb_ascon_sigma_lo(uint32_t rs1, uint32_t rs2, unsigned index)
{
    switch (index) {
    case 0: { VMB_ISE_R(".insn r 0x2b, 7, 0x00 + 0, %0, %1, %2", rs1, rs2); }
    case 1: { VMB_ISE_R(".insn r 0x2b, 7, 0x00 + 1, %0, %1, %2", rs1, rs2); }
    case 2: { VMB_ISE_R(".insn r 0x2b, 7, 0x00 + 2, %0, %1, %2", rs1, rs2); }
    case 3: { VMB_ISE_R(".insn r 0x2b, 7, 0x00 + 3, %0, %1, %2", rs1, rs2); }
    case 4: { VMB_ISE_R(".insn r 0x2b, 7, 0x00 + 4, %0, %1, %2", rs1, rs2); }
    default: __builtin_trap();
    }
}

/** sigma(x)[63:32] */
VMB_ISE_INLINE uint32_t vmb_ascon_sigma_hi(uint32_t rs1, uint32_t rs2, unsigned index)
{
    switch (index) {
    case 0: { VMB_ISE_R(".insn r 0x2b, 7, 0x20 + 0, %0, %1, %2", rs1, rs2); }
    case 1: { VMB_ISE_R(".insn r 0x2b, 7, 0x20 + 1, %0, %1, %2", rs1, rs2); }
    case 2: { VMB_ISE_R(".insn r 0x2b, 7, 0x20 + 2, %0, %1, %2", rs1, rs2); }
    case 3: { VMB_ISE_R(".insn r 0x2b, 7, 0x20 + 3, %0, %1, %2", rs1, rs2); }
    case 4: { VMB_ISE_R(".insn r 0x2b, 7, 0x20 + 4, %0, %1, %2", rs1, rs2); }
    default: __builtin_trap();
    }
}

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_XASCON */

#endif
