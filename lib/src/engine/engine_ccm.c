/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-CCM (NIST SP 800-38C) on the engine, the public functions.
 */
#include "aes/modes/ccm_no_tag.h"
#include "engine/engine_mode.h"
#include "engine/engine_once.h"
#include "engine/engine_stream.h"

#if VMB_ENGINE

VMB_INLINE int vmb_engine_ccm_lengths(const vmb_call *c)
{
    size_t bits = 8 * (15 - c->nonce_len); /* of the message's length: 16 to 64 */

    return c->nonce_len - 7 > 6 || c->tag_len - 4 > 12 || (c->tag_len & 1) != 0 || (bits < 32 && c->len >> bits != 0);
}

/* CCM* without a tag: a job of AES-CTR. */
VMB_NOINLINE static int vmb_engine_ccm_no_tag(const uint32_t *key, unsigned rounds, uint8_t *out, const uint8_t *nonce,
                                              size_t nonce_len, const uint8_t *in, size_t len)
{
    int status = vmb_ccm_no_tag_check(key, rounds, out, nonce, nonce_len, in, len);
    uint32_t block[4];

    if (status != VMB_OK || len == 0) {
        return status;
    }
    vmb_ccm_no_tag_block((uint8_t *)block, nonce, nonce_len);
    return vmb_engine_mode(VMB_JOB_AES_CTR(rounds), key, rounds, (const uint8_t *)block, out, in, len);
}

#define VMB_ENGINE_CCM_DEFINE(name, rounds)                                                                           \
    VMB_ENGINE_AEAD_DEFINE(name, VMB_JOB_AES_CCM(rounds), 4 * (rounds) - 24, VMB_MARK_CCM, vmb_engine_ccm_lengths)    \
    VMB_ENGINE_STREAM_DEFINE(name, VMB_JOB_AES_CCM(rounds) | VMB_JOB_FLAG(TOTALS), VMB_MARK_CCM, 7, 13)               \
    int name##_lengths(name##_stream *s, size_t ad_len, size_t len, size_t tag_len)                                   \
    {                                                                                                                 \
        return vmb_engine_stream_lengths((vmb_engine_stream *)s, sizeof(name##_key), VMB_MARK_CCM, ad_len, len,       \
                                         tag_len);                                                                    \
    }                                                                                                                 \
    int name##_no_tag(const name##_key *key, uint8_t *out, const uint8_t *nonce, size_t nonce_len, const uint8_t *in, \
                      size_t len)                                                                                     \
    {                                                                                                                 \
        return vmb_engine_ccm_no_tag((const uint32_t *)key, rounds, out, nonce, nonce_len, in, len);                  \
    }

VMB_ENGINE_CCM_DEFINE(vmb_aes128_ccm, 10)
VMB_ENGINE_CCM_DEFINE(vmb_aes192_ccm, 12)
VMB_ENGINE_CCM_DEFINE(vmb_aes256_ccm, 14)

#endif
