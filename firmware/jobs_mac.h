/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How jobs_algorithm.h calls a MAC (vambrace/mac.h). VMB_HAS_NONCE: it takes a nonce;
 * VMB_HAS_STREAM: it has a stream, which begins alike for both operations.
 */
#ifndef VMB_JOBS_MAC_H
#define VMB_JOBS_MAC_H

#include "vambrace/mac.h"
#include "jobs_key.h"

static int vmb_job_whole(const vmb_job_arguments *a)
{
    const vmb_job_key *key = a->key;
    int status;

#ifdef VMB_HAS_NONCE
    if (a->open) {
        VMB_JOB_CALL7(status, VMB_BACKWARD, key, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len), a->nonce, a->nonce_len, a->in,
                      a->len);
    } else {
        VMB_JOB_CALL7(status, VMB_FORWARD, key, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len), a->nonce, a->nonce_len, a->in,
                      a->len);
    }
#else
    if (a->open) {
        VMB_JOB_CALL5(status, VMB_BACKWARD, key, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len), a->in, a->len);
    } else {
        VMB_JOB_CALL5(status, VMB_FORWARD, key, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len), a->in, a->len);
    }
#endif
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
#ifdef VMB_HAS_NONCE
        VMB_JOB_CALL4(status, VMB_ALG_(_start), s, key, a->nonce, a->nonce_len);
#else
        VMB_JOB_CALL2(status, VMB_ALG_(_start), s, key);
#endif
        break;
    case VMB_STEP_UPDATE:
        VMB_JOB_CALL3(status, VMB_ALG_(_update), s, a->in, a->len);
        break;
    case VMB_STEP_FINISH:
        if (a->open) {
            VMB_JOB_CALL3(status, VMB_ALG_(_verify_finish), s, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len));
        } else {
            VMB_JOB_CALL3(status, VMB_ALG_(_finish), s, a->tag, VMB_JOB_TAG_LEN_OF(a->tag_len));
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
