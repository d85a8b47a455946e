/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AEAD messages in pieces on the engine (engine_stream.h): what may come when, and the
 * jobs that it makes. AES-CCM has its lengths first, and counts what is left of them;
 * ChaCha20-Poly1305 wants the nonce in every job, and the lengths in the last one, as AES-GCM.
 */
#include "engine/engine_stream.h"

#if VMB_ENGINE_GCM
#include "aes/modes/gcm.h"
#endif

#if VMB_ENGINE

void vmb_engine_stream_job(const vmb_engine_stream *s, vmb_engine_job *j)
{
    j->job = s->job;
    j->key = s->key;
    j->nonce = s->nonce;
    j->ad = NULL;
    j->ad_len = 0;
    j->in = NULL;
    j->len = 0;
    j->out = NULL;
    j->tag = NULL;
    j->context = (uint32_t *)(uintptr_t)s->context;
    j->out_len = 0;
    j->ad_total = s->ad_total;
    j->total = s->total;
}

int vmb_engine_stream_run(vmb_engine_stream *s, vmb_engine_job *j, size_t len)
{
    int status = vmb_engine_do(j);

    if (status != VMB_OK) {
        vmb_wipe(j->out, len);
    }
    s->job = (s->job & ~(VMB_JOB_WHOLE | VMB_ENGINE_REG_JOB_TAG_LEN_MASK)) | VMB_JOB_FLAG(RESUME);
    if (!VMB_JOB_IS_CHACHA(s->job)) {
        s->job &= ~VMB_ENGINE_REG_JOB_NONCE_LEN_MASK;
    }
    return status;
}

/* The end of a call: an error ends the stream. */
static int vmb_engine_stream_return(vmb_engine_stream *s, int status)
{
    return status == VMB_OK ? VMB_OK : vmb_end_stream(s, sizeof *s, status);
}

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_engine_stream_ready(const vmb_engine_stream *s, size_t key_size, uint32_t mark, uint32_t phase)
{
    return (s->phase & ~(uint32_t)VMB_PHASE_OPENING) != phase || vmb_is_unready(s->key, key_size, mark) ? VMB_ERR_STATE
                                                                                                        : VMB_OK;
}

/* Bytes of a nonce that go to the engine. */
#if VMB_ENGINE_GCM
#define VMB_ENGINE_NONCE_LEN(nonce_len) ((nonce_len) <= 16 ? (nonce_len) : 0)
#else
#define VMB_ENGINE_NONCE_LEN(nonce_len) (nonce_len)
#endif

int vmb_engine_stream_start(vmb_engine_stream *s, uint32_t job, const uint32_t *key, size_t key_size, uint32_t mark,
                            const uint8_t *nonce, size_t nonce_len, size_t shortest, size_t longest, uint32_t opening)
{
    size_t i;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (nonce_len - shortest > longest - shortest) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_LENGTH);
    }
    if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, key_size) ||
        VMB_OVERLAP(s, sizeof *s, nonce, nonce_len)) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_ARGUMENT);
    }
    if (vmb_is_unready(key, key_size, mark)) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_STATE);
    }
    s->phase = (VMB_JOB_IS_CCM(job) ? VMB_PHASE_LENGTHS : VMB_PHASE_AD) | opening;
    s->key = key;
    nonce_len = VMB_ENGINE_NONCE_LEN(nonce_len);
    s->job = job | VMB_JOB(NONCE_LEN, nonce_len) | vmb_engine_slot(key, key_size - VMB_ENGINE_KEY_SIZE(0));
    if (opening != 0) {
        s->job |= VMB_JOB_FLAG(DECRYPT) | VMB_JOB_FLAG(EARLY);
    }
    for (i = 0; i < nonce_len; i++) {
        ((uint8_t *)s->nonce)[i] = nonce[i];
    }
    s->ad_len = 0;
    s->len = 0;
    s->ad_total = 0;
    s->total = 0;
    s->tag_len = 16;
    return VMB_OK;
}

int vmb_engine_stream_lengths(vmb_engine_stream *s, size_t key_size, uint32_t mark, size_t ad_len, size_t len,
                              size_t tag_len)
{
    size_t bits; /* of the message's length */

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (vmb_engine_stream_ready(s, key_size, mark, VMB_PHASE_LENGTHS) != VMB_OK) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_STATE);
    }
    bits = 8 * (15 - ((s->job & VMB_ENGINE_REG_JOB_NONCE_LEN_MASK) >> VMB_ENGINE_REG_JOB_NONCE_LEN_SHIFT));
    if (ad_len > VMB_MAX_BYTES || len > VMB_MAX_BYTES || tag_len - 4 > 12 || (tag_len & 1) != 0 ||
        (bits < 32 && len >> bits != 0)) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_LENGTH);
    }
    s->phase += VMB_PHASE_AD - VMB_PHASE_LENGTHS;
    s->job |= VMB_JOB(TAG_LEN, tag_len);
    s->tag_len = (uint32_t)tag_len;
    s->ad_total = (uint32_t)ad_len;
    s->total = (uint32_t)len;
    s->ad_len = VMB_MAX_BYTES - s->ad_total;
    s->len = VMB_MAX_BYTES - s->total;
    return VMB_OK;
}

