/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Start-up of bare-metal programs: exception vectors at the boot address, the
 * reset vector 0x80 bytes above it (Ibex, "Reset"), stack, cleared .bss,
 * data-independent timing where the core has it, then main and its exit code.
 * For 32-bit and 64-bit registers; with VMB_SPIKE for Spike and its host.
 */
#include "vmb_sim.h"

/* Ibex's CPU control CSR; bit 1 = data_ind_timing. Writing it has no effect on an Ibex without the feature; other cores
   would trap, so the architecture id is checked first (RISC-V's list of open-source architecture ids). */
#define MARCHID_IBEX 22
#define CSR_CPUCTRLSTS 0x7c0
#define DATA_IND_TIMING 2

/* Rocket has its vectors at the address in mtvec, and RoCC instructions trap until mstatus.XS enables them. */
#define MARCHID_ROCKET 1
#define MSTATUS_XS 0x18000
#define CFLUSH_D_L1 0xfc000073 /* specific to Rocket: write the data cache back and empty it */

/* Register loads and stores. */
#if __riscv_xlen == 64
#define LOAD ld
#define STORE sd
#define REGISTER 8
#else
#define LOAD lw
#define STORE sw
#define REGISTER 4
#endif

/* With VMB_SCRATCHPAD, its bytes, programs are in a memory of the tile. The processor starts at an alias of the RAM,
   and fills it from there; at the end it is copied back to the RAM. */
#define SCRATCHPAD_BASE 0x80000000
#define RAM_AGAIN 0x90000000
#if VMB_SCRATCHPAD && __riscv_xlen != 32
#error "VMB_SCRATCHPAD is for RV32"
#endif

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
    .option norelax /* gp is not set yet */
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
2:
#if VMB_SPIKE
    lla a0, vmb_vectors
    csrw mtvec, a0
#else
    csrr a0, marchid
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
6:
#endif
    li a0, 0
    li a1, 0
    call main
    .globl _exit
    .type _exit, @function
_exit:
#if VMB_SPIKE
    slli a0, a0, 1
    ori a0, a0, 1               /* an exit, and its code */
    lla a1, vmb_spike
    STORE a0, VMB_SPIKE_END + 3 * REGISTER(a1)
    STORE a0, VMB_SPIKE_TOHOST(a1)
#else
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
#endif
3:  j 3b

/* Saves the registers that a C function may change, calls vmb_trap, and continues at the address that it returns. */
trap_entry:
    addi sp, sp, -16 * REGISTER
    STORE ra, 0(sp)
    STORE t0, 1 * REGISTER(sp)
    STORE t1, 2 * REGISTER(sp)
    STORE t2, 3 * REGISTER(sp)
    STORE a0, 4 * REGISTER(sp)
    STORE a1, 5 * REGISTER(sp)
    STORE a2, 6 * REGISTER(sp)
    STORE a3, 7 * REGISTER(sp)
    STORE a4, 8 * REGISTER(sp)
    STORE a5, 9 * REGISTER(sp)
    STORE a6, 10 * REGISTER(sp)
    STORE a7, 11 * REGISTER(sp)
    STORE t3, 12 * REGISTER(sp)
    STORE t4, 13 * REGISTER(sp)
    STORE t5, 14 * REGISTER(sp)
    STORE t6, 15 * REGISTER(sp)
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    call vmb_trap
    csrw mepc, a0
    LOAD ra, 0(sp)
    LOAD t0, 1 * REGISTER(sp)
    LOAD t1, 2 * REGISTER(sp)
    LOAD t2, 3 * REGISTER(sp)
    LOAD a0, 4 * REGISTER(sp)
    LOAD a1, 5 * REGISTER(sp)
    LOAD a2, 6 * REGISTER(sp)
    LOAD a3, 7 * REGISTER(sp)
    LOAD a4, 8 * REGISTER(sp)
    LOAD a5, 9 * REGISTER(sp)
    LOAD a6, 10 * REGISTER(sp)
    LOAD a7, 11 * REGISTER(sp)
    LOAD t3, 12 * REGISTER(sp)
    LOAD t4, 13 * REGISTER(sp)
    LOAD t5, 14 * REGISTER(sp)
    LOAD t6, 15 * REGISTER(sp)
    addi sp, sp, 16 * REGISTER
    mret

    .weak vmb_trap
    .type vmb_trap, @function
vmb_trap:
#if VMB_SPIKE
    lla a3, vmb_spike
    STORE a0, VMB_SPIKE_END(a3)
    STORE a1, VMB_SPIKE_END + REGISTER(a3)
    STORE a2, VMB_SPIKE_END + 2 * REGISTER(a3)
    li a0, VMB_SPIKE_TRAPPED
    j _exit
#else
    li a3, VMB_SIM_BASE
    sw a0, VMB_SIM_TRAP_CAUSE(a3)
    sw a1, VMB_SIM_TRAP_PC(a3)
    sw a2, VMB_SIM_TRAP_VALUE(a3)
#endif
4:  j 4b
