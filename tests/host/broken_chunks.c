/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls the real messages in chunks, then does what a careless implementation would have
 * done. Each fault is one that a test has to find.
 */
#include "broken_chunks.h"
#include "fault.h"

enum {
    TAG_BYTES = 16,
    DONE = 3, /* vmb_chunks.phase: the last chunk is behind, */
    FULL = 0x100 /* and the flag that there are no more numbers */
};

int vmb_broken_chunks_seal_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                 size_t prefix_len)
{
    int status = vmb_chunks_seal_start(s, a, key, prefix, prefix_len);

    if (status == VMB_OK && prefix_len != 0 && fault("a prefix loses its last bit")) {
        s->nonce[prefix_len - 1] &= 0xfe;
    }
    if (status == VMB_ERR_LENGTH && s != NULL && fault("takes a prefix of any length")) {
        return vmb_chunks_seal_start(s, a, key, prefix, 7);
    }
    return status;
}

int vmb_broken_chunks_open_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                 size_t prefix_len)
{
    return vmb_chunks_open_start(s, a, key, prefix, prefix_len);
}

int vmb_broken_chunks_seal(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len,
                           int last)
{
    uint32_t number = s == NULL ? 0 : s->number;
    int status;

    if (s != NULL && (s->phase & FULL) != 0 && fault("numbers begin again")) {
        s->phase &= ~(uint32_t)FULL;
    }
    if (s != NULL && fault("numbers have 16 bits")) {
        s->number &= 0xffff;
    }
    status = vmb_chunks_seal(s, out, ad, ad_len, in, len, last);
    if (status == VMB_OK && last == 0 && fault("numbers have 16 bits")) {
        s->number = number + 1;
    }
    if (status == VMB_OK && last == 0 && fault("two chunks have one number") && number == 1) {
        s->number = 1;
    }
    if (status == VMB_OK && fault("writes behind a chunk")) {
        out[len + TAG_BYTES] = 0;
    }
    if (status == VMB_ERR_STATE && fault("seals behind the last chunk")) {
        return VMB_OK;
    }
    return status;
}

/* Opens what was refused as if it were another chunk, where its bytes are still there. */
static int open_as(vmb_chunks *s, vmb_chunks before, uint32_t number, uint8_t *out, const uint8_t *ad, size_t ad_len,
                   const uint8_t *in, size_t len, int last, int said)
{
    int status;

    if (in == out) {
        return VMB_ERR_TAG;
    }
    *s = before;
    s->number = number;
    status = vmb_chunks_open(s, out, ad, ad_len, in, len, last);
    if (status == VMB_OK && said != 0) {
        memset(s, 0, sizeof *s);
        s->phase = DONE;
    } else if (status == VMB_OK) {
        *s = before;
        s->number++;
    }
    return status;
}

/* A chunk of which one bit of the tag is wrong. */
static int open_changed(vmb_chunks *s, vmb_chunks before, uint8_t *out, const uint8_t *ad, size_t ad_len,
                        const uint8_t *in, size_t len, int last)
{
    uint8_t *copy = malloc(len);
    int status = VMB_ERR_TAG, bit;

    if (copy == NULL) {
        abort();
    }
    for (bit = 0; bit < 8 * TAG_BYTES && status == VMB_ERR_TAG; bit++) {
        memcpy(copy, in, len);
        copy[len - 1 - bit / 8] ^= (uint8_t)(1 << bit % 8);
        status = open_as(s, before, before.number, out, ad, ad_len, copy, len, last, last);
    }
    free(copy);
    return status;
}

int vmb_broken_chunks_open(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len,
                           int last)
{
    vmb_chunks before;
    int status, bit;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    before = *s;
    status = vmb_chunks_open(s, out, ad, ad_len, in, len, last);
    if (status == VMB_ERR_LENGTH && len < TAG_BYTES && fault("a chunk without a tag is a wrong one")) {
        return VMB_ERR_TAG;
    }
    if (status != VMB_ERR_TAG) {
        return status;
    }
    if (fault("opens a chunk twice")) {
        return open_as(s, before, before.number - 1, out, ad, ad_len, in, len, last, last);
    }
    if (fault("opens the chunk behind a dropped one")) {
        return open_as(s, before, before.number + 1, out, ad, ad_len, in, len, last, last);
    }
    if (fault("opens chunks in any order")) {
        for (bit = 0; bit < 32 && status == VMB_ERR_TAG; bit++) {
            status = open_as(s, before, before.number ^ (uint32_t)1 << bit, out, ad, ad_len, in, len, last, last);
        }
    }
    if (fault("opens any chunk as the last")) {
        return open_as(s, before, before.number, out, ad, ad_len, in, len, !last, last);
    }
    if (fault("opens a chunk without its associated data")) {
        return open_as(s, before, before.number, out, ad, ad_len == 0 ? 0 : ad_len - 1, in, len, last, last);
    }
    if (fault("opens a chunk with a wrong bit in its tag") && in != out) {
        return open_changed(s, before, out, ad, ad_len, in, len, last);
    }
    if (fault("opens a chunk that was made longer") && len > TAG_BYTES) {
        return open_as(s, before, before.number, out, ad, ad_len, in, len - 1, last, last);
    }
    if (fault("gives out a chunk that it refuses") && in != out) {
        memcpy(out, in, len - TAG_BYTES);
    }
    if (fault("goes on behind a chunk that it refused")) {
        *s = before;
    }
    return status;
}

int vmb_broken_chunks_finish(vmb_chunks *s)
{
    int status = vmb_chunks_finish(s);

    if (status == VMB_ERR_STATE && fault("a message that was cut off is complete")) {
        return VMB_OK;
    }
    if (status == VMB_OK && fault("a complete message is not wiped")) {
        s->phase = DONE;
    }
    return status;
}
