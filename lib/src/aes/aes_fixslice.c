/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-128 (FIPS 197) in portable, constant-time C: two blocks at a time,
 * bitsliced, with the ShiftRows of all rounds left out ("fixslicing",
 * Adomnicai and Peyrin, TCHES 2021/1).
 *
 * Layout: plane i is a 32-bit word with bit i of all 32 bytes. The byte of row
 * r and column c of block b (0 or 1) is at bit position 8 r + 2 c + b. As the
 * words of a block are little-endian, byte r of word c of a block is row r,
 * column c: to and from planes is a transposition of 8 x 8 bits and no more.
 *
 * ShiftRows moves row r by r columns. Instead of moving it, round n lives in a
 * frame turned by n: what is in row r, column c of the standard's state is at
 * row r, column c + n r (modulo 4) here. MixColumns then adds, to each byte,
 * those of the next rows and n columns further on; round keys are stored in
 * their round's frame. Round 10 ends in the frame of n = 2, where rows 1 and 3
 * have columns 0 and 2, and 1 and 3, exchanged.
 *
 * Expanded key, 80 words: 4 words of round key 0 as in the standard; 8 planes
 * for each of rounds 1 to 9; 4 words of round key 10 as in the standard. The
 * S-box's constant 0x63 is left out of the rounds and is part of round keys 1
 * to 10 (MixColumns leaves a constant byte as it is).
 */
#include "aes/aes_backend.h"
#include "aes/aes_rv32.h"
#include "vambrace/ise.h"

#if !VMB_ISE_ZKN && !VMB_AES_RV32

#define VMB_ALL(byte) ((uint32_t)(byte) * 0x01010101u)

/* The S-box without its constant on all 8 planes. The top and bottom linear
 * layers and the inversion in GF(2^4) follow Boyar and Peralta ("A depth-16
 * circuit for the AES S-box", 2011, and their circuit of 115 gates); an OR in
 * the place of two ANDs (a | b = a & b ^ a ^ b) absorbs linear terms: 111
 * gates. x7 is plane 0. */
VMB_INLINE void vmb_sub_planes(uint32_t q[8])
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
}

/* Exchanges the bits of *a under mask << n with those of *b under mask. */
VMB_INLINE void vmb_swap_bits(uint32_t *a, uint32_t *b, unsigned n, uint32_t mask)
{
    uint32_t t = ((*a >> n) ^ *b) & mask;

    *b ^= t;
    *a ^= t << n;
}

/* Transposes, in each byte lane, the 8 x 8 bits of eight words: words 2c + b
 * (column c, block b) to planes, and back. */
VMB_INLINE void vmb_transpose(uint32_t q[8])
{
    vmb_swap_bits(&q[0], &q[1], 1, 0x55555555u);
    vmb_swap_bits(&q[2], &q[3], 1, 0x55555555u);
    vmb_swap_bits(&q[4], &q[5], 1, 0x55555555u);
    vmb_swap_bits(&q[6], &q[7], 1, 0x55555555u);
    vmb_swap_bits(&q[0], &q[2], 2, 0x33333333u);
    vmb_swap_bits(&q[1], &q[3], 2, 0x33333333u);
    vmb_swap_bits(&q[4], &q[6], 2, 0x33333333u);
    vmb_swap_bits(&q[5], &q[7], 2, 0x33333333u);
    vmb_swap_bits(&q[0], &q[4], 4, 0x0f0f0f0fu);
    vmb_swap_bits(&q[1], &q[5], 4, 0x0f0f0f0fu);
    vmb_swap_bits(&q[2], &q[6], 4, 0x0f0f0f0fu);
    vmb_swap_bits(&q[3], &q[7], 4, 0x0f0f0f0fu);
}

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

/* One plane of MixColumns and AddRoundKey in a frame of turn / 2. The new byte
 * in each row is 2 (a + a1) + a1 + a2 + a3, with aj the byte j rows and
 * j * turn / 2 columns further on. twice is the plane of 2 (a + a1). */
