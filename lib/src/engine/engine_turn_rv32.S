/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The rare calls of engine_turn.h for the speed profile: callers need to save nothing
 * around them, so calls that meet no interrupt cost nothing for them.
 *
 * In: t0 the return address, t2 the argument. Out: t2 the result. t0 and t1 are lost; every
 * other register is as before.
 */
#include "common/frame.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/engine_access.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/engine.h"
#include "vambrace/engine_regs.h"

#if (VMB_ENGINE_PORT || VMB_ENGINE_MMIO) && !VMB_ENGINE_LOCK && !VMB_SIZE

/* vmb_engine_turn_clear of engine_turn.c. Stack: 64 bytes plus those of the function. */
    .section .text.vmb_engine_turn_clear_keeping, "ax", %progbits
    .globl vmb_engine_turn_clear_keeping
    .type vmb_engine_turn_clear_keeping, %function
vmb_engine_turn_clear_keeping:
    vmb.enter 64, 0, ra, t0, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7
    mv a0, t2
    call vmb_engine_turn_clear
    mv t2, a0
    vmb.leave 64, 0, ra, t0, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7
    jr t0
    .size vmb_engine_turn_clear_keeping, . - vmb_engine_turn_clear_keeping

/* vmb_engine_turn_let_in of engine_turn.c: two words of memory are all that an interrupt waits for,
 * which with a cache may miss. Stack: 16 bytes. */
    .section .text.vmb_engine_turn_let_in_keeping, "ax", %progbits
    .globl vmb_engine_turn_let_in_keeping
    .type vmb_engine_turn_let_in_keeping, %function
vmb_engine_turn_let_in_keeping:
    vmb.enter 16
    li t1, VMB_ENGINE_REG_STATUS_BUSY_MASK
    sw t1, 0(sp)                        /* the status, if another call ends the job */
    lla t1, vmb_engine_unread
    sw sp, 0(t1)
    andi t2, t2, 8
    .insn i 0x73, 2, x0, t2, 0x300      /* csrs mstatus: MIE as it was, */
    .insn i 0x73, 7, x0, x8, 0x300      /* csrci mstatus: and off again */
    lw t2, 0(t1)
    bne t2, sp, 1f
    sw zero, 0(t1)
#if VMB_ENGINE_PORT
    vmb.engine.wait t2
    j 2f
#endif
1:  lw t2, 0(sp)
2:  vmb.leave 16
    jr t0
    .size vmb_engine_turn_let_in_keeping, . - vmb_engine_turn_let_in_keeping

#endif
