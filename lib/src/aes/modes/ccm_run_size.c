/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parts of an AES-CCM message (ccm_run.h) in few bytes of code, for the size
 * profile: associated data, message and tag all go byte by byte through one loop.
 * Otherwise like ccm_run.c. What a whole message needs is compiled into it; the
 * functions for streams are the same once more, linked where there are streams.
 */
#include "aes/modes/ccm_run.h"

#if VMB_SIZE && !VMB_ENGINE

/* ks = the keystream of the next counter, mac = E(mac). */
VMB_INLINE void vmb_ccm_empty(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w)
{
#if VMB_AES_STEP
    vmb_aes_ccm_step(rk, rounds, w);
#else
    unsigned i;

    for (i = 0; i < 4; i++) {
        w->ks[i] = 0;
    }
    vmb_aes_ccm_blocks(rk, rounds, &w->s, (uint8_t *)w->ks, (const uint8_t *)w->ks, 1, 0);
#endif
}

/* Sets the counter to n: 1 for the message, 0 for the tag. */
VMB_INLINE void vmb_ccm_count(vmb_ccm_work *w, uint32_t n)
{
    w->s.ctr[3] = w->last | n << 24;
}

VMB_INLINE void vmb_put_nonce(vmb_ccm_work *w, const uint8_t *nonce, size_t nonce_len)
{
    uint8_t *block = (uint8_t *)w->s.ctr;
    const uint8_t *end = nonce + nonce_len;

    w->s.ctr[2] = 0;
    w->s.ctr[3] = 0;
    *block++ = (uint8_t)(14 - nonce_len);
    do {
        *block++ = *nonce++;
    } while (nonce != end);
    w->last = w->s.ctr[3];
}

/* Writes n, big-endian, before end; the bytes before it are zero. */
VMB_INLINE void vmb_ccm_number(uint32_t *end, size_t n)
{
    uint8_t *p = (uint8_t *)end;

    do {
        *--p = (uint8_t)n;
        n >>= 8;
    } while (n != 0);
}

size_t vmb_ccm_crypt(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used, uint8_t *out, const uint8_t *in,
                     size_t n, int open)
{
    uint8_t x, y;

    for (; n != 0; n--, used++) {
        vmb_aes_let_in(rounds);
        if (used == 16) {
            vmb_ccm_empty(rk, rounds, w);
            used = 0;
        }
        x = *in++;
        if (out != NULL) {
            y = x ^ ((const uint8_t *)w->ks)[used];
            *out++ = y;
            if (open) {
                x = y;
            }
        }
        ((uint8_t *)w->s.mac)[used] ^= x;
    }
    return used;
}

VMB_INLINE size_t vmb_put_lengths(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t tag_len, size_t ad_len,
                                  size_t len)
{
    uint32_t *mac = w->s.mac, head[2];
    size_t skip;

    /* B0: its own flags, and the length instead of the counter. */
    mac[0] = w->s.ctr[0] | (uint32_t)(tag_len - 2) << 2;
    mac[1] = w->s.ctr[1];
    mac[2] = w->s.ctr[2];
    mac[3] = w->last;
    vmb_ccm_number(mac + 4, len);
    if (ad_len == 0) {
        return 16;
    }
    w->s.ctr[3] = 0; /* counts the blocks of associated data: below 2^28, no carry */

    /* The length of the associated data takes the last 2 or 6 of these bytes. */
    mac[0] |= 0x40u;
    head[0] = 0xfeff0000u;
    head[1] = 0;
    vmb_ccm_number(head + 2, ad_len);
    skip = ad_len < 0xff00u ? 6 : 2;
    return vmb_ccm_crypt(rk, rounds, w, 16, NULL, (const uint8_t *)head + skip, 8 - skip, 0);
}

/* The first n bytes of the tag. */
VMB_INLINE void vmb_put_tag(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, uint8_t *tag, size_t n)
{
    /* The CBC-MAC is encrypted before the loop reads its first byte. */
    vmb_ccm_count(w, 0);
    vmb_ccm_crypt(rk, rounds, w, 16, tag, (const uint8_t *)w->s.mac, n, 0);
}

void vmb_ccm_nonce(vmb_ccm_work *w, const uint8_t *nonce, size_t nonce_len)
{
    vmb_put_nonce(w, nonce, nonce_len);
}

size_t vmb_ccm_lengths(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t tag_len, size_t ad_len, size_t len)
{
    return vmb_put_lengths(rk, rounds, w, tag_len, ad_len, len);
}

size_t vmb_ccm_absorb(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used, const uint8_t *p, size_t n)
{
    return vmb_ccm_crypt(rk, rounds, w, used, NULL, p, n, 0);
}

size_t vmb_ccm_begin(vmb_ccm_work *w, size_t used)
{
    (void)used;
    vmb_ccm_count(w, 1);
    return 16;
}

void vmb_ccm_tag(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used, vmb_word tag[4])
{
    (void)used;
    vmb_put_tag(rk, rounds, w, (uint8_t *)tag, 16);
}

#if !VMB_AES_OWN_CCM

void vmb_aes_ccm_run(const vmb_call *c, void *tag, unsigned rounds)
{
    const uint32_t *rk = (const uint32_t *)c->key;
    vmb_ccm_work w; /* all secrets of one message, for one wipe */
    size_t used;

    vmb_aes_let_in(rounds);
    vmb_put_nonce(&w, c->nonce, c->nonce_len);
    vmb_aes_let_in(rounds);
    used = vmb_put_lengths(rk, rounds, &w, c->tag_len, c->ad_len, c->len);
    vmb_ccm_crypt(rk, rounds, &w, used, NULL, c->ad, c->ad_len, 0);
    vmb_ccm_count(&w, 1);
    vmb_ccm_crypt(rk, rounds, &w, 16, c->out, c->in, c->len, !c->tag_is_output);
    vmb_put_tag(rk, rounds, &w, (uint8_t *)tag, c->tag_len);
    vmb_aes_let_in(rounds);
    vmb_wipe(&w, sizeof w);
}

#endif

#endif
