/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Messages in chunks with a tag each (vambrace/chunks.h), by the calls of an algorithm's
 * object. Number and end of a chunk are in its nonce, so that it opens in its place alone.
 */
#include "vambrace/chunks.h"

#include "common/common.h"

/* What an object waits for; all zero, it was never started or has ended. */
enum {
    VMB_CHUNKS_SEALING = 1,
    VMB_CHUNKS_OPENING = 2,
    VMB_CHUNKS_DONE = 3,    /* the last chunk is complete: only finish may follow */
    VMB_CHUNKS_FULL = 0x100 /* flag: there are no more numbers */
};

static int vmb_chunks_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix, size_t prefix_len,
                            uint32_t phase)
{
    size_t i;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (a == NULL) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_ARGUMENT);
    }
    if (prefix_len > VMB_CHUNK_PREFIX_MOST || !vmb_aead_accepts(a, prefix_len + VMB_CHUNK_COUNT_LEN, a->tag_len, 0)) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_LENGTH);
    }
    if (key == NULL || VMB_OVERLAP(s, sizeof *s, key, a->key_size) ||
        (prefix_len != 0 && (prefix == NULL || VMB_OVERLAP(s, sizeof *s, prefix, prefix_len)))) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_ARGUMENT);
    }
    s->phase = phase;
    s->aead = a;
    s->key = key;
    s->number = 0;
    s->prefix_len = (uint32_t)prefix_len;
    for (i = 0; i < sizeof s->nonce; i++) {
        s->nonce[i] = i < prefix_len ? prefix[i] : 0;
    }
    return VMB_OK;
}

int vmb_chunks_seal_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix, size_t prefix_len)
{
    return vmb_chunks_start(s, a, key, prefix, prefix_len, VMB_CHUNKS_SEALING);
}

int vmb_chunks_open_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix, size_t prefix_len)
{
    return vmb_chunks_start(s, a, key, prefix, prefix_len, VMB_CHUNKS_OPENING);
}

/* VMB_OK if the object may process the next chunk: len bytes at `in`, the corresponding bytes at `out`, and none of
 * either, nor of the associated data, in the object itself. The algorithm's call then uses the nonce in the object,
 * which becomes the chunk's. */
static int vmb_chunks_next(vmb_chunks *s, uint32_t phase, const uint8_t *out, const uint8_t *ad, size_t ad_len,
                           const uint8_t *in, size_t len, int last)
{
    uint32_t ad_sum = 0, in_sum = 0;
    uint8_t *count;
    size_t tag_len;
    unsigned i;
    int status;

    if ((s->phase & ~(uint32_t)VMB_CHUNKS_FULL) != phase) {
        return VMB_ERR_STATE;
    }
    tag_len = s->aead->tag_len;
    if ((s->phase & VMB_CHUNKS_FULL) != 0 || (phase == VMB_CHUNKS_OPENING && len < tag_len)) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_input(s, sizeof *s, &ad_sum, ad, ad_len);
    if (status == VMB_OK) {
        status = vmb_check_input(s, sizeof *s, &in_sum, in, len);
    }
    if (status == VMB_OK) {
        status = vmb_check_output(s, sizeof *s, out, phase == VMB_CHUNKS_SEALING ? len + tag_len : len - tag_len);
    }
    if (status == VMB_OK) {
        count = s->nonce + s->prefix_len;
        for (i = 0; i < 4; i++) {
            count[i] = (uint8_t)(s->number >> (24 - 8 * i));
        }
        count[4] = last != 0;
    }
    return status;
}

/* The end of a call: the next chunk's turn, or none's. */
static int vmb_chunks_return(vmb_chunks *s, int status, int last)
{
    if (status != VMB_OK || last != 0) {
        vmb_wipe(s, sizeof *s);
        s->phase = status == VMB_OK ? VMB_CHUNKS_DONE : 0;
    } else {
        s->number++;
        s->phase |= s->number == 0 ? VMB_CHUNKS_FULL : 0;
    }
    return status;
}

int vmb_chunks_seal(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len,
                    int last)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_chunks_next(s, VMB_CHUNKS_SEALING, out, ad, ad_len, in, len, last);
    if (status == VMB_OK) {
        status = vmb_aead_seal_combined(s->aead, s->key, out, s->nonce, s->prefix_len + VMB_CHUNK_COUNT_LEN, ad, ad_len,
                                        in, len, s->aead->tag_len);
    }
    return vmb_chunks_return(s, status, last);
}

int vmb_chunks_open(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len,
                    int last)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_chunks_next(s, VMB_CHUNKS_OPENING, out, ad, ad_len, in, len, last);
    if (status == VMB_OK) {
        status = vmb_aead_open_combined(s->aead, s->key, out, s->nonce, s->prefix_len + VMB_CHUNK_COUNT_LEN, ad, ad_len,
                                        in, len, s->aead->tag_len);
    }
    return vmb_chunks_return(s, status, last);
}

int vmb_chunks_finish(vmb_chunks *s)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = s->phase == VMB_CHUNKS_DONE ? VMB_OK : VMB_ERR_STATE;
    return vmb_end_stream(s, sizeof *s, status);
}
