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
#include "aes/portable/aes_planes.h"
#include "vambrace/detail/backend/size.h"

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

/* Turns each row of a plane by n bits, n / 2 columns, 0 <= n < 8; keep is the
 * 8 - n low bits of each row. */
VMB_INLINE uint32_t vmb_turn(uint32_t x, unsigned n, uint32_t keep)
{
    return (x >> n & keep) | (x << (8 - n) & ~keep);
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
