/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon in portable C: the backend of every machine that has no assembly here
 * (ascon_backend.h).
 *
 * The state is five 64-bit integers. A block's bytes are numbered from the least
 * significant end of a word in SP 800-232 and from the most significant end in
 * v1.2; the machine's own byte order does not matter.
 *
 * Sources: NIST SP 800-232, sections 3 and 4; Ascon v1.2, sections 2.4 and 2.6.
 */
#include "ascon/ascon_state.h"
#include "ascon/ascon_word.h"

#if !VMB_ASCON_PERMUTES_RV32 && !VMB_ASCON_PERMUTES_RV64

#if UINTPTR_MAX > 0xffffffffu

#define VMB_ASCON_RUNS 0

static inline uint64_t vmb_ror64(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

/* The last `rounds` rounds of the permutation; 1 to 12. */
static void vmb_ascon_rounds(uint64_t x[5], unsigned rounds)
{
    uint64_t x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4];
    uint64_t s, t, u, w, y0, y1, y2, y3, y4;
    unsigned c;

    /* Constant i of the twelve is 0xf0 - 15 i: the last one is 0x4b. */
    for (c = 0x3cu + 15u * rounds; c != 0x3cu; c -= 15u) {
        x2 ^= c;
        t = x1 ^ x2;
        u = x1 ^ x3;
        w = x0 ^ x4;
        s = x3 ^ x4;
        y0 = s ^ (x1 | (w ^ x2));
        y1 = w ^ (t | u);
        y2 = t ^ (x3 | ~x4);
        y3 = t ^ (x0 | s);
        y4 = s ^ (x1 & ~w);
        x0 = y0 ^ vmb_ror64(y0, 19) ^ vmb_ror64(y0, 28);
        x1 = y1 ^ vmb_ror64(y1, 61) ^ vmb_ror64(y1, 39);
        x2 = y2 ^ vmb_ror64(y2, 1) ^ vmb_ror64(y2, 6);
        x3 = y3 ^ vmb_ror64(y3, 10) ^ vmb_ror64(y3, 17);
        x4 = y4 ^ vmb_ror64(y4, 7) ^ vmb_ror64(y4, 41);
    }
    x[0] = x0;
    x[1] = x1;
    x[2] = x2;
    x[3] = x3;
    x[4] = x4;
}

#else

/* The S-box on one half of each word. */
#define VMB_ASCON_SBOX(x0, x1, x2, x3, x4)                                        \
    do {                                                                          \
        uint32_t t = x1 ^ x2, u = x1 ^ x3, w = x0 ^ x4, s = x3 ^ x4;              \
        uint32_t y0 = s ^ (x1 | (w ^ x2)), y3 = t ^ (x0 | s), y4 = s ^ (x1 & ~w); \
                                                                                  \
        x2 = t ^ (x3 | ~x4);                                                      \
        x1 = w ^ (t | u);                                                         \
        x0 = y0;                                                                  \
        x3 = y3;                                                                  \
        x4 = y4;                                                                  \
    } while (0)

/* x ^= (x >>> m) ^ (x >>> n) on the halves of a word. A rotation takes its lower bits from ml or nl and its upper ones
 * from mh or nh: the halves, exchanged if it is by more than 32. */
#define VMB_ASCON_SIGMA(l, h, m, ml, mh, n, nl, nh)                                       \
    do {                                                                                  \
        uint32_t a = l ^ (ml >> (m) | mh << (32 - (m))) ^ (nl >> (n) | nh << (32 - (n))); \
                                                                                          \
        h ^= (mh >> (m) | ml << (32 - (m))) ^ (nh >> (n) | nl << (32 - (n)));             \
        l = a;                                                                            \
    } while (0)

/* Two halves are complete before anything is done with two others: a compiler that mixes the steps has too few
 * registers. */
#define VMB_THEN(l, h, next_l, next_h) \
    do {                               \
        VMB_OPAQUE2(l, next_l);        \
        VMB_OPAQUE2(h, next_h);        \
    } while (0)

