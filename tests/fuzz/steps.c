/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A scenario of the fuzz target (fuzz.h): the calls of a stream. Mostly the next one
 * in order with a piece of some length; now and then another one, or with something
 * wrong. When a stream ends, all that went through it is done again in one call.
 */
#include <string.h>

#include "model.h"

enum {
    STEPS = 24, /* at most, before the stream comes to its end */
    LONG = 2048 /* no piece is longer: FUZZ_MODEL_ROOM holds them all */
};

/* The whole of what the stream has got, in one call. */
static vmb_job_arguments at_once(const fuzz_model *m, size_t tag_len)
{
    const uint8_t *text = m->open ? m->out : m->in;
    vmb_job_arguments w;

    memset(&w, 0, sizeof w);
    w.key = m->key;
    w.nonce = fuzz_copy(m->nonce, m->nonce_len, 0);
    w.nonce_len = m->nonce_len;
    w.ad = fuzz_copy(m->ad, m->ad_done, 0);
    w.ad_len = m->ad_done;
    w.in = fuzz_copy(text, m->done, 0);
    w.len = m->done;
    w.out = fuzz_new(m->done, 0);
    w.tag = fuzz_new(tag_len, 0);
    w.tag_len = tag_len;
    (void)fuzz_whole(m->g, &w, FUZZ_MAY_OK);
    return w;
}

/* A legal tag length, for tag_len if no tag is requested. */
static size_t some_tag_len(const fuzz_algorithm *g)
{
    return g->kind == FUZZ_CIPHER ? 0 : fuzz_verifies(g) ? 16 : 32;
}

/* The output of the stream so far must equal that of one call. */
static void check_so_far(const fuzz_model *m)
{
    size_t mark = fuzz_mark();
    vmb_job_arguments w;

    if (m->phase == FUZZ_IDLE || m->key_gone) {
        return;
    }
    if (fuzz_gives_text(m->g) && m->done != 0) {
        w = at_once(m, some_tag_len(m->g));
        fuzz_is_equal(m->open ? m->in : m->out, w.out, m->done, "a stream computes something else than one call");
    }
    if (m->phase == FUZZ_SQUEEZING) {
        w = at_once(m, m->out_done);
        fuzz_is_equal(m->out, w.tag, m->out_done, "a stream gives another output than one call");
    }
    fuzz_release(mark);
}

/* Nonzero if the announced lengths are too long for any buffer. */
static int is_endless(const fuzz_model *m)
{
    return (m->g->has & FUZZ_LENGTHS) != 0 && m->phase >= FUZZ_IN_AD && (fuzz_ad_left(m) > LONG || fuzz_left(m) > LONG);
}

/* The step that comes next when nothing is wrong. 0 ends the stream soon. */
static uint32_t usual_step(const fuzz_model *m, uint8_t how)
{
    int announced = (m->g->has & FUZZ_LENGTHS) != 0;

    if (how == 0 && is_endless(m)) {
        return VMB_STEP_ABORT;
    }
    switch (m->phase) {
    case FUZZ_IDLE: return VMB_STEP_START;
    case FUZZ_WANTS_LENGTHS: return VMB_STEP_LENGTHS;
    case FUZZ_IN_AD:
        if (announced ? fuzz_ad_left(m) != 0 : how > 150) {
            return VMB_STEP_AD;
        }
        return how > 40 || (announced && fuzz_left(m) != 0) ? VMB_STEP_UPDATE : VMB_STEP_FINISH;
    case FUZZ_IN_MESSAGE: return how > 60 || (announced && fuzz_left(m) != 0) ? VMB_STEP_UPDATE : VMB_STEP_FINISH;
    case FUZZ_ABSORBING:
        if (how > 60) {
            return VMB_STEP_UPDATE;
        }
        return (m->g->has & FUZZ_SQUEEZE) != 0 ? VMB_STEP_SQUEEZE : VMB_STEP_FINISH;
    default: return how > 60 ? VMB_STEP_SQUEEZE : VMB_STEP_ABORT;
    }
}

