/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AEGIS-128L (draft-irtf-cfrg-aegis-aead-18, section 3) in portable, constant-time C: the eight rounds of AES of an
 * update at once, bitsliced.
 *
 * Layout: word 8 r + i of the state, a plane, has bit i of the 32 bytes in row r of the eight blocks S0 to S7, as FIPS
 * 197 counts rows and columns. The bit of column c of block b is at bit position 8 c + b. So ShiftRows turns a plane
 * by whole bytes, MixColumns adds planes of different rows without turning them, and the step from one block to the
 * next turns each byte by one bit.
 *
 * The message of an update and the keystream are two blocks: block 0 of the layout, and block 4.
 *
 * Nothing is wiped here: callers end with vmb_wipe_stack.
 */
#include "aegis/aegis_backend.h"
#include "aes/portable/aes_planes.h"

#if !VMB_AEGIS_ASSEMBLY

/* The bits of blocks 0 and 4. */
#define VMB_AEGIS_TWO 0x11111111u

/* Exchanges rows and columns of four words, whose bytes are a square. */
VMB_INLINE void vmb_aegis_turn(uint32_t *w, unsigned step)
{
    uint32_t *a = w, *b = w + step, *c = w + 2 * step, *d = w + 3 * step;

    vmb_swap_bits(a, b, 8, 0x00ff00ffu);
    vmb_swap_bits(c, d, 8, 0x00ff00ffu);
    vmb_swap_bits(a, c, 16, 0x0000ffffu);
    vmb_swap_bits(b, d, 16, 0x0000ffffu);
}

/* Transposes, in each byte lane, the 8 x 8 bits of eight words. */
VMB_INLINE void vmb_aegis_transpose(uint32_t *w, unsigned step)
{
    unsigned i, n;

    for (n = 1; n < 8; n *= 2) {
        for (i = 0; i < 8; i++) {
            if ((i & n) == 0) {
                vmb_swap_bits(&w[i * step], &w[(i + n) * step], n,
                              n == 1   ? 0x55555555u
                              : n == 2 ? 0x33333333u
                                       : 0x0f0f0f0fu);
            }
        }
    }
}

/* Copies a state; not a call of memcpy. */
VMB_INLINE void vmb_aegis_take(uint32_t *to, const uint32_t *from)
{
    uint32_t x;
    unsigned i;

    for (i = 0; i < VMB_AEGIS_WORDS; i++) {
        x = from[i];
        VMB_OPAQUE(x);
        to[i] = x;
    }
}

/* Word 4 b + c of a block becomes row r of it, then bits. All steps are their own inverses. */
void vmb_aegis_to_planes(uint32_t state[VMB_AEGIS_WORDS])
{
    uint32_t rows[VMB_AEGIS_WORDS];
    unsigned i;

    for (i = 0; i < 32; i += 4) {
        vmb_aegis_turn(state + i, 1);
    }
    for (i = 0; i < 32; i++) {
        rows[8 * (i & 3) + i / 4] = state[i];
    }
    for (i = 0; i < 32; i += 8) {
        vmb_aegis_transpose(rows + i, 1);
    }
    vmb_aegis_take(state, rows);
}

void vmb_aegis_to_words(uint32_t state[VMB_AEGIS_WORDS])
{
    uint32_t words[VMB_AEGIS_WORDS];
    unsigned i;

    for (i = 0; i < 32; i += 8) {
        vmb_aegis_transpose(state + i, 1);
    }
    for (i = 0; i < 32; i++) {
        words[i] = state[8 * (i & 3) + i / 4];
    }
    for (i = 0; i < 32; i += 4) {
        vmb_aegis_turn(words + i, 1);
    }
    vmb_aegis_take(state, words);
}

/* The planes of two blocks, word 4 b + c of which becomes rows of low and high halves of bytes: in the word of a half,
 * bit i of it is a plane turned by i. */
VMB_INLINE void vmb_aegis_halves(uint32_t m[8])
{
    unsigned r;

    vmb_aegis_turn(m, 1);
    vmb_aegis_turn(m + 4, 1);
    for (r = 0; r < 4; r++) {
        vmb_swap_bits(&m[r], &m[4 + r], 4, 0x0f0f0f0fu);
    }
}

/* The inverse. */
VMB_INLINE void vmb_aegis_whole(uint32_t m[8])
{
    unsigned r;

    for (r = 0; r < 4; r++) {
        vmb_swap_bits(&m[r], &m[4 + r], 4, 0x0f0f0f0fu);
    }
    vmb_aegis_turn(m, 1);
    vmb_aegis_turn(m + 4, 1);
}

