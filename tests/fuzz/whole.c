/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A scenario of the fuzz target (fuzz.h): one-shot calls with any lengths, null
 * pointers, alignments and overlaps. What succeeds is done again with every buffer
 * by itself, and undone.
 */
#include <string.h>

#include "fuzz.h"

enum { NONCE, AD, IN, OUT, TAG, KEY, BUFFERS };

enum {
    ROOM = 70000, /* no buffer is longer */
    BEYOND = 64   /* bytes behind a pointer that comes with an impossible length */
};

void *fuzz_keyed(const fuzz_algorithm *g, fuzz_input *in)
{
    uint8_t *object, *bytes;

    if (g->kind == FUZZ_HASH) {
        return NULL;
    }
    object = fuzz_new(g->key_size, 4 * fuzz_below(in, 4));
    bytes = fuzz_new(g->key_len, fuzz_below(in, 16));
    fuzz_fill(in, bytes, g->key_len);
    if (fuzz_rarely(in, 16)) {
        size_t len = fuzz_odd_length(in, g->key_len);

        switch (fuzz_below(in, 4)) {
        case 0: (void)fuzz_init(g, NULL, bytes, g->key_len, FUZZ_MAY_ARGUMENT); break;
        case 1: (void)fuzz_init(g, object, NULL, g->key_len, FUZZ_MAY_ARGUMENT); break;
        case 2:
            (void)fuzz_init(g, object, object + fuzz_below(in, g->key_size), g->key_len, FUZZ_MAY_ARGUMENT);
            break;
        default:
            if (len != g->key_len) {
                (void)fuzz_init(g, object, bytes, len, FUZZ_MAY_LENGTH);
            }
        }
    }
    (void)fuzz_init(g, object, bytes, g->key_len, FUZZ_MAY_OK);
    return object;
}

void fuzz_unmake(const fuzz_algorithm *g, fuzz_input *in, void *key)
{
    if (fuzz_below(in, 2) != 0) {
        fuzz_wipe(g, key);
    } else {
        memset(key, 0x5a, g->key_size);
    }
}

size_t fuzz_nonce_len(const fuzz_algorithm *g, fuzz_input *in)
{
    size_t len;

    if (!fuzz_takes_nonce(g)) {
        return (g->has & FUZZ_IV) != 0 ? 16 : 0;
    }
    if (g->nonce_max - g->nonce_min < 16) {
        return g->nonce_max - fuzz_below(in, g->nonce_max - g->nonce_min + 1);
    }
    len = fuzz_length(in); /* of GCM; the fastest nonce is 12 bytes long */
    return len < 64 || len < g->nonce_min ? 12 : len - 63;
}

size_t fuzz_tag_len(const fuzz_algorithm *g, fuzz_input *in)
{
    size_t len;

    if (g->kind == FUZZ_CIPHER) {
        return 0;
    }
    if (g->tags == ~(uint64_t)0) {
        return fuzz_length(in);
    }
    len = fuzz_below(in, 64);
    while (!fuzz_has_tag(g, len)) {
        len = (len + 1) % 64;
    }
    return len;
}

static void choose_lengths(const fuzz_algorithm *g, fuzz_input *in, vmb_job_arguments *a)
{
    int has_ad = g->kind == FUZZ_AEAD || (g->has & FUZZ_CUSTOMIZATION) != 0;
    vmb_job_arguments usual;

    a->nonce_len = fuzz_nonce_len(g, in);
    a->ad_len = has_ad ? fuzz_length(in) : 0;
    if (a->ad_len == FUZZ_LONGEST && g->kind == FUZZ_AEAD) {
        a->ad_len = 0xff00 - 4 + fuzz_below(in, 8); /* from 0xff00 on CCM writes it another way */
    }
    a->ad_len = a->ad_len < fuzz_longest_ad(g) ? a->ad_len : fuzz_longest_ad(g);
    a->len = fuzz_length(in);
    if ((g->has & FUZZ_BLOCKS) != 0) {
        a->len -= a->len % 16;
    }
    a->tag_len = fuzz_tag_len(g, in);
    usual = *a;
    if (fuzz_rarely(in, 32)) {
        size_t *which[4];
        size_t *odd;

        which[0] = &a->len;
        which[1] = has_ad ? &a->ad_len : &a->len;
        which[2] = fuzz_takes_nonce(g) ? &a->nonce_len : &a->len;
        which[3] = g->kind != FUZZ_CIPHER ? &a->tag_len : &a->len;
        odd = which[fuzz_below(in, 4)];
        *odd = fuzz_odd_length(in, *odd);
        if (!fuzz_breaks_lengths(g, a) && *odd > ROOM) {
            *a = usual;
        }
    }
}

