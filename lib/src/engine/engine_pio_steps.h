/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The words of any job on an engine without a memory port, step by step. Part of
 * engine_pio.c, which determines the order. A job whose call let interrupts in continues at its step
 * (engine_pio_turn.h).
 */
#ifndef VMB_ENGINE_PIO_STEPS_H
#define VMB_ENGINE_PIO_STEPS_H

#include "engine/engine_pio_words.h"

/* Fields of JOB. */
#define VMB_PIO_VERIFIES(job) (((job) & VMB_JOB_FLAG(DECRYPT)) != 0 && VMB_JOB_TAG_LEN(job) != 0)
#define VMB_PIO_WITHHOLDS(job) (VMB_PIO_VERIFIES(job) && ((job) & (VMB_JOB_FLAG(EARLY) | VMB_JOB_FLAG(DISCARD))) == 0)

/* The step at which a job continues. */
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

/* Waits until the engine wants a word, or has one: 1, or 0 when the job has ended. */
static int vmb_pio_goes_on(void)
{
    uint32_t status;

    do {
        status = VMB_PIO_READ(STATUS);
    } while ((status & (VMB_PIO_BUSY | VMB_PIO_READY)) == VMB_PIO_BUSY);
    return (status & VMB_PIO_BUSY) != 0;
}

/* The number of padding bytes in the first output word: a message or a digest that continues does so at its position in
 * the block, one that starts at 0: after the previous end. */
static uint32_t vmb_pio_skip(const vmb_engine_job *j, uint32_t ends)
{
    return (j->job & (VMB_JOB_FLAG(RESUME) | ends)) == VMB_JOB_FLAG(RESUME) ? j->context[0] & 3u : 0;
}

static size_t vmb_pio_key_bytes(uint32_t job)
{
    return vmb_job_key_len(job);
}

/* Between two segments: 1 if another call continued the job from this step. */
VMB_INLINE uint32_t vmb_pio_look(vmb_pio_work *w, uint32_t step)
{
    if (VMB_RARELY(vmb_pio_asked())) {
        w->step = step;
        return vmb_pio_let_in(w);
    }
    return 0;
}

/* The words of a job, from a step on: 0 if they have been moved, except the last ones of a job that ended early; 1 if
 * another call continued it. */
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

#endif
