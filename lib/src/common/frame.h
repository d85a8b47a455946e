/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What every file in assembly includes: the note that its code needs no executable
 * stack, which linkers expect of each object, and macros for stack frames on RISC-V.
 *
 *     vmb.enter SIZE, AT, REGISTER...   frees SIZE bytes below the stack pointer and
 *                                       stores registers, one after another, from
 *                                       byte AT of them on
 *     vmb.leave SIZE, AT, REGISTER...   loads them in the same order and gives the
 *                                       bytes back
 *     vmb.save AT, REGISTER...          the stores alone
 *     vmb.restore AT, REGISTER...       the loads alone
 *
 * AT and the registers may be left out. SIZE is a multiple of 16, as the stack pointer
 * always is (RISC-V ELF psABI).
 *
 * VMB_CALLEE_SAVED are the return address and all registers that a caller in C expects
 * back; they take VMB_CALLEE_SAVED_BYTES. A function that uses fewer saves fewer.
 */
#ifndef VMB_FRAME_H
#define VMB_FRAME_H

#ifdef __ELF__
    .pushsection .note.GNU-stack, "", %progbits
    .popsection
#endif

#ifdef __riscv

/* A register in memory: its bytes, and how it is loaded and stored. */
#define VMB_WORD (__riscv_xlen / 8)
#if __riscv_xlen == 64
#define VMB_LOAD ld
#define VMB_STORE sd
#else
#define VMB_LOAD lw
#define VMB_STORE sw
#endif

#define VMB_CALLEE_SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#define VMB_CALLEE_SAVED_BYTES (13 * VMB_WORD)

.macro vmb.save at, registers:vararg
    .set .Lvmb_at, \at
    .irp register, \registers
    VMB_STORE \register, .Lvmb_at(sp)
    .set .Lvmb_at, .Lvmb_at + VMB_WORD
    .endr
.endm

.macro vmb.restore at, registers:vararg
    .set .Lvmb_at, \at
    .irp register, \registers
    VMB_LOAD \register, .Lvmb_at(sp)
    .set .Lvmb_at, .Lvmb_at + VMB_WORD
    .endr
.endm

.macro vmb.enter size, at, registers:vararg
    .if (\size) % 16
    .error "a frame is a multiple of 16 bytes"
    .endif
    addi sp, sp, -(\size)
    .ifnb \at
    vmb.save \at, \registers
    .endif
.endm

.macro vmb.leave size, at, registers:vararg
    .ifnb \at
    vmb.restore \at, \registers
    .endif
    addi sp, sp, \size
.endm

#endif

#endif
