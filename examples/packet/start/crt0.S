/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Start-up of a bare-metal program on one hart in machine mode, for 32-bit and 64-bit
 * registers: stack, exceptions, cleared .bss, main, exit. The loader puts .data where
 * it is used; a program in flash would copy it here.
 */
#if __riscv_xlen == 64
#define STORE sd
#else
#define STORE sw
#endif

    .section .text.start, "ax"
    .globl _start
    .type _start, @function
_start:
    j reset                     /* Spike, QEMU: the first byte of the RAM */
    .org 0x80
    j reset                     /* Ibex: 0x80 bytes further */

reset:
    .option push
    .option norelax             /* gp is not set yet */
    la gp, __global_pointer$
    .option pop
    la sp, __stack_top
    la t0, trap
    csrw mtvec, t0
    csrw mscratch, zero
    la t0, __bss_start
    la t1, __bss_end
1:  bgeu t0, t1, 2f
    STORE zero, 0(t0)
    addi t0, t0, __riscv_xlen / 8
    j 1b
2:  call board_start
    call main
    call board_exit

/* Every exception: trap_report(mcause, mepc, mtval) ends the program. An exception in that function, such as for a
   console at a wrong address, ends it without a report. */
    .balign 256                 /* Ibex ignores the low byte of mtvec */
trap:
    la sp, __stack_top
    li a0, 5                    /* TRAPPED of trap.c */
    csrrw t0, mscratch, a0
    bnez t0, 3f
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    call trap_report
3:  call board_exit

    .weak board_start
    .type board_start, @function
board_start:
    ret

    .section .note.GNU-stack, "", @progbits
