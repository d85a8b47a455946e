/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the contract says about one-shot calls (fuzz.h): vambrace/status.h and the
 * header of each kind of algorithm. A call that breaks rules of both sorts may
 * return either error.
 */
#include "fuzz.h"

int fuzz_has_tag(const fuzz_algorithm *g, size_t tag_len)
{
    if (g->tags == ~(uint64_t)0) {
        return tag_len <= VMB_MAX_BYTES;
    }
    return tag_len < 64 && (g->tags >> tag_len & 1) != 0;
}

int fuzz_has_nonce(const fuzz_algorithm *g, size_t nonce_len)
{
    return nonce_len >= g->nonce_min && nonce_len <= g->nonce_max;
}

int fuzz_has_message(const fuzz_algorithm *g, size_t nonce_len, size_t len)
{
    if ((g->has & FUZZ_COUNTER) != 0 && nonce_len > 11 && nonce_len < 15 && len >> 8 * (15 - nonce_len) != 0) {
        return 0; /* below 12, four bytes or more: all lengths up to VMB_MAX_BYTES */
    }
    return len <= VMB_MAX_BYTES && ((g->has & FUZZ_BLOCKS) == 0 || len % 16 == 0);
}

size_t fuzz_longest_ad(const fuzz_algorithm *g)
{
    return g->kind == FUZZ_HASH ? 256 : VMB_MAX_BYTES;
}

int fuzz_overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
    uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;

    if (a_len == 0 || b_len == 0) {
        return 0;
    }
    return p < q ? q - p < a_len : p - q < b_len;
}

size_t fuzz_outputs(const fuzz_algorithm *g, const vmb_job_arguments *a, fuzz_range *outputs)
{
    size_t n = 0;

    if (fuzz_gives_text(g)) {
        outputs[n].at = a->out;
        outputs[n++].len = a->len;
    }
    if (g->kind == FUZZ_HASH || (fuzz_verifies(g) && !a->open)) {
        outputs[n].at = a->tag;
        outputs[n++].len = a->tag_len;
    }
    if ((g->has & FUZZ_IV) != 0) {
        outputs[n].at = a->nonce;
        outputs[n++].len = 16;
    }
    return n;
}

int fuzz_breaks_lengths(const fuzz_algorithm *g, const vmb_job_arguments *a)
{
    int bad = !fuzz_has_message(g, a->nonce_len, a->len);

    if (g->kind == FUZZ_AEAD) {
        bad |= !fuzz_has_nonce(g, a->nonce_len) || !fuzz_has_tag(g, a->tag_len) || a->ad_len > fuzz_longest_ad(g);
    }
    if (g->kind == FUZZ_MAC) {
        bad |= (fuzz_takes_nonce(g) && !fuzz_has_nonce(g, a->nonce_len)) || !fuzz_has_tag(g, a->tag_len);
    }
    if (g->kind == FUZZ_HASH) {
        bad |= !fuzz_has_tag(g, a->tag_len);
        bad |= (g->has & FUZZ_CUSTOMIZATION) != 0 && a->ad_len > fuzz_longest_ad(g);
    }
    return bad;
}

/* The arguments of a call as ranges; of those that the algorithm does not have, nothing. */
enum { KEY, NONCE, AD, IN, OUT, TAG, ARGUMENTS };

static void ranges(const fuzz_algorithm *g, const vmb_job_arguments *a, fuzz_range *r)
{
    int keyed = g->kind != FUZZ_HASH, aead = g->kind == FUZZ_AEAD;
    const void *at[ARGUMENTS];
    size_t i;

    at[KEY] = a->key;
    at[NONCE] = a->nonce;
    at[AD] = a->ad;
    at[IN] = a->in;
    at[OUT] = a->out;
    at[TAG] = a->tag;
    for (i = 0; i < ARGUMENTS; i++) {
        r[i].at = at[i];
    }
    r[KEY].len = keyed ? g->key_size : 0;
    r[NONCE].len = fuzz_takes_nonce(g) ? a->nonce_len : (g->has & FUZZ_IV) != 0 ? 16 : 0;
    r[AD].len = aead || (g->has & FUZZ_CUSTOMIZATION) != 0 ? a->ad_len : 0;
    r[IN].len = a->len;
    r[OUT].len = fuzz_gives_text(g) ? a->len : 0;
    r[TAG].len = g->kind == FUZZ_CIPHER ? 0 : a->tag_len;
}

static int breaks_arguments(const fuzz_algorithm *g, const vmb_job_arguments *a)
{
    int written[ARGUMENTS] = {0, 0, 0, 0, 1, 0};
    fuzz_range r[ARGUMENTS];
    int i, j;

    written[NONCE] = (g->has & FUZZ_IV) != 0;
    written[TAG] = g->kind == FUZZ_HASH || (fuzz_verifies(g) && !a->open);
    ranges(g, a, r);
    for (i = 0; i < ARGUMENTS; i++) {
        if (r[i].at == NULL && r[i].len != 0) {
            return 1;
        }
        for (j = 0; j < ARGUMENTS; j++) {
            int in_place = (i == OUT && j == IN) && r[i].at == r[j].at;

            if (written[i] && i != j && !in_place && !(i == IN && j == OUT) &&
                fuzz_overlap(r[i].at, r[i].len, r[j].at, r[j].len)) {
                return 1;
            }
        }
    }
    return 0;
}

unsigned fuzz_may_whole(const fuzz_algorithm *g, const vmb_job_arguments *a)
{
    unsigned may = 0;

    may |= fuzz_breaks_lengths(g, a) ? FUZZ_MAY_LENGTH : 0;
    may |= breaks_arguments(g, a) ? FUZZ_MAY_ARGUMENT : 0;
    if (may == 0) {
        may = FUZZ_MAY_OK | (fuzz_verifies(g) && a->open ? FUZZ_MAY_TAG : 0);
    }
    return may;
}
