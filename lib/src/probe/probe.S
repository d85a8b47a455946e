/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * uint32_t vmb_probe(void) of vambrace/probe.h, for RV32 and RV64.
 *
 * Each probe puts 0 into a1, executes its instructions, the last of which writes a1, and
 * compares. A trap continues at the comparison, whose address is in t0, with a1 = 0, which no
 * result is. Encodings: vambrace/ise.h, vambrace/engine.h, vambrace/aes_unit.h. CSRs go by
 * numbers, also where -march does not name Zicsr.
 */
#include "common/frame.h"
#include "vambrace/probe.h"

#if defined(__riscv)

#define FRAME 48

#define MSTATUS 0x300
#define MTVEC 0x305
#define MEPC 0x341
#define MCAUSE 0x342
#define MTVAL 0x343
#define MSTATUS_XS 0x18000

#define ENGINE_FEATURES 16
#define ENGINE_UNITS 7   /* of FEATURES: at least one of the three */
#define ENGINE_NOTHING 99 /* no register: reads as 0 */

.macro csr_read rd, csr
    .insn i 0x73, 2, \rd, x0, \csr
.endm
.macro csr_write csr, rs
    .insn i 0x73, 1, x0, \rs, \csr
.endm

.macro probe
    lla t0, 9f
    li a1, 0
.endm
.macro gives result, bit
9:  li t2, \result
    bne a1, t2, 8f
    .if \bit < 0x800
    ori a0, a0, \bit
    .else /* no immediate operand */
    li t2, \bit
    or a0, a0, t2
    .endif
8:
.endm

/* Checks an engine's FEATURES, and a missing register. */
.macro probe_engine opcode, bit
    probe
    li a2, ENGINE_NOTHING
    li a3, ENGINE_FEATURES
    .insn r \opcode, 6, 0x23, a2, a2, x0
    .insn r \opcode, 6, 0x23, a1, a3, x0
9:  andi a1, a1, ENGINE_UNITS
    beqz a1, 8f
    bnez a2, 8f
    ori a0, a0, \bit
8:
.endm

    .section .text.vmb_probe, "ax", @progbits
    .globl vmb_probe
    .type vmb_probe, @function
    .balign 4
vmb_probe:
    vmb.enter FRAME
    .insn i 0x73, 7, t2, x8, MSTATUS /* interrupts off */
    VMB_STORE t2, 0(sp)
    VMB_STORE s0, 5 * VMB_WORD(sp)
    csr_read s0, MTVEC
    VMB_STORE s0, 1 * VMB_WORD(sp)
    csr_read t2, MEPC
    VMB_STORE t2, 2 * VMB_WORD(sp)
    csr_read t2, MCAUSE
    VMB_STORE t2, 3 * VMB_WORD(sp)
    csr_read t2, MTVAL
    VMB_STORE t2, 4 * VMB_WORD(sp)
    li t2, MSTATUS_XS
    .insn i 0x73, 2, x0, t2, MSTATUS
    li a0, 0

    lla a2, .Lvectors
    andi a3, s0, 1 /* direct or vectored, as it was */
    or a3, a3, a2
    csr_write MTVEC, a3
    csr_read a3, MTVEC
    andi a3, a3, -4
    andi s0, s0, -4
    bne a3, a2, .Lend

    /* Zbkb: brev8, pack, rori, and on RV32 zip, which is not in Zbb either */
    probe
    li a2, 0x01020304
    .insn i 0x13, 5, a2, a2, 0x687
    .insn r 0x33, 4, 0x04, a2, a2, a2
#if __riscv_xlen == 64
    .insn i 0x13, 5, a1, a2, 0x604
    gives 0x08040c0208040c02, VMB_HAS_ZBKB
#else
    .insn i 0x13, 5, a2, a2, 0x604
    .insn i 0x13, 1, a1, a2, 0x08f
    gives 0x00f0000c, VMB_HAS_ZBKB
#endif

    /* Zbkc: clmulh, clmul */
    probe
    li a2, 1
    slli a2, a2, __riscv_xlen - 1
    li a3, 6
    .insn r 0x33, 3, 0x05, a2, a2, a3
    .insn r 0x33, 1, 0x05, a1, a2, a3
    gives 10, VMB_HAS_ZBKC

    /* Zbkx: xperm4 gives 0x..23, of whose lowest byte xperm8 fills the register */
    probe
    li a2, 0x76543211
    li a3, 0x8f0123
    .insn r 0x33, 2, 0x14, a2, a2, a3
    .insn r 0x33, 4, 0x14, a1, a2, x0
#if __riscv_xlen == 64
    gives 0x2323232323232323, VMB_HAS_ZBKX
#else
    gives 0x23232323, VMB_HAS_ZBKX
#endif

    /* Zkne and Zknd: S-boxes of 0 */
    probe
#if __riscv_xlen == 64
    .insn r 0x33, 0, 0x19, a1, x0, x0
    gives 0x6363636363636363, VMB_HAS_ZKNE
    probe
    .insn r 0x33, 0, 0x1d, a1, x0, x0
    gives 0x5252525252525252, VMB_HAS_ZKND
