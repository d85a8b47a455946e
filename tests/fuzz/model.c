/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The contract of streams (model.h): the order of calls, the legal lengths, and the
 * buffers that must not overlap. A call that breaks several rules may return the error
 * of any, except that a call out of order, or with a wiped key, always reports that;
 * only start checks it last.
 */
#include <string.h>

#include "model.h"

size_t fuzz_ad_left(const fuzz_model *m)
{
    return ((m->g->has & FUZZ_LENGTHS) != 0 ? m->ad_len : (size_t)VMB_MAX_BYTES) - m->ad_done;
}

size_t fuzz_left(const fuzz_model *m)
{
    return ((m->g->has & FUZZ_LENGTHS) != 0 ? m->len : (size_t)VMB_MAX_BYTES) - m->done;
}

/* Null with a length. */
static unsigned null(const void *at, size_t len)
{
    return at == NULL && len != 0 ? FUZZ_MAY_ARGUMENT : 0;
}

static unsigned overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
    return fuzz_overlap(a, a_len, b, b_len) ? FUZZ_MAY_ARGUMENT : 0;
}

static unsigned length(int exists)
{
    return exists ? 0 : FUZZ_MAY_LENGTH;
}

/* Null with a length, or bytes of the stream. */
static unsigned apart(const fuzz_model *m, const vmb_job_arguments *a, const void *at, size_t len)
{
    return null(at, len) | overlap(at, len, a->stream, m->g->stream_size);
}

/* Bytes of the key object. */
static unsigned off_key(const fuzz_model *m, const void *at, size_t len)
{
    return m->g->kind == FUZZ_HASH ? 0 : overlap(at, len, m->key, m->g->key_size);
}

static unsigned may_start(const fuzz_model *m, const vmb_job_arguments *a)
{
    const fuzz_algorithm *g = m->g;
    size_t nonce_len = fuzz_takes_nonce(g) ? a->nonce_len : g->kind == FUZZ_CIPHER ? 16 : 0;
    size_t needed = g->kind != FUZZ_MAC || fuzz_takes_nonce(g);

    if (g->kind == FUZZ_HASH) {
        return (g->has & FUZZ_CUSTOMIZATION) == 0
                   ? 0
                   : length(a->ad_len <= fuzz_longest_ad(g)) | apart(m, a, a->ad, a->ad_len);
    }
    return length(fuzz_has_nonce(g, nonce_len)) | null(a->nonce, needed) | apart(m, a, a->nonce, nonce_len) |
           apart(m, a, a->key, g->key_size);
}

static unsigned may_lengths(const fuzz_model *m, const vmb_job_arguments *a)
{
    if (m->phase != FUZZ_WANTS_LENGTHS) {
        return FUZZ_MAY_STATE;
    }
    return length(a->ad_len <= fuzz_longest_ad(m->g) && fuzz_has_message(m->g, m->nonce_len, a->len) &&
                  fuzz_has_tag(m->g, a->tag_len));
}

static unsigned may_ad(const fuzz_model *m, const vmb_job_arguments *a)
{
    if (m->phase != FUZZ_IN_AD) {
        return FUZZ_MAY_STATE;
    }
    return length(a->ad_len <= fuzz_ad_left(m)) | apart(m, a, a->ad, a->ad_len);
}

/* Message may come only behind all the associated data that was announced. */
static unsigned complete_ad(const fuzz_model *m)
{
    return length((m->g->has & FUZZ_LENGTHS) == 0 || m->phase != FUZZ_IN_AD || fuzz_ad_left(m) == 0);
}

static unsigned may_update(const fuzz_model *m, const vmb_job_arguments *a)
{
    unsigned may = length(a->len <= fuzz_left(m)) | apart(m, a, a->in, a->len);

    if (!fuzz_gives_text(m->g)) {
        return m->phase == FUZZ_ABSORBING ? may : FUZZ_MAY_STATE;
    }
    if (m->phase != FUZZ_IN_AD && m->phase != FUZZ_IN_MESSAGE) {
        return FUZZ_MAY_STATE;
    }
    may |= complete_ad(m) | apart(m, a, a->out, a->len) | off_key(m, a->out, a->len);
    return may | (a->in == a->out ? 0 : overlap(a->out, a->len, a->in, a->len));
}