int vmb_engine_stream_ad(vmb_engine_stream *s, size_t key_size, uint32_t mark, const uint8_t *ad, size_t len)
{
    vmb_engine_job j;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_engine_stream_ready(s, key_size, mark, VMB_PHASE_AD);
    if (status == VMB_OK) {
        status = vmb_check_input(s, sizeof *s, &s->ad_len, ad, len);
    }
    if (status == VMB_OK && len != 0) {
        vmb_engine_stream_job(s, &j);
        j.job |= VMB_JOB_FLAG(SAVE);
        j.ad = ad;
        j.ad_len = len;
        status = vmb_engine_stream_run(s, &j, 0);
    }
    return vmb_engine_stream_return(s, status);
}

/* VMB_OK if the stream is at its message: all associated data has been added. */
static int vmb_engine_to_message(vmb_engine_stream *s, size_t key_size, uint32_t mark)
{
    if (vmb_engine_stream_ready(s, key_size, mark, VMB_PHASE_AD) == VMB_OK) {
        if (VMB_JOB_IS_CCM(s->job) && s->ad_len != VMB_MAX_BYTES) {
            return VMB_ERR_LENGTH;
        }
        s->phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
        s->job |= VMB_JOB_FLAG(AD_END);
        return VMB_OK;
    }
    return vmb_engine_stream_ready(s, key_size, mark, VMB_PHASE_MESSAGE);
}

int vmb_engine_stream_update(vmb_engine_stream *s, size_t key_size, uint32_t mark, uint8_t *out, const uint8_t *in,
                             size_t len)
{
    vmb_engine_job j;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_engine_to_message(s, key_size, mark);
    if (status == VMB_OK) {
        status = vmb_check_update(s, sizeof *s, s->key, key_size, &s->len, out, in, len);
    }
    if (status == VMB_OK && len != 0) {
        vmb_engine_stream_job(s, &j);
        j.job |= VMB_JOB_FLAG(SAVE);
        j.in = in;
        j.len = len;
        j.out = out;
        status = vmb_engine_stream_run(s, &j, len);
    }
    return vmb_engine_stream_return(s, status);
}

/* The bytes of a tag that a caller asks for by tag_len, or 0 if algorithm and `lengths` say otherwise. */
VMB_INLINE size_t vmb_engine_tag_len(const vmb_engine_stream *s, size_t tag_len)
{
#if VMB_ENGINE_GCM
    if (VMB_JOB_IS_GCM(s->job)) {
        return vmb_gcm_tag_len(tag_len);
    }
#endif
    return tag_len == s->tag_len ? tag_len : 0;
}

int vmb_engine_stream_finish(vmb_engine_stream *s, size_t key_size, uint32_t mark, const uint8_t *tag, size_t tag_len,
                             uint32_t opening)
{
    vmb_engine_job j;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_engine_to_message(s, key_size, mark);
    if (status == VMB_OK && (s->phase & VMB_PHASE_OPENING) != opening) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK) {
        tag_len = vmb_engine_tag_len(s, tag_len);
        if (tag_len == 0 || (VMB_JOB_IS_CCM(s->job) && s->len != VMB_MAX_BYTES)) {
            status = VMB_ERR_LENGTH;
        }
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->key, key_size, tag, tag_len, opening);
    }
    if (status == VMB_OK) {
        vmb_engine_stream_job(s, &j);
        j.job |= VMB_JOB_FLAG(DATA_END);
        if (!VMB_JOB_IS_CCM(j.job)) {
            j.ad_total = s->ad_len;
            j.total = s->len;
        }
#if VMB_ENGINE_GCM
        if (VMB_JOB_IS_GCM(j.job)) {
            status = vmb_engine_gcm_finish(s, &j, tag, tag_len, opening);
        } else
#endif
        {
            j.job |= VMB_JOB(TAG_LEN, tag_len);
            j.tag = tag;
            status = vmb_engine_stream_run(s, &j, 0);
        }
        if (status != VMB_OK && opening == 0) {
            vmb_wipe((uint8_t *)(uintptr_t)tag, tag_len);
        }
    }
    return vmb_end_stream(s, sizeof *s, status);
}

#endif