#define VMB_MIX_PLANE(i, twice)                                                \
    do {                                                                       \
        uint32_t next = vmb_turn(vmb_rows(q[i], 8), turn, keep), carry = (twice); \
        sum = q[i] ^ next;                                                     \
        q[i] = carry ^ next ^ vmb_turn(vmb_rows(sum, 16), turn2, keep2) ^ rk[i]; \
    } while (0)

VMB_INLINE void vmb_mix_planes(uint32_t q[8], unsigned turn, const uint32_t *rk)
{
    unsigned turn2 = (2 * turn) & 7;
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

/* Out of the frame of round 10: rows 1 and 3 of columns 0 and 2 change places. */
#define VMB_UNTURN(lo, hi)                                                     \
    do {                                                                       \
        uint32_t t = ((lo) ^ (hi)) & 0xff00ff00u;                              \
        (lo) ^= t;                                                             \
        (hi) ^= t;                                                             \
    } while (0)

static void vmb_aes_encrypt2(const uint32_t *rk, uint32_t a[4], uint32_t b[4])
{
    uint32_t q[8];
    unsigned round;

    q[0] = a[0] ^ rk[0];
    q[1] = b[0] ^ rk[0];
    q[2] = a[1] ^ rk[1];
    q[3] = b[1] ^ rk[1];
    q[4] = a[2] ^ rk[2];
    q[5] = b[2] ^ rk[2];
    q[6] = a[3] ^ rk[3];
    q[7] = b[3] ^ rk[3];
    vmb_transpose(q);
    rk += 4;
    for (round = 1;; round++, rk += 8) {
        vmb_sub_planes(q);
        if (round == 10) {
            break;
        }
        vmb_mix_planes(q, 2 * (round & 3), rk);
    }
    vmb_transpose(q);
    VMB_UNTURN(q[0], q[4]);
    VMB_UNTURN(q[1], q[5]);
    VMB_UNTURN(q[2], q[6]);
    VMB_UNTURN(q[3], q[7]);
    a[0] = q[0] ^ rk[0];
    b[0] = q[1] ^ rk[0];
    a[1] = q[2] ^ rk[1];
    b[1] = q[3] ^ rk[1];
    a[2] = q[4] ^ rk[2];
    b[2] = q[5] ^ rk[2];
    a[3] = q[6] ^ rk[3];
    b[3] = q[7] ^ rk[3];
    vmb_wipe(q, sizeof q);
}

/* The bytes of one column of a round key in the frame of its round: row 0 from
 * word a, row 1 from word b, and so on. */
#define VMB_COLUMN(a, b, c, d)                                                 \
    (((a) & 0xffu) | ((b) & 0xff00u) | ((c) & 0xff0000u) | ((d) & 0xff000000u))

void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds)
{
    uint32_t w0, w1, w2, w3, x, y, q[8], one = VMB_ALL(1), rcon = 1;
    unsigned round;

    (void)rounds;

    rk[0] = w0 = vmb_load32_le(key);
    rk[1] = w1 = vmb_load32_le(key + 4);
    rk[2] = w2 = vmb_load32_le(key + 8);
    rk[3] = w3 = vmb_load32_le(key + 12);
    rk += 4;
    for (round = 1;; round++, rk += 8) {
        /* SubWord: four bytes, bit 0 in each row of the planes. */
        q[0] = w3;
        q[1] = w3 >> 1;
        q[2] = w3 >> 2;
        q[3] = w3 >> 3;
        q[4] = w3 >> 4;
        q[5] = w3 >> 5;
        q[6] = w3 >> 6;
        q[7] = w3 >> 7;
        vmb_sub_planes(q);
        x = (q[0] & one) | (q[1] & one) << 1 | (q[2] & one) << 2 | (q[3] & one) << 3 |
            (q[4] & one) << 4 | (q[5] & one) << 5 | (q[6] & one) << 6 | (q[7] & one) << 7;
        x ^= VMB_ALL(0x63);
        w0 ^= vmb_rows(x, 8) ^ rcon; /* RotWord */
        w1 ^= w0;
        w2 ^= w1;
        w3 ^= w2;
        rcon = rcon << 1 ^ (rcon >> 7) * 0x11bu;
        if (round == 10) {
            break;
        }
        /* Row r of a column comes from r * round columns before. Both blocks
         * have the same key. */
        if ((round & 1) != 0) {
            x = (round & 2) != 0 ? w3 : w1;
            y = (round & 2) != 0 ? w1 : w3;
            q[0] = VMB_COLUMN(w0, y, w2, x);
            q[4] = VMB_COLUMN(w2, x, w0, y);
            x = (round & 2) != 0 ? w2 : w0;
            y = (round & 2) != 0 ? w0 : w2;
            q[2] = VMB_COLUMN(w1, x, w3, y);
            q[6] = VMB_COLUMN(w3, y, w1, x);
        } else {
            x = (round & 2) != 0 ? w2 : w0;
            y = (round & 2) != 0 ? w0 : w2;
            q[0] = VMB_COLUMN(w0, x, w0, x);
            q[4] = VMB_COLUMN(w2, y, w2, y);
            x = (round & 2) != 0 ? w3 : w1;
            y = (round & 2) != 0 ? w1 : w3;
            q[2] = VMB_COLUMN(w1, x, w1, x);
            q[6] = VMB_COLUMN(w3, y, w3, y);
        }
        q[0] = q[1] = q[0] ^ VMB_ALL(0x63);
        q[2] = q[3] = q[2] ^ VMB_ALL(0x63);
        q[4] = q[5] = q[4] ^ VMB_ALL(0x63);
        q[6] = q[7] = q[6] ^ VMB_ALL(0x63);
        vmb_transpose(q);
        rk[0] = q[0];
        rk[1] = q[1];
        rk[2] = q[2];
        rk[3] = q[3];
        rk[4] = q[4];
        rk[5] = q[5];
        rk[6] = q[6];
        rk[7] = q[7];
    }
    rk[0] = w0 ^ VMB_ALL(0x63);
    rk[1] = w1 ^ VMB_ALL(0x63);
    rk[2] = w2 ^ VMB_ALL(0x63);
    rk[3] = w3 ^ VMB_ALL(0x63);
    vmb_wipe(q, sizeof q);
}

