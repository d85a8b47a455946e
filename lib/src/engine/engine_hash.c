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

#define VMB_CUSTOM_MAX 256 /* bytes of a customization string */

/* A hash in progress with nothing in it. */
static void vmb_engine_hash_start(vmb_engine_stream *s, uint32_t job)
{
    s->job = job | VMB_JOB_FLAG(AD_END);
    s->key = NULL;
    s->ad_total = 0;
    s->total = 0;
    s->ad_len = 0;
    s->len = 0;
    s->phase = VMB_PHASE_ABSORB;
}

/* The end of a call: an error ends the stream. */
static int vmb_engine_hash_return(vmb_engine_stream *s, int status)
{
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

/* Null, or the wrong phase for a call that wants one of two. */
static int vmb_engine_hash_ready(const vmb_engine_stream *s, uint32_t phase, uint32_t or_phase)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return s->phase == phase || s->phase == or_phase ? VMB_OK : VMB_ERR_STATE;
}

static int vmb_engine_hash_update(vmb_engine_stream *s, const uint8_t *in, size_t len)
{
    vmb_engine_job j;
    int status = vmb_engine_hash_ready(s, VMB_PHASE_ABSORB, VMB_PHASE_ABSORB);

    if (status == VMB_OK) {
        status = vmb_check_input(s, sizeof *s, &s->len, in, len);
    }
    if (status == VMB_OK && len != 0) {
        vmb_engine_stream_job(s, &j);
        j.job |= VMB_JOB_FLAG(SAVE);
        j.in = in;
        j.len = len;
        status = vmb_engine_stream_run(s, &j, 0);
    }
    return vmb_engine_hash_return(s, status);
}

static int vmb_engine_hash_output(vmb_engine_stream *s, uint8_t *out, size_t len)
{
    vmb_engine_job j;
    int status = vmb_engine_hash_ready(s, VMB_PHASE_ABSORB, VMB_PHASE_SQUEEZE);

    if (status == VMB_OK) {
        status = vmb_check_output(s, sizeof *s, out, len);
    }
    if (status == VMB_OK && s->phase == VMB_PHASE_ABSORB) {
        s->job |= VMB_JOB_FLAG(DATA_END);
        s->phase = VMB_PHASE_SQUEEZE;
    }
    if (status == VMB_OK && len != 0) {
        vmb_engine_stream_job(s, &j);
        j.job |= VMB_JOB_FLAG(SAVE);
        j.out = out;
        j.out_len = len;
        status = vmb_engine_stream_run(s, &j, len);
    }
    return vmb_engine_hash_return(s, status);
}

/* All of it. */
static int vmb_engine_hash_once(uint32_t job, uint8_t *out, size_t out_len, const uint8_t *custom,
                                size_t custom_len, const uint8_t *in, size_t len)
{
    vmb_engine_job j;
    uint32_t total = 0;
    int status = vmb_check_input(NULL, 0, &total, in, len);

    if (status == VMB_OK) {
        /* An empty input overlaps nothing, wherever it points. */
        status = vmb_check_output(len != 0 ? in : NULL, len, out, out_len);
    }
    if (status == VMB_OK && custom_len != 0 &&
        (custom == NULL || (out_len != 0 && VMB_OVERLAP(out, out_len, custom, custom_len)))) {
        status = VMB_ERR_ARGUMENT;
    }
    if (status == VMB_OK && out_len != 0) {
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
    }
    return status;
}

int vmb_ascon_hash256(uint8_t *digest, size_t digest_len, const uint8_t *in, size_t len)
{
    if (digest_len != 32) {
        return VMB_ERR_LENGTH;
    }
    return vmb_engine_hash_once(VMB_JOB_ASCON_HASH256, digest, 32, NULL, 0, in, len);
}

int vmb_ascon_xof128(uint8_t *out, size_t out_len, const uint8_t *in, size_t len)
{
    return vmb_engine_hash_once(VMB_JOB_ASCON_XOF128, out, out_len, NULL, 0, in, len);
}