/* Encrypts or decrypts the word at in + i with the word x of the state; `keep` is 0 when opening, else all ones. */
#define VMB_ASCON_CRYPT(x, i)                \
    do {                                     \
        uint32_t d = vmb_get_word(in + (i)); \
                                             \
        vmb_put_word(out + (i), x ^ d);      \
        x = (x & keep) ^ d;                  \
    } while (0)

/* Whole blocks may be left to vmb_ascon_runs. */
#define VMB_ASCON_RUNS 1

/* The last `rounds` rounds of the permutation, 1 to 12, n >= 1 times; between two times the next 16 bytes at `in` are
 * encrypted or decrypted by words. The state stays in variables, which every compiler keeps in registers. */
static void vmb_ascon_runs(uint64_t x[5], unsigned rounds, size_t n, uint8_t *out, const uint8_t *in, uint32_t keep)
{
    uint32_t l0 = (uint32_t)x[0], l1 = (uint32_t)x[1], l2 = (uint32_t)x[2], l3 = (uint32_t)x[3], l4 = (uint32_t)x[4];
    uint32_t h0 = (uint32_t)(x[0] >> 32), h1 = (uint32_t)(x[1] >> 32), h2 = (uint32_t)(x[2] >> 32);
    uint32_t h3 = (uint32_t)(x[3] >> 32), h4 = (uint32_t)(x[4] >> 32);
    unsigned first = 0x3cu + 15u * rounds, c;

    for (;;) {
        /* Constant i of the twelve is 0xf0 - 15 i: the last one is 0x4b. */
        for (c = first; c != 0x3cu; c -= 15u) {
            l2 ^= c;
            VMB_ASCON_SBOX(l0, l1, l2, l3, l4);
            VMB_THEN(l0, l1, h0, h1);
            VMB_THEN(l2, l3, h2, h3);
            VMB_ASCON_SBOX(h0, h1, h2, h3, h4);
            VMB_THEN(h3, h4, h0, l0);
            VMB_ASCON_SIGMA(l0, h0, 19, l0, h0, 28, l0, h0);
            VMB_THEN(l0, h0, l1, h1);
            VMB_ASCON_SIGMA(l1, h1, 29, h1, l1, 7, h1, l1);
            VMB_THEN(l1, h1, l2, h2);
            VMB_ASCON_SIGMA(l2, h2, 1, l2, h2, 6, l2, h2);
            VMB_THEN(l2, h2, l3, h3);
            VMB_ASCON_SIGMA(l3, h3, 10, l3, h3, 17, l3, h3);
            VMB_THEN(l3, h3, l4, h4);
            VMB_ASCON_SIGMA(l4, h4, 7, l4, h4, 9, h4, l4);
        }
        if (--n == 0) {
            break;
        }
        VMB_ASCON_CRYPT(l0, 0);
        VMB_ASCON_CRYPT(h0, 4);
        VMB_ASCON_CRYPT(l1, 8);
        VMB_ASCON_CRYPT(h1, 12);
        in += 16;
        out += 16;
    }
    x[0] = (uint64_t)h0 << 32 | l0;
    x[1] = (uint64_t)h1 << 32 | l1;
    x[2] = (uint64_t)h2 << 32 | l2;
    x[3] = (uint64_t)h3 << 32 | l3;
    x[4] = (uint64_t)h4 << 32 | l4;
}

/* The last `rounds` rounds of the permutation; 1 to 12. */
static void vmb_ascon_rounds(uint64_t x[5], unsigned rounds)
{
    vmb_ascon_runs(x, rounds, 1, NULL, NULL, 0);
}

#endif

void vmb_ascon_permute(uint32_t state[10], uint32_t rounds)
{
    uint64_t x[5];
    unsigned i;

    for (i = 0; i < 5; i++) {
        x[i] = (uint64_t)state[2 * i + 1] << 32 | state[2 * i];
    }
    vmb_ascon_rounds(x, rounds);
    for (i = 0; i < 5; i++) {
        state[2 * i] = (uint32_t)x[i];
        state[2 * i + 1] = (uint32_t)(x[i] >> 32);
    }
    vmb_wipe(x, sizeof x);
}

#if !VMB_ENGINE

/* What differs between the algorithms. Constant in every call below, so the
 * compiler makes one function of each. */
