/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How a job gets into an engine with a memory port, and its status out: by
 * instructions, or by registers. Part of engine_job.h.
 */
#ifndef VMB_ENGINE_ACCESS_H
#define VMB_ENGINE_ACCESS_H

#include "engine/engine_turn.h"
#include "vambrace/dma.h"

/** Where the engine accesses a part of a job. */
#if VMB_DMA_TRANSLATE
#define VMB_ENGINE_ADDRESS(j, part) (VMB_BYTES_OF_##part(j) != 0 ? vmb_dma_address((j)->part) : 0u)
#else
#define VMB_ENGINE_ADDRESS(j, part) ((uint32_t)(uintptr_t)(j)->part)
#endif

#if VMB_ENGINE_PORT

VMB_INLINE void vmb_engine_set_up(const vmb_engine_job *j, unsigned more)
{
    vmb_engine_set(0, VMB_ENGINE_ADDRESS(j, key), VMB_ENGINE_ADDRESS(j, nonce));
    vmb_engine_set(1, VMB_ENGINE_ADDRESS(j, ad), (uint32_t)j->ad_len);
    vmb_engine_set(2, VMB_ENGINE_ADDRESS(j, in), (uint32_t)j->len);
    vmb_engine_set(3, VMB_ENGINE_ADDRESS(j, out), VMB_ENGINE_ADDRESS(j, tag));
    if ((more & VMB_WITH_CONTEXT) != 0) {
        vmb_engine_set(4, VMB_ENGINE_ADDRESS(j, context), (uint32_t)j->out_len);
    }
    if ((more & VMB_WITH_TOTALS) != 0) {
        vmb_engine_set(5, j->ad_total, j->total);
    }
}

/* A pending interrupt ends the waiting early. */
VMB_INLINE uint32_t vmb_engine_finish(uint32_t job, uint32_t turn)
{
    uint32_t status = vmb_engine_run(job);
    uint32_t refused = status & 0x80000000u;

    while (VMB_RARELY(status & VMB_ENGINE_BUSY)) {
        status = vmb_engine_let_in(turn);
    }
    return status | refused;
}

#else

#define VMB_ENGINE_REG(name) (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_##name))

VMB_INLINE void vmb_engine_set_up(const vmb_engine_job *j, unsigned more)
{
    VMB_ENGINE_REG(KEY_ADDR) = VMB_ENGINE_ADDRESS(j, key);
    VMB_ENGINE_REG(NONCE_ADDR) = VMB_ENGINE_ADDRESS(j, nonce);
    VMB_ENGINE_REG(AD_ADDR) = VMB_ENGINE_ADDRESS(j, ad);
    VMB_ENGINE_REG(AD_LEN) = (uint32_t)j->ad_len;
    VMB_ENGINE_REG(IN_ADDR) = VMB_ENGINE_ADDRESS(j, in);
    VMB_ENGINE_REG(DATA_LEN) = (uint32_t)j->len;
    VMB_ENGINE_REG(OUT_ADDR) = VMB_ENGINE_ADDRESS(j, out);
    VMB_ENGINE_REG(TAG_ADDR) = VMB_ENGINE_ADDRESS(j, tag);
    if ((more & VMB_WITH_CONTEXT) != 0) {
        VMB_ENGINE_REG(CTX_ADDR) = VMB_ENGINE_ADDRESS(j, context);
        VMB_ENGINE_REG(OUT_LEN) = (uint32_t)j->out_len;
    }
    if ((more & VMB_WITH_TOTALS) != 0) {
        VMB_ENGINE_REG(AD_TOTAL) = j->ad_total;
        VMB_ENGINE_REG(DATA_TOTAL) = j->total;
    }
}

#if VMB_ENGINE_IRQ

/* Sleeps until the job has ended or another interrupt is pending. wfi ends when the
 * engine's interrupt is pending and enabled in mie, taken or not. The engine asks for it
 * only in here, where interrupts are off: no handler ever sees it. */
VMB_INLINE void vmb_engine_sleep(void)
{
    const uint32_t meie = 0x800u;
    uint32_t was, enabled;

    /* csrrci mstatus.MIE; csrrs mie.MEIE */
    __asm__ volatile(".insn i 0x73, 7, %0, x8, 0x300" : "=r"(was) : : "memory");
    __asm__ volatile(".insn i 0x73, 2, %0, %1, 0x304" : "=r"(enabled) : "r"(meie));
    VMB_ENGINE_REG(IRQ) = VMB_ENGINE_REG_IRQ_ENABLE_MASK | VMB_ENGINE_REG_IRQ_PENDING_MASK;
    if ((vmb_engine_status() & VMB_ENGINE_BUSY) != 0) {
        __asm__ volatile("wfi" ::: "memory");
    }
    VMB_ENGINE_REG(IRQ) = VMB_ENGINE_REG_IRQ_PENDING_MASK; /* cleared, and disabled */
    (void)VMB_ENGINE_REG(IRQ); /* the write has arrived */
    /* csrrw mie; csrrs mstatus */
    __asm__ volatile(".insn i 0x73, 1, x0, %0, 0x304" : : "r"(enabled));
    __asm__ volatile(".insn i 0x73, 2, x0, %0, 0x300" : : "r"(was & 8u) : "memory");
}

VMB_INLINE uint32_t vmb_engine_finish(uint32_t job, uint32_t turn)
{
    uint32_t status;

    VMB_ENGINE_REG(JOB) = job;
    do {
        vmb_engine_sleep();
        status = VMB_RARELY(vmb_engine_asked()) ? vmb_engine_let_in(turn) : vmb_engine_status();
    } while ((status & VMB_ENGINE_BUSY) != 0);
    return status;
}

#else

VMB_INLINE uint32_t vmb_engine_finish(uint32_t job, uint32_t turn)
{
    uint32_t status;

    VMB_ENGINE_REG(JOB) = job;
    do {
        status = VMB_RARELY(vmb_engine_asked()) ? vmb_engine_let_in(turn) : vmb_engine_status();
    } while ((status & VMB_ENGINE_BUSY) != 0);
    return status;
}

#endif /* VMB_ENGINE_IRQ */

#endif /* VMB_ENGINE_PORT */

#endif
