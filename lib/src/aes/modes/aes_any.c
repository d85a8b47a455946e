/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The modes on data of any alignment and length (aes_modes.h). Alignment and
 * lengths are public, and so are counters.
 */
#include "aes/modes/aes_modes.h"
#include "aes/aes_swap.h"
#include "aes/aes_words.h"

/* Blocks with the last bytes of a message in CTR: two at once cost many backends no more than one; an AES
 * unit does one at a time. */
#define VMB_LAST (VMB_AES_UNIT ? 1 : 2)

#if VMB_AES_UNIT_ASKS
#if VMB_AES_UNIT_FAR
/* Loads come before stores: the two may conflict in a cache. */
void vmb_aes_copy_on(unsigned rounds, uint8_t *to, const uint8_t *from, size_t n)
{
    uint8_t a, b, c, d;

    vmb_aes_let_in(rounds);
    for (; n >= 4; n -= 4, to += 4, from += 4) {
        if (vmb_is_word_aligned(to) && vmb_is_word_aligned(from)) {
            *(vmb_word *)(void *)to = *(const vmb_word *)(const void *)from;
        } else {
            a = from[0];
            b = from[1];
            c = from[2];
            d = from[3];
            to[0] = a;
            to[1] = b;
            to[2] = c;
            to[3] = d;
        }
        vmb_aes_let_in(rounds);
    }
    for (; n != 0; n--) {
        *to++ = *from++;
        vmb_aes_let_in(rounds);
    }
}
#else
void vmb_aes_copy_on(unsigned rounds, uint8_t *to, const uint8_t *from, size_t n)
{
    size_t some;

    vmb_aes_let_in(rounds);
    for (; n != 0; n -= some, to += some, from += some) {
        some = n < VMB_AES_AT_ONCE ? n : VMB_AES_AT_ONCE;
        vmb_aes_copy(to, from, some);
        vmb_aes_let_in(rounds);
    }
}
#endif
#endif

/** Copies up to 31 bytes, if that is the limit. */
#if VMB_AES_CTR_ANYWHERE
VMB_INLINE void vmb_aes_some(unsigned rounds, uint8_t *to, const uint8_t *from, size_t n)
{
    if (n < 16) {
        vmb_aes_copy_on(rounds, to, from, n);
    } else {
        vmb_aes_move_on(rounds, to, from, n);
    }
}
#else
#define vmb_aes_some vmb_aes_copy_on
#endif

void vmb_aes_copy(uint8_t *to, const uint8_t *from, size_t n)
{
    uint32_t x;

#if !VMB_SIZE || VMB_AES_UNIT_ASKS
    if (vmb_is_aligned(to) && vmb_is_aligned(from)) {
        for (; n >= 4; n -= 4, to += 4, from += 4) {
            x = vmb_get_word(from);
            VMB_OPAQUE(x);
            vmb_put_word(to, x);
        }
    }
#endif
    for (; n != 0; n--) {
        x = *from++;
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        *to++ = (uint8_t)x;
    }
}

#if VMB_AES_MOVE_IN_C
/* Copies n > 6 bytes to an aligned buffer, except the last of them, and returns their number. A word is combined from
 * two aligned ones within the n bytes. */
VMB_INLINE size_t vmb_aes_copy_words(uint8_t *to, const uint8_t *from, size_t n)
{
    unsigned down = 8 * (unsigned)((uintptr_t)from & 3), up = 32 - down, i;
    const vmb_word *source;
    vmb_word *target = (vmb_word *)(void *)to;
    uint32_t rest = 0, a, b, c, d;

    if (down == 0) {
        source = (const vmb_word *)(const void *)from;
        for (; n >= 4; n -= 4) {
            a = *source++;
            VMB_OPAQUE(a); /* or the compiler calls memcpy */
            *target++ = a;
        }
        return n;
    }
    for (i = 0; i != up; i += 8) {
        rest |= (uint32_t)*from++ << i;
    }
    source = (const vmb_word *)(const void *)from;
    for (; n >= 19; n -= 16, source += 4, target += 4) {
        a = source[0];
        b = source[1];
        c = source[2];
        d = source[3];
        target[0] = rest | a << up;
        target[1] = a >> down | b << up;
        target[2] = b >> down | c << up;
        target[3] = c >> down | d << up;
        rest = d >> down;
    }
    for (; n >= 7; n -= 4) {
        a = *source++;
        *target++ = rest | a << up;
        rest = a >> down;
    }
    return n;
}