static unsigned may_finish(const fuzz_model *m, const vmb_job_arguments *a)
{
    unsigned may = length(fuzz_has_tag(m->g, a->tag_len)) | apart(m, a, a->tag, a->tag_len);

    if (!fuzz_gives_text(m->g)) {
        may |= a->open ? 0 : off_key(m, a->tag, a->tag_len);
        return m->phase == FUZZ_ABSORBING ? may : FUZZ_MAY_STATE;
    }
    if (m->phase != FUZZ_IN_AD && m->phase != FUZZ_IN_MESSAGE) {
        return FUZZ_MAY_STATE;
    }
    if ((m->g->has & FUZZ_LENGTHS) != 0) {
        may |= complete_ad(m) | length(fuzz_left(m) == 0 && a->tag_len == m->tag_len);
    }
    if (m->open != a->open) {
        return FUZZ_MAY_STATE | complete_ad(m);
    }
    return may | (a->open ? 0 : off_key(m, a->tag, a->tag_len));
}

static unsigned may_squeeze(const fuzz_model *m, const vmb_job_arguments *a)
{
    if (m->phase != FUZZ_ABSORBING && m->phase != FUZZ_SQUEEZING) {
        return FUZZ_MAY_STATE;
    }
    return length(a->tag_len <= VMB_MAX_BYTES) | apart(m, a, a->tag, a->tag_len);
}

unsigned fuzz_may_part(const fuzz_model *m, uint32_t what, const vmb_job_arguments *a)
{
    unsigned may = 0;

    if (what == VMB_STEP_ABORT || (what == VMB_STEP_FINISH && m->g->kind == FUZZ_CIPHER)) {
        return FUZZ_MAY_OK; /* they return nothing */
    }
    if (a->stream == NULL) {
        return FUZZ_MAY_ARGUMENT;
    }
    if (m->key_gone && what != VMB_STEP_START) {
        return FUZZ_MAY_STATE;
    }
    switch (what) {
    case VMB_STEP_START:
        may = may_start(m, a);
        may = may == 0 && m->key_gone ? FUZZ_MAY_STATE : may;
        break;
    case VMB_STEP_LENGTHS: may = may_lengths(m, a); break;
    case VMB_STEP_AD: may = may_ad(m, a); break;
    case VMB_STEP_UPDATE: may = may_update(m, a); break;
    case VMB_STEP_FINISH: may = may_finish(m, a); break;
    default: may = may_squeeze(m, a);
    }
    return may == 0 ? FUZZ_MAY_OK : may;
}

static void begin(fuzz_model *m, const vmb_job_arguments *a)
{
    size_t nonce_len = fuzz_takes_nonce(m->g) || m->g->kind == FUZZ_CIPHER ? a->nonce_len : 0;

    m->open = a->open;
    m->nonce_len = nonce_len;
    if (nonce_len != 0) {
        memcpy(m->nonce, a->nonce, nonce_len);
    }
    m->ad_done = m->done = m->out_done = 0;
    m->ad_len = m->len = m->tag_len = 0;
    m->phase = (m->g->has & FUZZ_LENGTHS) != 0 ? FUZZ_WANTS_LENGTHS
               : m->g->kind == FUZZ_AEAD       ? FUZZ_IN_AD
               : m->g->kind == FUZZ_CIPHER     ? FUZZ_IN_MESSAGE
                                               : FUZZ_ABSORBING;
}

void fuzz_model_advance(fuzz_model *m, uint32_t what, const vmb_job_arguments *a, int status)
{
    if (a->stream == NULL) {
        return;
    }
    if (status != VMB_OK) {
        m->phase = FUZZ_IDLE;
        return;
    }
    switch (what) {
    case VMB_STEP_START: begin(m, a); break;
    case VMB_STEP_LENGTHS:
        m->phase = FUZZ_IN_AD;
        m->ad_len = a->ad_len;
        m->len = a->len;
        m->tag_len = a->tag_len;
        break;
    case VMB_STEP_UPDATE: m->phase = fuzz_gives_text(m->g) ? FUZZ_IN_MESSAGE : FUZZ_ABSORBING; break;
    case VMB_STEP_SQUEEZE: m->phase = FUZZ_SQUEEZING; break;
    case VMB_STEP_AD: break;
    default: m->phase = FUZZ_IDLE;
    }
}
