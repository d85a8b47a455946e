/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES (FIPS 197) in portable, constant-time C: two blocks at a time, bitsliced,
 * with the ShiftRows of all rounds left out ("fixslicing", Adomnicai and Peyrin,
 * TCHES 2021/1). What aes_fixslice*.c share; aes_rv32*.S have the same layout.
 *
 * Layout: plane i is a 32-bit word with bit i of all 32 bytes. The byte of row r
 * and column c of block b (0 or 1) is at bit position 8 r + 2 c + b. As the words
 * of a block are little-endian, byte r of word c of a block is row r, column c: to
 * and from planes is a transposition of 8 x 8 bits and no more.
 *
 * ShiftRows moves row r by r columns. Instead of moving it, each round has a frame:
 * in frame n, what is in row r, column c of the standard's state is at row r,
 * column c + n r (modulo 4) here, and each ShiftRows makes n one more. MixColumns
 * then adds, to each byte, those of the next rows and n columns further on; round
 * keys are stored in their round's frame. The last round always ends in frame 2,
 * where rows 1 and 3 have columns 0 and 2, and 1 and 3, exchanged: 10 and 14 rounds
 * begin in frame 0, 12 rounds in frame 2.
 *
 * Expanded key, 8 * rounds words: 4 words of round key 0 as in the standard; 8
 * planes for each middle round; 4 words of the last round key as in the standard.
 * The S-box's constant 0x63 is left out of the rounds and is part of all round keys
 * but the first (MixColumns leaves a constant byte as it is).
 *
 * With VMB_SIZE, all that is left out of the rounds comes back, for it takes less
 * code there: frames are always 0, each round has its ShiftRows and the S-box its
 * constant. A round key is 4 words of planes: as both blocks have the same key, bits
 * 2 k of word j are those of plane 2 j, and bits 2 k + 1 those of plane 2 j + 1.
 *
 * Nothing is wiped here: callers end with vmb_wipe_stack (aes_backend.h).
 */
#ifndef VMB_AES_FIXSLICE_H
#define VMB_AES_FIXSLICE_H

#include "aes/aes_rv32.h"
#include "aes/aes_backend.h"
#include "vambrace/ise.h"

#define VMB_ALL(byte) ((uint32_t)(byte) * 0x01010101u)

/* The frame in which a message of this many rounds begins. */
#define VMB_FIRST_FRAME(rounds) (((rounds) & 2u) != 0 ? 0u : 2u)

/* Turns the rows of a plane by n bits, 0 < n < 32: n / 8 rows. */
VMB_INLINE uint32_t vmb_rows(uint32_t x, unsigned n)
{
#if VMB_ISE_ZBKB
    return vmb_ror32(x, n);
#else
    return x >> n | x << (32 - n);
#endif
}

/* Turns each row of a plane by n bits, n / 2 columns, 0 <= n < 8; keep is the
 * 8 - n low bits of each row. */
VMB_INLINE uint32_t vmb_turn(uint32_t x, unsigned n, uint32_t keep)
{
    return (x >> n & keep) | (x << (8 - n) & ~keep);
}

/* Exchanges the bits of *a under mask << n with those of *b under mask. */
VMB_INLINE void vmb_swap_bits(uint32_t *a, uint32_t *b, unsigned n, uint32_t mask)
{
    uint32_t t = ((*a >> n) ^ *b) & mask;

    *b ^= t;
    *a ^= t << n;
}

/* Between frames 0 and 2: rows 1 and 3 of columns 0 and 2, or of 1 and 3, change
 * places. */
VMB_INLINE void vmb_swap_columns(uint32_t *lo, uint32_t *hi)
{
    uint32_t t = (*lo ^ *hi) & 0xff00ff00u;

    *lo ^= t;
    *hi ^= t;
}

#if VMB_SIZE
/* The constant 0x63. */
VMB_INLINE void vmb_add_constant(uint32_t q[8])
{
    q[0] = ~q[0];
    q[1] = ~q[1];
    q[5] = ~q[5];
    q[6] = ~q[6];
}
#endif

/* The steps are inlined for speed, and functions of aes_fixslice.c for size. */
#if VMB_SIZE && !defined(VMB_FIXSLICE_STEPS)

void vmb_sub_planes(uint32_t q[8]);
void vmb_transpose(uint32_t q[8]);
void vmb_shift_rows(uint32_t q[8]);
void vmb_mix_planes(uint32_t q[8], unsigned frame);
void vmb_add_key(uint32_t q[8], const uint32_t *rk);

#else

#if VMB_SIZE
#define VMB_STEP void
#else
#define VMB_STEP VMB_INLINE void
#endif