/* Every buffer by itself, with any alignment. */
static void place_apart(fuzz_input *in, uint8_t **at, const size_t *size)
{
    int i;

    for (i = 0; i < BUFFERS; i++) {
        uint8_t how = fuzz_byte(in);

        at[i] = size[i] == 0 && (how & 16) != 0 ? NULL : fuzz_new(size[i], i == KEY ? how & 12u : how & 15u);
    }
}

/* Where a buffer begins, in a stretch of `total` bytes, near another one or anywhere. */
static size_t choose_place(fuzz_input *in, size_t total, size_t own, size_t other_at, size_t other)
{
    size_t at;

    switch (fuzz_below(in, 8)) {
    case 0: at = other_at; break;
    case 1: at = other_at + 1 + fuzz_below(in, 8); break;
    case 2: at = other_at + other - 1; break;
    case 3: at = other_at - own; break;
    case 4: at = other_at - own + 1 + fuzz_below(in, 8); break;
    case 5: at = fuzz_byte(in) * (size_t)5; break;
    default: at = other_at + other;
    }
    return at > total - own ? total - own : at;
}

/* All buffers in one allocation, in any order: touching, or one over the other. */
static void place_together(fuzz_input *in, uint8_t **at, const size_t *size)
{
    size_t start[BUFFERS] = {0, 0, 0, 0, 0, 0};
    size_t total = 4 + fuzz_byte(in), i;
    uint8_t *memory;

    for (i = 0; i < BUFFERS; i++) {
        total += size[i];
    }
    memory = fuzz_new(total, fuzz_below(in, 16) & 12);
    for (i = 0; i < BUFFERS; i++) {
        uint8_t far = fuzz_byte(in); /* most often near the one before */
        size_t near = i == 0 ? 0 : far < 192 ? i - 1 : far % i;

        start[i] = choose_place(in, total, size[i], start[near], i == 0 ? 0 : size[near]);
        at[i] = memory + (i == KEY ? start[i] & ~(size_t)3 : start[i]);
    }
}

static size_t room_for(size_t len, int impossible)
{
    return impossible && len > BEYOND ? BEYOND : len;
}

/* Chooses pointers. Nonzero when the key lies among the other buffers. */
static int place(const fuzz_algorithm *g, fuzz_input *in, vmb_job_arguments *a)
{
    int bad = fuzz_breaks_lengths(g, a), together = fuzz_rarely(in, 96);
    const void *key = a->key;
    size_t size[BUFFERS];
    uint8_t *at[BUFFERS];

    size[NONCE] = room_for(a->nonce_len, bad);
    size[AD] = room_for(a->ad_len, bad);
    size[IN] = size[OUT] = room_for(a->len, bad);
    size[TAG] = room_for(a->tag_len, bad);
    size[KEY] = together && key != NULL && fuzz_rarely(in, 128) ? g->key_size : 0;
    if (together) {
        place_together(in, at, size);
    } else {
        place_apart(in, at, size);
    }
    a->nonce = at[NONCE];
    a->ad = at[AD];
    a->in = at[IN];
    a->out = fuzz_rarely(in, 64) ? at[IN] : at[OUT];
    a->tag = at[TAG];
    if (size[NONCE] != 0) {
        fuzz_fill(in, a->nonce, size[NONCE]);
    }
    if (size[AD] != 0) {
        fuzz_fill(in, at[AD], size[AD]);
    }
    if (size[IN] != 0) {
        fuzz_fill(in, at[IN], size[IN]);
    }
    if (size[KEY] != 0) {
        memcpy(at[KEY], key, g->key_size);
        a->key = at[KEY];
    }
    return size[KEY] != 0;
}

