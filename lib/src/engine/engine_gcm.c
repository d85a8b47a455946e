/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-GCM (NIST SP 800-38D) on an engine with its parameter AesGcm, the public functions.
 *
 * The engine has nonces of 1 to 16 bytes and, without a permission, tags of 12 to 16. Others take more jobs, which use
 * that GHASH does not know what it hashes: associated data is a nonce, or a ciphertext whose plaintext is not to be seen
 * yet; and that a context does not know where it comes from. Words 1 to 4 of it are the state of GHASH, 5 to 8 the
 * counter block, which is J0 of SP 800-38D, section 7.1, until the message begins.
 */
#include "engine/engine_once.h"
#include "engine/engine_stream.h"

#if VMB_ENGINE_GCM

#include "aes/modes/gcm.h"

#define VMB_ENGINE_GCM_NONCE 16u

/* Rounds with the key in an object of key_size bytes. */
#define VMB_ENGINE_GCM_ROUNDS(key_size) ((unsigned)((key_size) - VMB_ENGINE_KEY_SIZE(0)) / 4 + 6)

/* The context of a message that is encrypted, without any bytes so far; its counter block is the caller's. */
static void vmb_engine_gcm_fresh(vmb_engine_stream *s, size_t key_size)
{
    unsigned i;

    s->context[0] = VMB_ENGINE_CONTEXT(VMB_ENGINE_UNIT_AES_FAMILY, VMB_ENGINE_UNIT_AES_GCM,
                                       (VMB_ENGINE_GCM_ROUNDS(key_size) - 10) / 2);
    for (i = 1; i < 5; i++) {
        s->context[i] = 0;
    }
    s->context[9] = 0;
    s->job |= VMB_JOB_FLAG(RESUME);
}

/* Hashes n bytes. */
static int vmb_engine_gcm_hash(vmb_engine_stream *s, const uint8_t *p, size_t n)
{
    vmb_engine_job j;

    vmb_engine_stream_job(s, &j);
    j.job |= VMB_JOB_FLAG(SAVE);
    j.ad = p;
    j.ad_len = n;
    return vmb_engine_stream_run(s, &j, 0);
}

/* Begins a stream. Of a long nonce, J0 is the hash of it, zeros up to a block, 8 zeros and its length in bits. */
VMB_NOINLINE static int vmb_engine_gcm_start(vmb_engine_stream *s, uint32_t job, const uint32_t *key, size_t key_size,
                                             const uint8_t *nonce, size_t nonce_len, uint32_t opening)
{
    uint8_t end[31];
    unsigned i, n;
    int status = vmb_engine_stream_start(s, job, key, key_size, VMB_MARK_GCM, nonce, nonce_len, 1, VMB_MAX_BYTES,
                                         opening);

    if (status != VMB_OK || nonce_len <= VMB_ENGINE_GCM_NONCE) {
        return status;
    }
    vmb_engine_gcm_fresh(s, key_size);
    for (i = 5; i < 9; i++) {
        s->context[i] = 0;
    }
    if (opening != 0) {
        s->context[0] |= VMB_ENGINE_CONTEXT_DECRYPT;
    }
    n = (unsigned)(-nonce_len & 15) + 16;
    for (i = 0; i < n - 5; i++) {
        end[i] = 0;
    }
    end[n - 5] = (uint8_t)(nonce_len >> 29);
    end[n - 4] = (uint8_t)(nonce_len >> 21);
    end[n - 3] = (uint8_t)(nonce_len >> 13);
    end[n - 2] = (uint8_t)(nonce_len >> 5);
    end[n - 1] = (uint8_t)(nonce_len << 3);
    status = vmb_engine_gcm_hash(s, nonce, nonce_len);
    if (status == VMB_OK) {
        status = vmb_engine_gcm_hash(s, end, n);
    }
    if (status != VMB_OK) {
        return vmb_end_stream(s, sizeof *s, status);
    }
    for (i = 5; i < 9; i++) {
        s->context[i] = s->context[i - 4];
        s->context[i - 4] = 0;
    }
    return VMB_OK;
}

/* GMAC's streams begin to seal before it is known that they verify. A tag that is too short for the engine is compared
 * with one of 16 bytes that it writes, for open too, where the nonce was. */
