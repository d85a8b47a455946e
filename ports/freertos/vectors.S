/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The vectors of FreeRTOS: exceptions, the tick, all other interrupts. Ibex supports only this mode of mtvec; CV32E40X
 * and Rocket support it too. Until then the vectors of crt0.S are used.
 */
#define INTERRUPT_TIMER 7
#define MTVEC_VECTORED 1

    .section .text.firmware.freertos, "ax"
    .option push
    .option norvc
    .balign 256
vectors:
    j freertos_risc_v_exception_handler
    .set cause, 1
    .rept 31
    .if cause == INTERRUPT_TIMER
    j freertos_risc_v_mtimer_interrupt_handler
    .else
    j freertos_risc_v_interrupt_handler
    .endif
    .set cause, cause + 1
    .endr
    .option pop

    .globl vmb_freertos_take_traps
    .type vmb_freertos_take_traps, @function
vmb_freertos_take_traps:
    lla a0, vectors
    ori a0, a0, MTVEC_VECTORED
    csrw mtvec, a0
    ret
