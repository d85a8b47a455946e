/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parts of an AES-CCM message (ccm_run.h) over a backend that keeps the counter
 * and the CBC-MAC as planes (vmb_aes_ccm_steps). The current block waits, in plain
 * bytes, for the step that adds it to the MAC; while a message's block is coming in
 * byte by byte, bytes of plaintext replace those of keystream. Otherwise
 * like ccm_run.c. What a whole message needs is compiled into it; the functions for
 * streams are the same once more, linked where there are streams.
 */
#include "aes/modes/aes_modes.h"
#include "aes/aes_words.h"
#include "aes/modes/ccm_run.h"

#if VMB_CCM_PLANES && !VMB_ENGINE

typedef uint16_t __attribute__((__may_alias__)) vmb_half;

static const uint32_t vmb_zeros[4] = {0, 0, 0, 0};

/* Unaligned data takes much stack: then not all of a message is one function, whose frame has all registers. */
#if VMB_MISALIGNED
#define VMB_CCM_APART VMB_INLINE
#else
#define VMB_CCM_APART VMB_NOINLINE static
#endif

/* Adds the current block to the MAC; block = keystream. */
VMB_NOINLINE static void vmb_ccm_empty(vmb_ccm_message *w, unsigned flags)
{
    vmb_aes_ccm_steps(w, (uint8_t *)w->block, (const uint8_t *)vmb_zeros, 1, flags | VMB_CCM_KEEP);
}

VMB_CCM_APART void vmb_put_nonce(vmb_ccm_message *w, const uint8_t *nonce, size_t nonce_len)
{
    uint32_t *word = w->block, x = (uint32_t)(14 - nonce_len), y;
    uint8_t *byte;

    w->block[2] = 0;
    w->block[3] = 0;
    if (vmb_is_aligned(nonce)) {
        for (; nonce_len >= 4; nonce_len -= 4) {
            y = vmb_get_word(nonce);
            *word++ = x | y << 8;
            x = y >> 24;
            nonce += 4;
        }
    }
    *word = x;
    byte = (uint8_t *)word + 1;
    for (; nonce_len != 0; nonce_len--) {
        *byte++ = *nonce++;
    }
}

VMB_INLINE size_t vmb_put_lengths(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t tag_len,
                                  size_t ad_len, size_t len)
{
    uint32_t n = (uint32_t)len, ad = (uint32_t)ad_len;

    /* B0: the counter block with different flags, and the length instead of the counter. */
    w->high[0] = (uint32_t)(tag_len - 2) << 2 | (uint32_t)(ad != 0) << 6;
    w->high[1] = n << 24 | (n << 8 & 0xff0000u) | (n >> 8 & 0xff00u) | n >> 24;
    vmb_aes_ccm_start(rk, rounds, w, ad != 0);
    if (ad == 0) {
        return 16;
    }

    /* The length of the associated data takes 2 or 6 bytes. */
    n = (ad & 0xffu) << 8 | (ad >> 8 & 0xffu);
    w->block[1] = 0;
    w->block[2] = 0;
    w->block[3] = 0;
    if (ad < 0xff00u) {
        w->block[0] = n;
        return 2;
    }
    w->block[0] = 0xfeffu | (ad >> 8 & 0xff0000u) | (ad << 8 & 0xff000000u);
    w->block[1] = n;
    return 6;
}

VMB_INLINE size_t vmb_put_absorb(vmb_ccm_message *w, size_t used, const uint8_t *p, size_t n)
{
    uint8_t *block;
    const uint8_t *stop;

    do {
        if (used == 16) {
            vmb_ccm_empty(w, 0);
            used = 0;
            w->block[0] = 0;
            w->block[1] = 0;
            w->block[2] = 0;
            w->block[3] = 0;
        }
        block = (uint8_t *)w->block + used;
        used += n;
        if (used > 16) {
            used = 16;
        }
        stop = p + ((uint8_t *)w->block + used - block);
        n -= (size_t)(stop - p);
        if ((((uintptr_t)block | (uintptr_t)p) & 1u) == 0) {
            for (; stop - p > 1; p += 2, block += 2) {
                *(vmb_half *)(void *)block = *(const vmb_half *)(const void *)p;
            }
        }
        for (; p != stop; p++) {
            *block++ = *p;
        }
    } while (n != 0);
    return used;
}

VMB_INLINE size_t vmb_put_begin(vmb_ccm_message *w, size_t used)
{
    (void)w;
    (void)used; /* zeros follow */
    return 16;
}

/* Blocks of unaligned data that go through the stack at a time. */
#define VMB_CCM_BOUNCE 3

/* How many of n > 0 bytes go together. Computed each time, and compared with 0: neither this number nor a limit needs a
 * register that the function saves. */
#define VMB_CCM_SOME(n) ((int32_t)((n) - 16 * VMB_CCM_BOUNCE) > 0 ? 16 * VMB_CCM_BOUNCE : (n))

/* Apart, so that aligned data does not pay for its registers. */
VMB_NOINLINE static void vmb_ccm_unaligned(vmb_ccm_message *w, uint8_t *out, const uint8_t *in, size_t n,
                                           unsigned flags)
{
    uint32_t buffer[4 * VMB_CCM_BOUNCE];
    size_t some;

    while (n != 0) {
        vmb_aes_move((uint8_t *)buffer, in, VMB_CCM_SOME(n));
        VMB_OPAQUE(n);
        vmb_aes_ccm_steps(w, (uint8_t *)buffer, (const uint8_t *)buffer, VMB_CCM_SOME(n) / 16, flags);
        VMB_OPAQUE(n);
        vmb_aes_move(out, (const uint8_t *)buffer, VMB_CCM_SOME(n));
        VMB_OPAQUE(n);
        some = VMB_CCM_SOME(n);
        in += some;
        out += some;
        n -= some;
    }
    vmb_wipe(buffer, sizeof buffer);
}

