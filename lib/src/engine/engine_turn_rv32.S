/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The rare calls of engine_turn.h for the speed profile: callers need to save nothing
 * around them, so calls that meet no interrupt cost nothing for them.
 *
 * In: t0 the return address, t2 the argument. Out: t2 the result. t1 is lost: `call t0`
 * uses it. Every other register is as before. Stack: 64 bytes, and what the function in C takes.
 */
#include "common/frame.h"
#include "vambrace/backend/engine.h"
#include "vambrace/backend/engine_access.h"
#include "vambrace/backend/size.h"

#if (VMB_ENGINE_PORT || VMB_ENGINE_MMIO) && !VMB_ENGINE_LOCK && !VMB_SIZE

.macro keeping function
    .section .text.\function\()_keeping, "ax", %progbits
    .globl \function\()_keeping
    .type \function\()_keeping, %function
\function\()_keeping:
    vmb.enter 64, 0, ra, t0, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7
    mv a0, t2
    call \function
    mv t2, a0
    vmb.leave 64, 0, ra, t0, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7
    jr t0
    .size \function\()_keeping, . - \function\()_keeping
.endm

keeping vmb_engine_turn_clear
keeping vmb_engine_turn_let_in

#endif
