/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Xascon by the mnemonics that RISCV-crypto's patched assembler has, for any
 * assembler. The encodings are ours as well (docs/reference/ise.md).
 */
#ifndef VMB_PEERS_XASCON_NAMES_H
#define VMB_PEERS_XASCON_NAMES_H

#ifdef __ASSEMBLER__

/* clang-format off */
.macro vmb_xascon_name index
.macro asconsigma\index\()l rd, rs1, rs2
    .insn r 0x2b, 7, 0x00 + \index, \rd, \rs1, \rs2
.endm
.macro asconsigma\index\()h rd, rs1, rs2
    .insn r 0x2b, 7, 0x20 + \index, \rd, \rs1, \rs2
.endm
.endm

vmb_xascon_name 0
vmb_xascon_name 1
vmb_xascon_name 2
vmb_xascon_name 3
vmb_xascon_name 4
/* clang-format on */

#endif

#endif
