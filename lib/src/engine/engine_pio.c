/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Jobs on an engine without a memory port (engine_job.h): every word that a job reads
 * goes through DIN, every word that it writes comes from DOUT, in the engine's order:
 * key, nonce, context, associated data, message, tag; result, tag, context.
 *
 * An access waits for the engine, up to the patience of rtl/engine/vmb_pio.sv, and is
 * a bus error afterwards or without a job. So here a word of a message goes in before
 * the engine has to give one out, and comes out before there is no room left for the
 * next one to go in; and where a job may have ended early, STATUS is asked first.
 */
#include "engine/engine_job.h"

#if VMB_ENGINE_PIO || VMB_ENGINE_PORT_PIO

#include "engine/engine_pio_steps.h"

#if !VMB_ENGINE_LOCK
vmb_pio_work *volatile vmb_engine_paused;
#endif

/* The end of a job whose words have been moved: 0 if the status is available, or 1. */
VMB_INLINE uint32_t vmb_pio_end(vmb_pio_work *w)
{
    uint32_t status;

    while (((status = VMB_PIO_READ(STATUS)) & VMB_PIO_BUSY) != 0) {
        if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_END))) {
            return 1;
        }
    }
    w->status = vmb_engine_result(status);
    return 0;
}

#if !VMB_ENGINE_LOCK

/* The rest of a job in which interrupts were let in: 0 when it has ended, or 1. */
VMB_NOINLINE static uint32_t vmb_pio_go_on(vmb_pio_work *w, uint32_t turn)
{
    vmb_engine_paused = NULL;
    w->turn = turn;
    w->status = VMB_ERR_DEVICE; /* if this call traps in it */
    return (w->step != VMB_PIO_END && vmb_pio_words(w, w->step)) || vmb_pio_end(w);
}

#endif

void vmb_engine_clear_way(uint32_t turn)
{
    uint32_t status;

    for (;;) {
#if !VMB_ENGINE_LOCK
        while (vmb_engine_paused != NULL) {
            (void)vmb_pio_go_on(vmb_engine_paused, turn);
        }
#endif
        status = VMB_PIO_READ(STATUS);
        if ((status & VMB_PIO_BUSY) == 0) {
            return;
        }
        if ((status & VMB_PIO_READY) != 0) {
            /* Not this call's job, although it is this call's turn: the owner of these words trapped, and will not
             * return. */
            VMB_PIO_SET(CONTROL, VMB_ENGINE_REG_CONTROL_ABORT_MASK);
        }
#if !VMB_ENGINE_LOCK
        vmb_engine_release(turn);
        (void)vmb_engine_acquire();
#else
        (void)turn;
#endif
    }
}

/* What a job has besides its words, and its begin. */
VMB_INLINE void vmb_pio_set_up(const vmb_engine_job *j, uint32_t job)
{
#if VMB_ENGINE_PORT_PIO
    vmb_engine_set(1, 0, (uint32_t)j->ad_len);
    vmb_engine_set(2, 0, (uint32_t)j->len);
    vmb_engine_set(4, 0, (uint32_t)j->out_len);
    vmb_engine_set(5, j->ad_total, j->total);
#else
    VMB_PIO_SET(AD_LEN, (uint32_t)j->ad_len);
    VMB_PIO_SET(DATA_LEN, (uint32_t)j->len);
    VMB_PIO_SET(CTX_ADDR, 0);
    VMB_PIO_SET(OUT_LEN, (uint32_t)j->out_len);
    if ((job & VMB_JOB_FLAG(TOTALS)) != 0) { /* a store on a bus is not for nothing */
        VMB_PIO_SET(AD_TOTAL, j->ad_total);
        VMB_PIO_SET(DATA_TOTAL, j->total);
    }
#endif
    VMB_PIO_SET(JOB, job);
}

#if VMB_SIZE
#define VMB_PIO_IS_CIPHER(job) 0
#else
/* A whole message of AES in ECB, CBC or CTR. */
#define VMB_PIO_IS_CIPHER(job)                                              \
    (VMB_JOB_IS_AES(job) && !VMB_JOB_IS_CCM(job) && !VMB_JOB_IS_GCM(job) && \
     ((job) & VMB_JOB_WHOLE) == VMB_JOB_WHOLE && ((job) & (VMB_JOB_FLAG(RESUME) | VMB_JOB_FLAG(SAVE))) == 0)
#endif