typedef struct {
    uint64_t iv;
    uint64_t separation; /* added to x4 after the associated data */
    size_t rate;         /* bytes of a block: 8 or 16 */
    unsigned rounds;     /* between blocks */
    int big;             /* byte order: 1 is big-endian */
} vmb_ascon_mode;

/* How far left byte i of a word is, in bits; i < 8. */
static inline unsigned vmb_byte_at(size_t i, int big)
{
    return 8 * (unsigned)(big ? 7 - i : i);
}

/* The n <= 8 bytes at p as the first bytes of a word; zeros follow. */
static inline uint64_t vmb_load_word(const uint8_t *p, size_t n, int big)
{
    uint64_t x = 0;
    size_t i;

    for (i = 0; i < n; i++) {
        x |= (uint64_t)p[i] << vmb_byte_at(i, big);
    }
    return x;
}

/* 1 where p may be read and written by words: their bytes are in the order of memory. */
static inline int vmb_has_words(const void *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !VMB_SIZE
    return vmb_is_aligned(p);
#else
    (void)p;
    return 0;
#endif
}

/* The same of all 8 bytes. */
VMB_INLINE uint64_t vmb_load_whole(const uint8_t *p, int big, int words)
{
    uint32_t lo = words ? vmb_get_word(p) : vmb_load32_le(p);
    uint32_t hi = words ? vmb_get_word(p + 4) : vmb_load32_le(p + 4);

    return big ? (uint64_t)vmb_swap32(lo) << 32 | vmb_swap32(hi) : (uint64_t)hi << 32 | lo;
}

/* Writes all 8 bytes of x to p. */
VMB_INLINE void vmb_store_whole(uint8_t *p, uint64_t x, int big, int words)
{
    uint32_t lo = (uint32_t)(big ? vmb_swap32((uint32_t)(x >> 32)) : x);
    uint32_t hi = big ? vmb_swap32((uint32_t)x) : (uint32_t)(x >> 32);

    if (words) {
        vmb_put_word(p, lo);
        vmb_put_word(p + 4, hi);
    } else {
        vmb_store32_le(p, lo);
        vmb_store32_le(p + 4, hi);
    }
}

/* Writes the first n <= 8 bytes of x to p. */
static inline void vmb_store_word(uint8_t *p, uint64_t x, size_t n, int big)
{
    size_t i;

    for (i = 0; i < n; i++) {
        p[i] = (uint8_t)(x >> vmb_byte_at(i, big));
    }
}

/* The padding after n < 8 bytes of a word: a 1 bit, which is the lowest bit of the byte in SP 800-232 and the highest
 * in v1.2. */
static inline uint64_t vmb_padding(size_t n, int big)
{
    return (uint64_t)(big ? 0x80 : 0x01) << vmb_byte_at(n, big);
}

/* Encrypts or decrypts the n <= 8 bytes at `in` with the word *x of the state, which then contains the ciphertext
 * instead. */
static inline void vmb_crypt_word(uint64_t *x, uint8_t *out, const uint8_t *in, size_t n, int seal, int big)
{
    uint64_t d = vmb_load_word(in, n, big);
    uint64_t own = 0; /* where the state keeps its own bytes when opening */

    if (n < 8) {
        own = big ? ~(uint64_t)0 >> (8 * n) : ~(uint64_t)0 << (8 * n);
    }
    vmb_store_word(out, *x ^ d, n, big);
    *x = (seal ? *x : *x & own) ^ d;
}

/* Encrypts or decrypts the whole blocks of n bytes. `words` is vmb_has_words of both pointers. */
VMB_INLINE void vmb_crypt_blocks(uint64_t x[5], uint8_t *out, const uint8_t *in, size_t n, int seal,
                                 const vmb_ascon_mode *a, int words)
{
    uint64_t d;
    size_t i;

    while (n >= a->rate) {
        for (i = 0; i < a->rate; i += 8) {
            d = vmb_load_whole(in + i, a->big, words);
            vmb_store_whole(out + i, x[i / 8] ^ d, a->big, words);
            x[i / 8] = (seal ? x[i / 8] : 0) ^ d;
        }
        in += a->rate;
        out += a->rate;
#if VMB_ASCON_RUNS
        if (words && a->rate == 16 && !a->big) {
            vmb_ascon_runs(x, a->rounds, n / 16, out, in, 0u - (uint32_t)seal);
            return;
        }
#endif
        vmb_ascon_rounds(x, a->rounds);
        n -= a->rate;
    }
}