/* The same call with buffers of their own: copies of what is read, new ones for the rest. */
static vmb_job_arguments alone(const vmb_job_arguments *a)
{
    vmb_job_arguments r = *a;

    r.nonce = fuzz_copy(a->nonce, a->nonce_len, 0);
    r.ad = fuzz_copy(a->ad, a->ad_len, 0);
    r.in = fuzz_copy(a->in, a->len, 0);
    r.out = fuzz_new(a->len, 0);
    r.tag = a->open ? fuzz_copy(a->tag, a->tag_len, 0) : fuzz_new(a->tag_len, 0);
    return r;
}

/* Nonzero when nothing that lies over it changed what a call read before. */
static int is_intact(const fuzz_algorithm *g, const vmb_job_arguments *a, const vmb_job_arguments *was)
{
    const uint8_t *text = fuzz_gives_text(g) ? was->out : was->in;

    return (a->nonce_len == 0 || memcmp(a->nonce, was->nonce, a->nonce_len) == 0) &&
           (a->ad_len == 0 || memcmp(a->ad, was->ad, a->ad_len) == 0) &&
           (a->len == 0 || memcmp(a->in, text, a->len) == 0);
}

/* What a tag must do for another message: it is the same again only under a weak key. */
static unsigned may_share(const fuzz_algorithm *g, const vmb_job_arguments *a)
{
    vmb_job_arguments other = *a;

    if (fuzz_overlap(a->key, g->key_size, a->in, a->len) || fuzz_overlap(a->key, g->key_size, a->tag, a->tag_len)) {
        /* the key is another one, too */
        return FUZZ_MAY_OK | FUZZ_MAY_TAG;
    }
    other.open = 0;
    other = alone(&other);
    (void)fuzz_whole(g, &other, FUZZ_MAY_OK);
    return memcmp(other.tag, a->tag, a->tag_len) == 0 ? FUZZ_MAY_OK : FUZZ_MAY_TAG;
}

/* Seals or encrypts what is at `in` to what backward gets there, perhaps with one bit flipped.
 * What that call must return, or both possibilities where buffers lie over each other. */
static unsigned make_valid(const fuzz_algorithm *g, fuzz_input *in, const vmb_job_arguments *a)
{
    uint8_t *const victims[4] = {a->tag, (uint8_t *)(uintptr_t)a->in, a->nonce, (uint8_t *)(uintptr_t)a->ad};
    const size_t sizes[4] = {a->tag_len, a->len, a->nonce_len, a->ad_len};
    size_t victim = fuzz_below(in, 8), bit = fuzz_byte(in) + (size_t)fuzz_byte(in) * 256;
    vmb_job_arguments sealed = *a;

    sealed.open = 0;
    sealed = alone(&sealed);
    (void)fuzz_whole(g, &sealed, FUZZ_MAY_OK);
    if (a->len != 0 && fuzz_gives_text(g)) {
        memcpy(victims[1], sealed.out, a->len);
    }
    if (!fuzz_verifies(g)) {
        return FUZZ_MAY_OK;
    }
    memcpy(a->tag, sealed.tag, a->tag_len);
    if (!is_intact(g, a, &sealed)) {
        return FUZZ_MAY_OK | FUZZ_MAY_TAG;
    }
    if (victim >= 4 || sizes[victim] == 0) {
        return FUZZ_MAY_OK;
    }
    victims[victim][bit / 8 % sizes[victim]] ^= (uint8_t)(1u << bit % 8);
    if (sizes[victim] > 4 && fuzz_rarely(in, 64)) { /* the same bit of the next word: differences must not cancel */
        victims[victim][(bit / 8 + 4) % sizes[victim]] ^= (uint8_t)(1u << bit % 8);
    }
    if (victim == 1 && (g->has & FUZZ_WEAK_KEYS) != 0) {
        return may_share(g, a);
    }
    /* Four bytes of another tag are the same once in a while. */
    return FUZZ_MAY_TAG | (victim != 0 && a->tag_len < 8 ? FUZZ_MAY_OK : 0);
}