/* The words of one, where blocks are few and what surrounds them counts. */
VMB_INLINE uint32_t vmb_pio_cipher(vmb_pio_work *w, const vmb_engine_job *j, uint32_t job)
{
    vmb_pio_put_key(j->key, vmb_pio_key_bytes(job));
    if (vmb_is_word_aligned(j->nonce)) {
        vmb_pio_put_key(j->nonce, VMB_JOB_NONCE_LEN(job));
    } else {
        if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_NONCE))) {
            return 1;
        }
        w->step = VMB_PIO_MORE_NONCE;
        if (VMB_RARELY(vmb_pio_put(j->nonce, VMB_JOB_NONCE_LEN(job), w))) {
            return 1;
        }
    }
    if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_MESSAGE))) {
        return 1;
    }
    w->step = VMB_PIO_MORE_MESSAGE;
    return vmb_pio_exchange(w, j->in, j->len, j->out, j->len, 0, 0);
}

#include "engine/engine_pio_even.h"

/* One job, with another JOB. */
static int vmb_pio_job(const vmb_engine_job *j, uint32_t job)
{
    vmb_pio_work w;
    uint32_t turn, stopped = 0;

    w.status = VMB_ERR_DEVICE; /* until it has ended */
    w.j = j;
    w.job = job;
    turn = vmb_engine_acquire();
    if (vmb_engine_off(turn)) {
        vmb_engine_release(turn);
        return VMB_ERR_DEVICE;
    }
    vmb_engine_begin(turn);
    vmb_pio_set_up(j, job);
    w.turn = turn;
    if (vmb_pio_goes_on()) {
        if (VMB_RARELY(vmb_pio_look(&w, VMB_PIO_KEY))) {
            stopped = 1;
        } else if (VMB_PIO_IS_CIPHER(job)) {
            stopped = vmb_pio_cipher(&w, j, job);
        } else if (VMB_PIO_IS_EVEN(j, job)) {
            stopped = vmb_pio_even(&w, j, job);
        } else {
            stopped = vmb_pio_words(&w, VMB_PIO_KEY);
        }
    }
    stopped = stopped || vmb_pio_end(&w);
#if !VMB_ENGINE_LOCK
    while (VMB_RARELY(stopped) && vmb_engine_paused == &w) {
        stopped = vmb_pio_go_on(&w, turn);
    }
#endif
    vmb_engine_release(turn);
    return w.status;
}

/* Whether instructions would trap: a call that gives no other error asks in its turn. */
VMB_INLINE int vmb_pio_off(void)
{
#if VMB_ENGINE_ROCC && !VMB_ENGINE_LOCK
    uint32_t turn = vmb_engine_acquire();

    vmb_engine_release(turn);
    return vmb_engine_off(turn);
#else
    return 0;
#endif
}

/* Bytes of a message that the engine can withhold. */
VMB_INLINE size_t vmb_pio_hold(void)
{
    uint32_t words = VMB_PIO_READ(FEATURES) >> VMB_ENGINE_REG_FEATURES_HOLD_WORDS_SHIFT;

    return 4 * (words != 0 ? words - 1 : 0);
}

/* A message that the engine cannot withhold goes through it twice, where POLICY allows
 * that: the first pass verifies it, the second one gives it out. Both tag checks count,
 * because the message may change in between. */
VMB_NOINLINE static int vmb_pio_two_passes(const vmb_engine_job *j)
{
    const uint32_t allowed = VMB_ENGINE_ALLOW_TWO_PASSES | VMB_ENGINE_ALLOW_EARLY;
    int status = VMB_ERR_DEVICE;

    if ((VMB_PIO_READ(POLICY) & allowed) == allowed) {
        status = vmb_pio_job(j, j->job | VMB_JOB_FLAG(DISCARD));
    }
    return status == VMB_OK ? vmb_pio_job(j, j->job | VMB_JOB_FLAG(EARLY)) : status;
}

int vmb_engine_do(const vmb_engine_job *j)
{
    const uint32_t withheld = VMB_JOB_WHOLE | VMB_JOB_FLAG(DECRYPT);

    if ((j->job & withheld) == withheld && (j->job & VMB_ENGINE_REG_JOB_TAG_LEN_MASK) != 0) {
        if (vmb_pio_off()) {
            return VMB_ERR_DEVICE;
        }
        if (j->len > vmb_pio_hold()) {
            return vmb_pio_two_passes(j);
        }
    }
    return vmb_pio_job(j, j->job);
}

#endif
