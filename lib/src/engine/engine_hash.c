/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 (NIST SP 800-232, section 5) on the
 * engine, the public functions. For the engine a customization string is associated
 * data. There is no key; a job that squeezes nothing is none.
 */
#include "engine/engine_stream.h"
#include "vambrace/hash.h"

#if VMB_ENGINE

typedef uint32_t vmb_hash_which;
#define VMB_HASH_256 VMB_JOB_ASCON_HASH256
#define VMB_HASH_XOF VMB_JOB_ASCON_XOF128
#define VMB_HASH_CXOF VMB_JOB_ASCON_CXOF128

static void vmb_hash_start(vmb_ascon_stream *s, vmb_hash_which job)
{
    s->job = job | VMB_JOB_FLAG(AD_END);
    s->key = NULL;
    s->ad_total = 0;
    s->total = 0;
    s->ad_len = 0;
    s->len = 0;
    s->phase = VMB_PHASE_ABSORB;
}

static int vmb_hash_return(vmb_ascon_stream *s, int status)
{
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

/* The string does not have to stay: the first job takes it. */
static int vmb_hash_custom(vmb_ascon_stream *s, const uint8_t *custom, size_t custom_len)
{
    vmb_engine_job j;

    if (custom_len == 0) {
        return VMB_OK;
    }
    vmb_engine_stream_job(s, &j);
    j.job |= VMB_JOB_FLAG(SAVE);
    j.ad = custom;
    j.ad_len = custom_len;
    return vmb_engine_stream_run(s, &j, 0);
}

static int vmb_hash_take(vmb_ascon_stream *s, const uint8_t *in, size_t len)
{
    vmb_engine_job j;

    if (len == 0) {
        return VMB_OK;
    }
    vmb_engine_stream_job(s, &j);
    j.job |= VMB_JOB_FLAG(SAVE);
    j.in = in;
    j.len = len;
    return vmb_engine_stream_run(s, &j, 0);
}

static int vmb_hash_squeeze(vmb_ascon_stream *s, uint8_t *out, size_t len)
{
    vmb_engine_job j;

    if (s->phase == VMB_PHASE_ABSORB) {
        s->job |= VMB_JOB_FLAG(DATA_END);
        s->phase = VMB_PHASE_SQUEEZE;
    }
    if (len == 0) {
        return VMB_OK;
    }
    vmb_engine_stream_job(s, &j);
    j.job |= VMB_JOB_FLAG(SAVE);
    j.out = out;
    j.out_len = len;
    return vmb_engine_stream_run(s, &j, len);
}

static int vmb_hash_all(vmb_hash_which job, uint8_t *out, size_t out_len, const uint8_t *custom, size_t custom_len,
                        const uint8_t *in, size_t len)
{
    vmb_engine_job j;
    int status;

    if (out_len == 0) {
        return VMB_OK;
    }
    j.job = job | VMB_JOB_WHOLE;
    j.key = NULL;
    j.nonce = NULL;
    j.ad = custom;
    j.ad_len = custom_len;
    j.in = in;
    j.len = len;
    j.out = out;
    j.tag = NULL;
    j.context = NULL;
    j.out_len = out_len;
    j.ad_total = 0;
    j.total = 0;
    status = vmb_engine_do_with(&j, VMB_WITH_CONTEXT);
    if (status != VMB_OK) {
        vmb_wipe(out, out_len);
    }
    return status;
}

/* C of drivers sees no secret but messages, and spills none. */
#define VMB_HASH_BODY static
#define VMB_HASH_WIPED(status) (status)

#include "ascon/hash_calls.h"

#endif