VMB_INLINE size_t vmb_put_crypt(vmb_ccm_message *w, size_t used, uint8_t *out, const uint8_t *in, size_t n, int open)
{
    uint8_t *block;
    uint32_t x, y, take = 0u - (unsigned)open;
    const uint8_t *stop;
    size_t whole;

    while (n != 0) {
        if (used == 16) {
            whole = n & ~(size_t)15;
            if (whole != 0 && vmb_is_aligned(in) && vmb_is_aligned(out)) {
                vmb_aes_ccm_steps(w, out, in, whole / 16, VMB_CCM_NEXT | (unsigned)open);
                in += whole;
                out += whole;
                n -= whole;
                continue;
            }
            if (!VMB_MISALIGNED && whole != 0) {
                vmb_ccm_unaligned(w, out, in, whole, VMB_CCM_NEXT | (unsigned)open);
                in += whole;
                out += whole;
                n -= whole;
                continue;
            }
            vmb_ccm_empty(w, VMB_CCM_NEXT);
            used = 0;
        }
        block = (uint8_t *)w->block + used;
        whole = 16 - used;
        if (whole > n) {
            whole = n;
        }
        used += whole;
        n -= whole;
        stop = in + whole;
        if (vmb_is_aligned(in) && vmb_is_aligned(out) && vmb_is_word_aligned(block)) {
            for (; stop - in > 3; in += 4, out += 4, block += 4) {
                x = vmb_get_word(in);
                y = *(vmb_word *)(void *)block;
                vmb_put_word(out, x ^ y);
                *(vmb_word *)(void *)block = x ^ (y & take);
            }
        }
        for (; in != stop; in++) {
            x = *in;
            y = *block;
            *out++ = (uint8_t)(x ^ y);
            *block++ = (uint8_t)(x ^ (y & take));
        }
    }
    return used;
}

/* Fills the current block with zeros. */
VMB_INLINE void vmb_ccm_pad(vmb_ccm_message *w, size_t used)
{
    for (; (used & 3) != 0; used++) {
        ((uint8_t *)w->block)[used] = 0;
    }
    for (; used != 16; used += 4) {
        w->block[used / 4] = 0;
        VMB_OPAQUE(used); /* or the compiler calls memset */
    }
}

/* Sets the counter to 0. Its two lower bits are not in the planes. */
VMB_INLINE void vmb_ccm_rewind(vmb_ccm_message *w)
{
    uint32_t n = w->low[VMB_CCM_COUNT] >> 6, places = w->low[VMB_CCM_PLACES];
    unsigned i = 2, j;

    w->low[VMB_CCM_COUNT] = 0;
    for (; n != 0; n >>= 1, i++) {
        if (i == 8) {
            i = 0;
            places >>= 8;
        }
        if (i >= 2) {
            w->high[i - 2] ^= (n & 1u) << (places & 31u);
        } else {
            for (j = i; j < 16; j += 4) {
                w->low[j] ^= (n & 1u) << (places & 31u);
            }
        }
    }
}

VMB_INLINE void vmb_put_tag(vmb_ccm_message *w, size_t used, vmb_word tag[4])
{
    vmb_ccm_pad(w, used);
    vmb_ccm_rewind(w);
    vmb_aes_ccm_steps(w, (uint8_t *)tag, (const uint8_t *)vmb_zeros, 1, VMB_CCM_TAG);
}

void vmb_ccm_nonce(vmb_ccm_message *w, const uint8_t *nonce, size_t nonce_len)
{
    vmb_put_nonce(w, nonce, nonce_len);
}

size_t vmb_ccm_lengths(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t tag_len, size_t ad_len,
                       size_t len)
{
    return vmb_put_lengths(rk, rounds, w, tag_len, ad_len, len);
}

size_t vmb_ccm_absorb(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t used, const uint8_t *p, size_t n)
{
    (void)rk;
    (void)rounds;
    return vmb_put_absorb(w, used, p, n);
}

size_t vmb_ccm_begin(vmb_ccm_message *w, size_t used)
{
    return vmb_put_begin(w, used);
}

size_t vmb_ccm_crypt(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t used, uint8_t *out,
                     const uint8_t *in, size_t n, int open)
{
    (void)rk;
    (void)rounds;
    return vmb_put_crypt(w, used, out, in, n, open);
}

void vmb_ccm_tag(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t used, vmb_word tag[4])
{
    (void)rk;
    (void)rounds;
    vmb_put_tag(w, used, tag);
}

void vmb_aes_ccm_run(const vmb_call *c, void *tag, unsigned rounds)
{
    vmb_ccm_message w; /* all secrets of one message, wiped with the tag */
    size_t used;

    vmb_put_nonce(&w, c->nonce, c->nonce_len);
    used = vmb_put_lengths((const uint32_t *)c->key, rounds, &w, c->tag_len, c->ad_len, c->len);
    if (c->ad_len != 0) {
        used = vmb_put_absorb(&w, used, c->ad, c->ad_len);
    }
    used = vmb_put_begin(&w, used);
    used = vmb_put_crypt(&w, used, c->out, c->in, c->len, !c->tag_is_output);
    vmb_put_tag(&w, used, (vmb_word *)tag);
}

void vmb_ccm_next(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w)
{
    (void)rk;
    (void)rounds;
    vmb_ccm_empty(w, VMB_CCM_NEXT);
}

#else
typedef int vmb_ccm_run_planes_is_unused; /* ISO C wants a declaration */

#endif