static int has_step(const fuzz_algorithm *g, uint32_t what)
{
    switch (what) {
    case VMB_STEP_LENGTHS: return (g->has & FUZZ_LENGTHS) != 0;
    case VMB_STEP_AD: return g->kind == FUZZ_AEAD;
    case VMB_STEP_SQUEEZE: return (g->has & FUZZ_SQUEEZE) != 0;
    case VMB_STEP_FINISH: return (g->has & FUZZ_SQUEEZE) == 0;
    default: return 1;
    }
}

/* The length that a step is about, as it is usual. */
static size_t usual_length(const fuzz_model *m, uint32_t what, fuzz_input *in)
{
    size_t left, len;

    switch (what) {
    case VMB_STEP_START:
        len = fuzz_length(in);
        return m->g->kind != FUZZ_HASH ? fuzz_nonce_len(m->g, in) : len > 256 ? 256 : len;
    case VMB_STEP_FINISH: return (m->g->has & FUZZ_LENGTHS) != 0 ? m->tag_len : fuzz_tag_len(m->g, in);
    case VMB_STEP_AD:
    case VMB_STEP_UPDATE:
        left = what == VMB_STEP_AD ? fuzz_ad_left(m) : fuzz_left(m);
        len = fuzz_length(in);
        return len > left || (len == 0 && in->left == 0 && left <= LONG) ? left : len;
    default: return fuzz_length(in);
    }
}

/* The pointers of a step, each a buffer of its own; and its lengths. */
static void provide(const fuzz_model *m, uint32_t what, fuzz_input *in, size_t len, vmb_job_arguments *a)
{
    uint8_t *from = fuzz_new(len, fuzz_byte(in) & 15u);

    fuzz_fill(in, from, len);
    switch (what) {
    case VMB_STEP_START:
        a->nonce = from;
        a->ad = from;
        a->nonce_len = a->ad_len = len;
        break;
    case VMB_STEP_LENGTHS:
        a->ad_len = len;
        a->len = fuzz_length(in);
        a->tag_len = fuzz_tag_len(m->g, in);
        break;
    case VMB_STEP_AD:
        a->ad = from;
        a->ad_len = len;
        break;
    case VMB_STEP_UPDATE:
        a->in = from;
        a->len = len;
        a->out = fuzz_rarely(in, 64) ? from : fuzz_new(len, fuzz_byte(in) & 15u);
        break;
    default:
        a->tag = from;
        a->tag_len = len;
    }
}

/* Arguments of len bytes that begin or end within the stream. */
static void lay_over_stream(const fuzz_model *m, fuzz_input *in, size_t len, vmb_job_arguments *a)
{
    uint8_t *over = (uint8_t *)a->stream + fuzz_below(in, m->g->stream_size);

    if (len == 0) {
        return;
    }
    over = fuzz_below(in, 2) != 0 ? over : over - (len - 1);
    switch (fuzz_below(in, 3)) {
    case 0: a->out = a->tag = over; break;
    case 1:
        a->nonce = over;
        a->ad = a->in = over;
        break;
    default: a->key = (uint8_t *)a->stream + 4 * fuzz_below(in, m->g->stream_size / 4);
    }
}

/* Outputs of len bytes that begin or end within the key object; not a tag that is read. */
static void lay_over_key(const fuzz_model *m, uint32_t what, fuzz_input *in, size_t len, vmb_job_arguments *a)
{
    uint8_t *over;

    if (len == 0 || m->key == NULL || (what == VMB_STEP_FINISH && a->open)) {
        return;
    }
    over = (uint8_t *)(uintptr_t)m->key + fuzz_below(in, m->g->key_size);
    a->out = a->tag = fuzz_below(in, 2) != 0 ? over : over - (len - 1);
}

/* Something that is wrong with a step, most of the time. */
static void spoil(const fuzz_model *m, uint32_t what, fuzz_input *in, vmb_job_arguments *a)
{
    size_t len = what == VMB_STEP_UPDATE  ? a->len
                 : what == VMB_STEP_START ? a->nonce_len
                 : what == VMB_STEP_AD    ? a->ad_len
                                          : a->tag_len;
    uint8_t *over;

    switch (fuzz_below(in, 9)) {
    case 0: a->stream = NULL; break;
    case 1:
        a->nonce = NULL;
        a->ad = a->in = NULL;
        a->tag = a->open ? NULL : a->tag;
        break;
    case 2: a->out = a->tag = NULL; break;
    case 3: a->key = NULL; break;
    case 4: a->open = m->g->kind == FUZZ_AEAD && !a->open; break;
    case 5: lay_over_stream(m, in, len, a); break;
    case 6: /* an output that overlaps the input */
        if (what == VMB_STEP_UPDATE && len > 1) {
            size_t distance = fuzz_byte(in) % len;

            over = fuzz_new(2 * len, fuzz_byte(in) & 15u);
            a->in = over + (fuzz_below(in, 2) != 0 ? distance : 0);
            a->out = over + (a->in == over ? distance : 0);
        }
        break;
    case 7: lay_over_key(m, what, in, len, a); break;
    default: break;
    }
}

