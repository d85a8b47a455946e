/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-128-CCM (NIST SP 800-38C; formatting of its appendix A, as in RFC 3610)
 * over any AES backend: the message's formatting, its ragged ends, and the
 * tag. Blocks are little-endian words (aes_backend.h); a length in the last
 * bytes of a block is big-endian.
 */
#include "aes/aes_backend.h"
#include "common/common.h"

/* All secrets of one call, in one place so that one wipe erases them. */
typedef struct {
    vmb_ccm_state s;
    uint32_t ks[4]; /* keystream of the step in hand, in the end the tag */
} vmb_ccm_work;

static uint32_t vmb_swap32(uint32_t x)
{
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

/* The first n bytes at p, at most 4, as a zero-padded little-endian word. */
static uint32_t vmb_load_part(const uint8_t *p, size_t n)
{
    uint32_t x = 0;

    if (n >= 4) {
        return vmb_load32_le(p);
    }
    while (n != 0) {
        x = x << 8 | p[--n];
    }
    return x;
}

static void vmb_store_part(uint8_t *p, uint32_t x, size_t n)
{
    if (n >= 4) {
        vmb_store32_le(p, x);
        return;
    }
    for (; n != 0; n--, x >>= 8) {
        *p++ = (uint8_t)x;
    }
}

/* One step on n <= 16 bytes, any alignment; n = 0 gives keystream alone. */
static void vmb_ccm_step(const uint32_t *rk, vmb_ccm_work *w, uint8_t *out,
                         const uint8_t *in, size_t n, int open)
{
    uint32_t x, take, *mac = w->s.mac, *ks = w->ks;
    size_t i, m;

    for (i = 0; i < 4; i++) {
        ks[i] = 0;
    }
    vmb_aes128_ccm_blocks(rk, &w->s, (uint8_t *)ks, (const uint8_t *)ks, 1, 0);
    for (; n != 0; n -= m, in += m, out += m) {
        m = n < 4 ? n : 4;
        x = vmb_load_part(in, m);
        /* Opening, the plaintext: what goes out, without the bytes that do
         * not exist. */
        take = open ? 0xffffffffu >> (32 - 8 * m) : 0;
        *mac++ ^= x ^ (*ks & take);
        vmb_store_part(out, x ^ *ks++, m);
    }
}

/* Adds the associated data, behind its length, to the chain. */
static void vmb_ccm_ad(const uint32_t *rk, uint32_t mac[4], const uint8_t *ad, size_t n)
{
    uint32_t size = (uint32_t)n;
    size_t i = 0, m = n < 2 ? n : 2;

    vmb_aes128_encrypt1(rk, mac);
    if (size >= 0xff00u) {
        mac[i++] ^= 0xfeffu | (size >> 24) << 16 | (size >> 16) << 24;
    }
    mac[i++] ^= (size >> 8 & 0xffu) | (size & 0xffu) << 8 | vmb_load_part(ad, m) << 16;
    while ((n -= m) != 0) {
        ad += m;
        m = n < 4 ? n : 4;
        if (i == 4) {
            vmb_aes128_encrypt1(rk, mac);
            i = 0;
        }
        mac[i++] ^= vmb_load_part(ad, m);
    }
}

/* Seals or opens a call whose arguments are checked; leaves the tag in w->ks. */
static void vmb_ccm_run(const vmb_call *c, vmb_ccm_work *w)
{
    const uint32_t *rk = ((const vmb_aes128_ccm_key *)c->key)->words;
    const uint8_t *in = c->in, *nonce = c->nonce;
    uint8_t *out = c->out;
    size_t n = c->len, extra = c->nonce_len - 7, whole;
    uint32_t *mac = w->s.mac, *ctr = w->s.ctr, last;
    int open = !c->tag_is_output;

    /* The counter block: flags, nonce, counter. B0: the same with its own
     * flags and the message's length in place of the counter. */
    ctr[0] = (uint32_t)(14 - c->nonce_len) | vmb_load32_le(nonce) << 8;
    ctr[1] = vmb_load32_le(nonce + 3);
    ctr[2] = vmb_load_part(nonce + 7, extra);
    ctr[3] = last = extra > 4 ? vmb_load_part(nonce + 11, extra - 4) : 0;
    mac[0] = ctr[0] | (uint32_t)(c->tag_len - 2) << 2 | (c->ad_len != 0 ? 0x40u : 0);
    mac[1] = ctr[1];
    mac[2] = ctr[2];
    mac[3] = last | vmb_swap32((uint32_t)n);
    if (c->ad_len != 0) {
        vmb_ccm_ad(rk, mac, c->ad, c->ad_len);
    }
    vmb_ccm_next(&w->s);
    if (vmb_is_aligned(in) && vmb_is_aligned(out)) {
        whole = n & ~(size_t)15;
        if (whole != 0) {
            vmb_aes128_ccm_blocks(rk, &w->s, out, in, whole / 16, open);
            in += whole;
            out += whole;
            n -= whole;
        }
    }
    for (; n != 0; n -= whole, in += whole, out += whole) {
        whole = n < 16 ? n : 16;
        vmb_ccm_step(rk, w, out, in, whole, open);
    }
    ctr[3] = last;
    vmb_ccm_step(rk, w, NULL, NULL, 0, 0);
    for (n = 0; n < 4; n++) {
        w->ks[n] ^= mac[n];
    }
}

static int vmb_ccm_call(const vmb_call *c)
{
    vmb_ccm_work w;
    uint32_t x, differ = 0, *t = w.ks;
    uint8_t *tag = (uint8_t *)(uintptr_t)c->tag;
    size_t n = c->tag_len, m, bits;
    int result;

    if (c->nonce_len - 7 > 6 || n - 4 > 12 || (n & 1) != 0) {
        return VMB_ERR_LENGTH;
    }
    bits = 8 * (15 - c->nonce_len); /* of the message's length: 16 to 64 */
    if (bits < 32 && c->len >> bits != 0) {
        return VMB_ERR_LENGTH;
    }
    result = vmb_check_call(c);
    if (result != VMB_OK) {
        return result;
    }
    vmb_ccm_run(c, &w);
    for (; n != 0; n -= m, tag += m) {
        m = n < 4 ? n : 4;
        x = *t++;
        if (c->tag_is_output) {
            vmb_store_part(tag, x, m);
        } else {
            differ |= (x ^ vmb_load_part(tag, m)) << (32 - 8 * m);
            VMB_OPAQUE(differ);
        }
    }
    vmb_wipe(&w, sizeof w);
    if (differ != 0) {
        vmb_wipe(c->out, c->len);
        result = VMB_ERR_TAG;
    }
    return result;
}

int vmb_aes128_ccm_init(vmb_aes128_ccm_key *key, const uint8_t *bytes, size_t key_len)
{
    if (key_len != 16) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL || bytes == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_aes128_expand(key->words, bytes);
    return VMB_OK;
}

#define VMB_CCM_CALL(is_seal)                                                  \
    vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce,                  \
                  nonce_len, ad, ad_len, in, len, is_seal};                    \
    return vmb_ccm_call(&c)

int vmb_aes128_ccm_seal(const vmb_aes128_ccm_key *key, uint8_t *out, uint8_t *tag,
                        size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                        const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    VMB_CCM_CALL(1);
}

int vmb_aes128_ccm_open(const vmb_aes128_ccm_key *key, uint8_t *out, const uint8_t *tag,
                        size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                        const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    VMB_CCM_CALL(0);
}

void vmb_aes128_ccm_wipe(vmb_aes128_ccm_key *key)
{
    if (key != NULL) {
        vmb_wipe(key, sizeof *key);
    }
}