/* What was done by itself must be undone by itself. */
static void undo(const fuzz_algorithm *g, const vmb_job_arguments *was, const vmb_job_arguments *done)
{
    vmb_job_arguments u = *was;

    u.in = fuzz_gives_text(g) ? done->out : was->in;
    u.tag = done->tag;
    u.open = !done->open;
    u = alone(&u);
    (void)fuzz_whole(g, &u, FUZZ_MAY_OK);
    if (fuzz_gives_text(g)) {
        fuzz_is_equal(u.out, was->in, was->len, "the message is another one after forward and backward");
    }
    fuzz_is_equal(u.tag, done->tag, was->tag_len, "the tag is another one after forward and backward");
}

/* Two calls with equal inputs and one status give equal outputs. */
static void compare(const fuzz_algorithm *g, const vmb_job_arguments *a, const vmb_job_arguments *b)
{
    fuzz_range one[2], other[2];
    size_t count = fuzz_outputs(g, a, one), i;

    (void)fuzz_outputs(g, b, other);
    for (i = 0; i < count; i++) {
        fuzz_is_equal(one[i].at, other[i].at, one[i].len, "the result depends on where the buffers lie");
    }
}

static void take_away(fuzz_input *in, vmb_job_arguments *a)
{
    switch (fuzz_below(in, 6)) {
    case 0: a->key = NULL; break;
    case 1: a->nonce = NULL; break;
    case 2: a->ad = NULL; break;
    case 3: a->in = NULL; break;
    case 4: a->out = NULL; break;
    default: a->tag = NULL;
    }
}

static void call(const fuzz_algorithm *g, const vmb_job_arguments *a, unsigned truth, int unready)
{
    unsigned may = fuzz_may_whole(g, a);
    vmb_job_arguments before, single;
    int status;

    if (unready && (may & FUZZ_MAY_OK) != 0) {
        may = FUZZ_MAY_STATE;
    }
    if ((may & FUZZ_MAY_OK) == 0) {
        (void)fuzz_whole(g, a, may);
        return;
    }
    before = alone(a); /* in place, the call destroys its input */
    single = alone(a);
    status = fuzz_whole(g, &single, may & truth);
    (void)fuzz_whole(g, a, FUZZ_MAY(status));
    compare(g, a, &single);
    if (status == VMB_OK && g->kind != FUZZ_HASH) {
        undo(g, &before, &single);
    }
}

void fuzz_try_whole(const fuzz_algorithm *g, fuzz_input *in)
{
    void *key = fuzz_keyed(g, in);
    unsigned truth = FUZZ_MAY_OK;
    vmb_job_arguments a;
    int key_among, unready;

    memset(&a, 0, sizeof a);
    a.key = key;
    a.open = g->kind != FUZZ_HASH && fuzz_below(in, 2) != 0;
    choose_lengths(g, in, &a);
    key_among = place(g, in, &a);
    fuzz_log_quiet(key_among);
    if (a.open && !fuzz_breaks_lengths(g, &a)) {
        truth = make_valid(g, in, &a);
    }
    if (key_among) { /* whatever went over it: the library may take for granted that it is one */
        memcpy((void *)(uintptr_t)a.key, key, g->key_size);
        truth |= fuzz_verifies(g) && a.open ? FUZZ_MAY_TAG : 0;
        truth |= FUZZ_MAY_OK;
    }
    unready = key != NULL && fuzz_rarely(in, 16);
    if (unready) {
        fuzz_unmake(g, in, (void *)(uintptr_t)a.key);
    }
    if (fuzz_rarely(in, 16)) {
        take_away(in, &a);
    }
    call(g, &a, truth, unready);
    if (key != NULL) {
        fuzz_wipe(g, NULL);
        fuzz_wipe(g, key);
    }
}
