/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The message of AES-CCM (NIST SP 800-38C; formatting of its appendix A, as in
 * RFC 3610) over a block cipher that does steps of two blocks (aes_backend.h):
 * the formatting and the ragged ends. Blocks are little-endian words; a length in
 * the last bytes of a block is big-endian. The size profile has parts of its own
 * (ccm_run_size.c).
 */
#include "aes/modes/aes_modes.h"
#include "aes/modes/ccm_run.h"

#if !VMB_SIZE && !VMB_CCM_PLANES && !VMB_ENGINE

/* ks = the keystream of the next counter, mac = E(mac). */
void vmb_ccm_next(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w)
{
    vmb_aes_let_in(rounds);
    w->ks[0] = 0;
    w->ks[1] = 0;
    w->ks[2] = 0;
    w->ks[3] = 0;
#if VMB_AES_CCM_NEXT
    vmb_aes_ccm_next(rk, rounds, w);
#else
    vmb_aes_ccm_blocks(rk, rounds, &w->s, (uint8_t *)w->ks, (const uint8_t *)w->ks, 1, 0);
#endif
}

/* mac = E(mac). An AES unit and Zkned do one block in less time than two. */
static void vmb_ccm_chain(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w)
{
#if VMB_AES_UNIT || VMB_AES_CCM_NEXT
    vmb_aes_let_in(rounds);
    vmb_aes_encrypt_blocks(rk, rounds, (uint8_t *)w->s.mac, (const uint8_t *)w->s.mac, 1);
    vmb_aes_let_in(rounds);
#else
    vmb_ccm_next(rk, rounds, w);
#endif
}

/* Sets the counter to n: 1 for the message, 0 for the tag. */
static void vmb_ccm_count(vmb_ccm_work *w, uint32_t n)
{
    w->s.ctr[3] = w->last | n << 24;
}

void vmb_ccm_nonce(vmb_ccm_work *w, const uint8_t *nonce, size_t nonce_len)
{
    uint8_t *block = (uint8_t *)w->s.ctr;
    const uint8_t *end = nonce + nonce_len;
#if VMB_AES_CCM_NEXT
    uint32_t x = (uint32_t)(14 - nonce_len), y, i = 0;
#endif

    w->s.ctr[2] = 0;
    w->s.ctr[3] = 0;
#if VMB_AES_CCM_NEXT
    if (vmb_is_aligned(nonce)) {
        for (; end - nonce >= 4; nonce += 4) {
            y = vmb_get_word(nonce);
            w->s.ctr[i++] = x | y << 8;
            x = y >> 24;
        }
    }
    w->s.ctr[i] = x;
    block += 4 * i + 1;
    for (; nonce != end; nonce++) {
        *block++ = *nonce;
    }
#else
    *block++ = (uint8_t)(14 - nonce_len);
    do {
        *block++ = *nonce++;
    } while (nonce != end);
#endif
    w->last = w->s.ctr[3];
}

#if VMB_AES_CCM_NEXT
/* Adds the words of p to those of the CBC-MAC from its byte `used` on; returns where the next byte comes. */
VMB_INLINE uint8_t *vmb_ccm_add_words(uint32_t mac[4], uint32_t used, const uint8_t *p, const uint8_t *stop)
{
    uint32_t *word = mac + used / 4, up = 8 * (used & 3), x;

    for (; stop - p >= 4; p += 4) {
        x = vmb_get_word(p);
        word[0] ^= x << up;
        word++;
        if (up != 0) {
            word[0] ^= x >> (32 - up);
        }
    }
    return (uint8_t *)word + up / 8;
}

/* Adds 16 bytes at a word-aligned address after 2, as those of the length are. */
VMB_INLINE void vmb_ccm_add_after_length(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, const uint8_t *p)
{
    uint32_t *mac = w->s.mac, a = vmb_get_word(p), b = vmb_get_word(p + 4), c = vmb_get_word(p + 8);

    mac[0] ^= a << 16;
    mac[1] ^= a >> 16 | b << 16;
    mac[2] ^= b >> 16 | c << 16;
    mac[3] ^= c >> 16 | vmb_get_word(p + 12) << 16;
    vmb_ccm_chain(rk, rounds, w);
    mac[0] ^= vmb_get_word(p + 12) >> 16;
}
#endif