/* The S-box without its constant on all 8 planes. The top and bottom linear
 * layers and the inversion in GF(2^4) follow Boyar and Peralta ("A depth-16
 * circuit for the AES S-box", 2011, and their circuit of 115 gates); an OR in
 * the place of two ANDs (a | b = a & b ^ a ^ b) absorbs linear terms: 111
 * gates. x7 is plane 0. */
VMB_STEP vmb_sub_planes(uint32_t q[8])
{
    uint32_t x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4];
    uint32_t x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];

    /* To the tower field: y holds both factors of the nine products. */
    uint32_t y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5;
    uint32_t t0 = x1 ^ x2, y1 = t0 ^ x7, y4 = y1 ^ x3, y12 = y13 ^ y14;
    uint32_t y2 = y1 ^ x0, y5 = y1 ^ x6, y3 = y5 ^ y8, t1 = x4 ^ y12;
    uint32_t y15 = t1 ^ x5, y20 = t1 ^ x1, y6 = y15 ^ x7, y10 = y15 ^ t0;
    uint32_t y11 = y20 ^ y9, y7 = x7 ^ y11, y17 = y10 ^ y11, y16 = t0 ^ y11;
    uint32_t y22 = y3 ^ y6;

    /* The norm, an element of GF(2^4): n3 .. n0. */
    uint32_t p0 = y12 & y15, p1 = (y3 & y6) ^ p0, p2 = (y4 & x7) ^ p0;
    uint32_t p3 = y13 | y16, p4 = (y5 & y1) ^ p3, p5 = (y2 & y7) ^ p3;
    uint32_t p6 = y9 & y11, p7 = (y14 & y17) ^ p6, p8 = (y8 | y10) ^ p6;
    uint32_t n3 = p1 ^ p7 ^ y20, n2 = p2 ^ p8, n1 = p4 ^ p7, n0 = p5 ^ p8 ^ y22;

    /* Its inverse v3 .. v0, and the sums that the products below need. */
    uint32_t i0 = n3 ^ n2, i1 = n3 & n1, i2 = n0 ^ i1, v2 = (i0 & i2) ^ n2;
    uint32_t v0 = ((n2 ^ i1) & (n1 ^ n0)) ^ n0;
    uint32_t i3 = n0 & (i2 ^ v0), v1 = i3 ^ n1 ^ v0;
    uint32_t v3 = i0 ^ (v2 & (i2 ^ i3));
    uint32_t v31 = v3 ^ v1, v20 = v2 ^ v0, v32 = v2 ^ v3, v10 = v0 ^ v1;
    uint32_t vs = v20 ^ v31;

    uint32_t z0 = v10 & y15, z1 = v1 & y6, z2 = v0 & x7, z3 = v32 & y16;
    uint32_t z4 = v3 & y1, z5 = v2 & y7, z6 = v20 & y11, z7 = vs & y17;
    uint32_t z8 = v31 & y10, z9 = v10 & y12, z10 = v1 & y3, z11 = v0 & y4;
    uint32_t z12 = v32 & y13, z13 = v3 & y5, z14 = v2 & y2, z15 = v20 & y9;
    uint32_t z16 = vs & y14, z17 = v31 & y8;

    /* Back, with the affine map's matrix. */
    uint32_t b0 = z15 ^ z16, b1 = z5 ^ z13, b2 = z9 ^ z10, b3 = z7 ^ z8;
    uint32_t b4 = z0 ^ z3, b5 = (z2 ^ z12) ^ b4, b6 = z4 ^ b0;
    uint32_t b7 = z3 ^ (z6 ^ z7), b8 = b3 ^ b6, b9 = b2 ^ b6, b10 = z4 ^ b7;
    uint32_t b11 = b10 ^ (z14 ^ b5 ^ b8), b12 = z1 ^ b9, s3 = b4 ^ b12;

    q[7] = b7 ^ b9;
    q[6] = b10 ^ s3;
    q[5] = (z16 ^ z17) ^ b11;
    q[4] = s3;
    q[3] = (z2 ^ z5) ^ b12;
    q[2] = (z10 ^ z11) ^ (z14 ^ b5 ^ b8);
    q[1] = (z12 ^ b1) ^ b8;
    q[0] = b1 ^ (b0 ^ b5);
#if VMB_SIZE
    vmb_add_constant(q);
#endif
}

/* Transposes, in each byte lane, the 8 x 8 bits of eight words: words 2c + b
 * (column c, block b) to planes, and back. */
