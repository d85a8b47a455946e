/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Words of a job into an engine without a memory port, and out of it. Part of
 * engine_pio.c, which determines the order. Functions that move many words look for interrupts after a few of them, and
 * let them in (engine_pio_turn.h) unless `w` is null. The functions return 0 if all words have been moved, and 1 if
 * another call continued the job `w`.
 */
#ifndef VMB_ENGINE_PIO_WORDS_H
#define VMB_ENGINE_PIO_WORDS_H

#include "engine/engine_pio_turn.h"

#if VMB_ENGINE_PORT_PIO
#define VMB_PIO_SET(name, value) vmb_engine_post(VMB_ENGINE_REG_##name / 4, value)
#define VMB_PIO_IN(word) vmb_engine_feed(word)
#define VMB_PIO_IN2(first, second) vmb_engine_feed2(first, second)
#define VMB_PIO_OUT() vmb_engine_take()
#else
#define VMB_PIO_SET(name, value) (VMB_PIO_REG(name) = (value))
#define VMB_PIO_IN(word) (VMB_PIO_REG(DIN) = (word))
#define VMB_PIO_IN2(first, second) (VMB_PIO_REG(DIN) = (first), VMB_PIO_REG(DIN) = (second))
#define VMB_PIO_OUT() VMB_PIO_REG(DOUT)
#endif

/* Words of a message that are in the engine at the most when the next one goes in: 6
 * fit, and 4 make sure that there is one to come out. */
#define VMB_PIO_AHEAD 5

/* Of a function: its loops begin at words, which is what Ibex fetches. Elsewhere they take 2 cycles more. */
#if defined(__GNUC__) && !defined(__clang__) && !VMB_SIZE
#define VMB_PIO_LOOPS_AT_WORDS __attribute__((__optimize__("align-loops=4")))
#else
#define VMB_PIO_LOOPS_AT_WORDS
#endif

/* Lets interrupts in between two input words. */
VMB_INLINE uint32_t vmb_pio_pause_in(vmb_pio_work *w, const uint8_t *in, size_t left)
{
    if (w == NULL) {
        return 0;
    }
    w->in = in;
    w->left = left;
    return vmb_pio_let_in(w);
}

/* The same between two output words. */
VMB_INLINE uint32_t vmb_pio_pause_out(vmb_pio_work *w, const vmb_pio_output *o)
{
    if (w == NULL) {
        return 0;
    }
    w->out = *o;
    return vmb_pio_let_in(w);
}

/* The next word of n > 0 bytes at p. Bytes after the end are arbitrary. */
static uint32_t vmb_pio_word(const uint8_t *p, size_t n)
{
    uint32_t word = 0;

    if (vmb_is_word_aligned(p)) {
        return *(const vmb_word *)(const void *)p;
    }
    if (n >= 4) {
        return vmb_load32_le(p);
    }
    while (n != 0) {
        word = word << 8 | p[--n];
    }
    return word;
}

/* A key, n bytes in words. */
VMB_INLINE void vmb_pio_put_key(const void *key, size_t n)
{
    const vmb_word *k = (const vmb_word *)key;

    for (; n != 0; n -= 8, k += 2) {
        VMB_PIO_IN2(k[0], k[1]);
    }
}

/* n bytes from memory. */
static uint32_t vmb_pio_put(const void *from, size_t n, vmb_pio_work *w)
{
    const uint8_t *p = (const uint8_t *)from;

#if !VMB_SIZE
    if (vmb_is_aligned(p)) {
        while (n >= 32) {
            VMB_PIO_IN2(vmb_get_word(p), vmb_get_word(p + 4));
            VMB_PIO_IN2(vmb_get_word(p + 8), vmb_get_word(p + 12));
            VMB_PIO_IN2(vmb_get_word(p + 16), vmb_get_word(p + 20));
            VMB_PIO_IN2(vmb_get_word(p + 24), vmb_get_word(p + 28));
            p += 32;
            n -= 32;
            if (VMB_RARELY(vmb_pio_asked()) && vmb_pio_pause_in(w, p, n)) {
                return 1;
            }
        }
        for (; n >= 8; n -= 8, p += 8) {
            VMB_PIO_IN2(vmb_get_word(p), vmb_get_word(p + 4));
        }
    }
#endif
    while (n != 0) {
        VMB_PIO_IN(vmb_pio_word(p, n));
        if (n <= 4) {
            break;
        }
        p += 4;
        n -= 4;
        if (VMB_RARELY(vmb_pio_asked()) && vmb_pio_pause_in(w, p, n)) {
            return 1;
        }
    }
    return 0;
}

#if !VMB_SIZE
/* Two words from the engine: both are asked for before either is waited for. */
VMB_INLINE void vmb_pio_two(uint8_t *to)
{
    uint32_t first = VMB_PIO_OUT(), second = VMB_PIO_OUT();

    vmb_put_word(to, first);
    vmb_put_word(to + 4, second);
}

