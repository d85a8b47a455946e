/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Xchacha as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Half quarter-rounds of ChaCha20 on sixteen registers, multiply-accumulate for Poly1305.
 * docs/reference/ise.md; RFC 8439, sections 2.1 and 2.5.
 *
 *   chacha.half   0001 index 111 rs2' 110 rs1' 101 100 rd' 0101011  (a, b, c, d) = half(a, b, c, d)
 *   poly1305.mac  0010000 rs2 rs1 101 00111 0101011                 sum = sum + rs1 * rs2, unsigned
 *
 * half: a += b; d = (d ^ a) <<< m; c += d; b = (b ^ c) <<< n, with (m, n) = (16, 12) for index 0 to 3 and (8, 7) for index
 * 4 to 7. a is register rd, one of x16 to x19; b is x20 + index mod 4; c is rs1, one of x24 to x27; d is rs2, one of x28
 * to x31. The four registers change at once. sum is x7 : x6, 64 bits.
 */
#ifndef VAMBRACE_ISE_XCHACHA_H
#define VAMBRACE_ISE_XCHACHA_H

#include "vambrace/detail/backend/xchacha.h"

#if VMB_ISE_XCHACHA

#include "vambrace/detail/ise/insn.h"

#ifdef __ASSEMBLER__

.macro chacha.half rd, rs1, rs2, index
    vmb.insn.indexed 0x2b, 5, (0x08 + (\index)), \rd, \rs1, \rs2, \index, 7
.endm
.macro poly1305.mac rs1, rs2
    .insn r 0x2b, 5, 0x10, x7, \rs1, \rs2
.endm

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_XCHACHA */

#endif
