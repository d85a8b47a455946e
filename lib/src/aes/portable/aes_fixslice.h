/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES (FIPS 197) in portable, constant-time C: two blocks at a time, bitsliced,
 * with the ShiftRows of all rounds left out ("fixslicing", Adomnicai and Peyrin,
 * TCHES 2021/1). What aes_fixslice*.c share; aes_rv32*.S have the same layout. With
 * registers of 64 bits, aes_fixslice64.c encrypts four blocks at a time.
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

#include "aes/portable/aes_software_names.h"

#include "aes/aes_backend.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/ise/zbkb.h"

#define VMB_ALL(byte) ((uint32_t)(byte) * 0x01010101u)

/* 1 where registers have 64 bits and aes_fixslice64.c encrypts four blocks at a time: without optimisation its frames are
 * deeper than what vmb_wipe_stack wipes. */
#if VMB_AES_IN_C && !VMB_SIZE && defined(__LP64__) && defined(__OPTIMIZE__)
#define VMB_AES_QUADS 1
/* Encrypts 3 or 4 blocks. */
VMB_NOINLINE void vmb_aes_encrypt_quad(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in,
                                       size_t blocks);
#else
#define VMB_AES_QUADS 0
#endif

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

/* The S-box without its constant on all 8 planes, in 107 gates. Its shape is that of
 * Boyar and Peralta ("A depth-16 circuit for the AES S-box", 2011): a linear layer
 * into the tower field, an inversion in GF(2^4) between two times nine products, a
 * linear layer back. Their circuit of 115 gates has been rewritten gate by gate where
 * another sum of values that are there anyway gives the same value, and where an OR
 * absorbs a sum (a | b = a & b ^ a ^ b). y, n, v, z and b are what they are there, u
 * is what is new. x7 is plane 0. The parts: to the tower field, where y holds factors
 * of the products; the norm, an element of GF(2^4), n3 .. n0, with i0 = n3 ^ n2; its
 * inverse v3 .. v0 and the sums that the products need; the products z; back, with the
 * affine map's matrix. */
#define VMB_SUB_PLANES(plane, q)                                                    \
    do {                                                                            \
        plane x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4];                           \
        plane x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];                           \
                                                                                    \
        plane y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5;             \
        plane y12 = y14 ^ y13, u0 = x0 ^ x2, u1 = x7 ^ u0, y2 = x1 ^ u1;            \
        plane y4 = y9 ^ y2, y3 = y12 ^ y4, u2 = y3 ^ u0, y7 = x4 ^ u2;              \
        plane y11 = x7 ^ y7, y1 = x0 ^ y2, y16 = y7 ^ y1, y17 = y14 ^ u0;           \
        plane y15 = y16 ^ y17, y10 = y11 ^ y17, y6 = y1 ^ y10;                      \
                                                                                    \
        plane p0 = y12 & y15, p1 = y3 & y6, p2 = x7 & y4, p3 = y13 | y16;           \
        plane p5 = y7 & y2, p7 = y14 & y17, u3 = y9 | y11, u6 = y8 & y10;           \
        plane u4 = p1 ^ p7, u5 = u3 ^ u4, n3 = p0 ^ u5, u7 = u6 ^ u0, u8 = p2 ^ u7; \
        plane i0 = u4 ^ u8, n2 = n3 ^ i0, u9 = x6 | y1, u10 = y6 ^ u2;              \
        plane u11 = p3 ^ u10, u12 = u3 ^ u11, u13 = p7 ^ u12, n1 = u9 ^ u13;        \
        plane u14 = u6 ^ u12, n0 = p5 ^ u14;                                        \
                                                                                    \
        plane i1 = n3 & n1, i2 = n0 ^ i1, v2a = i0 & i2, v2 = n2 ^ v2a;             \
        plane v0c = (n2 ^ i1) & (n1 ^ n0), v0 = n0 ^ v0c, i3 = n0 & (i1 ^ v0c);     \
        plane v10 = n1 ^ i3, v1 = v0 ^ v10, v32 = n3 ^ (n2 & (i1 ^ v2a));           \
        plane v3 = v2 ^ v32, v31 = v1 ^ v3, v20 = v2 ^ v0, vs = v10 ^ v32;          \
                                                                                    \
        plane z0 = y15 & v10, z1 = y6 & v1, z2 = x7 & v0, z3 = y16 & v32;           \
        plane z4 = y1 & v3, z5 = y7 & v2, z6 = y11 & v20, z7 = y17 & vs;            \
        plane z8 = y10 & v31, z9 = y12 & v10, z10 = y3 & v1, z11 = y4 & v0;         \
        plane z12 = y13 & v32, z14 = y2 & v2, z15 = y9 & v20, z16 = y14 & vs;       \
        plane z17 = y8 & v31;                                                       \
                                                                                    \
        plane u17 = z3 ^ z4, u18 = u17 ^ z6, b10 = z7 ^ u18, b0 = z15 ^ z16;        \
        plane u19 = b10 ^ b0, u20 = z10 ^ u19, s0 = z9 ^ u20, u21 = z0 ^ u17;       \
        plane s1 = z1 ^ (s0 ^ u21), s3 = b10 ^ s1, u23 = z2 ^ u21, u24 = z5 ^ u23;  \
        plane u27 = (x6 & v3) ^ (u24 ^ u19), u31 = u18 ^ (z12 ^ (z8 ^ u23));        \
        plane u32 = z14 ^ u31;                                                      \
                                                                                    \
        q[7] = s0;                                                                  \
        q[6] = s1;                                                                  \
        q[5] = z15 ^ (z17 ^ u32);                                                   \
        q[4] = s3;                                                                  \
        q[3] = u24 ^ (z4 ^ s3);                                                     \
        q[2] = u32 ^ (z11 ^ u20);                                                   \
        q[1] = u27 ^ u31;                                                           \
        q[0] = u27 ^ (z12 ^ b10);                                                   \
    } while (0)

VMB_STEP vmb_sub_planes(uint32_t q[8])
{
    VMB_SUB_PLANES(uint32_t, q);
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
#define VMB_MIX_PLANE(i, twice)                                                   \
    do {                                                                          \
        uint32_t next = vmb_turn(vmb_rows(q[i], 8), turn, keep), carry = (twice); \
        sum = q[i] ^ next;                                                        \
        q[i] = carry ^ next ^ vmb_turn(vmb_rows(sum, 16), turn2, keep2);          \
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
    const uint8_t *b = blocks > 1 ? in + 16 : in;
    unsigned c;

    for (c = 0; c < 4; c++) {
        q[2 * c] = vmb_get_word(in + 4 * c);
        q[2 * c + 1] = vmb_get_word(b + 4 * c);
    }
}

/* The inverse. One block is in both places. */
VMB_INLINE void vmb_store_pair(uint8_t *out, const uint32_t q[8], size_t blocks)
{
    uint8_t *b = blocks > 1 ? out + 16 : out;
    unsigned c;

    for (c = 0; c < 4; c++) {
        vmb_put_word(out + 4 * c, q[2 * c]);
        vmb_put_word(b + 4 * c, q[2 * c + 1]);
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
