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

#include "engine/engine_pio_turn.h"
#include "engine/engine_pio_words.h"

/* What JOB says. */
#define VMB_PIO_VERIFIES(job) (((job) & VMB_JOB_FLAG(DECRYPT)) != 0 && VMB_JOB_TAG_LEN(job) != 0)
#define VMB_PIO_WITHHOLDS(job) (VMB_PIO_VERIFIES(job) && ((job) & (VMB_JOB_FLAG(EARLY) | VMB_JOB_FLAG(DISCARD))) == 0)

/* Where a job goes on. */
enum {
    VMB_PIO_KEY,
    VMB_PIO_NONCE,
    VMB_PIO_MORE_NONCE,
    VMB_PIO_CONTEXT,
    VMB_PIO_MORE_CONTEXT,
    VMB_PIO_AD,
    VMB_PIO_MORE_AD,
    VMB_PIO_MESSAGE,
    VMB_PIO_MORE_MESSAGE,
    VMB_PIO_TAG,
    VMB_PIO_TAG_IN,
    VMB_PIO_VERDICT,
    VMB_PIO_TAG_OUT,
    VMB_PIO_RELEASE,
    VMB_PIO_DIGEST,
    VMB_PIO_SAVE,
    VMB_PIO_MORE_SAVE,
    VMB_PIO_END
};

#if !VMB_ENGINE_LOCK
vmb_pio_work *volatile vmb_engine_paused;
#endif

/* Waits until the engine wants a word, or has one: 1, or 0 when the job has ended. */
static int vmb_pio_goes_on(void)
{
    uint32_t status;

    do {
        status = VMB_PIO_READ(STATUS);
    } while ((status & (VMB_PIO_BUSY | VMB_PIO_READY)) == VMB_PIO_BUSY);
    return (status & VMB_PIO_BUSY) != 0;
}

/* The bytes of the first output word that are none: a message or a digest that goes on
 * does so at its place in the block, one that begins at 0: behind what ends before. */
static uint32_t vmb_pio_skip(const vmb_engine_job *j, uint32_t ends)
{
    return (j->job & (VMB_JOB_FLAG(RESUME) | ends)) == VMB_JOB_FLAG(RESUME) ? j->context[0] & 3u : 0;
}

static size_t vmb_pio_key_bytes(uint32_t job)
{
    return vmb_job_key_len(job);
}

/* Between two segments: 1 when another call went on with the job from this step. */
VMB_INLINE uint32_t vmb_pio_look(vmb_pio_work *w, uint32_t step)
{
    if (VMB_RARELY(vmb_pio_asked())) {
        w->step = step;
        return vmb_pio_let_in(w);
    }
    return 0;
}

/* The words of a job, from a step on: 0 when they are moved, but for the last ones of a job that has ended early;
 * 1 when another call went on with it. */
VMB_NOINLINE static uint32_t vmb_pio_words(vmb_pio_work *w, uint32_t step)
{
    const vmb_engine_job *j = w->j;
    const uint32_t job = w->job;
    const uint8_t *in;
    size_t left, want;
    uint8_t *to;
    uint32_t skip;
    unsigned ahead;

    if (VMB_RARELY(step != VMB_PIO_KEY)) {
        in = w->in;
        left = w->left;
        to = w->out.to;
        want = w->out.left;
        skip = w->out.skip;
        ahead = w->ahead;
        if (step == VMB_PIO_NONCE)
            goto nonce;
        if (step == VMB_PIO_MORE_NONCE)
            goto more_nonce;
        if (step == VMB_PIO_CONTEXT)
            goto context;
        if (step == VMB_PIO_MORE_CONTEXT)
            goto more_context;
        if (step == VMB_PIO_AD)
            goto ad;
        if (step == VMB_PIO_MORE_AD)
            goto more_ad;
        if (step == VMB_PIO_MESSAGE)
            goto message;
        if (step == VMB_PIO_MORE_MESSAGE)
            goto more_message;
        if (step == VMB_PIO_TAG)
            goto tag;
        if (step == VMB_PIO_TAG_IN)
            goto tag_in;
        if (step == VMB_PIO_VERDICT)
            goto verdict;
        if (step == VMB_PIO_TAG_OUT)
            goto tag_out;
        if (step == VMB_PIO_RELEASE)
            goto release;
        if (step == VMB_PIO_DIGEST)
            goto digest;
        if (step == VMB_PIO_SAVE)
            goto save;
        goto more_save;
    }
    if (!VMB_JOB_HASHES(job)) {
        vmb_pio_put_key(j->key, vmb_pio_key_bytes(job));
        if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_NONCE))) {
            return 1;
        }
    nonce:
        in = j->nonce;
        left = VMB_JOB_NONCE_LEN(job);
    more_nonce:
        w->step = VMB_PIO_MORE_NONCE;
        if (VMB_RARELY(vmb_pio_put(in, left, w))) {
            return 1;
        }
    }
    if ((job & VMB_JOB_FLAG(RESUME)) != 0) {
        (void)vmb_pio_put(j->context, 4, NULL);
        if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_CONTEXT))) {
            return 1;
        }
    context:
        if (!vmb_pio_goes_on()) {
            return 0; /* it is not of such a message */
        }
        in = (const uint8_t *)(j->context + 1);
        left = 4 * VMB_JOB_CONTEXT_WORDS(job) - 4;
        w->in = in;
        w->left = left;
        if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_MORE_CONTEXT))) {
            return 1;
        }
    more_context:
        w->step = VMB_PIO_MORE_CONTEXT;
        if (VMB_RARELY(vmb_pio_put(in, left, w))) {
            return 1;
        }
        if (!vmb_pio_goes_on()) {
            return 0;
        }
    }
    if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_AD))) {
        return 1;
    }
