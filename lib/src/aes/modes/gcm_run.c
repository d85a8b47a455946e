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

/* The first two blocks of keystream are adjacent. */
typedef char vmb_gcm_layout[offsetof(vmb_gcm_stream, work.ks) - offsetof(vmb_gcm_stream, mask) == 16 ? 1 : -1];

int vmb_gcm_begin(vmb_gcm_stream *s, const uint32_t *key, unsigned rounds, const uint8_t *nonce, size_t nonce_len)
{
    const uint32_t *hash_key = VMB_GCM_HASH_KEY(key, rounds);
    vmb_aes_turn turn;
    uint8_t *start = (uint8_t *)s + offsetof(vmb_gcm_stream, mask);
    unsigned i;
    int status;

    s->key = key;
    s->ad_len = 0;
    s->len = 0;
    for (i = 0; i < 4; i++) {
        s->hash[i] = 0;
    }
    if (nonce_len == 12) {
        vmb_aes_copy((uint8_t *)s->work.ctr, nonce, 12);
        s->work.ctr[3] = 0x01000000u;
    } else {
        vmb_ghash_end(hash_key, s->hash, vmb_ghash_bytes(hash_key, s->hash, 0, nonce, nonce_len), 0, nonce_len);
        for (i = 0; i < 4; i++) {
            s->work.ctr[i] = vmb_aes_swap(s->hash[i]);
            s->hash[i] = 0;
        }
    }
    /* The tag's mask and the first block of keystream: two at once cost many backends
     * no more than one. */
    for (i = 0; i < 4; i++) {
        s->mask[i] = 0;
        s->work.ks[i] = 0;
    }
    status = vmb_aes_begin(key, rounds, &turn);
    if (status == VMB_OK) {
        vmb_aes_ctr_blocks(key, rounds, s->work.ctr, start, start, 2);
        status = vmb_aes_end(rounds, &turn);
    }
    s->work.used = 0;
    return status;
}

void vmb_gcm_hash(vmb_gcm_stream *s, unsigned rounds, uint32_t total, const uint8_t *p, size_t n)
{
    vmb_ghash_bytes(VMB_GCM_HASH_KEY(s->key, rounds), s->hash, total & 15, p, n);
}

void vmb_gcm_end_ad(vmb_gcm_stream *s, unsigned rounds)
{
    vmb_ghash_pad(VMB_GCM_HASH_KEY(s->key, rounds), s->hash, s->ad_len & 15);
}

int vmb_gcm_crypt(vmb_gcm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t n)
{
    vmb_aes_turn turn;
    int status = vmb_aes_begin(s->key, rounds, &turn);

    if (status == VMB_OK) {
        vmb_aes_ctr_bytes(vmb_aes_ctr_blocks, s->key, rounds, &s->work, out, in, n);
        status = vmb_aes_end(rounds, &turn);
    }
    return status;
}

void vmb_gcm_tag(vmb_gcm_stream *s, unsigned rounds, uint32_t tag[4])
{
    unsigned i;

    vmb_ghash_end(VMB_GCM_HASH_KEY(s->key, rounds), s->hash, s->len & 15, s->ad_len, s->len);
    for (i = 0; i < 4; i++) {
        tag[i] = vmb_aes_swap(s->hash[i]) ^ s->mask[i];
    }
}

int vmb_gcm_has_tag(size_t tag_len)
{
    return tag_len == 4 || tag_len == 8 || tag_len - 12 <= 4;
}
