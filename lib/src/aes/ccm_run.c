/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The message of AES-128-CCM (NIST SP 800-38C; formatting of its appendix A,
 * as in RFC 3610) over a block cipher that does steps of two blocks
 * (aes_backend.h): the formatting and the ragged ends. Blocks are
 * little-endian words; a length in the last bytes of a block is big-endian.
 */
#include "aes/aes_backend.h"

#if !VMB_ISE_ZKN

/* All secrets of one message, in one place so that one wipe erases them. */
typedef struct {
    vmb_ccm_state s;
    uint32_t ks[4]; /* keystream of a ragged end, of the tag in the end */
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

/* ks = the keystream of the next counter, mac = E(mac). */
static void vmb_ccm_empty(const uint32_t *rk, vmb_ccm_work *w)
{
    size_t i;

    for (i = 0; i < 4; i++) {
        w->ks[i] = 0;
    }
    vmb_aes128_ccm_blocks(rk, &w->s, (uint8_t *)w->ks, (const uint8_t *)w->ks, 1, 0);
}

/* One step on n <= 16 bytes, any alignment. */
static void vmb_ccm_step(const uint32_t *rk, vmb_ccm_work *w, uint8_t *out,
                         const uint8_t *in, size_t n, int open)
{
    uint8_t *ks = (uint8_t *)w->ks, *mac = (uint8_t *)w->s.mac;
    uint8_t x, y, take = (uint8_t)(0 - open);
    size_t i;

    vmb_ccm_empty(rk, w);
    for (i = 0; i < n; i++) {
        x = in[i];
        y = ks[i];
        out[i] = x ^ y;
        mac[i] ^= x ^ (y & take);
    }
}

/* Adds the associated data, behind its length, to the chain. */
static void vmb_ccm_ad(const uint32_t *rk, vmb_ccm_work *w, const uint8_t *ad, size_t n)
{
    uint32_t size = (uint32_t)n, *mac = w->s.mac;
    size_t i = 0, m = n < 2 ? n : 2;

    vmb_ccm_empty(rk, w);
    if (size >= 0xff00u) {
        mac[i++] ^= 0xfeffu | (size >> 24) << 16 | (size >> 16) << 24;
    }
    mac[i++] ^= (size >> 8 & 0xffu) | (size & 0xffu) << 8 | vmb_load_part(ad, m) << 16;
    while ((n -= m) != 0) {
        ad += m;
        m = n < 4 ? n : 4;
        if (i == 4) {
            vmb_ccm_empty(rk, w);
            i = 0;
        }
        mac[i++] ^= vmb_load_part(ad, m);
    }
}

void vmb_aes128_ccm_run(const vmb_call *c, vmb_word tag[4])
{
    const uint32_t *rk = ((const vmb_aes128_ccm_key *)c->key)->words;
    const uint8_t *in = c->in, *nonce = c->nonce;
    uint8_t *out = c->out;
    size_t n = c->len, extra = c->nonce_len - 7, part;
    vmb_ccm_work w;
    uint32_t *mac = w.s.mac, *ctr = w.s.ctr, last;
    int open = !c->tag_is_output;

    /* The counter block: flags, nonce, counter. B0: the same with its own
     * flags and the message's length in the place of the counter. */
    ctr[0] = (uint32_t)(14 - c->nonce_len) | vmb_load32_le(nonce) << 8;
    ctr[1] = vmb_load32_le(nonce + 3);
    ctr[2] = vmb_load_part(nonce + 7, extra);
    ctr[3] = last = extra > 4 ? vmb_load_part(nonce + 11, extra - 4) : 0;
    mac[0] = ctr[0] | (uint32_t)(c->tag_len - 2) << 2 | (c->ad_len != 0 ? 0x40u : 0);
    mac[1] = ctr[1];
    mac[2] = ctr[2];
    mac[3] = last | vmb_swap32((uint32_t)n);
    if (c->ad_len != 0) {
        vmb_ccm_ad(rk, &w, c->ad, c->ad_len);
    }
    ctr[3] = last | 0x01000000u;
    part = n & ~(size_t)15;
    if (part != 0 && vmb_is_aligned(in) && vmb_is_aligned(out)) {
        vmb_aes128_ccm_blocks(rk, &w.s, out, in, part / 16, open);
        in += part;
        out += part;
        n -= part;
    }
    for (; n != 0; n -= part, in += part, out += part) {
        part = n < 16 ? n : 16;
        vmb_ccm_step(rk, &w, out, in, part, open);
    }
    ctr[3] = last;
    vmb_ccm_empty(rk, &w);
    for (n = 0; n < 4; n++) {
        tag[n] = w.ks[n] ^ mac[n];
    }
    vmb_wipe(&w, sizeof w);
}

#else
typedef int vmb_ccm_run_is_unused; /* ISO C wants a declaration */
#endif