ad:
    in = j->ad;
    left = j->ad_len;
more_ad:
    w->step = VMB_PIO_MORE_AD;
    if (VMB_RARELY(vmb_pio_put(in, left, w)) || VMB_RARELY(vmb_pio_look(w, VMB_PIO_MESSAGE))) {
        return 1;
    }
message:
    in = j->in;
    left = j->len;
    to = j->out;
    want = left;
    skip = vmb_pio_skip(j, VMB_JOB_FLAG(AD_END));
    ahead = 0;
more_message:
    w->step = VMB_PIO_MORE_MESSAGE;
    if (VMB_JOB_HASHES(job) || (job & VMB_JOB_FLAG(DISCARD)) != 0 || VMB_PIO_WITHHOLDS(job)) {
        if (VMB_RARELY(vmb_pio_put(in, left, w))) {
            return 1;
        }
    } else if (want != 0 && VMB_RARELY(vmb_pio_exchange(w, in, left, to, want, skip, ahead))) {
        return 1;
    }
    if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_TAG))) {
        return 1;
    }
tag:
    if (VMB_PIO_VERIFIES(job)) {
        in = j->tag;
        left = VMB_JOB_TAG_LEN(job);
    tag_in:
        w->step = VMB_PIO_TAG_IN;
        if (VMB_RARELY(vmb_pio_put(in, left, w)) || VMB_RARELY(vmb_pio_look(w, VMB_PIO_VERDICT))) {
            return 1;
        }
    verdict:
        if (VMB_PIO_WITHHOLDS(job) && vmb_pio_goes_on()) {
            to = j->out;
            want = j->len;
            skip = 0;
        release:
            w->step = VMB_PIO_RELEASE;
            if (VMB_RARELY(vmb_pio_asked())) {
                w->out.to = to;
                w->out.left = want;
                w->out.skip = skip;
                if (vmb_pio_let_in(w)) {
                    return 1;
                }
            }
            if (VMB_RARELY(vmb_pio_get(to, want, skip, w))) {
                return 1;
            }
        }
    } else {
        to = (uint8_t *)(uintptr_t)j->tag;
        want = VMB_JOB_TAG_LEN(job);
        skip = 0;
    tag_out:
        w->step = VMB_PIO_TAG_OUT;
        if (want != 0 && VMB_RARELY(vmb_pio_get(to, want, skip, w))) {
            return 1;
        }
    }
    if (VMB_JOB_HASHES(job)) {
        to = j->out;
        want = j->out_len;
        skip = vmb_pio_skip(j, VMB_JOB_WHOLE);
    digest:
        w->step = VMB_PIO_DIGEST;
        if (VMB_RARELY(vmb_pio_get(to, want, skip, w))) {
            return 1;
        }
    }
    if ((job & VMB_JOB_FLAG(SAVE)) != 0) {
        if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_SAVE))) {
            return 1;
        }
    save:
        to = (uint8_t *)j->context;
        want = 4 * VMB_JOB_CONTEXT_WORDS(job);
        skip = 0;
    more_save:
        w->step = VMB_PIO_MORE_SAVE;
        if (VMB_RARELY(vmb_pio_get(to, want, skip, w))) {
            return 1;
        }
    }
    return 0;
}

/* The end of a job whose words are moved: 0 when the status is there, or 1. */
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
            /* Nobody's, and it is this call's turn: who wanted these words trapped, and will not come back. */
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
#define VMB_PIO_IS_CIPHER(job)                                                                  \
    (VMB_JOB_IS_AES(job) && !VMB_JOB_IS_CCM(job) && ((job) & VMB_JOB_WHOLE) == VMB_JOB_WHOLE && \
     ((job) & (VMB_JOB_FLAG(RESUME) | VMB_JOB_FLAG(SAVE))) == 0)
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