#if !VMB_AEGIS_RV32
void vmb_aegis_update(uint32_t s[VMB_AEGIS_WORDS], const uint32_t m[8])
{
    uint32_t q[VMB_AEGIS_WORDS], below[4], top[4], t[4], sum, x;
    unsigned r, i;

    for (r = 0; r < 4; r++) {
        uint32_t *row = q + 8 * r;

        for (i = 0; i < 8; i++) {
            row[i] = s[8 * r + i];
        }
        VMB_SUB_PLANES(uint32_t, row);
        for (i = 0; i < 8 && r != 0; i++) {
            row[i] = vmb_rows(row[i], 8 * r);
        }
    }
    /* MixColumns: the new byte in each row is 2 (a + a1) + a1 + a2 + a3, with aj the byte j rows further on. */
    for (r = 0; r < 4; r++) {
        top[r] = q[8 * r + 7] ^ q[(8 * r + 15) & 31];
        below[r] = top[r];
    }
    for (i = 0; i < 8; i++) {
        for (r = 0; r < 4; r++) {
            t[r] = q[8 * r + i] ^ q[(8 * r + 8 + i) & 31];
        }
        sum = t[0] ^ t[2];
        for (r = 0; r < 4; r++) {
            x = q[8 * r + i] ^ sum ^ below[r];
            if (i == 1 || i == 3 || i == 4) { /* x^8 = x^4 + x^3 + x + 1 */
                x ^= top[r];
            }
            below[r] = t[r];
            if (i == 0 || i == 1 || i == 5 || i == 6) { /* the constant 0x63 of the S-box */
                x = ~x;
            }
            x = (x << 1 & 0xfefefefeu) | (x >> 7 & 0x01010101u);
            s[8 * r + i] ^= x ^ (m[(i & 4) + r] >> (i & 3) & VMB_AEGIS_TWO);
        }
    }
}
#endif

/* Plane i of a row and of a half: S1 + S2 S3 and S5 + S6 S7 into bits i of `sum`, S2 and S6 into those of `other`. */
#define VMB_AEGIS_PLANE(i)                                       \
    do {                                                         \
        x = row[i];                                              \
        y = x >> 2;                                              \
        sum |= ((x >> 1 ^ (y & x >> 3)) & VMB_AEGIS_TWO) << (i); \
        other |= (y & VMB_AEGIS_TWO) << (i);                     \
    } while (0)

/* Both blocks of keystream as vmb_aegis_halves has them: S1 + S6 + S2 S3, and S5 + S2 + S6 S7. */
VMB_NOINLINE static void vmb_aegis_keystream(uint32_t z[8], const uint32_t s[VMB_AEGIS_WORDS])
{
    const uint32_t *row;
    uint32_t x, y, sum, other;
    unsigned r, half;

    for (half = 0; half < 8; half += 4) {
        for (r = 0; r < 4; r++) {
            row = s + 8 * r + half;
            sum = 0;
            other = 0;
            VMB_AEGIS_PLANE(0);
            VMB_AEGIS_PLANE(1);
            VMB_AEGIS_PLANE(2);
            VMB_AEGIS_PLANE(3);
            /* S2 is where block 0 is and belongs to the other block; S6 is where block 4 is. */
            z[half + r] = sum ^ (other << 4 & 0xf0f0f0f0u) ^ (other >> 4 & 0x0f0f0f0fu);
        }
    }
}

/* S2 as both blocks. */
VMB_INLINE void vmb_aegis_third(uint32_t z[8], const uint32_t s[VMB_AEGIS_WORDS])
{
    unsigned r, half, i;

    for (half = 0; half < 8; half += 4) {
        for (r = 0; r < 4; r++) {
            z[half + r] = 0;
            for (i = 0; i < 4; i++) {
                z[half + r] |= (s[8 * r + half + i] >> 2 & 0x01010101u) << i;
            }
            z[half + r] |= z[half + r] << 4;
        }
    }
}

VMB_INLINE void vmb_aegis_get(uint32_t m[8], const uint8_t *in)
{
    unsigned i;

    for (i = 0; i < 8; i++) {
        m[i] = vmb_get_word(in + 4 * i);
    }
}

/* Adds keystream to a block, and updates with what is plaintext. */
VMB_INLINE void vmb_aegis_crypt(uint32_t state[VMB_AEGIS_WORDS], uint8_t *out, const uint8_t *in, uint32_t open)
{
    uint32_t z[8], m[8];
    unsigned i;

    vmb_aegis_keystream(z, state);
    vmb_aegis_whole(z);
    for (i = 0; i < 8; i++) {
        m[i] = vmb_get_word(in + 4 * i);
        vmb_put_word(out + 4 * i, m[i] ^ z[i]);
        m[i] ^= z[i] & open;
    }
    vmb_aegis_halves(m);
    vmb_aegis_update(state, m);
}

void vmb_aegis_run(uint32_t state[VMB_AEGIS_WORDS], const vmb_aegis_part *parts)
{
    uint32_t m[8], z[8];
    const uint8_t *in;
    uint8_t *out;
    size_t left;
    unsigned i;

    for (; parts->kind != VMB_AEGIS_END; parts++) {
        in = parts->in;
        out = parts->out;
        left = parts->blocks;
        switch (parts->kind) {
        case VMB_AEGIS_KEYSTREAM:
            vmb_aegis_keystream(z, state);
            vmb_aegis_whole(z);
            for (i = 0; i < 8; i++) {
                vmb_put_word(out + 4 * i, z[i]);
            }
            break;
        case VMB_AEGIS_SEAL:
        case VMB_AEGIS_OPEN:
            for (; left != 0; left--, in += VMB_AEGIS_RATE, out += VMB_AEGIS_RATE) {
                vmb_aegis_crypt(state, out, in, 0u - (uint32_t)(parts->kind == VMB_AEGIS_OPEN));
            }
            break;
        default:
            for (; left != 0; left--) {
                if (left == parts->blocks || parts->kind == VMB_AEGIS_ABSORB) {
                    vmb_aegis_get(m, in);
                    in += VMB_AEGIS_RATE;
                    vmb_aegis_halves(m);
                    if (parts->kind == VMB_AEGIS_FINISH) {
                        vmb_aegis_third(z, state);
                        for (i = 0; i < 8; i++) {
                            m[i] ^= z[i];
                        }
                    }
                }
                vmb_aegis_update(state, m);
            }
        }
    }
}

#endif
