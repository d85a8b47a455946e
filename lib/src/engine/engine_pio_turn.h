/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How a call lets interrupts in while it moves the words of its job (engine_pio.c), and
 * other calls use the engine meanwhile.
 *
 * By default (vambrace/detail/lock.h) a call turns interrupts off while it moves words. When one is
 * pending, it records the state of the job (vmb_pio_work), and turns them on for a moment. A handler or another thread
 * that needs the engine moves the rest of these words first, stores the job's status for its call, and begins its own
 * job. So at most one job in the engine is suspended, and its call is still in progress.
 *
 * With a lock of the program the engine is this call's until the end, and interrupts are
 * on: nothing of this is needed.
 */
#ifndef VMB_ENGINE_PIO_TURN_H
#define VMB_ENGINE_PIO_TURN_H

#include "engine/engine_job.h"

#if VMB_ENGINE_PORT_PIO
#define VMB_PIO_READ(name) vmb_engine_get(VMB_ENGINE_REG_##name / 4)
#else
#define VMB_PIO_REG(name) (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_##name))
#define VMB_PIO_READ(name) VMB_PIO_REG(name)
#endif

#define VMB_PIO_BUSY VMB_ENGINE_REG_STATUS_BUSY_MASK
#define VMB_PIO_READY (VMB_ENGINE_REG_STATUS_DIN_READY_MASK | VMB_ENGINE_REG_STATUS_DOUT_VALID_MASK)

/** Bytes to read from an output: the first `skip` of the next word are padding. */
typedef struct {
    uint8_t *to;
    size_t left;
    uint32_t skip;
} vmb_pio_output;

/** A job in the engine, and its next step. */
typedef struct {
    uint32_t turn; /* of the call that moves words now; engine_pio_turn_rv32.S uses this one and the next */
    void *stack;   /* of the call that lets interrupts in: no other call's */
    int status;    /* of the job's call, when the job has ended */
    const vmb_engine_job *j;
    uint32_t job;  /* instead of its JOB */
    uint32_t step;
    const uint8_t *in; /* remaining input */
    size_t left;
    vmb_pio_output out; /* remaining output */
    unsigned ahead;     /* words of the message that are in the engine, up to VMB_PIO_AHEAD */
} vmb_pio_work;

#if VMB_ENGINE_LOCK
#define vmb_pio_asked() 0
#define vmb_pio_let_in(w) ((void)(w), 0u)
#else

/** The job of the call that lets interrupts in; else null. */
extern vmb_pio_work *volatile vmb_engine_paused;

/** Nonzero when an enabled interrupt is pending: mip & mie. */
VMB_INLINE uint32_t vmb_pio_asked(void)
{
    uint32_t pending, enabled;

    __asm__ volatile(".insn i 0x73, 2, %0, x0, 0x344" : "=r"(pending));
    __asm__ volatile(".insn i 0x73, 2, %0, x0, 0x304" : "=r"(enabled));
    return pending & enabled;
}

/** Lets pending interrupts in, unless interrupts were off when the call began; w has the state of the job. 0 if the
 * engine was not used; 1 if another call continued the job. */
VMB_INLINE uint32_t vmb_pio_let_in(vmb_pio_work *w)
{
    register vmb_pio_work *job __asm__("t2") = w;

    __asm__ volatile("call t0, vmb_engine_pio_let_in" : "+r"(job) : : "t0", "t1", "memory");
    return (uint32_t)(uintptr_t)job;
}

#endif

/** Ends the operation in the engine: another call's job, or the remains of one that trapped. Between two checks,
 * interrupts are as they were. */
void vmb_engine_clear_way(uint32_t turn);

/** Waits until the engine is free for this call's job. */
VMB_INLINE void vmb_engine_begin(uint32_t turn)
{
#if !VMB_ENGINE_LOCK
    if (VMB_RARELY(vmb_engine_paused != NULL)) {
        vmb_engine_clear_way(turn);
    }
#endif
    if (VMB_RARELY((VMB_PIO_READ(STATUS) & VMB_PIO_BUSY) != 0)) {
        vmb_engine_clear_way(turn);
    }
}

#endif
