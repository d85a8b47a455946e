/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Executes a job image (jobs.h) with one algorithm (jobs_algorithm.h). No libc, and no
 * loop that a compiler may turn into a call of memset.
 */
#include "jobs_algorithm.h"

enum {
    KEY_WORDS = sizeof(vmb_job_key) / 4,
    STREAM_WORDS = sizeof(vmb_job_stream) / 4,
    AROUND = 4, /* guarded words on each side of the stream */
    ALL_WORDS = STREAM_WORDS + 2 * AROUND
};

/* Static, so that the stack holds only the library's own frames. */
static vmb_job_key vmb_job_object;
static uint32_t vmb_job_before[KEY_WORDS];
static struct {
    uint32_t before[AROUND];
    vmb_job_stream stream;
    uint32_t behind[AROUND];
} vmb_job_streaming;

/* The contents of an object before a call; not zero, so that wiping is visible. */
#define VMB_UNUSED 0x5aa5c33cu

static void vmb_words_fill(void *p, uint32_t words, uint32_t word)
{
    volatile uint32_t *w = p;
    uint32_t i;

    for (i = 0; i < words; i++) {
        w[i] = word;
    }
}

/* Nonzero if any of the words is not `word`. */
static uint32_t vmb_words_differ(const void *p, uint32_t words, uint32_t word)
{
    const volatile uint32_t *w = p;
    uint32_t differs = 0;
    uint32_t i;

    for (i = 0; i < words; i++) {
        differs |= w[i] ^ word;
    }
    return differs;
}

static void vmb_words_copy(void *to, const void *from, uint32_t words)
{
    volatile uint32_t *t = to;
    const volatile uint32_t *f = from;
    uint32_t i;

    for (i = 0; i < words; i++) {
        t[i] = f[i];
    }
}

static void vmb_key_remember(void)
{
    vmb_words_copy(vmb_job_before, &vmb_job_object, KEY_WORDS);
}

static uint32_t vmb_key_differs(void)
{
    const volatile uint32_t *now = (const void *)&vmb_job_object;
    uint32_t differs = 0;
    uint32_t i;

    for (i = 0; i < KEY_WORDS; i++) {
        differs |= now[i] ^ vmb_job_before[i];
    }
    return differs;
}

/* The base of offsets from the expanded key. */
static const uint8_t *vmb_job_base(const uint32_t *record)
{
    return (const uint8_t *)&vmb_job_object + ((record[VMB_JOB_FLAGS] & VMB_JOB_AT_END) ? sizeof vmb_job_object : 0);
}

/* The pointer in word `word`, an offset of either sign from the expanded key if `flag` is set. */
static uint8_t *vmb_job_choose(const uint32_t *record, uint32_t word, uint32_t flag, const uint8_t *plain)
{
    const uint8_t *object = vmb_job_base(record);

    return (uint8_t *)((record[VMB_JOB_FLAGS] & flag) ? object + (int32_t)record[word] : plain);
}

/* The address `done` bytes after p, null if p is. */
static uint8_t *vmb_job_behind(const uint8_t *p, uint32_t done)
{
    return (uint8_t *)(p ? p + done : p);
}

/* The arguments of one step: those of the whole job, from the end of the previous step. */
static vmb_job_arguments vmb_job_piece(const uint32_t *record, const vmb_job_arguments *all, const uint32_t *step,
                                       const uint32_t *done)
{
    uint32_t what = step[VMB_STEP_WHAT];
    uint32_t length = step[VMB_STEP_LENGTH];
    uint8_t *in_stream = (uint8_t *)&vmb_job_streaming.stream + (int32_t)step[VMB_STEP_AT];
    vmb_job_arguments a = *all;

    a.ad = vmb_job_behind(all->ad, done[VMB_STEP_AD]);
    a.in = vmb_job_behind(all->in, done[VMB_STEP_UPDATE]);
    a.out = vmb_job_behind(all->out, done[VMB_STEP_UPDATE]);
    a.tag = vmb_job_behind(all->tag, done[VMB_STEP_SQUEEZE]);
    a.nonce_len = a.ad_len = a.len = length;
    a.open = (what & VMB_STEP_OTHER) ? !all->open : all->open;
    if ((what & VMB_STEP_MASK) == VMB_STEP_LENGTHS) {
        a.ad_len = step[VMB_STEP_AT];
    } else {
        a.tag_len = length;
    }
    if (what & VMB_STEP_NO_STREAM) {
        a.stream = (void *)0;
    }
    if (what & VMB_STEP_NO_IN) {
        a.nonce = (uint8_t *)0;
        a.ad = a.in = (const uint8_t *)0;
        a.tag = a.open ? (uint8_t *)0 : a.tag;
    }
    if (what & VMB_STEP_NO_OUT) {
        a.out = a.tag = (uint8_t *)0;
    }
    if (what & VMB_STEP_OUT_AT_STREAM) {
        a.out = a.tag = in_stream;
    }
    if (what & VMB_STEP_OUT_AT_KEY) {
        a.out = a.tag = (uint8_t *)(uintptr_t)vmb_job_base(record) + (int32_t)step[VMB_STEP_AT];
    }
    if (what & VMB_STEP_IN_AT_STREAM) {
        a.nonce = in_stream;
        a.ad = a.in = in_stream;
        a.tag = a.open ? in_stream : a.tag;
    }
    if (what & VMB_STEP_KEY_AT_STREAM) {
        a.key = in_stream;
    }
    return a;
}