int vmb_ascon_cxof128(uint8_t *out, size_t out_len, const uint8_t *custom, size_t custom_len,
                      const uint8_t *in, size_t len)
{
    if (custom_len > VMB_CUSTOM_MAX) {
        return VMB_ERR_LENGTH;
    }
    return vmb_engine_hash_once(VMB_JOB_ASCON_CXOF128, out, out_len, custom, custom_len, in, len);
}

int vmb_ascon_hash256_start(vmb_ascon_hash256_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_engine_hash_start(&s->body, VMB_JOB_ASCON_HASH256);
    return VMB_OK;
}

int vmb_ascon_hash256_update(vmb_ascon_hash256_stream *s, const uint8_t *in, size_t len)
{
    return vmb_engine_hash_update((vmb_engine_stream *)s, in, len);
}

int vmb_ascon_hash256_finish(vmb_ascon_hash256_stream *s, uint8_t *digest, size_t digest_len)
{
    int status = vmb_engine_hash_ready((vmb_engine_stream *)s, VMB_PHASE_ABSORB, VMB_PHASE_ABSORB);

    if (status == VMB_OK && digest_len != 32) {
        status = VMB_ERR_LENGTH;
    }
    if (status != VMB_OK) {
        return vmb_engine_hash_return((vmb_engine_stream *)s, status);
    }
    status = vmb_engine_hash_output(&s->body, digest, 32);
    return vmb_end_stream(s, sizeof *s, status);
}

void vmb_ascon_hash256_abort(vmb_ascon_hash256_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

int vmb_ascon_xof128_start(vmb_ascon_xof128_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_engine_hash_start(&s->body, VMB_JOB_ASCON_XOF128);
    return VMB_OK;
}

int vmb_ascon_xof128_update(vmb_ascon_xof128_stream *s, const uint8_t *in, size_t len)
{
    return vmb_engine_hash_update((vmb_engine_stream *)s, in, len);
}

int vmb_ascon_xof128_squeeze(vmb_ascon_xof128_stream *s, uint8_t *out, size_t len)
{
    return vmb_engine_hash_output((vmb_engine_stream *)s, out, len);
}

void vmb_ascon_xof128_abort(vmb_ascon_xof128_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

/* The customization string does not have to stay: the first job takes it. */
int vmb_ascon_cxof128_start(vmb_ascon_cxof128_stream *s, const uint8_t *custom, size_t custom_len)
{
    vmb_engine_job j;
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (custom_len > VMB_CUSTOM_MAX) {
        status = VMB_ERR_LENGTH;
    } else if (custom_len != 0 &&
               (custom == NULL || VMB_OVERLAP(s, sizeof *s, custom, custom_len))) {
        status = VMB_ERR_ARGUMENT;
    }
    if (status == VMB_OK) {
        vmb_engine_hash_start(&s->body, VMB_JOB_ASCON_CXOF128);
    }
    if (status == VMB_OK && custom_len != 0) {
        vmb_engine_stream_job(&s->body, &j);
        j.job |= VMB_JOB_FLAG(SAVE);
        j.ad = custom;
        j.ad_len = custom_len;
        status = vmb_engine_stream_run(&s->body, &j, 0);
    }
    return vmb_engine_hash_return(&s->body, status);
}

int vmb_ascon_cxof128_update(vmb_ascon_cxof128_stream *s, const uint8_t *in, size_t len)
{
    return vmb_engine_hash_update((vmb_engine_stream *)s, in, len);
}

int vmb_ascon_cxof128_squeeze(vmb_ascon_cxof128_stream *s, uint8_t *out, size_t len)
{
    return vmb_engine_hash_output((vmb_engine_stream *)s, out, len);
}

void vmb_ascon_cxof128_abort(vmb_ascon_cxof128_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

#endif
