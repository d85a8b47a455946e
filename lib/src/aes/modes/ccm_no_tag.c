/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * CCM* without a tag in software, the public functions. One body serves the three key sizes.
 */
#include "aes/modes/ccm_no_tag.h"
#include "aes/aes_words.h"
#include "aes/modes/aes_modes.h"
#include "vambrace/aead.h"

#if !VMB_ENGINE

VMB_NOINLINE static int vmb_ccm_no_tag(const uint32_t *key, unsigned rounds, uint8_t *out, const uint8_t *nonce,
                                       size_t nonce_len, const uint8_t *in, size_t len)
{
    int status = vmb_ccm_no_tag_check(key, rounds, out, nonce, nonce_len, in, len);
    vmb_aes_turn turn;
    vmb_ctr_work w;

    if (status != VMB_OK || len == 0) {
        return status;
    }
    status = vmb_aes_begin(key, rounds, &turn);
    if (status == VMB_OK) {
        vmb_ccm_no_tag_block((uint8_t *)w.ctr, nonce, nonce_len);
        w.used = 16;
        vmb_aes_ctr_bytes(vmb_aes_ctr_blocks, key, rounds, &w, out, in, len); /* fewer than 2^32 blocks: no carry */
        vmb_wipe_here(&w, sizeof w);
        status = vmb_aes_end(rounds, &turn);
    }
    return vmb_aes_return(status, out, len);
}

#define VMB_CCM_NO_TAG_DEFINE(name, rounds)                                                                           \
    int name##_no_tag(const name##_key *key, uint8_t *out, const uint8_t *nonce, size_t nonce_len, const uint8_t *in, \
                      size_t len)                                                                                     \
    {                                                                                                                 \
        return vmb_aes_wiped(rounds, vmb_ccm_no_tag((const uint32_t *)key, rounds, out, nonce, nonce_len, in, len));  \
    }

VMB_CCM_NO_TAG_DEFINE(vmb_aes128_ccm, 10)
VMB_CCM_NO_TAG_DEFINE(vmb_aes192_ccm, 12)
VMB_CCM_NO_TAG_DEFINE(vmb_aes256_ccm, 14)

#endif