/* Some length of the step, wrong. */
static void spoil_length(const fuzz_model *m, uint32_t what, fuzz_input *in, vmb_job_arguments *a)
{
    size_t *which = &a->tag_len, left = 0;

    switch (what) {
    case VMB_STEP_START:
        if (m->g->kind == FUZZ_CIPHER || (m->g->kind == FUZZ_MAC && !fuzz_takes_nonce(m->g))) {
            return; /* 16 bytes or none, without saying so */
        }
        which = m->g->kind == FUZZ_HASH ? &a->ad_len : &a->nonce_len;
        break;
    case VMB_STEP_LENGTHS:
        which = fuzz_below(in, 2) != 0 ? &a->len : fuzz_below(in, 2) != 0 ? &a->ad_len : &a->tag_len;
        break;
    case VMB_STEP_AD:
        which = &a->ad_len;
        left = fuzz_ad_left(m);
        break;
    case VMB_STEP_UPDATE:
        which = &a->len;
        left = fuzz_left(m);
        break;
    default: break;
    }
    *which = left != 0 && fuzz_rarely(in, 96) ? left + 1 : fuzz_odd_length(in, *which);
}

/* Nonzero if the lengths of a step do not exceed this number of bytes. */
static int reaches(uint32_t what, const vmb_job_arguments *a, size_t room)
{
    switch (what) {
    case VMB_STEP_START: return a->nonce_len <= room && a->ad_len <= room;
    case VMB_STEP_LENGTHS: return 1;
    case VMB_STEP_AD: return a->ad_len <= room;
    case VMB_STEP_UPDATE: return a->len <= room;
    default: return a->tag_len <= room;
    }
}

/* Gives open_finish the right tag, or one with a bit flipped; what it must return. */
static unsigned prepare_tag(const fuzz_model *m, fuzz_input *in, const vmb_job_arguments *a)
{
    vmb_job_arguments w = at_once(m, a->tag_len);
    size_t bit = fuzz_byte(in);

    memcpy(a->tag, w.tag, a->tag_len);
    if (!fuzz_rarely(in, 64)) {
        return FUZZ_MAY_OK;
    }
    a->tag[bit / 8 % a->tag_len] ^= (uint8_t)(1u << bit % 8);
    return FUZZ_MAY_TAG;
}

static void keep(uint8_t *to, size_t *done, const void *from, size_t len)
{
    if (len != 0) {
        memcpy(to + *done, from, len);
    }
    *done += len;
}

/* What a step that succeeded took and gave; `a` as it was given, `in` as it was before. */
static void remember(fuzz_model *m, uint32_t what, const vmb_job_arguments *a, const uint8_t *in)
{
    size_t done = m->done;

    switch (what) {
    case VMB_STEP_START:
        if ((m->g->has & FUZZ_CUSTOMIZATION) != 0) {
            keep(m->ad, &m->ad_done, a->ad, a->ad_len);
        }
        break;
    case VMB_STEP_AD: keep(m->ad, &m->ad_done, a->ad, a->ad_len); break;
    case VMB_STEP_UPDATE:
        keep(m->in, &m->done, in, a->len);
        if (fuzz_gives_text(m->g)) {
            keep(m->out, &done, a->out, a->len);
        }
        break;
    case VMB_STEP_SQUEEZE: keep(m->out, &m->out_done, a->tag, a->tag_len); break;
    default: break;
    }
}

/* Adds an error to a step. A length that is still legal, and longer than its buffer, is not
 * used. */
