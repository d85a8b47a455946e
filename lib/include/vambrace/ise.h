/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The extension instructions as C functions and as assembler macros.
 *
 * They use `.insn`, so a toolchain that does not know an extension still assembles them,
 * with plain -march=rv32imc or rv64imac. If -march names the extension and the compiler has
 * an intrinsic (riscv_bitmanip.h, riscv_crypto.h) or an operator that it compiles to the
 * instruction, the C function uses that, and the compiler can optimise it. A name is
 * defined only if its VMB_ISE_ macro (vambrace/backend.h) is 1. On the cores of this project
 * every instruction takes one cycle for any operands, except poly1305.mac, which takes as
 * long as mulhu.
 *
 * In C each instruction is a pure function of its operands: the compiler may move, merge or
 * remove it. In assembly the macros have the prefix `vmb.`, so that they do not shadow
 * mnemonics of the assembler; only those of Xascon, Xasconp and Xchacha, which no assembler
 * knows, have none. The instructions of Xasconp and Xchacha work on fixed registers and
 * have no C functions.
 *
 * An immediate operand is part of the instruction word, so it should be a constant after
 * inlining: the switch in the C function is then compiled to one instruction. Other values
 * give the right result through branches (as always at -O0), so they must not be secret.
 *
 * Contract of every function here; what it computes is in the table of its extension's header:
 *
 * - Results: that of the instruction, for any operands.
 * - Alignment: there are no pointers.
 * - Overlap: there are no pointers.
 * - Timing: one cycle for any operands, as above; not on a core that executes the instruction in
 *   another time, nor where an immediate operand is no constant.
 * - Wiping: operands and results are in registers only, unless the compiler spills them.
 * - Threads: reentrant.
 * - Standard: below.
 *
 * Each extension has a separate header, with its encodings: R-type
 * `.insn r opcode, funct3, funct7, rd, rs1, rs2`, I-type `.insn i opcode, funct3, rd, rs1, imm12`.
 *
 * Zbkb, Zbkc, Zbkx and the aes32 instructions: RISC-V Cryptography Extensions Volume I,
 * version 1.0, chapter 3. Xascon, Xasconp, Xchacha: this project, docs/reference/ise.md.
 */
#ifndef VAMBRACE_ISE_H
#define VAMBRACE_ISE_H

#include "vambrace/backend.h"

/* generated: includes, from configs/instructions.toml by `python -m vambrace_dev.instructions` */
#include "vambrace/detail/ise/zbkb.h"
#include "vambrace/detail/ise/zbkc.h"
#include "vambrace/detail/ise/zbkx.h"
#include "vambrace/detail/ise/zkned32.h"
#include "vambrace/detail/ise/zkned64.h"
#include "vambrace/detail/ise/xascon.h"
#include "vambrace/detail/ise/zknh.h"
#include "vambrace/detail/ise/xasconp.h"
#include "vambrace/detail/ise/xchacha.h"
/* end */

#endif
