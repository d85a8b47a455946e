/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A whole message on the engine, sealed or opened, for every AEAD: the public functions
 * differ in `job`, in what they say about lengths, and in nothing else. The contract of
 * each is in vambrace/aead.h.
 */
#ifndef VMB_ENGINE_ONCE_H
#define VMB_ENGINE_ONCE_H

#include "engine/engine_job.h"
#include "vambrace/aead.h"

#if VMB_ENGINE

/** The rest of a call with valid nonce and tag lengths. `tag` is null if none is written. */
#if VMB_SIZE
int vmb_engine_once(const vmb_call *c, uint8_t *tag, uint32_t job, uint32_t mark);
#else
#define vmb_engine_once vmb_engine_once_here
#endif

VMB_INLINE int vmb_engine_once_here(const vmb_call *c, uint8_t *tag, uint32_t job, uint32_t mark)
{
    vmb_engine_job j;
    int status = vmb_check_call(c, c->key_size, mark);

    if (status != VMB_OK) {
        return status;
    }
    j.job = job | VMB_JOB_WHOLE | VMB_JOB(NONCE_LEN, c->nonce_len) | VMB_JOB(TAG_LEN, c->tag_len) |
            (c->tag_is_output ? 0 : VMB_JOB_FLAG(DECRYPT)) |
            vmb_engine_slot(c->key, c->key_size - VMB_ENGINE_KEY_SIZE(0));
    j.key = c->key;
    j.nonce = c->nonce;
    j.ad = c->ad;
    j.ad_len = c->ad_len;
    j.in = c->in;
    j.len = c->len;
    j.out = c->out;
    j.tag = c->tag;
    j.context = NULL;
    j.out_len = 0;
    j.ad_total = 0;
    j.total = 0;
    status = vmb_engine_do_with(&j, 0);
    if (status != VMB_OK) {
        vmb_engine_clear(c->out, c->len, tag, tag != NULL ? c->tag_len : 0);
    }
    return status;
}

/** The public functions for keys of one algorithm: of bytes_of_key bytes, with this mark. */
#define VMB_ENGINE_KEY_DEFINE(name, bytes_of_key, mark)                             \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len)          \
    {                                                                               \
        return vmb_engine_key((uint32_t *)key, bytes, key_len, bytes_of_key, mark); \
    }                                                                               \
    int name##_init_slot(name##_key *key, unsigned slot)                            \
    {                                                                               \
        return vmb_engine_key_in_slot((uint32_t *)key, slot, bytes_of_key, mark);   \
    }                                                                               \
    void name##_wipe(name##_key *key)                                               \
    {                                                                               \
        vmb_wipe_object(key, sizeof *key);                                          \
    }

/** The public functions of one algorithm: a key of bytes_of_key bytes and its mark; `lengths` is
 *  nonzero for a call c whose lengths the algorithm does not have. */
#define VMB_ENGINE_AEAD_DEFINE(name, job, bytes_of_key, mark, lengths)                                             \
    VMB_ENGINE_KEY_DEFINE(name, bytes_of_key, mark)                                                                \
    int name##_seal(const name##_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,       \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};        \
                                                                                                                   \
        return lengths(&c) ? VMB_ERR_LENGTH : vmb_engine_once(&c, tag, job, mark);                                 \
    }                                                                                                              \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};        \
                                                                                                                   \
        return lengths(&c) ? VMB_ERR_LENGTH : vmb_engine_once(&c, NULL, job, mark);                                \
    }

#endif /* VMB_ENGINE */

#endif
