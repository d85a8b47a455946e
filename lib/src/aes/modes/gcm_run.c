/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The message of AES-GCM (NIST SP 800-38D, section 7), in parts: gcm.h. Blocks of AES
 * are little-endian words, values of GHASH big-endian ones.
 */
#include "aes/aes_swap.h"
#include "aes/aes_words.h"
#include "aes/modes/gcm.h"

#if !VMB_ENGINE_GCM

void vmb_gcm_hash(vmb_gcm_stream *s, unsigned rounds, uint32_t total, const uint8_t *p, size_t n)
{
    vmb_ghash_bytes(VMB_GCM_HASH_KEY(s->key, rounds), s->hash, total & 15, p, n);
}

void vmb_gcm_end_ad(vmb_gcm_stream *s, unsigned rounds)
{
    vmb_ghash_pad(VMB_GCM_HASH_KEY(s->key, rounds), s->hash, s->ad_len & 15);
}

VMB_ALIGNED_CODE int vmb_gcm_crypt(vmb_gcm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t n)
{
    vmb_aes_turn turn;
    int status;

    if (n == 0) {
        return VMB_OK;
    }
    status = vmb_aes_begin(s->key, rounds, &turn);
    if (status == VMB_OK) {
        vmb_aes_ctr_bytes(vmb_aes_ctr_blocks, s->key, rounds, &s->work, out, in, n);
        status = vmb_aes_end(rounds, &turn);
    }
    return status;
}

#if !VMB_SIZE
/* Word i of the tag. There is no early exit once d is known to be nonzero. */
#define VMB_GCM_COMPARE(i)                             \
    do {                                               \
        d |= vmb_get_word(tag + 4 * (i)) ^ s->mask[i]; \
        VMB_OPAQUE(d);                                 \
    } while (0)

VMB_ALIGNED_CODE uint32_t vmb_gcm_differ(const vmb_gcm_stream *s, const uint8_t *tag, size_t tag_len)
{
    uint32_t d = 0;

    if (tag_len != 16 || !vmb_is_aligned(tag)) {
        return vmb_differ(tag, (const uint8_t *)s->mask, tag_len);
    }
    VMB_GCM_COMPARE(0);
    VMB_GCM_COMPARE(1);
    VMB_GCM_COMPARE(2);
    VMB_GCM_COMPARE(3);
    return d;
}
#endif

#endif