void vmb_aes_move(uint8_t *to, const uint8_t *from, size_t n)
{
    const uint8_t *end = from + n;

    for (; !vmb_is_word_aligned(to); n--) {
        *to++ = *from++;
    }
    n = vmb_aes_copy_words(to, from, n);
    vmb_aes_copy(to + (end - from) - n, end - n, n);
}
#endif

void vmb_aes_bounce(vmb_aes_mode *mode, const uint32_t *rk, unsigned rounds, void *chain, uint8_t *out,
                    const uint8_t *in, size_t blocks)
{
    uint32_t buffer[4 * VMB_BOUNCE];
    size_t n;

    for (; blocks != 0; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks < VMB_BOUNCE ? blocks : VMB_BOUNCE;
        vmb_aes_move_on(rounds, (uint8_t *)buffer, in, 16 * n);
        mode(rk, rounds, chain, (uint8_t *)buffer, (const uint8_t *)buffer, n);
        vmb_aes_move_on(rounds, out, (const uint8_t *)buffer, 16 * n);
    }
    vmb_wipe(buffer, sizeof buffer);
}

void vmb_aes_any(vmb_aes_mode *mode, const uint32_t *rk, unsigned rounds, void *chain, uint8_t *out, const uint8_t *in,
                 size_t blocks)
{
    if (vmb_aes_takes(in, out)) {
        mode(rk, rounds, chain, out, in, blocks);
    } else {
        vmb_aes_bounce(mode, rk, rounds, chain, out, in, blocks);
    }
}

#if VMB_AES_CTR_KEYSTREAM
#define VMB_CTR_ANY(mode, rk, rounds, ctr, out, in, blocks) (mode)(rk, rounds, ctr, out, in, blocks)
#define VMB_CTR_DATA(in, n) (in)
#else
#define VMB_CTR_ANY vmb_aes_any
#define VMB_CTR_DATA(in, n) ((in) + (n))
#endif

/* The carry, after `room` blocks. */
VMB_NOINLINE static void vmb_aes_ctr_split(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out,
                                           const uint8_t *in, size_t blocks, size_t room)
{
    unsigned i = 3;

    VMB_CTR_ANY(vmb_aes_ctr_blocks, rk, rounds, ctr, out, in, room);
    do {
        i--;
        ctr[i] = vmb_aes_swap(vmb_aes_swap(ctr[i]) + 1);
    } while (ctr[i] == 0 && i != 0);
    VMB_CTR_ANY(vmb_aes_ctr_blocks, rk, rounds, ctr, out + 16 * room, VMB_CTR_DATA(in, 16 * room), blocks - room);
}

void vmb_aes_ctr_carry(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                       size_t blocks)
{
    size_t room = 0xffffffffu - vmb_aes_swap(ctr[3]); /* blocks before the one whose
                                                     * successor carries */

    if (blocks <= room) {
        vmb_aes_ctr_blocks(rk, rounds, ctr, out, in, blocks);
    } else {
        vmb_aes_ctr_split(rk, rounds, ctr, out, in, blocks, room + 1);
    }
}

/* Uses the rest of a block of keystream for the first of len bytes; returns the number of bytes. */
static size_t vmb_aes_ctr_rest(unsigned rounds, vmb_ctr_work *w, uint8_t *out, const uint8_t *in, size_t len)
{
    const uint8_t *ks = (const uint8_t *)w->ks;
    size_t i = 0;

    (void)rounds;
    while (i != len && w->used != 16) {
#if VMB_AES_UNIT_ASKS
        if (w->used % VMB_AES_AT_ONCE_SLOWLY == 0) {
            vmb_aes_let_in(rounds);
        }
#endif
#if !VMB_SIZE
        if ((w->used & 3) == 0 && len - i >= 4 && vmb_is_aligned(in + i) && vmb_is_aligned(out + i)) {
            vmb_put_word(out + i, vmb_get_word(in + i) ^ w->ks[w->used / 4]);
            i += 4;
            w->used += 4;
            continue;
        }
#endif
#if VMB_AES_CTR_ANYWHERE
        if ((w->used & 3) == 0 && len - i >= 4) {
            uint32_t word = w->ks[w->used / 4];
            size_t end = i + 4;

            for (; i != end; i++, word >>= 8) {
                out[i] = in[i] ^ (uint8_t)word;
            }
            w->used += 4;
            continue;
        }
#endif
        out[i] = in[i] ^ ks[w->used++];
        i++;
    }
    return i;
}

