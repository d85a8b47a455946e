/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Seals or opens one message several times, at the same addresses. Built for a style by
 * VMB_STUDY_PREFIX, the prefix of its calls and of its key's type.
 *
 * The test bench writes the request and the input to the heap before reset, reads the output there
 * at the end, and counts the calls. Call number `whole` and the last one have the whole message, the
 * others its first `first` bytes: when opening, those fail, and only the last call's status counts.
 */
#include "ascon64.h"
#include "vambrace/aead.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define CALL(suffix) PASTE(VMB_STUDY_PREFIX, suffix)

/* src/vambrace/measure/studies/ascon64.py repeats this. */
typedef struct {
    uint32_t open, len, first, calls, whole;
    uint32_t out; /* bytes from the input on */
    uint32_t unused[2];
    uint8_t key[16], nonce[16], ad[16], tag[16];
    uint8_t fill[32]; /* to the end of a cache's line */
} request;

extern request __heap_start[];

static CALL(_key) key;

int main(void)
{
    request *r = __heap_start;
    uint8_t *in = (uint8_t *)(r + 1), *out = in + r->out;
    int status = CALL(_init)(&key, r->key, sizeof r->key);

    for (uint32_t i = 1; status == 0 && i <= r->calls; i++) {
        uint32_t len = i == r->calls || i == r->whole ? r->len : r->first;

        if (r->open) {
            status = CALL(_open)(&key, out, r->tag, 16, r->nonce, 16, r->ad, 16, in, len);
        } else {
            status = CALL(_seal)(&key, out, r->tag, 16, r->nonce, 16, r->ad, 16, in, len);
        }
        if (i != r->calls) {
            status = 0;
        }
    }
    return status != 0;
}
