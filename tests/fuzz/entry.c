/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One algorithm of one build for the fuzz target (fuzz.h), compiled once for each:
 * firmware/jobs_algorithm.h knows how to call it. Further macros, from
 * dev/vambrace_dev/fuzz.py:
 *
 *     FUZZ_ENTRY   the name of the entry that is defined here
 *     FUZZ_NAME, FUZZ_HAS, FUZZ_KEY, FUZZ_NONCE_MIN, FUZZ_NONCE_MAX, FUZZ_TAGS
 *                  the fields of the entry
 */
#include "fuzz.h"
#include "jobs_algorithm.h"

#if defined VMB_KIND_AEAD
enum { KIND = FUZZ_AEAD };
#elif defined VMB_KIND_CIPHER
enum { KIND = FUZZ_CIPHER };
#elif defined VMB_KIND_MAC
enum { KIND = FUZZ_MAC };
#else
enum { KIND = FUZZ_HASH };
#endif

static int init(void *key, const uint8_t *bytes, size_t len)
{
    return vmb_job_init(key, bytes, len);
}

static void wipe(void *key)
{
    vmb_job_wipe(key);
}

#if defined VMB_KIND_AEAD

#include "vambrace/chunks.h"

#ifndef FUZZ_CHUNKS /* tests/host/broken.h has others */
#define FUZZ_CHUNKS(name) vmb_chunks_##name
#endif

static int chunks(uint32_t what, const vmb_job_arguments *a)
{
    const vmb_aead *aead = vmb_aead_find(vmb_aeads, FUZZ_NAME);
    int last = what == FUZZ_CHUNK_LAST;
    vmb_chunks *s = a->stream;

    switch (what) {
    case FUZZ_CHUNKS_START:
        return a->open ? FUZZ_CHUNKS(open_start)(s, aead, a->key, a->nonce, a->nonce_len)
                       : FUZZ_CHUNKS(seal_start)(s, aead, a->key, a->nonce, a->nonce_len);
    case FUZZ_CHUNKS_FINISH: return FUZZ_CHUNKS(finish)(s);
    default:
        return a->open ? FUZZ_CHUNKS(open)(s, a->out, a->ad, a->ad_len, a->in, a->len, last)
                       : FUZZ_CHUNKS(seal)(s, a->out, a->ad, a->ad_len, a->in, a->len, last);
    }
}

static void chunks_number(void *object, uint32_t number)
{
    vmb_chunks *s = object;

    s->number = number;
}

#define CHUNKS sizeof(vmb_chunks), chunks, chunks_number
#else
#define CHUNKS 0, NULL, NULL
#endif

extern const fuzz_algorithm FUZZ_ENTRY;
const fuzz_algorithm FUZZ_ENTRY = {
    FUZZ_NAME, KIND, FUZZ_HAS, sizeof(vmb_job_key), sizeof(vmb_job_stream), FUZZ_KEY,
    FUZZ_NONCE_MIN, FUZZ_NONCE_MAX, FUZZ_TAGS, init, wipe, vmb_job_whole, vmb_job_part, CHUNKS,
};
