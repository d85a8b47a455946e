/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How jobs_algorithm.h calls a hash or an XOF (vambrace/hash.h), which has no key. VMB_HAS_SQUEEZE:
 * it gives its output in pieces; VMB_HAS_CUSTOMIZATION: it takes a customization string.
 */
#ifndef VMB_JOBS_HASH_H
#define VMB_JOBS_HASH_H

#include "vambrace/hash.h"

typedef struct { uint32_t none; } vmb_job_key;
typedef VMB_ALG_(_stream) vmb_job_stream;

static int vmb_job_init(vmb_job_key *key, const uint8_t *bytes, size_t len)
{
    (void)key;
    (void)bytes;
    (void)len;
    return VMB_OK;
}

static void vmb_job_wipe(vmb_job_key *key)
{
    key->none = 0;
}

static int vmb_job_whole(const vmb_job_arguments *a)
{
    int status;

#ifdef VMB_HAS_CUSTOMIZATION
    VMB_JOB_CALL6(status, VMB_FORWARD, a->tag, a->tag_len, a->ad, a->ad_len, a->in, a->len);
#else
    VMB_JOB_CALL4(status, VMB_FORWARD, a->tag, a->tag_len, a->in, a->len);
#endif
    return status;
}

static int vmb_job_part(uint32_t what, const vmb_job_arguments *a)
{
    vmb_job_stream *s = a->stream;
    int status = VMB_OK;

    switch (what) {
    case VMB_STEP_START:
#ifdef VMB_HAS_CUSTOMIZATION
        VMB_JOB_CALL3(status, VMB_ALG_(_start), s, a->ad, a->ad_len);
#else
        VMB_JOB_CALL1(status, VMB_ALG_(_start), s);
#endif
        break;
    case VMB_STEP_UPDATE:
        VMB_JOB_CALL3(status, VMB_ALG_(_update), s, a->in, a->len);
        break;
#ifdef VMB_HAS_SQUEEZE
    case VMB_STEP_SQUEEZE:
        VMB_JOB_CALL3(status, VMB_ALG_(_squeeze), s, a->tag, a->tag_len);
        break;
#else
    case VMB_STEP_FINISH:
        VMB_JOB_CALL3(status, VMB_ALG_(_finish), s, a->tag, a->tag_len);
        break;
#endif
    case VMB_STEP_ABORT:
        VMB_JOB_VOID1(VMB_ALG_(_abort), s);
        break;
    default:
        status = VMB_NO_SUCH_STEP;
    }
    return status;
}

#endif