/* Not const all the way: a sealing call's tag is an output. */
static inline uint8_t *vmb_tag_out(const vmb_call *c)
{
    return (uint8_t *)(uintptr_t)c->tag;
}

VMB_INLINE uint32_t vmb_ascon_run(const vmb_call *c, const vmb_ascon_mode a)
{
    const uint32_t *key = (const uint32_t *)c->key;
    uint64_t k0 = (uint64_t)key[1] << 32 | key[0];
    uint64_t k1 = (uint64_t)key[3] << 32 | key[2];
    const int seal = c->tag_is_output, big = a.big;
    const uint8_t *in;
    uint8_t *out, tag[16];
    uint64_t x[5];
    uint32_t differ = 0;
    size_t n, i;

    x[0] = a.iv;
    x[1] = k0;
    x[2] = k1;
    x[3] = vmb_load_whole(c->nonce, big, 0);
    x[4] = vmb_load_whole(c->nonce + 8, big, 0);
    vmb_ascon_rounds(x, 12);
    x[3] ^= k0;
    x[4] ^= k1;

    n = c->ad_len;
    if (n != 0) {
        for (in = c->ad; n >= a.rate; in += a.rate, n -= a.rate) {
            for (i = 0; i < a.rate; i += 8) {
                x[i / 8] ^= vmb_load_whole(in + i, big, 0);
            }
            vmb_ascon_rounds(x, a.rounds);
        }
        i = 0;
        if (n >= 8) {
            x[i++] ^= vmb_load_whole(in, big, 0);
            in += 8;
            n -= 8;
        }
        x[i] ^= vmb_load_word(in, n, big) ^ vmb_padding(n, big);
        vmb_ascon_rounds(x, a.rounds);
    }
    x[4] ^= a.separation;

    in = c->in;
    out = c->out;
    n = c->len;
    if (vmb_has_words(in) && vmb_has_words(out)) {
        vmb_crypt_blocks(x, out, in, n, seal, &a, 1);
    } else {
        vmb_crypt_blocks(x, out, in, n, seal, &a, 0);
    }
    i = n & ~(a.rate - 1);
    in += i;
    out += i;
    n -= i;
    i = 0;
    if (n >= 8) {
        vmb_crypt_word(&x[i++], out, in, 8, seal, big);
        in += 8;
        out += 8;
        n -= 8;
    }
    if (n != 0) { /* without bytes the pointers may be null */
        vmb_crypt_word(&x[i], out, in, n, seal, big);
    }
    x[i] ^= vmb_padding(n, big);

    x[a.rate / 8] ^= k0;
    x[a.rate / 8 + 1] ^= k1;
    vmb_ascon_rounds(x, 12);
    vmb_store_whole(tag, x[3] ^ k0, big, 0);
    vmb_store_whole(tag + 8, x[4] ^ k1, big, 0);
    if (seal) {
        for (i = 0; i < 16; i++) {
            vmb_tag_out(c)[i] = tag[i];
        }
    } else {
        differ = vmb_differ(tag, c->tag, 16);
        vmb_wipe(tag, sizeof tag);
    }
    vmb_wipe(x, sizeof x);
    return differ;
}

uint32_t vmb_ascon_aead128_run(const vmb_call *c)
{
    static const vmb_ascon_mode a = {0x00001000808c0001u, (uint64_t)1 << 63, 16, 8, 0};

    return vmb_ascon_run(c, a);
}

uint32_t vmb_ascon128_run(const vmb_call *c)
{
    static const vmb_ascon_mode a = {0x80400c0600000000u, 1, 8, 6, 1};

    return vmb_ascon_run(c, a);
}

uint32_t vmb_ascon128a_run(const vmb_call *c)
{
    static const vmb_ascon_mode a = {0x80800c0800000000u, 1, 16, 8, 1};

    return vmb_ascon_run(c, a);
}

#endif

#endif