int vmb_engine_gcm_finish(vmb_engine_stream *s, vmb_engine_job *j, const uint8_t *tag, size_t tag_len, uint32_t opening)
{
    const int is_short = !vmb_gcm_is_usual_tag(tag_len);
    uint8_t *made = (uint8_t *)s->nonce;
    size_t i;
    int status;

    j->job &= ~(VMB_JOB_FLAG(DECRYPT) | VMB_JOB_FLAG(EARLY));
    s->context[0] &= ~VMB_ENGINE_CONTEXT_DECRYPT;
    if (is_short) {
        j->job |= VMB_JOB(TAG_LEN, 16);
        j->tag = made;
    } else {
        j->job |= VMB_JOB(TAG_LEN, tag_len);
        j->tag = tag;
        if (opening != 0) {
            j->job |= VMB_JOB_FLAG(DECRYPT);
            s->context[0] |= VMB_ENGINE_CONTEXT_DECRYPT;
        }
    }
    status = vmb_engine_stream_run(s, j, 0);
    if (status == VMB_OK && is_short) {
        if (opening != 0) {
            /* The result of the tag check is public: the call returns it. */
            return vmb_differ(tag, made, tag_len) == 0 ? VMB_OK : VMB_ERR_TAG;
        }
        for (i = 0; i < tag_len; i++) {
            ((uint8_t *)(uintptr_t)tag)[i] = made[i];
        }
    }
    return status;
}

/* context[8] += blocks: the counter is big-endian. */
static void vmb_engine_gcm_count(vmb_engine_stream *s, uint32_t blocks)
{
    uint8_t *low = (uint8_t *)(s->context + 8);
    uint32_t now = ((uint32_t)low[0] << 24 | (uint32_t)low[1] << 16 | (uint32_t)low[2] << 8 | low[3]) + blocks;

    low[0] = (uint8_t)(now >> 24);
    low[1] = (uint8_t)(now >> 16);
    low[2] = (uint8_t)(now >> 8);
    low[3] = (uint8_t)now;
}

/* Verifies the tag of a message, as associated data after its own: a counter as it is after the message. */
static int vmb_engine_gcm_verify(vmb_engine_stream *s, const vmb_call *c)
{
    vmb_engine_job j;
    int status = VMB_OK;
    unsigned i;

    if (c->ad_len != 0) {
        status = vmb_engine_gcm_hash(s, c->ad, c->ad_len);
    }
    if (c->len != 0) {
        if (status == VMB_OK && (c->ad_len & 15) != 0) {
            for (i = 0; i < 4; i++) {
                s->nonce[i] = 0; /* it has been used */
            }
            status = vmb_engine_gcm_hash(s, (const uint8_t *)s->nonce, -c->ad_len & 15);
        }
        if (status == VMB_OK) {
            status = vmb_engine_gcm_hash(s, c->in, c->len);
            vmb_engine_gcm_count(s, (uint32_t)(c->len / 16));
        }
    }
    if (status == VMB_OK) {
        vmb_engine_stream_job(s, &j);
        j.job |= VMB_JOB_WHOLE;
        j.ad_total = (uint32_t)c->ad_len;
        j.total = (uint32_t)c->len;
        status = vmb_engine_gcm_finish(s, &j, c->tag, c->tag_len, 1);
    }
    return status;
}

/* Decrypts the message after that. Both directions of the counter mode are the same, and to encrypt needs no permission
 * for early plaintext, which this is not. */
static int vmb_engine_gcm_decrypt(vmb_engine_stream *s, const vmb_call *c)
{
    vmb_engine_job j;

    vmb_engine_gcm_fresh(s, c->key_size);
    vmb_engine_gcm_count(s, 0u - (uint32_t)(c->len / 16));
    vmb_engine_stream_job(s, &j);
    j.job |= VMB_JOB_FLAG(AD_END) | VMB_JOB_FLAG(SAVE);
    j.in = c->in;
    j.len = c->len;
    j.out = c->out;
    return vmb_engine_stream_run(s, &j, c->len);
}

