/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How jobs_algorithm.h calls a mode without authentication (vambrace/aes.h). VMB_HAS_IV: it takes an
 * initialization vector or a counter, and gives back the next one; VMB_HAS_STREAM: it has
 * a stream, which is that of CTR.
 */
#ifndef VMB_JOBS_CIPHER_H
#define VMB_JOBS_CIPHER_H

#include "vambrace/aes.h"
#include "jobs_key.h"

static int vmb_job_whole(const vmb_job_arguments *a)
{
    const vmb_job_key *key = a->key;
    int status;

#ifdef VMB_HAS_IV
    if (a->open) {
        VMB_JOB_CALL5(status, VMB_BACKWARD, key, a->nonce, a->out, a->in, a->len);
    } else {
        VMB_JOB_CALL5(status, VMB_FORWARD, key, a->nonce, a->out, a->in, a->len);
    }
#else
    if (a->open) {
        VMB_JOB_CALL4(status, VMB_BACKWARD, key, a->out, a->in, a->len);
    } else {
        VMB_JOB_CALL4(status, VMB_FORWARD, key, a->out, a->in, a->len);
    }
#endif
    return status;
}

#ifdef VMB_HAS_STREAM

typedef VMB_ALG_(_ctr_stream) vmb_job_stream;

static int vmb_job_part(uint32_t what, const vmb_job_arguments *a)
{
    vmb_job_stream *s = a->stream;
    const vmb_job_key *key = a->key;
    int status = VMB_OK;

    switch (what) {
    case VMB_STEP_START:
        VMB_JOB_CALL3(status, VMB_ALG_(_ctr_start), s, key, a->nonce);
        break;
    case VMB_STEP_UPDATE:
        VMB_JOB_CALL4(status, VMB_ALG_(_ctr_update), s, a->out, a->in, a->len);
        break;
    case VMB_STEP_FINISH:
    case VMB_STEP_ABORT:
        VMB_JOB_VOID1(VMB_ALG_(_ctr_finish), s);
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
