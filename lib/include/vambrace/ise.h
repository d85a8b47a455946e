/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The extension instructions as C functions and as assembler macros.
 *
 * Built with `.insn`, so that a toolchain that has never heard of an extension
 * still assembles it with plain -march=rv32imc or rv64imac. Where -march names the extension
 * and the compiler has an intrinsic of its own (riscv_bitmanip.h, riscv_crypto.h)
 * or an operator that it turns into the instruction, a C function is that: the
 * compiler then knows what it computes. A name exists only where its VMB_ISE_
 * macro (vambrace/backend.h) is 1. Every instruction takes one cycle on the cores
 * of this project, whatever its operands hold.
 *
 * In C each instruction is a pure function of its operands: the compiler may
 * move, merge or drop it. In assembly the macros carry the prefix `vmb.`, so
 * that none of them hides a mnemonic the assembler knows itself; only those of
 * Xascon and Xasconp, which no assembler knows, go by their own name. The one of
 * Xasconp works on ten registers of its own: it has no function in C.
 *
 * An immediate operand sits in the instruction word, so it has to be a constant after
 * inlining: then the switch of a function in C leaves one instruction. Any other gives the
 * right result through branches (at -O0 always); it must not be secret.
 *
 * Each extension has a header of its own, with its encodings: R-type
 * `.insn r opcode, funct3, funct7, rd, rs1, rs2`, I-type `.insn i opcode, funct3, rd, rs1, imm12`.
 *
 * Zbkb, Zbkc, Zbkx and the aes32 instructions: RISC-V Cryptography Extensions Volume I,
 * version 1.0, chapter 3. Xascon, Xasconp: this project, docs/reference/ise.md.
 */
#ifndef VAMBRACE_ISE_H
#define VAMBRACE_ISE_H

#include "vambrace/backend.h"

/* generated: includes, from configs/instructions.toml by `python -m vambrace.dev.instructions` */
#include "vambrace/ise/zbkb.h"
#include "vambrace/ise/zbkc.h"
#include "vambrace/ise/zbkx.h"
#include "vambrace/ise/zkn32.h"
#include "vambrace/ise/zkn64.h"
#include "vambrace/ise/xascon.h"
#include "vambrace/ise/xasconp.h"
#include "vambrace/ise/xchacha.h"
/* end */

#endif