static int vmb_engine_gcm_seal(vmb_engine_stream *s, const vmb_call *c, uint8_t *tag)
{
    int status = vmb_engine_stream_ad(s, c->key_size, VMB_MARK_GCM, c->ad, c->ad_len);

    if (status == VMB_OK) {
        status = vmb_engine_stream_update(s, c->key_size, VMB_MARK_GCM, c->out, c->in, c->len);
    }
    if (status == VMB_OK) {
        status = vmb_engine_stream_finish(s, c->key_size, VMB_MARK_GCM, tag,
                                          vmb_gcm_is_usual_tag(c->tag_len) ? c->tag_len : VMB_SHORT_TAG(c->tag_len), 0);
    }
    return status;
}

/* A whole message with a nonce or a tag that the engine does not have, if GCM has it. */
VMB_NOINLINE static int vmb_engine_gcm_in_parts(vmb_call *c, uint8_t *tag, uint32_t job)
{
    vmb_engine_stream s;
    int status = VMB_ERR_LENGTH;

    c->tag_len = vmb_gcm_tag_len(c->tag_len);
    if (c->nonce_len - 1 < VMB_MAX_BYTES && c->tag_len != 0) {
        status = vmb_check_call(c, c->key_size, VMB_MARK_GCM);
    }
    if (status != VMB_OK) {
        return status;
    }
    status = vmb_engine_gcm_start(&s, job | VMB_JOB_FLAG(TOTALS), (const uint32_t *)c->key, c->key_size, c->nonce,
                                  c->nonce_len, 0);
    if (status == VMB_OK) {
        if (c->tag_is_output) {
            status = vmb_engine_gcm_seal(&s, c, tag);
        } else {
            status = vmb_engine_gcm_verify(&s, c);
            if (status == VMB_OK && c->len != 0) {
                status = vmb_engine_gcm_decrypt(&s, c);
            }
        }
    }
    vmb_wipe(&s, sizeof s);
    if (status != VMB_OK) {
        vmb_engine_clear(c->out, c->len, tag, tag != NULL ? c->tag_len : 0);
    }
    return status;
}

/* Seals and writes the tag, or opens: tag is null then. */
VMB_INLINE int vmb_engine_gcm(vmb_call *c, uint8_t *tag, uint32_t job)
{
    if (VMB_RARELY(c->nonce_len - 1 >= VMB_ENGINE_GCM_NONCE || !vmb_gcm_is_usual_tag(c->tag_len))) {
        return vmb_engine_gcm_in_parts(c, tag, job);
    }
    return vmb_engine_once(c, tag, job, VMB_MARK_GCM);
}

#define VMB_ENGINE_GCM_DEFINE(name, rounds)                                                                        \
    VMB_ENGINE_KEY_DEFINE(name, 4 * (rounds) - 24, VMB_MARK_GCM)                                                   \
    int name##_seal(const name##_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,       \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};              \
                                                                                                                   \
        return vmb_engine_gcm(&c, tag, VMB_JOB_AES_GCM(rounds));                                                   \
    }                                                                                                              \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};              \
                                                                                                                   \
        return vmb_engine_gcm(&c, NULL, VMB_JOB_AES_GCM(rounds));                                                  \
    }                                                                                                              \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)         \
    {                                                                                                              \
        return vmb_engine_gcm_start((vmb_engine_stream *)s, VMB_JOB_AES_GCM(rounds) | VMB_JOB_FLAG(TOTALS),        \
                                    (const uint32_t *)key, sizeof *key, nonce, nonce_len, 0);                      \
    }                                                                                                              \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)         \
    {                                                                                                              \
        return vmb_engine_gcm_start((vmb_engine_stream *)s, VMB_JOB_AES_GCM(rounds) | VMB_JOB_FLAG(TOTALS),        \
                                    (const uint32_t *)key, sizeof *key, nonce, nonce_len, VMB_PHASE_OPENING);      \
    }                                                                                                              \
    VMB_ENGINE_STREAM_REST_DEFINE(name, VMB_MARK_GCM)

VMB_ENGINE_GCM_DEFINE(vmb_aes128_gcm, 10)
VMB_ENGINE_GCM_DEFINE(vmb_aes192_gcm, 12)
VMB_ENGINE_GCM_DEFINE(vmb_aes256_gcm, 14)

#endif
