/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A scenario of the fuzz target (fuzz.h): messages in chunks (vambrace/chunks.h). Mostly the
 * next call in order with a chunk of some length; now and then another one, or with something
 * wrong. What is sealed is compared with a one-shot call whose nonce is made here. What is
 * opened is made by such a call: the chunk of this place, or one of another place, message
 * or end, or one that was changed or cut off, which must not open.
 */
#include <string.h>

#include "fuzz.h"

enum {
    STEPS = 20,          /* at most, before the message comes to its end */
    TAG = 16,            /* bytes of every chunk's tag */
    COUNT = 5,           /* bytes of a nonce behind the prefix */
    PREFIX_MOST = 27,
    ROOM = PREFIX_MOST + COUNT
};

/* What an object waits for. */
enum { IDLE, SEALING, OPENING, DONE };

typedef struct {
    const fuzz_algorithm *g;
    const void *key;
    int key_gone; /* it was wiped, or is none */
    void *object;
    int phase;
    int full;     /* there is no next number */
    uint32_t number;
    size_t prefix_len;
    uint8_t prefix[ROOM];
} message;

/* What belongs to a chunk besides its bytes. */
typedef struct {
    uint8_t prefix[ROOM];
    uint32_t number;
    int last;
} place;

static int is_chunk(uint32_t what)
{
    return what == FUZZ_CHUNK || what == FUZZ_CHUNK_LAST;
}

static int has_prefix(const fuzz_algorithm *g, size_t prefix_len)
{
    return prefix_len <= PREFIX_MOST && fuzz_has_nonce(g, prefix_len + COUNT);
}

static size_t choose_prefix_len(const fuzz_algorithm *g, fuzz_input *in)
{
    size_t len = PREFIX_MOST - fuzz_below(in, PREFIX_MOST + 1);

    while (!has_prefix(g, len)) {
        len = len == 0 ? PREFIX_MOST : len - 1;
    }
    return len;
}

/* ---- The contract ---- */

static unsigned may_start(const message *m, const vmb_job_arguments *a)
{
    size_t size = m->g->chunks_size;
    unsigned may = 0;

    if (a->stream == NULL) {
        return FUZZ_MAY_ARGUMENT;
    }
    may |= !has_prefix(m->g, a->nonce_len) ? FUZZ_MAY_LENGTH : 0;
    if (a->key == NULL || fuzz_overlap(a->stream, size, a->key, m->g->key_size) ||
        (a->nonce == NULL && a->nonce_len != 0) || fuzz_overlap(a->stream, size, a->nonce, a->nonce_len)) {
        may |= FUZZ_MAY_ARGUMENT;
    }
    return may != 0 ? may : FUZZ_MAY_OK;
}

static int breaks_lengths(const message *m, const vmb_job_arguments *a)
{
    size_t text = a->open ? a->len - TAG : a->len;

    if (m->full || (a->open && a->len < TAG)) {
        return 1;
    }
    return a->ad_len > VMB_MAX_BYTES || a->len > VMB_MAX_BYTES - (a->open ? 0 : TAG) ||
           !fuzz_has_message(m->g, m->prefix_len + COUNT, text);
}

static int breaks_arguments(const message *m, const vmb_job_arguments *a)
{
    size_t size = m->g->chunks_size, written = fuzz_chunk_output(a).len;

    if ((a->ad == NULL && a->ad_len != 0) || (a->in == NULL && a->len != 0) || (a->out == NULL && written != 0)) {
        return 1;
    }
    return fuzz_overlap(a->stream, size, a->ad, a->ad_len) || fuzz_overlap(a->stream, size, a->in, a->len) ||
           fuzz_overlap(a->stream, size, a->out, written) || fuzz_overlap(a->ad, a->ad_len, a->out, written) ||
           fuzz_overlap(m->key, m->g->key_size, a->out, written) ||
           (a->in != a->out && fuzz_overlap(a->in, a->len, a->out, written));
}