#else
    .insn r 0x33, 0, 0x11, a1, x0, x0
    gives 0x63, VMB_HAS_ZKNE
    probe
    .insn r 0x33, 0, 0x15, a1, x0, x0
    gives 0x52, VMB_HAS_ZKND
#endif

    /* Zknh: sha256sig0 gives 0x02004000, of which sha512sig0 and sha512sig0l with 0 make the same */
    probe
    li a2, 1
    .insn i 0x13, 1, a2, a2, 0x102
#if __riscv_xlen == 64
    .insn i 0x13, 1, a1, a2, 0x106
#else
    .insn r 0x33, 0, 0x2a, a1, a2, x0
#endif
    gives 0x010620c0, VMB_HAS_ZKNH

#if __riscv_xlen == 32
    /* Xascon: sigma_0 of 1 << 32 and of 1 */
    probe
    li a2, 1
    .insn r 0x2b, 7, 0x00, a3, x0, a2
    .insn r 0x2b, 7, 0x20, a2, a2, x0
    add a1, a2, a3
    gives 0x4020, VMB_HAS_XASCON

#ifndef __riscv_32e
    /* Xasconp: a round with constant 0xf0 of a state that is 0, its ten words as one */
    probe
    .irp r, a2, a3, a4, a5, a6, a7, t3, t4, t5, t6
    li \r, 0
    .endr
    .insn i 0x2b, 5, x0, x0, 0xf0
    .irp r, a2, a3, a4, a5, a6, a7, t3, t4, t5, t6
    add a1, a1, a1
    add a1, a1, \r
    .endr
    gives 0x0ff48e30, VMB_HAS_XASCONP

    /* Xchacha: 1 and the square of -1, as two words; half a quarter round of 0, 1, 0, 0:
     * all six as one */
    probe
    vmb.save 6 * VMB_WORD, s4, s8
    .irp r, t2, a6, s8, t3
    li \r, 0
    .endr
    li a2, -1
    li s4, 1
    li t1, 1
    .insn r 0x2b, 5, 0x10, t2, a2, a2
    .insn r 0x2b, 5, 0x08, a6, s8, t3
    .irp r, t1, t2, a6, s4, s8, t3
    add a1, a1, a1
    add a1, a1, \r
    .endr
    gives 0x40034028, VMB_HAS_XCHACHA
    vmb.restore 6 * VMB_WORD, s4, s8
#endif
#endif

    /* The AES unit: bits of its longest key, 128, 192 or 256; bits 16, 17 and 19 are options, 18 its memory port */
    probe
    .insn r 0x2b, 4, 0x0d, a1, x0, x0 /* coverage: leave out: traps on Spike, which has no AES unit */
9:  srli a2, a1, 16
    slli a1, a1, __riscv_xlen - 16
    srli a1, a1, __riscv_xlen - 10 /* whole words of 64 */
    andi a2, a2, ~8
    addi a2, a2, -4
    sltiu a2, a2, 4
    addi a1, a1, -2
    sltiu a1, a1, 3
    and a1, a1, a2
    slli a1, a1, 6
    or a0, a0, a1

    probe_engine 0x0b, VMB_HAS_ENGINE
    probe_engine 0x5b, VMB_HAS_ENGINE_PIO

.Lend:
    VMB_LOAD t2, 1 * VMB_WORD(sp)
    csr_write MTVEC, t2
    VMB_LOAD t2, 2 * VMB_WORD(sp)
    csr_write MEPC, t2
    VMB_LOAD t2, 3 * VMB_WORD(sp)
    csr_write MCAUSE, t2
    VMB_LOAD t2, 4 * VMB_WORD(sp)
    csr_write MTVAL, t2
    VMB_LOAD t2, 0(sp)
    VMB_LOAD s0, 5 * VMB_WORD(sp)
    csr_write MSTATUS, t2 /* last: interrupts may be on again */
    vmb.leave FRAME
    ret
    .size vmb_probe, . - vmb_probe

/* Exceptions come to the first of these. The others are for what cannot be masked, and go on
 * to the program's own table, whose address is in s0. Ibex wants multiples of 256. */
    .section .text.vmb_probe_vectors, "ax", @progbits
    .type vmb_probe_vectors, @function
    .balign 256
    .option push
    .option norvc
    .option norelax
.Lvectors:
vmb_probe_vectors:
    j 1f
    .set offset, 4
    .rept 31
    jalr x0, offset(s0) /* coverage: leave out: Spike has no NMI */
    .set offset, offset + 4
    .endr
1:  csr_read t2, MCAUSE
    bltz t2, 2f /* an NMI of a table of one entry */
    csr_write MEPC, t0
    mret
2:  jr s0 /* coverage: leave out: Spike has no NMI */
    .option pop
    .size vmb_probe_vectors, . - vmb_probe_vectors

#endif