/* Executes the steps of a job; returns the last one's status. */
static int vmb_job_steps(uint32_t *record, const vmb_job_arguments *all, uint32_t *findings)
{
    uint32_t done[VMB_STEP_CALL + 1];
    uint32_t *step = record + VMB_JOB_WORDS;
    uint32_t left;
    int status = VMB_OK;

    vmb_words_fill(done, VMB_STEP_CALL + 1, 0);
    vmb_words_fill(&vmb_job_streaming, ALL_WORDS, VMB_UNUSED);
    if ((step[VMB_STEP_WHAT] & VMB_STEP_MASK) != VMB_STEP_START) {
        vmb_words_fill(&vmb_job_streaming.stream, STREAM_WORDS, 0);
    }
    for (left = record[VMB_JOB_STEPS]; left != 0; left--, step += VMB_STEP_WORDS) {
        uint32_t what = step[VMB_STEP_WHAT] & VMB_STEP_MASK;
        vmb_job_arguments a;

        if (what == VMB_STEP_START) {
            vmb_words_fill(done, VMB_STEP_CALL + 1, 0);
        }
        a = vmb_job_piece(record, all, step, done);
        if (step[VMB_STEP_WHAT] & VMB_STEP_KEY_WIPED) {
            vmb_job_wipe(&vmb_job_object);
            vmb_key_remember();
        }
        status = what == VMB_STEP_CALL ? vmb_job_whole(&a) : vmb_job_part(what, &a);
        step[VMB_STEP_STATUS] = (uint32_t)status;
        if (status == VMB_OK) {
            done[what == VMB_STEP_CALL ? VMB_STEP_UPDATE : what] += step[VMB_STEP_LENGTH];
        }
        *findings |= status == VMB_NO_SUCH_STEP ? (uint32_t)VMB_JOB_NO_SUCH_STEP : 0u;
        if ((status != VMB_OK || what == VMB_STEP_FINISH || what == VMB_STEP_ABORT) && a.stream != (void *)0 &&
            vmb_words_differ(&vmb_job_streaming.stream, STREAM_WORDS, 0)) {
            *findings |= VMB_JOB_STREAM_LEFT;
        }
    }
    if (vmb_words_differ(vmb_job_streaming.before, AROUND, VMB_UNUSED) ||
        vmb_words_differ(vmb_job_streaming.behind, AROUND, VMB_UNUSED)) {
        *findings |= VMB_JOB_STREAM_OUTSIDE;
    }
    return status;
}

#if VMB_JOB_CACHES == VMB_CACHES_WARM
/* Reads all bytes of a buffer. */
static void vmb_bytes_touch(const void *p, uint32_t bytes)
{
    const volatile uint8_t *b = p;
    uint32_t i;

    for (i = 0; i < bytes; i++) {
        (void)b[i];
    }
}

/* Loads the buffers of a one-shot call into the data cache, as far as they fit. */
static void vmb_job_warm(const vmb_job_arguments *a, uint32_t key_len, const uint8_t *key)
{
    vmb_bytes_touch(key, key_len);
    vmb_bytes_touch(&vmb_job_object, sizeof vmb_job_object);
    vmb_bytes_touch(a->nonce, a->nonce ? a->nonce_len : 0);
    vmb_bytes_touch(a->ad, a->ad ? a->ad_len : 0);
    vmb_bytes_touch(a->tag, a->tag ? a->tag_len : 0);
    vmb_bytes_touch(a->out, a->out ? a->len : 0);
    vmb_bytes_touch(a->in, a->in ? a->len : 0);
}
#else
#define vmb_job_warm(a, key_len, key) ((void)0)
#endif