/* Statuses that a call may return. If OK is allowed for an opened chunk, so is ERR_TAG. */
static unsigned may(const message *m, uint32_t what, const vmb_job_arguments *a)
{
    unsigned set = 0;

    if (what == FUZZ_CHUNKS_START) {
        return may_start(m, a);
    }
    if (a->stream == NULL) {
        return FUZZ_MAY_ARGUMENT;
    }
    if (what == FUZZ_CHUNKS_FINISH) {
        return m->phase == DONE ? FUZZ_MAY_OK : FUZZ_MAY_STATE;
    }
    if (m->phase != (a->open ? OPENING : SEALING)) {
        return FUZZ_MAY_STATE;
    }
    set |= breaks_lengths(m, a) ? FUZZ_MAY_LENGTH : 0;
    set |= breaks_arguments(m, a) ? FUZZ_MAY_ARGUMENT : 0;
    if (m->key_gone) {
        return set | FUZZ_MAY_STATE;
    }
    return set != 0 ? set : FUZZ_MAY_OK;
}

static void advance(message *m, uint32_t what, const vmb_job_arguments *a, int status)
{
    if (a->stream == NULL) {
        return;
    }
    if (status != VMB_OK || what == FUZZ_CHUNKS_FINISH) {
        m->phase = IDLE;
    } else if (what == FUZZ_CHUNKS_START) {
        m->phase = a->open ? OPENING : SEALING;
        m->number = 0;
        m->full = 0;
        m->prefix_len = a->nonce_len;
        memset(m->prefix, 0, sizeof m->prefix);
        if (a->nonce_len != 0) {
            memcpy(m->prefix, a->nonce, a->nonce_len);
        }
    } else if (what == FUZZ_CHUNK_LAST) {
        m->phase = DONE;
    } else {
        m->number++;
        m->full = m->number == 0;
    }
}

/* ---- The same by one-shot calls ---- */

/* The chunk of a place, of len bytes and the tag, in a buffer of its own with `more` bytes behind it. */
static uint8_t *made(const message *m, const place *p, const uint8_t *ad, size_t ad_len, const uint8_t *text,
                     size_t len, size_t more)
{
    uint8_t *chunk = fuzz_new(len + TAG + more, 0);
    vmb_job_arguments w;
    size_t i;

    memset(&w, 0, sizeof w);
    w.key = m->key;
    w.nonce_len = m->prefix_len + COUNT;
    w.nonce = fuzz_copy(p->prefix, w.nonce_len, 0);
    for (i = 0; i < 4; i++) {
        w.nonce[m->prefix_len + i] = (uint8_t)(p->number >> (24 - 8 * i));
    }
    w.nonce[m->prefix_len + 4] = (uint8_t)p->last;
    w.ad = fuzz_copy(ad, ad_len, 0);
    w.ad_len = ad_len;
    w.in = fuzz_copy(text, len, 0);
    w.out = fuzz_new(len, 0);
    w.len = len;
    w.tag = fuzz_new(TAG, 0);
    w.tag_len = TAG;
    (void)fuzz_whole(m->g, &w, FUZZ_MAY_OK);
    if (len != 0) {
        memcpy(chunk, w.out, len);
    }
    memcpy(chunk + len, w.tag, TAG);
    return chunk;
}

static place here(const message *m, uint32_t what)
{
    place p;

    memcpy(p.prefix, m->prefix, sizeof p.prefix);
    p.number = m->number;
    p.last = what == FUZZ_CHUNK_LAST;
    return p;
}

static void flip(uint8_t *bytes, size_t len, size_t bit)
{
    bytes[bit / 8 % len] ^= (uint8_t)(1u << bit % 8);
}

/* Chunks that do not belong here, and changes of one that does. */
enum { REPEATED, DROPPED, MOVED, OTHER_END, OTHER_MESSAGE, OTHER_AD, CHANGED, CHANGED_TWICE, CUT, LONGER, FORGERIES };