/* The same of four; two go in, if they do, before each two that come out. */
VMB_INLINE void vmb_pio_four(uint8_t *to, const uint8_t *in, int feeds)
{
#if VMB_ENGINE_PORT_PIO
    uint32_t a, b, c, d, e = 0, f = 0;

    if (feeds) {
        e = vmb_get_word(in + 8);
        f = vmb_get_word(in + 12);
        VMB_PIO_IN2(vmb_get_word(in), vmb_get_word(in + 4));
    }
    a = VMB_PIO_OUT();
    b = VMB_PIO_OUT();
    if (feeds) {
        VMB_PIO_IN2(e, f);
    }
    c = VMB_PIO_OUT();
    d = VMB_PIO_OUT();
    vmb_put_word(to, a);
    vmb_put_word(to + 4, b);
    vmb_put_word(to + 8, c);
    vmb_put_word(to + 12, d);
#else
    if (feeds) {
        VMB_PIO_IN2(vmb_get_word(in), vmb_get_word(in + 4));
    }
    vmb_pio_two(to);
    if (feeds) {
        VMB_PIO_IN2(vmb_get_word(in + 8), vmb_get_word(in + 12));
    }
    vmb_pio_two(to + 8);
#endif
}
#endif

/* A word to an output, if it wants any. */
VMB_INLINE void vmb_pio_get_word(vmb_pio_output *o)
{
    uint32_t word, n = 4 - o->skip;

    if (o->left == 0) {
        return;
    }
    word = VMB_PIO_OUT() >> 8 * o->skip;
    o->skip = 0;
    if (n > o->left) {
        n = (uint32_t)o->left;
    }
    o->left -= n;
    if (n == 4 && vmb_is_aligned(o->to)) {
        vmb_put_word(o->to, word);
        o->to += 4;
        return;
    }
    for (; n != 0; n--) {
        *o->to++ = (uint8_t)word;
        word >>= 8;
    }
}

/* Reads n bytes to memory, after `skip` bytes of padding. */
static uint32_t vmb_pio_get(uint8_t *to, size_t n, uint32_t skip, vmb_pio_work *w)
{
    vmb_pio_output o;

    o.to = to;
    o.left = n;
    o.skip = skip;
#if !VMB_SIZE
    if (skip == 0 && vmb_is_aligned(to)) {
        while (o.left >= 16) {
            vmb_pio_four(o.to, NULL, 0);
            o.to += 16;
            o.left -= 16;
            if ((o.left & 16) != 0 && VMB_RARELY(vmb_pio_asked()) && vmb_pio_pause_out(w, &o)) {
                return 1;
            }
        }
    }
#endif
    while (o.left != 0) {
        vmb_pio_get_word(&o);
        if (VMB_RARELY(vmb_pio_asked()) && vmb_pio_pause_out(w, &o)) {
            return 1;
        }
    }
    return 0;
}

/* Moves a message in and its result out, possibly in place: `left` bytes, and `want` after `skip` bytes of padding.
 * `ahead` words have been written already. */
VMB_PIO_LOOPS_AT_WORDS static uint32_t vmb_pio_exchange(vmb_pio_work *w, const uint8_t *in, size_t left, uint8_t *to,
                                                        size_t want, uint32_t skip, unsigned ahead)
{
    vmb_pio_output out;
#if !VMB_SIZE
    const uint8_t *end;
#endif

    out.to = to;
    out.left = want;
    out.skip = skip;
#if !VMB_SIZE
    if (left >= 16 && skip == 0 && (ahead & ~4u) == 0 && vmb_is_aligned(in) && vmb_is_aligned(to)) {
        if (ahead == 0) {
            VMB_PIO_IN2(vmb_get_word(in), vmb_get_word(in + 4));
            VMB_PIO_IN2(vmb_get_word(in + 8), vmb_get_word(in + 12));
            in += 16;
            left -= 16;
            ahead = 4;
            if (VMB_RARELY(vmb_pio_asked())) {
                w->out = out;
                w->ahead = ahead;
                if (vmb_pio_pause_in(w, in, left)) {
                    return 1;
                }
            }
        }
        end = in + (left & ~(size_t)15);
        left &= 15;
        while (in != end) {
            vmb_pio_four(out.to, in, 1);
            in += 16;
            out.to += 16;
            if (VMB_RARELY(vmb_pio_asked())) {
                out.left = left + (size_t)(end - in) + 16;
                w->out = out;
                w->ahead = 4;
                if (vmb_pio_pause_in(w, in, left + (size_t)(end - in))) {
                    return 1;
                }
            }
        }
        out.left = left + 16;
        if (left >= 8) {
            VMB_PIO_IN2(vmb_get_word(in), vmb_get_word(in + 4));
            vmb_pio_two(out.to);
            in += 8;
            left -= 8;
            out.to += 8;
            out.left -= 8;
        }
    }
#endif
    while (left != 0) {
        VMB_PIO_IN(vmb_pio_word(in, left));
        in += 4;
        left -= left < 4 ? left : 4;
        if (ahead == VMB_PIO_AHEAD) {
            vmb_pio_get_word(&out);
        } else {
            ahead++;
        }
        if (VMB_RARELY(vmb_pio_asked())) {
            w->out = out;
            w->ahead = ahead;
            if (vmb_pio_pause_in(w, in, left)) {
                return 1;
            }
        }
    }
    w->left = 0;
    return vmb_pio_get(out.to, out.left, out.skip, w);
}

#endif
