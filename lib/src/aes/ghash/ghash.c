/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * GHASH (NIST SP 800-38D, section 6.4) on bytes, over its whole blocks; words and
 * byte order: ghash.h. What is hashed is public; the key and the hash are not.
 */
#include "aes/aes_swap.h"
#include "aes/aes_words.h"
#include "aes/ghash/ghash.h"

void vmb_ghash_key(uint32_t *key, const uint32_t h[4])
{
    uint32_t w0 = vmb_aes_swap(h[0]), w1 = vmb_aes_swap(h[1]);
    uint32_t w2 = vmb_aes_swap(h[2]), w3 = vmb_aes_swap(h[3]);
    uint32_t odd = 0u - (w0 >> 31);

    /* H / x: one bit to the left. Where there is a coefficient of x^0, the
     * polynomial is added before; over x, it is x^127 + x^6 + x + 1. */
    VMB_OPAQUE(odd);
    key[0] = (w0 << 1 | w1 >> 31) ^ (odd & 0xc2000000u);
    key[1] = w1 << 1 | w2 >> 31;
    key[2] = w2 << 1 | w3 >> 31;
    key[3] = w3 << 1 ^ (odd & 1u);
}

/* The whole blocks of n >= 16 bytes; how many bytes they are. */
static size_t vmb_ghash_whole(const uint32_t *key, uint32_t y[4], const uint8_t *p, size_t n)
{
#if !VMB_GHASH_ANYWHERE
    uint32_t words[VMB_SIZE ? 4 : 16];
    size_t done, some;
#endif

    n &= ~(size_t)15;
#if !VMB_GHASH_ANYWHERE
    if (!vmb_is_aligned(p)) {
        for (done = 0; done != n; done += some) {
            some = n - done < sizeof words ? n - done : sizeof words;
            vmb_aes_move((uint8_t *)words, p + done, some);
            vmb_ghash_blocks(key, y, (const uint8_t *)words, some / 16);
        }
        if (!VMB_GHASH_IN_C) {
            vmb_wipe(words, sizeof words); /* the data of a MAC may be secret */
        }
        return n;
    }
#endif
    vmb_ghash_blocks(key, y, p, n / 16);
    return n;
}

#if !VMB_SIZE
/* The big-endian word at p, of any alignment. */
VMB_INLINE uint32_t vmb_ghash_word(const uint8_t *p)
{
    if (vmb_is_aligned(p)) {
        return vmb_aes_swap(vmb_get_word(p));
    }
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
#endif

size_t vmb_ghash_bytes(const uint32_t *key, uint32_t y[4], size_t used, const uint8_t *p, size_t n)
{
    size_t whole;

    while (n != 0) {
        if (used == 0 && n >= 16) {
            whole = vmb_ghash_whole(key, y, p, n);
            p += whole;
            n -= whole;
            continue;
        }
#if !VMB_SIZE
        if ((used & 3) == 0 && n >= 4) {
            do {
                y[used / 4] ^= vmb_ghash_word(p);
                p += 4;
                n -= 4;
                used += 4;
            } while (used != 16 && n >= 4);
        } else
#endif
        {
            y[used / 4] ^= (uint32_t)*p++ << (24 - 8 * (used & 3));
            n--;
            used++;
        }
        if (used == 16) {
            vmb_ghash_pad(key, y, used);
            used = 0;
        }
    }
    return used;
}

/* Sets the block of lengths, in bits of 64 bits each; they are below 2^34. */
VMB_INLINE void vmb_ghash_lengths(uint32_t block[4], size_t first, size_t second)
{
    block[0] = (uint32_t)first >> 29 << 24;
    block[1] = vmb_aes_swap((uint32_t)first << 3);
    block[2] = (uint32_t)second >> 29 << 24;
    block[3] = vmb_aes_swap((uint32_t)second << 3);
}

#if !VMB_GHASH_OWN_MESSAGE
VMB_ALIGNED_CODE void vmb_ghash_message(const uint32_t *key, uint32_t y[4], const uint8_t *ad, size_t ad_len,
                                        const uint8_t *text, size_t len)
{
    uint32_t hash[4], ends[4 * 3], *last = ends;
    const uint8_t *p = ad;
    size_t n = ad_len, whole, i;

    vmb_aes_zero(hash, 4);
    /* The last 1 to 16 bytes of each part wait at `ends`, filled up with zeros, until other blocks follow. */
    for (i = 0; i < 2; i++) {
        if (n > 16 && last != ends) {
            vmb_ghash_blocks(key, hash, (const uint8_t *)ends, 1);
            last = ends;
        }
        while (n > 16) {
            whole = vmb_ghash_whole(key, hash, p, n - 1);
            p += whole;
            n -= whole;
        }
        if (n != 0) {
            vmb_aes_zero(last, 4);
            vmb_aes_copy((uint8_t *)last, p, n);
            last += 4;
        }
        p = text;
        n = len;
    }
    vmb_ghash_lengths(last, ad_len, len);
    vmb_ghash_blocks(key, hash, (const uint8_t *)ends, (size_t)(last - ends) / 4 + 1);
    for (i = 0; i < 4; i++) {
        y[i] ^= vmb_aes_swap(hash[i]);
    }
    vmb_wipe_here(hash, sizeof hash);
    vmb_wipe_here(ends, sizeof ends); /* the data of a MAC may be secret */
}
#endif

void vmb_ghash_pad(const uint32_t *key, uint32_t y[4], size_t used)
{
    uint32_t zero[4] = {0, 0, 0, 0};

    if (used != 0) {
        vmb_ghash_blocks(key, y, (const uint8_t *)zero, 1);
    }
}
