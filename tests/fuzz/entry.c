/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One algorithm of one build for the fuzz target (fuzz.h), compiled once for each:
 * firmware/jobs_algorithm.h knows how to call it. Macros beside its own, made by
 * src/vambrace/dev/fuzz.py:
 *
 *     FUZZ_ENTRY   what is defined here
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

extern const fuzz_algorithm FUZZ_ENTRY;
const fuzz_algorithm FUZZ_ENTRY = {
    FUZZ_NAME, KIND, FUZZ_HAS, sizeof(vmb_job_key), sizeof(vmb_job_stream), FUZZ_KEY,
    FUZZ_NONCE_MIN, FUZZ_NONCE_MAX, FUZZ_TAGS, init, wipe, vmb_job_whole, vmb_job_part,
};
