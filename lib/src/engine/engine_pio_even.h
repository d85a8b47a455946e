/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Moves the words of an AEAD message of whole blocks in aligned buffers, with a tag of 16 bytes. Part of
 * engine_pio.c. vmb_pio_words moves those of any job, and continues this one if a handler used
 * the engine. The code is contiguous, so that a call misses in fewer lines of a cold cache.
 */
#ifndef VMB_ENGINE_PIO_EVEN_H
#define VMB_ENGINE_PIO_EVEN_H

#include "engine/engine_pio_steps.h"

#if VMB_SIZE

#define VMB_PIO_IS_EVEN(j, job) 0
#define vmb_pio_even(w, j, job) 0u

#else

#define VMB_PIO_EVEN_MASK                                                                                      \
    (VMB_JOB_WHOLE | VMB_JOB_FLAG(RESUME) | VMB_JOB_FLAG(SAVE) | VMB_JOB_FLAG(EARLY) | VMB_JOB_FLAG(DISCARD) | \
     VMB_ENGINE_REG_JOB_TAG_LEN_MASK | VMB_JOB(NONCE_LEN, 3))

#define VMB_PIO_IS_EVEN(j, job)                                                                             \
    (((job) & VMB_PIO_EVEN_MASK) == (VMB_JOB_WHOLE | VMB_JOB(TAG_LEN, 16)) &&                               \
     (((uintptr_t)(j)->nonce | (uintptr_t)(j)->in | (uintptr_t)(j)->out | (uintptr_t)(j)->tag) & 3) == 0 && \
     ((j)->len & 15) == 0 && (j)->len != 0)

/* A block into the engine. */
VMB_INLINE void vmb_pio_four_in(const uint8_t *p)
{
    const vmb_word *from = (const vmb_word *)(const void *)p;
    uint32_t a = from[0], b = from[1], c = from[2], d = from[3];

    VMB_PIO_IN2(a, b);
    VMB_PIO_IN2(c, d);
}

/* The message and the tag of a call that seals. */
VMB_INLINE uint32_t vmb_pio_even_seal(vmb_pio_work *w, const vmb_engine_job *j)
{
    const uint8_t *in = j->in, *end = in + j->len;
    uint8_t *out = j->out;

    vmb_pio_four_in(in);
    for (in += 16;; in += 16, out += 16) {
        if (VMB_RARELY(vmb_pio_asked())) {
            w->step = VMB_PIO_MORE_MESSAGE;
            w->out.to = out;
            w->out.left = (size_t)(end - in) + 16;
            w->out.skip = 0;
            w->ahead = 4;
            if (vmb_pio_pause_in(w, in, (size_t)(end - in))) {
                return 1;
            }
        }
        if (in == end) {
            break;
        }
        vmb_pio_four(out, in, 1);
    }
    vmb_pio_four(out, NULL, 0);
    vmb_pio_four((uint8_t *)(uintptr_t)j->tag, NULL, 0);
    return 0;
}

/* The same of one that opens. */
VMB_INLINE uint32_t vmb_pio_even_open(vmb_pio_work *w, const vmb_engine_job *j)
{
    const uint8_t *in = j->in, *end = in + j->len;
    uint8_t *out = j->out, *stop = out + j->len;

    do {
        vmb_pio_four_in(in);
        in += 16;
        if (((end - in) & 16) == 0 && VMB_RARELY(vmb_pio_asked())) {
            w->step = VMB_PIO_MORE_MESSAGE;
            if (vmb_pio_pause_in(w, in, (size_t)(end - in))) {
                return 1;
            }
        }
    } while (in != end);
    vmb_pio_four_in(j->tag);
    if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_VERDICT))) {
        return 1;
    }
    if (!vmb_pio_goes_on()) {
        return 0;
    }
    do {
        vmb_pio_four(out, NULL, 0);
        out += 16;
        if (((stop - out) & 16) == 0 && VMB_RARELY(vmb_pio_asked())) {
            w->step = VMB_PIO_RELEASE;
            w->out.to = out;
            w->out.left = (size_t)(stop - out);
            w->out.skip = 0;
            if (vmb_pio_let_in(w)) {
                return 1;
            }
        }
    } while (out != stop);
    return 0;
}

/* All words of one; returns the result of vmb_pio_words. */
VMB_INLINE uint32_t vmb_pio_even(vmb_pio_work *w, const vmb_engine_job *j, uint32_t job)
{
    const vmb_word *nonce = (const vmb_word *)j->nonce;
    size_t n = VMB_JOB_NONCE_LEN(job);

    vmb_pio_put_key(j->key, vmb_pio_key_bytes(job));
    for (; n > 4; n -= 8, nonce += 2) {
        VMB_PIO_IN2(nonce[0], nonce[1]);
    }
    if (n != 0) {
        VMB_PIO_IN(nonce[0]);
    }
    if (j->ad_len != 0) {
        if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_AD))) {
            return 1;
        }
        w->step = VMB_PIO_MORE_AD;
        if (VMB_RARELY(vmb_pio_put(j->ad, j->ad_len, w))) {
            return 1;
        }
    }
    if (VMB_RARELY(vmb_pio_look(w, VMB_PIO_MESSAGE))) {
        return 1;
    }
    return (job & VMB_JOB_FLAG(DECRYPT)) == 0 ? vmb_pio_even_seal(w, j) : vmb_pio_even_open(w, j);
}

#endif

#endif