size_t vmb_ccm_absorb(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used, const uint8_t *p, size_t n)
{
    uint8_t *mac;
    const uint8_t *stop;
    size_t most;

#if VMB_AES_CCM_NEXT
    for (; used == 2 && n >= 16 && vmb_is_aligned(p); p += 16) {
        vmb_ccm_add_after_length(rk, rounds, w, p);
        n -= 16;
        if (n == 0) {
            return used;
        }
    }
#endif
    if (used != 16) {
        vmb_aes_let_in_cached(rounds);
    }
    do {
        if (used == 16) {
            vmb_ccm_chain(rk, rounds, w);
            used = 0;
        }
        mac = (uint8_t *)w->s.mac + used;
        most = used + VMB_AES_AT_ONCE < 16 ? used + VMB_AES_AT_ONCE : 16;
        used += n;
        if (used > most) {
            used = most;
        }
        stop = p + ((uint8_t *)w->s.mac + used - mac);
        n -= (size_t)(stop - p);
#if VMB_AES_CCM_NEXT
        if (stop - p >= 4 && vmb_is_aligned(p)) {
            mac = vmb_ccm_add_words(w->s.mac, (uint32_t)(mac - (uint8_t *)w->s.mac), p, stop);
            p += (stop - p) & ~3;
        }
        for (; p != stop; p++) {
            *mac++ ^= *p;
        }
#else
        do {
            *mac++ ^= *p++;
        } while (p != stop);
#endif
        vmb_aes_let_in(rounds);
    } while (n != 0);
    return used;
}

size_t vmb_ccm_lengths(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t tag_len, size_t ad_len, size_t len)
{
    uint32_t *mac = w->s.mac, n = (uint32_t)len;
    uint8_t head[6];
    size_t skip;

    /* B0: its own flags, and the length instead of the counter. */
    mac[0] = w->s.ctr[0] | (uint32_t)(tag_len - 2) << 2;
    mac[1] = w->s.ctr[1];
    mac[2] = w->s.ctr[2];
    mac[3] = w->last | n << 24 | (n << 8 & 0xff0000u) | (n >> 8 & 0xff00u) | n >> 24;
    if (ad_len == 0) {
        return 16;
    }
    w->s.ctr[3] = 0; /* counts the blocks of associated data: below 2^28, no carry */

    /* The length of the associated data takes 2 or 6 bytes. */
    mac[0] |= 0x40u;
    head[0] = 0xff;
    head[1] = 0xfe;
    head[2] = (uint8_t)(ad_len >> 24);
    head[3] = (uint8_t)(ad_len >> 16);
    head[4] = (uint8_t)(ad_len >> 8);
    head[5] = (uint8_t)ad_len;
    skip = ad_len < 0xff00u ? 4 : 0;
#if VMB_AES_CCM_NEXT
    if (skip != 0) {
        vmb_ccm_chain(rk, rounds, w);
        mac[0] ^= (uint32_t)head[4] | (uint32_t)head[5] << 8;
        return 2;
    }
#endif
    vmb_aes_let_in_cached(rounds);
    return vmb_ccm_absorb(rk, rounds, w, 16, head + skip, 6 - skip);
}

size_t vmb_ccm_begin(vmb_ccm_work *w, size_t used)
{
    (void)used;
    vmb_ccm_count(w, 1);
    return 16;
}

/* The steps of a message as modes of vmb_aes_bounce. */
static void vmb_ccm_seal_blocks(const uint32_t *rk, unsigned rounds, uint32_t *s, uint8_t *out, const uint8_t *in,
                                size_t blocks)
{
    vmb_aes_let_in(rounds);
    vmb_aes_ccm_blocks(rk, rounds, (vmb_ccm_state *)(void *)s, out, in, blocks, 0);
}

static void vmb_ccm_open_blocks(const uint32_t *rk, unsigned rounds, uint32_t *s, uint8_t *out, const uint8_t *in,
                                size_t blocks)
{
    vmb_aes_let_in(rounds);
    vmb_aes_ccm_blocks(rk, rounds, (vmb_ccm_state *)(void *)s, out, in, blocks, 1);
}