/* What belongs to a place besides this one. */
static place elsewhere(const message *m, uint32_t what, fuzz_input *in, size_t forgery)
{
    place p = here(m, what);
    uint32_t bit = (uint32_t)1 << fuzz_below(in, 32);

    switch (forgery) {
    case REPEATED: p.number -= 1; break;
    case DROPPED: p.number += 1; break;
    case MOVED: p.number ^= bit; break;
    case OTHER_END: p.last = !p.last; break;
    case OTHER_MESSAGE:
        if (m->prefix_len != 0) {
            flip(p.prefix, m->prefix_len, fuzz_byte(in));
        } else {
            p.number ^= bit;
        }
        break;
    default: break;
    }
    return p;
}

/* Gives a->in what is to be opened, of `len` bytes of text. What the call must return. */
static unsigned provide_chunk(const message *m, uint32_t what, fuzz_input *in, const uint8_t *text, size_t len,
                              vmb_job_arguments *a)
{
    size_t forgery = fuzz_rarely(in, 80) ? fuzz_below(in, FORGERIES) : (size_t)FORGERIES;
    place p = elsewhere(m, what, in, forgery);
    size_t ad_len = a->ad_len - (forgery == OTHER_AD && a->ad_len != 0 && fuzz_below(in, 2) != 0);
    uint8_t *chunk = made(m, &p, a->ad, ad_len, text, len, forgery == LONGER);
    size_t bit = fuzz_byte(in) + (size_t)fuzz_byte(in) * 256;

    a->len = len + TAG;
    switch (forgery) {
    case OTHER_AD:
        if (a->ad_len == 0) {
            forgery = FORGERIES;
        } else if (ad_len == a->ad_len && fuzz_below(in, 2) != 0) {
            a->ad_len--;
        } else if (ad_len == a->ad_len) {
            flip((uint8_t *)(uintptr_t)a->ad, a->ad_len, bit);
        }
        break;
    case CHANGED_TWICE: flip(chunk, a->len, bit + 32); /* FALLTHROUGH */
    case CHANGED: flip(chunk, a->len, bit); break;
    case CUT: a->len -= 1 + bit % a->len; break;
    case LONGER: chunk[a->len++] = fuzz_byte(in); break;
    default: break;
    }
    a->in = fuzz_copy(chunk, a->len, bit & 15u);
    return forgery == FORGERIES ? FUZZ_MAY_OK : FUZZ_MAY_TAG;
}

/* ---- Calls ---- */

static void start_arguments(const message *m, fuzz_input *in, vmb_job_arguments *a)
{
    a->nonce_len = choose_prefix_len(m->g, in);
    a->nonce = fuzz_new(a->nonce_len, fuzz_byte(in) & 15u);
    fuzz_fill(in, a->nonce, a->nonce_len);
}

/* Text, associated data and room for a chunk. What the call must return if it breaks no rule. */
static unsigned chunk_arguments(const message *m, uint32_t what, fuzz_input *in, vmb_job_arguments *a)
{
    size_t len = fuzz_length(in), ad_len = fuzz_length(in);
    int in_place = fuzz_rarely(in, 64);
    unsigned truth = FUZZ_MAY_OK;
    uint8_t *text;

    ad_len = ad_len < 160 ? ad_len / 4 : ad_len;
    a->ad = fuzz_new(ad_len, fuzz_byte(in) & 15u);
    a->ad_len = ad_len;
    fuzz_fill(in, (uint8_t *)(uintptr_t)a->ad, ad_len);
    text = fuzz_new(len + (in_place && !a->open ? TAG : 0), fuzz_byte(in) & 15u);
    fuzz_fill(in, text, len);
    a->in = text;
    a->len = len;
    if (a->open && m->phase != IDLE && !m->key_gone) {
        truth = provide_chunk(m, what, in, text, len, a);
    }
    a->out = in_place ? (uint8_t *)(uintptr_t)a->in : fuzz_new(fuzz_chunk_output(a).len, fuzz_byte(in) & 15u);
    return truth;
}

