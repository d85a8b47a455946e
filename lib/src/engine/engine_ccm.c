/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-CCM (NIST SP 800-38C) on the engine, the public functions.
 */
#include "engine/engine_once.h"
#include "engine/engine_stream.h"

#if VMB_ENGINE

VMB_INLINE int vmb_engine_ccm_lengths(const vmb_call *c)
{
    size_t bits = 8 * (15 - c->nonce_len); /* of the message's length: 16 to 64 */

    return c->nonce_len - 7 > 6 || c->tag_len - 4 > 12 || (c->tag_len & 1) != 0 || (bits < 32 && c->len >> bits != 0);
}

#define VMB_ENGINE_CCM_DEFINE(name, rounds)                                                                        \
    VMB_ENGINE_AEAD_DEFINE(name, VMB_JOB_AES_CCM(rounds), 4 * (rounds) - 24, VMB_MARK_CCM, vmb_engine_ccm_lengths) \
    VMB_ENGINE_STREAM_DEFINE(name, VMB_JOB_AES_CCM(rounds) | VMB_JOB_FLAG(TOTALS), VMB_MARK_CCM, 7, 13)            \
    int name##_lengths(name##_stream *s, size_t ad_len, size_t len, size_t tag_len)                                \
    {                                                                                                              \
        return vmb_engine_stream_lengths((vmb_engine_stream *)s, sizeof(name##_key), VMB_MARK_CCM, ad_len, len,    \
                                         tag_len);                                                                 \
    }

VMB_ENGINE_CCM_DEFINE(vmb_aes128_ccm, 10)
VMB_ENGINE_CCM_DEFINE(vmb_aes192_ccm, 12)
VMB_ENGINE_CCM_DEFINE(vmb_aes256_ccm, 14)

#endif
