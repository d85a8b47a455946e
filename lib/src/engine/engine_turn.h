/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How a call lets interrupts in while its job runs on an engine with a memory port, and
 * other calls use the engine meanwhile. Part of engine_job.h.
 *
 * By default (vambrace/detail/lock.h) a call turns interrupts off while it writes a job's
 * registers and waits. When an interrupt is pending, vmb_engine_let_in turns them on for
 * a moment and remembers where the call wants its status: a handler or another thread
 * that needs the engine waits for the job's end, stores that status there, and begins
 * its own job. So at most one job in the engine has an unread status, and the call that waits for it is still in
 * progress.
 *
 * With a lock of the program the engine is this call's until the end, and interrupts are
 * on: nothing of this is needed.
 */
#ifndef VMB_ENGINE_TURN_H
#define VMB_ENGINE_TURN_H

#include "vambrace/detail/backend/dma.h"

#define VMB_ENGINE_BUSY VMB_ENGINE_REG_STATUS_BUSY_MASK

/** STATUS; an instruction waits until no job runs, or an interrupt is pending. */
#if VMB_ENGINE_PORT
#define vmb_engine_status() vmb_engine_wait()
#else
#define vmb_engine_status() (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_STATUS))
#endif

#if VMB_ENGINE_LOCK

/** Waits until no job runs: after a reset the engine is busy for a while. */
VMB_INLINE void vmb_engine_begin(uint32_t turn)
{
    (void)turn;
    while ((vmb_engine_status() & VMB_ENGINE_BUSY) != 0) {
    }
}

#define vmb_engine_let_in(turn) ((void)(turn), vmb_engine_status())
#define vmb_engine_asked() 0

#else

/** Where the status of the job in the engine goes, if its call lets interrupts in; else null. It
 *  changes while a job runs, so it is alone in its line of a cache. */
typedef struct { volatile uint32_t *status; } VMB_DMA_ALIGNED vmb_engine_reader;
extern vmb_engine_reader vmb_engine_unread;

/* engine_turn.c, and for the speed profile engine_turn_rv32.S: in and out by t2, and every
 * register but t0 and t1 is kept, so that a caller saves none for them. */

/** Waits until no job runs, and stores the pending status of an earlier one. */
uint32_t vmb_engine_turn_clear(uint32_t turn);

/** Lets pending interrupts in; the status of this call's job, or VMB_ENGINE_BUSY if it was not read. */
uint32_t vmb_engine_turn_let_in(uint32_t turn);

#if VMB_SIZE
#define VMB_ENGINE_RARE_CALL(function, value) ((value) = function(value))
#else
#define VMB_ENGINE_RARE_CALL(function, value) \
    __asm__ volatile("call t0, " #function "_keeping" : "+r"(value) : : "t0", "t1", "memory")
#endif

/** Waits for the end of a job of another call, and stores its status for that call. Between
 *  two looks, interrupts are as they were. */
VMB_INLINE void vmb_engine_clear_way(uint32_t turn)
{
    register uint32_t value __asm__("t2") = turn;

    VMB_ENGINE_RARE_CALL(vmb_engine_turn_clear, value);
}

/** Lets pending interrupts in; STATUS of this call's job. */
VMB_INLINE uint32_t vmb_engine_let_in(uint32_t turn)
{
    register uint32_t value __asm__("t2") = turn;

    VMB_ENGINE_RARE_CALL(vmb_engine_turn_let_in, value);
#if !VMB_ENGINE_PORT && !VMB_SIZE
    if ((value & VMB_ENGINE_BUSY) != 0) {
        return vmb_engine_status();
    }
#endif
    return value;
}

/** Waits until the engine is free for this call's job. */
VMB_INLINE void vmb_engine_begin(uint32_t turn)
{
    if (VMB_RARELY(vmb_engine_unread.status != NULL) || VMB_RARELY((vmb_engine_status() & VMB_ENGINE_BUSY) != 0)) {
        vmb_engine_clear_way(turn);
    }
}

/** Nonzero when an enabled interrupt is pending: mip & mie. */
VMB_INLINE uint32_t vmb_engine_asked(void)
{
    uint32_t pending, enabled;

    __asm__ volatile(".insn i 0x73, 2, %0, x0, 0x344" : "=r"(pending));
    __asm__ volatile(".insn i 0x73, 2, %0, x0, 0x304" : "=r"(enabled));
    return pending & enabled;
}

#endif

#endif
