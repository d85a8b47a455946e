/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Executes a job image (jobs.h) with the one algorithm that VMB_ALG names, for
 * example -DVMB_ALG=vmb_aes128_ccm. Freestanding: no libc, and no loop that a
 * compiler may turn into a call of memcpy or memset. On RV32 every call goes
 * through jobs_call.h, which sees whether it keeps the caller's registers.
 */
#include "jobs.h"
#include "jobs_call.h"

#ifndef VMB_ALG
#error "VMB_ALG names the algorithm, for example -DVMB_ALG=vmb_aes128_ccm"
#endif

#define VMB_PASTE_(a, b) a##b
#define VMB_PASTE(a, b) VMB_PASTE_(a, b)
#define VMB_ALG_(suffix) VMB_PASTE(VMB_ALG, suffix)

typedef VMB_ALG_(_key) vmb_job_key;

/* Static, so that the stack holds only the library's own frames. */
static vmb_job_key vmb_job_object;
static vmb_job_key vmb_job_before;

#define VMB_KEY_WORDS (sizeof vmb_job_object.words / sizeof vmb_job_object.words[0])

/* What init finds in the object; not zero, so that wiping shows. */
#define VMB_UNUSED_KEY 0x5aa5c33cu

static void vmb_key_fill(vmb_job_key *key, uint32_t word)
{
    volatile uint32_t *w = key->words;
    uint32_t i;

    for (i = 0; i < VMB_KEY_WORDS; i++) {
        w[i] = word;
    }
}

static void vmb_key_remember(void)
{
    volatile uint32_t *to = vmb_job_before.words;
    uint32_t i;

    for (i = 0; i < VMB_KEY_WORDS; i++) {
        to[i] = vmb_job_object.words[i];
    }
}

static uint32_t vmb_key_differs(void)
{
    uint32_t differs = 0;
    uint32_t i;

    for (i = 0; i < VMB_KEY_WORDS; i++) {
        differs |= vmb_job_object.words[i] ^ vmb_job_before.words[i];
    }
    return differs;
}

/* The pointer that word `word` gives, an offset of either sign from the expanded
 * key if `flag` is set. */
static uint8_t *vmb_job_choose(const uint32_t *record, uint32_t word, uint32_t flag, const uint8_t *plain)
{
    const uint8_t *object = (const uint8_t *)&vmb_job_object;

    return (uint8_t *)((record[VMB_JOB_FLAGS] & flag) ? object + (int32_t)record[word] : plain);
}

void vmb_job_run(uint32_t *record, const vmb_job_pointers *at)
{
    uint32_t flags = record[VMB_JOB_FLAGS];
    uint32_t findings = 0;
    vmb_job_key *expanded = (flags & VMB_JOB_INIT_NO_OBJECT) ? (vmb_job_key *)0 : &vmb_job_object;
    const vmb_job_key *given = (flags & VMB_JOB_NO_OBJECT) ? (const vmb_job_key *)0 : &vmb_job_object;
    const uint8_t *key = vmb_job_choose(record, VMB_JOB_KEY, VMB_JOB_KEY_AT_OBJECT, at->key);
    uint8_t *out = vmb_job_choose(record, VMB_JOB_OUT, VMB_JOB_OUT_AT_OBJECT, at->out);
    uint8_t *tag = vmb_job_choose(record, VMB_JOB_TAG, VMB_JOB_TAG_AT_OBJECT, at->tag);
    int status;

    vmb_key_fill(&vmb_job_object, VMB_UNUSED_KEY);
    vmb_key_remember();
    VMB_JOB_CALL3(status, VMB_ALG_(_init), expanded, key, record[VMB_JOB_KEY_LEN]);
    record[VMB_JOB_INIT_STATUS] = (uint32_t)status;
    if (status != VMB_OK) {
        findings |= vmb_key_differs() ? (uint32_t)VMB_JOB_INIT_WROTE : 0u;
    } else {
        vmb_key_remember();
        if (record[VMB_JOB_OPERATION] == VMB_JOB_SEAL) {
            VMB_JOB_CALL10(status, VMB_ALG_(_seal), given, out, tag, record[VMB_JOB_TAG_LEN], at->nonce,
                           record[VMB_JOB_NONCE_LEN], at->ad, record[VMB_JOB_AD_LEN], at->in,
                           record[VMB_JOB_LEN]);
        } else {
            VMB_JOB_CALL10(status, VMB_ALG_(_open), given, out, tag, record[VMB_JOB_TAG_LEN], at->nonce,
                           record[VMB_JOB_NONCE_LEN], at->ad, record[VMB_JOB_AD_LEN], at->in,
                           record[VMB_JOB_LEN]);
        }
        record[VMB_JOB_STATUS] = (uint32_t)status;
        findings |= vmb_key_differs() ? (uint32_t)VMB_JOB_KEY_CHANGED : 0u;
        VMB_ALG_(_wipe)(&vmb_job_object);
        vmb_key_fill(&vmb_job_before, 0);
        findings |= vmb_key_differs() ? (uint32_t)VMB_JOB_KEY_LEFT : 0u;
    }
    findings |= VMB_JOB_REGISTERS_CHANGED() ? (uint32_t)VMB_JOB_REGISTERS : 0u;
    record[VMB_JOB_FLAGS] = flags | findings;
}

/* The pointer of an offset in a record: 0 is null. */
static uint8_t *vmb_job_at(uint32_t *record, uint32_t word)
{
    return record[word] ? (uint8_t *)record + record[word] : (uint8_t *)0;
}

int vmb_jobs_run(void *image)
{
    uint32_t *header = (uint32_t *)image;
    uint32_t *record = header + VMB_JOBS_IMAGE_WORDS;
    uint32_t left;

    if (header[VMB_JOBS_IMAGE_MAGIC] != VMB_JOBS_MAGIC) {
        return 1;
    }
    for (left = header[VMB_JOBS_IMAGE_COUNT]; left != 0; left--) {
        vmb_job_pointers at;

        at.key = vmb_job_at(record, VMB_JOB_KEY);
        at.nonce = vmb_job_at(record, VMB_JOB_NONCE);
        at.ad = vmb_job_at(record, VMB_JOB_AD);
        at.in = vmb_job_at(record, VMB_JOB_IN);
        at.out = vmb_job_at(record, VMB_JOB_OUT);
        at.tag = vmb_job_at(record, VMB_JOB_TAG);
        vmb_job_run(record, &at);
        record += record[VMB_JOB_BYTES] / 4;
    }
    return 0;
}
