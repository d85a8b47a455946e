/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How jobs_algorithm.h calls authenticated encryption (vambrace/aead.h). VMB_HAS_STREAM: it has a
 * stream; VMB_HAS_LENGTHS: the stream wants the lengths first.
 */
#ifndef VMB_JOBS_AEAD_H
#define VMB_JOBS_AEAD_H

#include "vambrace/aead.h"
#include "jobs_key.h"

static int vmb_job_whole(const vmb_job_arguments *a)
{
    const vmb_job_key *key = a->key;
    int status;

    if (a->open) {
        VMB_JOB_CALL10(status, VMB_BACKWARD, key, a->out, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len), a->nonce,
                       a->nonce_len, a->ad, a->ad_len, a->in, a->len);
    } else {
        VMB_JOB_CALL10(status, VMB_FORWARD, key, a->out, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len), a->nonce, a->nonce_len,
                       a->ad, a->ad_len, a->in, a->len);
    }
    return status;
}

#ifdef VMB_HAS_STREAM

typedef VMB_ALG_(_stream) vmb_job_stream;

static int vmb_job_part(uint32_t what, const vmb_job_arguments *a)
{
    vmb_job_stream *s = a->stream;
    const vmb_job_key *key = a->key;
    int status = VMB_OK;

    switch (what) {
    case VMB_STEP_START:
        if (a->open) {
            VMB_JOB_CALL4(status, VMB_ALG_(_open_start), s, key, a->nonce, a->nonce_len);
        } else {
            VMB_JOB_CALL4(status, VMB_ALG_(_seal_start), s, key, a->nonce, a->nonce_len);
        }
        break;
#ifdef VMB_HAS_LENGTHS
    case VMB_STEP_LENGTHS:
        VMB_JOB_CALL4(status, VMB_ALG_(_lengths), s, a->ad_len, a->len, VMB_JOB_TAG_LEN_OF(a->tag_len));
        break;
#endif
    case VMB_STEP_AD:
        VMB_JOB_CALL3(status, VMB_ALG_(_ad), s, a->ad, a->ad_len);
        break;
    case VMB_STEP_UPDATE:
        VMB_JOB_CALL4(status, VMB_ALG_(_update), s, a->out, a->in, a->len);
        break;
    case VMB_STEP_FINISH:
        if (a->open) {
            VMB_JOB_CALL3(status, VMB_ALG_(_open_finish), s, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len));
        } else {
            VMB_JOB_CALL3(status, VMB_ALG_(_seal_finish), s, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len));
        }
        break;
    case VMB_STEP_ABORT:
        VMB_JOB_VOID1(VMB_ALG_(_abort), s);
        break;
    default:
        status = VMB_NO_SUCH_STEP;
    }
    return status;
}

#else
#include "jobs_no_stream.h"
#endif

#endif