#if VMB_AES_CTR_KEYSTREAM
VMB_ALIGNED_CODE void vmb_aes_ctr_bytes(vmb_aes_mode *ctr_mode, const uint32_t *rk, unsigned rounds, vmb_ctr_work *w,
                                        uint8_t *out, const uint8_t *in, size_t len)
{
    uint32_t ks[4 * VMB_BOUNCE];
    const uint8_t *k, *end;
    size_t n;

    if (len == 0) { /* in and out may be null */
        return;
    }
    n = vmb_aes_ctr_rest(rounds, w, out, in, len);
    in += n;
    out += n;
    for (len -= n; len != 0; len -= n) {
        n = len < sizeof ks ? len : sizeof ks;
        ctr_mode(rk, rounds, w->ctr, (uint8_t *)ks, NULL, (n + 15) / 16);
        k = (const uint8_t *)ks;
        end = in + n;
        if (vmb_is_aligned(in) && vmb_is_aligned(out)) {
            for (; (size_t)(end - in) >= 4; in += 4, out += 4, k += 4) {
                vmb_put_word(out, vmb_get_word(in) ^ vmb_get_word(k));
            }
        }
        while (in != end) {
            *out++ = *in++ ^ *k++;
        }
        if ((n & 15) != 0) {
            vmb_aes_copy((uint8_t *)w->ks, (const uint8_t *)ks + (n & ~(size_t)15), 16);
            w->used = (uint32_t)n & 15;
        }
    }
    vmb_wipe(ks, sizeof ks);
}
#else
/* Where unaligned data passes through the stack, the end of a message has a frame of its own, after that. */
#if VMB_AES_RV32 && !VMB_SIZE && !VMB_MISALIGNED
#define VMB_CTR_LAST VMB_NOINLINE static
#else
#define VMB_CTR_LAST VMB_INLINE
#endif

/* The last n > 0 bytes. */
VMB_CTR_LAST void vmb_aes_ctr_last(vmb_aes_mode *ctr_mode, const uint32_t *rk, unsigned rounds, vmb_ctr_work *w,
                                   uint8_t *out, const uint8_t *in, size_t n)
{
    uint32_t last[4 * VMB_LAST];

    vmb_aes_let_in(rounds);
    vmb_aes_zero(last, 4 * VMB_LAST);
    vmb_aes_some(rounds, (uint8_t *)last, in, n);
    ctr_mode(rk, rounds, w->ctr, (uint8_t *)last, (const uint8_t *)last, (n + 15) / 16);
    vmb_aes_some(rounds, out, (const uint8_t *)last, n);
    if ((n & 15) != 0) {
        /* Behind the data the keystream stands alone. */
        vmb_aes_copy((uint8_t *)w->ks, (const uint8_t *)(last + (n & 16) / 4), 16);
        w->used = (uint32_t)n & 15;
    }
    vmb_aes_let_in(rounds);
    vmb_wipe(last, sizeof last);
}

VMB_ALIGNED_CODE void vmb_aes_ctr_bytes(vmb_aes_mode *ctr_mode, const uint32_t *rk, unsigned rounds, vmb_ctr_work *w,
                                        uint8_t *out, const uint8_t *in, size_t len)
{
    size_t n;

    if (len == 0) { /* in and out may be null */
        return;
    }
    n = vmb_aes_ctr_rest(rounds, w, out, in, len);
    vmb_aes_let_in(rounds);
    in += n;
    out += n;
    len -= n;
    /* A partial block is processed separately, together with the block before if the number is odd: for many backends
     * two blocks cost no more than one. */
#if VMB_AES_CTR_ANYWHERE
    n = (len & 15) == 0 && vmb_aes_takes(in, out) ? 0 : len & 31;
    if (len != n) {
        ctr_mode(rk, rounds, w->ctr, out, in, (len - n) / 16);
        in += len - n;
        out += len - n;
    }
#else
    n = (len & 15) == 0 ? 0 : len & (16 * VMB_LAST - 1);
    if (len != n) {
        vmb_aes_any(ctr_mode, rk, rounds, w->ctr, out, in, (len - n) / 16);
        in += len - n;
        out += len - n;
    }
#endif
    if (n != 0) {
        vmb_aes_ctr_last(ctr_mode, rk, rounds, w, out, in, n);
    }
}
#endif