static void make_odd(const fuzz_model *m, uint32_t what, fuzz_input *in, size_t len, vmb_job_arguments *a)
{
    vmb_job_arguments usual = *a;

    if (fuzz_rarely(in, 160)) {
        spoil(m, what, in, a);
        return;
    }
    spoil_length(m, what, in, a);
    if (!reaches(what, a, len) && (fuzz_may_part(m, what, a) & (FUZZ_MAY_LENGTH | FUZZ_MAY_STATE)) == 0) {
        *a = usual;
    }
}

static uint32_t choose_step(const fuzz_model *m, fuzz_input *in, int odd)
{
    uint32_t what = usual_step(m, fuzz_byte(in));

    if (odd && fuzz_rarely(in, 128)) {
        what = (uint32_t)fuzz_below(in, VMB_STEP_CALL);
        what = has_step(m->g, what) ? what : VMB_STEP_UPDATE;
    }
    return what;
}

/* The call itself, and what is checked around it. */
static void do_step(fuzz_model *m, uint32_t what, const vmb_job_arguments *a, unsigned may)
{
    int ends = what == VMB_STEP_START || what == VMB_STEP_FINISH || what == VMB_STEP_ABORT;
    uint8_t *before = NULL;
    vmb_job_arguments w;
    int status;

    if (ends || (may & FUZZ_MAY_OK) == 0) {
        check_so_far(m);
    }
    if (what == VMB_STEP_UPDATE && (may & FUZZ_MAY_OK) != 0) {
        before = fuzz_copy(a->in, a->len, 0);
    }
    status = fuzz_part(m->g, what, a, may);
    if (status == VMB_OK && what == VMB_STEP_FINISH && m->g->kind != FUZZ_CIPHER) {
        w = at_once(m, a->tag_len);
        fuzz_is_equal(a->tag, w.tag, a->tag_len, "a stream gives another tag than one call");
    }
    fuzz_model_advance(m, what, a, status);
    if (status == VMB_OK && a->stream != NULL) {
        remember(m, what, a, before);
    }
}

/* Nonzero where a step decides whether a tag is made or checked. */
static int chooses_way(const fuzz_algorithm *g, uint32_t what)
{
    return (g->kind == FUZZ_AEAD && what == VMB_STEP_START) || (g->kind == FUZZ_MAC && what == VMB_STEP_FINISH);
}

/* Makes one step, usual or not. */
static void step(fuzz_model *m, fuzz_input *in, int odd)
{
    uint32_t what = choose_step(m, in, odd);
    size_t mark = fuzz_mark(), len;
    vmb_job_arguments a;
    unsigned may;

    memset(&a, 0, sizeof a);
    a.key = m->key;
    a.stream = m->stream;
    a.open = chooses_way(m->g, what) ? fuzz_below(in, 2) != 0 : m->open;
    len = usual_length(m, what, in);
    provide(m, what, in, len, &a);
    if (odd) {
        make_odd(m, what, in, len, &a);
    }
    may = fuzz_may_part(m, what, &a);
    if (what == VMB_STEP_FINISH && fuzz_verifies(m->g) && may == FUZZ_MAY_OK && a.open) {
        may = prepare_tag(m, in, &a);
    }
    do_step(m, what, &a, may);
    fuzz_release(mark);
}

void fuzz_try_steps(const fuzz_algorithm *g, fuzz_input *in)
{
    static fuzz_model m;
    int steps;

    memset(&m, 0, offsetof(fuzz_model, nonce));
    m.g = g;
    m.key = fuzz_keyed(g, in);
    m.stream = fuzz_new(g->stream_size, 8 * fuzz_below(in, 2));
    if (fuzz_rarely(in, 64)) { /* one that was never started */
        memset(m.stream, 0, g->stream_size);
        step(&m, in, 1);
    } else {
        step(&m, in, 0);
    }
    for (steps = 0; steps < STEPS && in->left != 0; steps++) {
        if (m.key != NULL && !m.key_gone && fuzz_rarely(in, 6)) {
            check_so_far(&m);
            fuzz_unmake(g, in, (void *)(uintptr_t)m.key);
            m.key_gone = 1;
        }
        step(&m, in, fuzz_rarely(in, 40));
    }
    in->left = 0;
    while (m.phase != FUZZ_IDLE) {
        step(&m, in, 0);
    }
}