/* The next counter block: adds 1 to the big-endian number in the last word.
 * Fewer than 2^32 blocks: nothing is carried out of it. Counters are public. */
static void vmb_ccm_next(vmb_ccm_state *s)
{
    uint32_t x = s->ctr[3] + 0x01000000u;

    if (x < 0x01000000u) { /* the last byte is zero again: carry */
        x += 0x00010000u;
        if ((x & 0x00ff0000u) == 0) {
            x = (x & 0x0000ffffu) + 0x00000100u;
            if ((x & 0x0000ff00u) == 0) {
                x = (x + 1u) & 0x000000ffu;
            }
        }
    }
    s->ctr[3] = x;
}

void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s,
                        uint8_t *out, const uint8_t *in, size_t blocks, int open)
{
    uint32_t ks[4], x, y, take = 0u - (uint32_t)open;
    unsigned i;

    (void)rounds;

    for (; blocks != 0; blocks--, in += 16, out += 16) {
        for (i = 0; i < 4; i++) {
            ks[i] = s->ctr[i];
        }
        vmb_ccm_next(s);
        vmb_aes_encrypt2(rk, ks, s->mac);
        for (i = 0; i < 4; i++) {
            x = vmb_load32_le(in + 4 * i);
            y = x ^ ks[i];
            vmb_store32_le(out + 4 * i, y);
            s->mac[i] ^= x ^ (ks[i] & take);
        }
    }
    vmb_wipe(ks, sizeof ks);
}

#else
typedef int vmb_aes_fixslice_is_unused; /* ISO C wants a declaration */
#endif
