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

/* ks = the keystream of the next counter, mac = E(mac). */
static void vmb_ccm_empty(const uint32_t *rk, vmb_ccm_work *w)
{
    w->ks[0] = 0;
    w->ks[1] = 0;
    w->ks[2] = 0;
    w->ks[3] = 0;
    vmb_aes_ccm_blocks(rk, 10, &w->s, (uint8_t *)w->ks, (const uint8_t *)w->ks, 1, 0);
}

/* Adds n > 0 bytes to the chain, of whose block in hand `used` bytes are there;
 * returns that number for the next call. A full block waits for more. */
static size_t vmb_ccm_absorb(const uint32_t *rk, vmb_ccm_work *w, size_t used,
                             const uint8_t *p, size_t n)
{
    uint8_t *mac;
    const uint8_t *stop;

    do {
        if (used == 16) {
            vmb_ccm_empty(rk, w);
            used = 0;
        }
        mac = (uint8_t *)w->s.mac + used;
        used += n;
        if (used > 16) {
            used = 16;
        }
        stop = p + ((uint8_t *)w->s.mac + used - mac);
        n -= (size_t)(stop - p);
        do {
            *mac++ ^= *p++;
        } while (p != stop);
    } while (n != 0);
    return used;
}

/* One step on n bytes, 0 < n <= 16, any alignment. */
static void vmb_ccm_step(const uint32_t *rk, vmb_ccm_work *w, uint8_t *out,
                         const uint8_t *in, size_t n, int open)
{
    uint8_t *ks = (uint8_t *)w->ks, *mac = (uint8_t *)w->s.mac;
    uint8_t x, y, take = (uint8_t)(0 - open);
    const uint8_t *end = in + n;

    vmb_ccm_empty(rk, w);
    do {
        x = *in++;
        y = *ks++;
        *out++ = x ^ y;
        *mac++ ^= x ^ (y & take);
    } while (in != end);
}

void vmb_aes_ccm_run(const vmb_call *c, vmb_word tag[4], unsigned rounds)
{
    const uint32_t *rk = ((const vmb_aes128_ccm_key *)c->key)->words;
    const uint8_t *in = c->in, *nonce = c->nonce;
    uint8_t *out = c->out, head[6], *block;
    size_t n, whole;
    vmb_ccm_work w;
    uint32_t *mac = w.s.mac, *ctr = w.s.ctr, last;
    int open = !c->tag_is_output;

    (void)rounds;

    /* The counter block: flags, nonce, counter 0. */
    ctr[2] = 0;
    ctr[3] = 0;
    block = (uint8_t *)ctr;
    *block++ = (uint8_t)(14 - c->nonce_len);
    n = c->nonce_len;
    do {
        *block++ = *nonce++;
    } while (--n != 0);
    last = ctr[3];

    /* B0: its own flags, and the length in the place of the counter. */
    mac[0] = ctr[0] | (uint32_t)(c->tag_len - 2) << 2;
    mac[1] = ctr[1];
    mac[2] = ctr[2];
    n = c->len;
    mac[3] = last | (uint32_t)n << 24 | ((uint32_t)n << 8 & 0xff0000u) |
             ((uint32_t)n >> 8 & 0xff00u) | (uint32_t)n >> 24;

    /* The associated data behind its length, which takes 2 or 6 bytes. */
    n = c->ad_len;
    if (n != 0) {
        mac[0] |= 0x40u;
        head[0] = 0xff;
        head[1] = 0xfe;
        head[2] = (uint8_t)(n >> 24);
        head[3] = (uint8_t)(n >> 16);
        head[4] = (uint8_t)(n >> 8);
        head[5] = (uint8_t)n;
        whole = n < 0xff00u ? 4 : 0;
        whole = vmb_ccm_absorb(rk, &w, 16, head + whole, 6 - whole);
        vmb_ccm_absorb(rk, &w, whole, c->ad, n);
    }

    /* The message: whole blocks where both pointers are word-aligned. */
    ctr[3] = last | 0x01000000u;
    n = c->len;
    whole = n & ~(size_t)15;
    if (whole != 0 && vmb_is_aligned(in) && vmb_is_aligned(out)) {
        vmb_aes_ccm_blocks(rk, 10, &w.s, out, in, whole / 16, open);
        in += whole;
        out += whole;
        n -= whole;
    }
    for (; n != 0; n -= whole, in += whole, out += whole) {
        whole = n < 16 ? n : 16;
        vmb_ccm_step(rk, &w, out, in, whole, open);
    }

    ctr[3] = last;
    vmb_ccm_empty(rk, &w);
    tag[0] = w.ks[0] ^ mac[0];
    tag[1] = w.ks[1] ^ mac[1];
    tag[2] = w.ks[2] ^ mac[2];
    tag[3] = w.ks[3] ^ mac[3];
    vmb_wipe(&w, sizeof w);
}

#else
typedef int vmb_ccm_run_is_unused; /* ISO C wants a declaration */
#endif