/* An address so that len bytes begin or end in an object. */
static uint8_t *over(fuzz_input *in, const void *object, size_t size, size_t len)
{
    uintptr_t at = (uintptr_t)object + fuzz_below(in, size);

    return (uint8_t *)(fuzz_below(in, 2) != 0 || len == 0 ? at : at - (len - 1));
}

/* An output of this many bytes that overlaps the input, in an allocation of their own. */
static void overlap_input(fuzz_input *in, size_t written, vmb_job_arguments *a)
{
    int first = (int)fuzz_below(in, 2);
    size_t distance = 1 + fuzz_byte(in);
    uint8_t *at;

    if (distance < (first ? written : a->len)) {
        at = fuzz_new(distance + a->len + written, fuzz_byte(in) & 15u);
        a->in = at + (first ? distance : 0);
        a->out = at + (first ? 0 : distance);
    }
}

/* Something that is wrong with a call, most of the time. Whatever lies in its way is so in both builds. */
static void spoil(const message *m, uint32_t what, fuzz_input *in, vmb_job_arguments *a)
{
    const void *object = a->stream;
    size_t size = m->g->chunks_size, written = is_chunk(what) ? fuzz_chunk_output(a).len : 0;

    switch (fuzz_below(in, 13)) {
    case 0: a->stream = NULL; break;
    case 1: a->key = NULL; break;
    case 2: a->nonce = NULL; break;
    case 3: a->in = NULL; break;
    case 4: a->ad = NULL; break;
    case 5: a->out = NULL; break;
    case 6: a->open = !a->open; break;
    case 7: /* the object itself is an argument */
        a->key = (const uint8_t *)object + 8 * fuzz_below(in, size / 8);
        a->out = over(in, object, size, written);
        break;
    case 8:
        a->nonce = over(in, object, size, a->nonce_len);
        a->in = over(in, object, size, a->len);
        break;
    case 9: a->ad = over(in, object, size, a->ad_len); break;
    case 10: a->out = over(in, m->key, m->g->key_size, written); break;
    case 11: overlap_input(in, written, a); break;
    default:
        if (a->ad_len != 0) {
            a->out = over(in, a->ad, a->ad_len, written);
        }
    }
}

/* Changes a length; nonzero if it is then wrong. A length that is still legal may be longer than its buffer. */
static int spoil_length(const message *m, uint32_t what, fuzz_input *in, vmb_job_arguments *a)
{
    size_t *which = what == FUZZ_CHUNKS_START ? &a->nonce_len : fuzz_below(in, 3) != 0 ? &a->len : &a->ad_len;

    *which = fuzz_odd_length(in, *which);
    return (may(m, what, a) & (FUZZ_MAY_LENGTH | FUZZ_MAY_STATE)) != 0;
}

/* What the call may return, in which one thing is made wrong if it is `odd`. */
static unsigned settle(const message *m, uint32_t what, fuzz_input *in, int odd, unsigned truth, vmb_job_arguments *a)
{
    vmb_job_arguments usual = *a;
    unsigned set;

    if (odd && what != FUZZ_CHUNKS_FINISH && fuzz_rarely(in, 96)) {
        if (spoil_length(m, what, in, a)) {
            fuzz_log_quiet(1); /* which error comes first is where a buffer that is too short lies */
        } else {
            *a = usual;
        }
    } else if (odd) {
        spoil(m, what, in, a);
    }
    set = may(m, what, a);
    if ((set & FUZZ_MAY_OK) != 0) {
        *a = usual;
        return truth;
    }
    return set;
}

/* What was sealed is what one call seals. */
static void compare(const message *m, const place *p, const vmb_job_arguments *a, const uint8_t *text)
{
    const uint8_t *one = made(m, p, a->ad, a->ad_len, text, a->len, 0);

    fuzz_is_equal(a->out, one, a->len + TAG, "a chunk is sealed otherwise than by one call");
}