void vmb_job_run(uint32_t *record, const vmb_job_pointers *at)
{
    uint32_t flags = record[VMB_JOB_FLAGS];
    uint32_t findings = 0;
    vmb_job_key *expanded = (flags & VMB_JOB_INIT_NO_OBJECT) ? (vmb_job_key *)0 : &vmb_job_object;
    const uint8_t *key = vmb_job_choose(record, VMB_JOB_KEY, VMB_JOB_KEY_AT_OBJECT, at->key);
    vmb_job_arguments a;
    int status;

    a.key = (flags & VMB_JOB_NO_OBJECT) ? (const void *)0 : &vmb_job_object;
    a.stream = &vmb_job_streaming.stream;
    a.nonce = vmb_job_choose(record, VMB_JOB_NONCE, VMB_JOB_NONCE_AT_OBJECT, at->nonce);
    a.nonce_len = record[VMB_JOB_NONCE_LEN];
    a.ad = at->ad;
    a.ad_len = record[VMB_JOB_AD_LEN];
    a.in = at->in;
    a.out = vmb_job_choose(record, VMB_JOB_OUT, VMB_JOB_OUT_AT_OBJECT, at->out);
    a.len = record[VMB_JOB_LEN];
    a.tag = vmb_job_choose(record, VMB_JOB_TAG, VMB_JOB_TAG_AT_OBJECT, at->tag);
    a.tag_len = record[VMB_JOB_TAG_LEN];
    a.open = record[VMB_JOB_OPERATION] == VMB_JOB_OPEN;

    vmb_words_fill(&vmb_job_object, KEY_WORDS, VMB_UNUSED);
    vmb_key_remember();
    vmb_job_warm(&a, record[VMB_JOB_KEY_LEN], key);
    status = vmb_job_init(expanded, key, record[VMB_JOB_KEY_LEN]);
    if (flags & VMB_JOB_WIPED_KEY) {
        vmb_job_wipe(expanded);
    } else if (flags & (VMB_JOB_ZERO_KEY | VMB_JOB_STALE_KEY)) {
        vmb_words_fill(&vmb_job_object, KEY_WORDS, (flags & VMB_JOB_ZERO_KEY) ? 0 : VMB_UNUSED);
    }
    record[VMB_JOB_INIT_STATUS] = (uint32_t)status;
    if (status != VMB_OK) {
        findings |= vmb_key_differs() ? (uint32_t)VMB_JOB_INIT_WROTE : 0u;
    } else {
        vmb_key_remember();
        vmb_job_warm(&a, 0, key);
        status = record[VMB_JOB_STEPS] ? vmb_job_steps(record, &a, &findings) : vmb_job_whole(&a);
        record[VMB_JOB_STATUS] = (uint32_t)status;
        findings |= vmb_key_differs() ? (uint32_t)VMB_JOB_KEY_CHANGED : 0u;
        vmb_job_wipe(&vmb_job_object);
        findings |= vmb_words_differ(&vmb_job_object, KEY_WORDS, 0) ? (uint32_t)VMB_JOB_KEY_LEFT : 0u;
        vmb_words_fill(vmb_job_before, KEY_WORDS, 0);
        vmb_words_fill(&vmb_job_streaming, ALL_WORDS, 0);
    }
    findings |= VMB_JOB_REGISTERS_CHANGED() ? (uint32_t)VMB_JOB_REGISTERS : 0u;
    record[VMB_JOB_FLAGS] = flags | findings;
}

/* The pointer of an offset in a record: 0 is null. */
static uint8_t *vmb_job_at(uint32_t *record, uint32_t word)
{
    return record[word] ? (uint8_t *)record + record[word] : (uint8_t *)0;
}

static void vmb_record_run(uint32_t *record)
{
    vmb_job_pointers at;

    at.key = vmb_job_at(record, VMB_JOB_KEY);
    at.nonce = vmb_job_at(record, VMB_JOB_NONCE);
    at.ad = vmb_job_at(record, VMB_JOB_AD);
    at.in = vmb_job_at(record, VMB_JOB_IN);
    at.out = vmb_job_at(record, VMB_JOB_OUT);
    at.tag = vmb_job_at(record, VMB_JOB_TAG);
    vmb_job_run(record, &at);
}

int vmb_jobs_run(void *image)
{
    uint32_t *header = (uint32_t *)image;
    uint32_t *record = header + VMB_JOBS_IMAGE_WORDS;
    uint32_t *behind = header + header[VMB_JOBS_IMAGE_BYTES] / 4;
    uint32_t left;

    if (header[VMB_JOBS_IMAGE_MAGIC] != VMB_JOBS_MAGIC) {
        return 1;
    }
    for (left = header[VMB_JOBS_IMAGE_COUNT]; left != 0; left--) {
        uint32_t words = record[VMB_JOB_BYTES] / 4;

        if (header[VMB_JOBS_IMAGE_ONE_PLACE]) {
            vmb_words_copy(behind, record, words);
            vmb_record_run(behind);
            vmb_words_copy(record, behind, words);
        } else {
            vmb_record_run(record);
        }
        record += words;
    }
    return 0;
}