VMB_STEP vmb_transpose(uint32_t q[8])
{
    unsigned i;

    for (i = 0; i < 8; i += 2) {
        vmb_swap_bits(&q[i], &q[i + 1], 1, 0x55555555u);
    }
    for (i = 0; i < 6; i += (i & 1) != 0 ? 3 : 1) {
        vmb_swap_bits(&q[i], &q[i + 2], 2, 0x33333333u);
    }
    for (i = 0; i < 4; i++) {
        vmb_swap_bits(&q[i], &q[i + 4], 4, 0x0f0f0f0fu);
    }
}

#if VMB_SIZE
/* ShiftRows: to the next column in rows 1 and 3, as far as exchanges of neighbours
 * go, then to the next but one. */
VMB_STEP vmb_shift_rows(uint32_t q[8])
{
    unsigned i;
    uint32_t t;

    for (i = 0; i < 8; i++) {
        t = (q[i] ^ q[i] >> 2) & 0x33003300u;
        q[i] ^= t ^ t << 2;
        t = (q[i] ^ q[i] >> 4) & 0x030f0c00u;
        q[i] ^= t ^ t << 4;
    }
}
#else
/* Between frames 0 and 2, on words 2c + b. */
VMB_STEP vmb_turn_columns(uint32_t q[8])
{
    unsigned i;

    for (i = 0; i < 4; i++) {
        vmb_swap_columns(&q[i], &q[i + 4]);
    }
}
#endif

/* One plane of MixColumns. The new byte in each row is 2 (a + a1) + a1 + a2 + a3,
 * with aj the byte j rows and j * frame columns further on. twice is the plane of
 * 2 (a + a1), the sum of the plane below; sum becomes that of this plane. */
#define VMB_MIX_PLANE(i, twice)                                                \
    do {                                                                       \
        uint32_t next = vmb_turn(vmb_rows(q[i], 8), turn, keep), carry = (twice); \
        sum = q[i] ^ next;                                                     \
        q[i] = carry ^ next ^ vmb_turn(vmb_rows(sum, 16), turn2, keep2);       \
    } while (0)

/* MixColumns in a frame. */
VMB_STEP vmb_mix_planes(uint32_t q[8], unsigned frame)
{
    unsigned turn = 2 * (frame & 3), turn2 = 2 * turn & 7;
    uint32_t keep = VMB_ALL(0xffu >> turn), keep2 = VMB_ALL(0xffu >> turn2);
    uint32_t sum, top = q[7] ^ vmb_turn(vmb_rows(q[7], 8), turn, keep);

    VMB_MIX_PLANE(0, top);
    VMB_MIX_PLANE(1, sum ^ top); /* x^8 = x^4 + x^3 + x + 1 */
    VMB_MIX_PLANE(2, sum);
    VMB_MIX_PLANE(3, sum ^ top);
    VMB_MIX_PLANE(4, sum ^ top);
    VMB_MIX_PLANE(5, sum);
    VMB_MIX_PLANE(6, sum);
    VMB_MIX_PLANE(7, sum);
}

/* Adds a round key to the planes. */
VMB_STEP vmb_add_key(uint32_t q[8], const uint32_t *rk)
{
    unsigned i;

#if VMB_SIZE
    uint32_t k;

    for (i = 0; i < 8; i += 2) {
        k = *rk++;
        q[i] ^= (k & 0x55555555u) | (k & 0x55555555u) << 1;
        q[i + 1] ^= (k & 0xaaaaaaaau) | (k & 0xaaaaaaaau) >> 1;
    }
#else
    for (i = 0; i < 8; i++) {
        q[i] ^= rk[i];
    }
#endif
}

#endif

/* Words 2c + b of one block or two, in one or both places. */
VMB_INLINE void vmb_load_pair(uint32_t q[8], const uint8_t *in, size_t blocks)
{
    const vmb_word *a = (const vmb_word *)(const void *)in;
    const vmb_word *b = blocks > 1 ? a + 4 : a;
    unsigned c;

    for (c = 0; c < 4; c++) {
        q[2 * c] = a[c];
        q[2 * c + 1] = b[c];
    }
}

/* The inverse. One block is in both places. */
VMB_INLINE void vmb_store_pair(uint8_t *out, const uint32_t q[8], size_t blocks)
{
    vmb_word *a = (vmb_word *)(void *)out;
    vmb_word *b = blocks > 1 ? a + 4 : a;
    unsigned c;

    for (c = 0; c < 4; c++) {
        a[c] = q[2 * c];
        b[c] = q[2 * c + 1];
    }
}

#if !VMB_SIZE
/* Adds a round key that is 4 words of the standard to words 2c + b. */
VMB_INLINE void vmb_add_words(uint32_t q[8], const uint32_t *rk)
{
    unsigned i;

    for (i = 0; i < 8; i++) {
        q[i] ^= rk[i >> 1];
    }
}
#endif

#endif