size_t vmb_ccm_crypt(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used, uint8_t *out, const uint8_t *in,
                     size_t n, int open)
{
    uint8_t *ks, *mac;
    uint32_t x, y, take = 0u - (unsigned)open;
    const uint8_t *stop;
    size_t whole;

    while (n != 0) {
        vmb_aes_let_in(rounds);
        if (used == 16) {
            whole = n & ~(size_t)15;
            if (whole != 0) {
                if (vmb_aes_takes(in, out)) {
                    vmb_aes_ccm_blocks(rk, rounds, &w->s, out, in, whole / 16, open);
                } else {
                    vmb_aes_bounce(open ? vmb_ccm_open_blocks : vmb_ccm_seal_blocks, rk, rounds, &w->s, out, in,
                                   whole / 16);
                }
                in += whole;
                out += whole;
                n -= whole;
                continue;
            }
            vmb_ccm_next(rk, rounds, w);
            vmb_aes_let_in(rounds);
            used = 0;
        }
        ks = (uint8_t *)w->ks + used;
        mac = (uint8_t *)w->s.mac + used;
        whole = 16 - used < VMB_AES_AT_ONCE_SLOWLY ? 16 - used : VMB_AES_AT_ONCE_SLOWLY;
        if (whole > n) {
            whole = n;
        }
        used += whole;
        n -= whole;
        stop = in + whole;
        if (vmb_is_aligned(in) && vmb_is_aligned(out) && vmb_is_word_aligned(ks)) {
            for (; stop - in > 3; in += 4, out += 4, ks += 4, mac += 4) {
                x = vmb_get_word(in);
                y = *(vmb_word *)(void *)ks;
                vmb_put_word(out, x ^ y);
                *(vmb_word *)(void *)mac ^= x ^ (y & take);
            }
        }
        for (; in != stop; in++) {
            x = *in;
            y = *ks++;
            *out++ = (uint8_t)(x ^ y);
            *mac++ ^= (uint8_t)(x ^ (y & take));
            vmb_aes_let_in_cached(rounds);
        }
    }
    vmb_aes_let_in(rounds);
    return used;
}

void vmb_ccm_tag(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used, vmb_word tag[4])
{
    unsigned i;

    (void)used;
    vmb_ccm_count(w, 0);
    vmb_ccm_next(rk, rounds, w);
    for (i = 0; i < 4; i++) {
        vmb_put_word(tag + i, w->ks[i] ^ w->s.mac[i]);
    }
}

#if VMB_AES_UNIT_CHAIN && !VMB_AES_UNIT_WHOLE
#define vmb_aes_ccm_run vmb_aes_software_ccm_run /* of the key lengths that the unit does not have */
VMB_NOINLINE void vmb_aes_ccm_run(const vmb_call *c, void *tag, unsigned rounds);
#endif

#if !VMB_AES_OWN_CCM || (VMB_AES_UNIT_CHAIN && !VMB_AES_UNIT_WHOLE)

void vmb_aes_ccm_run(const vmb_call *c, void *tag, unsigned rounds)
{
    const uint32_t *rk = (const uint32_t *)c->key;
    vmb_ccm_work w; /* all secrets of one message, for one wipe */
    size_t used;

    vmb_aes_let_in(rounds);
    vmb_ccm_nonce(&w, c->nonce, c->nonce_len);
    vmb_aes_let_in(rounds);
    used = vmb_ccm_lengths(rk, rounds, &w, c->tag_len, c->ad_len, c->len);
    if (c->ad_len != 0) {
        vmb_aes_let_in(rounds);
        used = vmb_ccm_absorb(rk, rounds, &w, used, c->ad, c->ad_len);
    }
    used = vmb_ccm_begin(&w, used);
    used = vmb_ccm_crypt(rk, rounds, &w, used, c->out, c->in, c->len, !c->tag_is_output);
    vmb_ccm_tag(rk, rounds, &w, used, (vmb_word *)tag);
    vmb_aes_let_in(rounds);
    vmb_wipe(&w, sizeof w);
}

#endif

#endif