/* The chunk of some number comes next, as if all in front of it had come. */
static void jump(message *m, fuzz_input *in)
{
    static const uint32_t numbers[] = {0xff, 0x100, 0xffff, 0xffffff, 0x7fffffff, 0xfffffffe, 0xffffffff};
    size_t chosen = fuzz_below(in, sizeof numbers / sizeof numbers[0] + 1);

    m->number = chosen == 7 ? (uint32_t)fuzz_byte(in) << 24 | (uint32_t)fuzz_byte(in) << 8 : numbers[chosen];
    m->g->chunks_number(m->object, m->number);
}

static uint32_t choose_call(const message *m, fuzz_input *in, int odd)
{
    uint8_t how = fuzz_byte(in);

    if (odd && fuzz_rarely(in, 128)) {
        return (uint32_t)fuzz_below(in, FUZZ_CHUNKS_FINISH + 1);
    }
    switch (m->phase) {
    case IDLE: return FUZZ_CHUNKS_START;
    case DONE: return FUZZ_CHUNKS_FINISH;
    default: break;
    }
    if (how > 60) {
        return FUZZ_CHUNK;
    }
    return m->full || (how > 0 && how < 5) ? FUZZ_CHUNKS_FINISH : FUZZ_CHUNK_LAST;
}

/* What was opened is what is sealed to the chunk. */
static void undo(const message *m, const place *p, const vmb_job_arguments *a, const uint8_t *chunk)
{
    const uint8_t *again = made(m, p, a->ad, a->ad_len, a->out, a->len - TAG, 0);

    fuzz_is_equal(again, chunk, a->len, "a chunk is opened to another text");
}

static void step(message *m, fuzz_input *in, int odd)
{
    uint32_t what = choose_call(m, in, odd);
    size_t mark = fuzz_mark();
    unsigned truth = FUZZ_MAY_OK, set;
    place p = here(m, what);
    const uint8_t *before;
    vmb_job_arguments a;
    int status;

    memset(&a, 0, sizeof a);
    a.key = m->key;
    a.stream = m->object;
    a.open = what == FUZZ_CHUNKS_START ? fuzz_below(in, 2) != 0 : m->phase == OPENING;
    if (what == FUZZ_CHUNKS_START) {
        start_arguments(m, in, &a);
    } else if (is_chunk(what)) {
        truth = chunk_arguments(m, what, in, &a);
    }
    before = fuzz_copy(a.in, a.len, 0); /* in place, the call destroys its input */
    set = settle(m, what, in, odd, truth, &a);
    status = fuzz_chunks(m->g, what, &a, set);
    fuzz_log_quiet(0);
    if (status == VMB_OK && is_chunk(what)) {
        (a.open ? undo : compare)(m, &p, &a, before);
    }
    advance(m, what, &a, status);
    fuzz_release(mark);
}

void fuzz_try_chunks(const fuzz_algorithm *g, fuzz_input *in)
{
    message m;
    int steps;

    memset(&m, 0, sizeof m);
    m.g = g;
    m.key = fuzz_keyed(g, in);
    m.object = fuzz_new(g->chunks_size, 8 * fuzz_below(in, 2));
    if (fuzz_rarely(in, 64)) { /* one that was never started */
        memset(m.object, 0, g->chunks_size);
        step(&m, in, 1);
    } else {
        step(&m, in, 0);
    }
    for (steps = 0; steps < STEPS && in->left != 0; steps++) {
        if (!m.key_gone && fuzz_rarely(in, 6)) {
            fuzz_unmake(g, in, (void *)(uintptr_t)m.key);
            m.key_gone = 1;
        }
        if ((m.phase == SEALING || m.phase == OPENING) && !m.full && fuzz_rarely(in, 16)) {
            jump(&m, in);
        }
        step(&m, in, fuzz_rarely(in, 40));
    }
    in->left = 0;
    do { /* the end of the message, or a short one */
        step(&m, in, 0);
    } while (m.phase != IDLE);
}
