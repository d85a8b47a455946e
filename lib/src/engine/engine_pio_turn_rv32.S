/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The rare call of engine_pio_turn.h. Callers need to save nothing around it, so what moves
 * words and meets no interrupt does not pay for it.
 *
 * In: t0 the return address, t2 the job. Out: t2 is 0, or 1 when it is to be looked at again.
 * t1 is lost; every other register is as before.
 */
#include "common/frame.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/engine_access.h"

#if (VMB_ENGINE_PIO || VMB_ENGINE_PORT_PIO) && !VMB_ENGINE_LOCK

    .section .text.vmb_engine_pio_let_in, "ax", %progbits
    .balign 64                          /* all of it in one line of a cache */
    .globl vmb_engine_pio_let_in
    .type vmb_engine_pio_let_in, %function
vmb_engine_pio_let_in:
    lw t1, 0(t2)                        /* mstatus when the call began: */
    andi t1, t1, 8
    beqz t1, 1f                         /* interrupts were off */
    sw sp, 4(t2)
    lla t1, vmb_engine_paused
    sw t2, 0(t1)
    .insn i 0x73, 6, x0, x8, 0x300      /* csrsi mstatus, 8 (MIE) */
    .insn i 0x73, 7, x0, x8, 0x300      /* csrci mstatus, 8 */
    lw t1, 0(t1)
    bne t1, t2, 2f                      /* none, or another job */
    lw t1, 4(t2)
    bne t1, sp, 2f                      /* another call has gone on with this one */
    lla t1, vmb_engine_paused
    sw zero, 0(t1)
1:  li t2, 0
    jr t0

2:  li t2, 1
    jr t0
    .size vmb_engine_pio_let_in, . - vmb_engine_pio_let_in

#endif
