/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Start-up of bare-metal programs: exception vectors at the boot address, the
 * reset vector 0x80 bytes above it (Ibex, "Reset"), stack, cleared .bss,
 * data-independent timing where the core has it, then main and its exit code.
 */
#include "vmb_sim.h"

/* Ibex' CPU control CSR; bit 1 = data_ind_timing. Writing it has no effect on
   an Ibex without the feature; other cores would trap, so the architecture id
   comes first (RISC-V's list of open-source architecture ids). */
#define MARCHID_IBEX 22
#define CSR_CPUCTRLSTS 0x7c0
#define DATA_IND_TIMING 2

/* Rocket has its vectors where mtvec says, and RoCC instructions trap until mstatus.XS
   says that they may be used. */
#define MARCHID_ROCKET 1
#define MSTATUS_XS 0x18000
#define CFLUSH_D_L1 0xfc000073 /* its own: write the data cache back and empty it */

/* With VMB_SCRATCHPAD, its bytes, programs live in a memory of the tile's own. The processor
   starts where the RAM is seen again, and fills it from there; at the end the RAM gets it. */
#define SCRATCHPAD_BASE 0x80000000
#define RAM_AGAIN 0x90000000

.macro copy_words from, to
    li a2, \from
    li a3, \to
    li a4, \from + VMB_SCRATCHPAD
8:  lw a5, 0(a2)
    sw a5, 0(a3)
    addi a2, a2, 4
    addi a3, a3, 4
    bne a2, a4, 8b
    fence
.endm

    .section .vectors, "ax"
    .option push
    .option norvc
    .globl vmb_vectors
vmb_vectors:
    .rept 32
    j trap_entry
    .endr
    .org 0x80
    j _start
    .option pop

    .section .text.firmware.start, "ax"
    .globl _start
    .type _start, @function
_start:
    .option push
    .option norelax /* gp is not there yet */
#if VMB_SCRATCHPAD
    copy_words RAM_AGAIN, SCRATCHPAD_BASE
    fence.i
    lui a2, %hi(9f)
    jr %lo(9f)(a2)
9:
#endif
    la gp, __global_pointer$
    .option pop
    la sp, __stack_top
    la a0, __bss_start
    la a1, __bss_end
1:  bgeu a0, a1, 2f
    sw zero, 0(a0)
    addi a0, a0, 4
    j 1b
2:  csrr a0, marchid
    li a1, MARCHID_IBEX
    bne a0, a1, 5f
    csrsi CSR_CPUCTRLSTS, DATA_IND_TIMING
5:  li a1, MARCHID_ROCKET
    bne a0, a1, 6f
    lla a0, vmb_vectors
    csrw mtvec, a0
#if VMB_ENGINE_ROCC
    li a0, MSTATUS_XS
    csrs mstatus, a0
#endif
6:  li a0, 0
    li a1, 0
    call main
    .globl _exit
    .type _exit, @function
_exit:
    csrr a1, marchid
    li a2, MARCHID_ROCKET
    bne a1, a2, 7f
    /* the test bench looks at memory */
#if VMB_SCRATCHPAD
    copy_words SCRATCHPAD_BASE, RAM_AGAIN
#else
    .word CFLUSH_D_L1
#endif
7:  li a1, VMB_SIM_BASE
    sw a0, VMB_SIM_EXIT(a1)
3:  j 3b

/* Saves what a C function may change, asks vmb_trap, goes on where it says. */
trap_entry:
    addi sp, sp, -64
    sw ra, 0(sp)
    sw t0, 4(sp)
    sw t1, 8(sp)
    sw t2, 12(sp)
    sw a0, 16(sp)
    sw a1, 20(sp)
    sw a2, 24(sp)
    sw a3, 28(sp)
    sw a4, 32(sp)
    sw a5, 36(sp)
    sw a6, 40(sp)
    sw a7, 44(sp)
    sw t3, 48(sp)
    sw t4, 52(sp)
    sw t5, 56(sp)
    sw t6, 60(sp)
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    call vmb_trap
    csrw mepc, a0
    lw ra, 0(sp)
    lw t0, 4(sp)
    lw t1, 8(sp)
    lw t2, 12(sp)
    lw a0, 16(sp)
    lw a1, 20(sp)
    lw a2, 24(sp)
    lw a3, 28(sp)
    lw a4, 32(sp)
    lw a5, 36(sp)
    lw a6, 40(sp)
    lw a7, 44(sp)
    lw t3, 48(sp)
    lw t4, 52(sp)
    lw t5, 56(sp)
    lw t6, 60(sp)
    addi sp, sp, 64
    mret

    .weak vmb_trap
    .type vmb_trap, @function
vmb_trap:
    li a3, VMB_SIM_BASE
    sw a0, VMB_SIM_TRAP_CAUSE(a3)
    sw a1, VMB_SIM_TRAP_PC(a3)
    sw a2, VMB_SIM_TRAP_VALUE(a3)
4:  j 4b
