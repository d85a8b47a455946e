/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20 in C (RFC 8439, sections 2.1 to 2.4), where there is no assembly.
 * The matrix is 16 words, row by row; its keystream is their bytes, each word's
 * least significant byte first.
 */
#include "chacha/chacha20.h"

#if VMB_CHACHA20_IN_C

#include "common/common.h"
#include "vambrace/detail/ise/zbkb.h"

#if VMB_ISE_ZBKB
#define VMB_ROTL(x, n) vmb_rol32(x, n)
#else
#define VMB_ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))
#endif

/* The quarter round, section 2.1. */
#define VMB_QUARTER_ROUND(a, b, c, d)  \
    do {                               \
        (a) += (b);                    \
        (d) = VMB_ROTL((d) ^ (a), 16); \
        (c) += (d);                    \
        (b) = VMB_ROTL((b) ^ (c), 12); \
        (a) += (b);                    \
        (d) = VMB_ROTL((d) ^ (a), 8);  \
        (c) += (d);                    \
        (b) = VMB_ROTL((b) ^ (c), 7);  \
    } while (0)

/* One block of keystream, as words (section 2.3). The matrix is 16 variables, which every compiler keeps in registers;
 * an array may stay in memory. */
static void vmb_chacha20_block(uint32_t x[16], const uint32_t input[16])
{
    uint32_t x0 = input[0], x1 = input[1], x2 = input[2], x3 = input[3];
    uint32_t x4 = input[4], x5 = input[5], x6 = input[6], x7 = input[7];
    uint32_t x8 = input[8], x9 = input[9], x10 = input[10], x11 = input[11];
    uint32_t x12 = input[12], x13 = input[13], x14 = input[14], x15 = input[15];
    unsigned i;

    for (i = 0; i < 10; i++) {
        VMB_QUARTER_ROUND(x0, x4, x8, x12);
        VMB_QUARTER_ROUND(x1, x5, x9, x13);
        VMB_QUARTER_ROUND(x2, x6, x10, x14);
        VMB_QUARTER_ROUND(x3, x7, x11, x15);
        VMB_QUARTER_ROUND(x0, x5, x10, x15);
        VMB_QUARTER_ROUND(x1, x6, x11, x12);
        VMB_QUARTER_ROUND(x2, x7, x8, x13);
        VMB_QUARTER_ROUND(x3, x4, x9, x14);
    }
    x[0] = x0 + input[0];
    x[1] = x1 + input[1];
    x[2] = x2 + input[2];
    x[3] = x3 + input[3];
    x[4] = x4 + input[4];
    x[5] = x5 + input[5];
    x[6] = x6 + input[6];
    x[7] = x7 + input[7];
    x[8] = x8 + input[8];
    x[9] = x9 + input[9];
    x[10] = x10 + input[10];
    x[11] = x11 + input[11];
    x[12] = x12 + input[12];
    x[13] = x13 + input[13];
    x[14] = x14 + input[14];
    x[15] = x15 + input[15];
}

/* XORs n <= 64 bytes of keystream to the data: words of memory if the machine has them, words of bytes, bytes. */
VMB_INLINE void vmb_chacha20_add(uint8_t *out, const uint8_t *in, const uint32_t x[16], size_t n)
{
    size_t i, words = n / 4;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !VMB_SIZE
    if (vmb_is_aligned(in) && vmb_is_aligned(out)) {
        for (i = 0; i < words; i++) {
            vmb_put_word(out + 4 * i, vmb_get_word(in + 4 * i) ^ x[i]);
        }
    } else
#endif
    {
        for (i = 0; i < words; i++) {
            vmb_store32_le(out + 4 * i, vmb_load32_le(in + 4 * i) ^ x[i]);
        }
    }
    for (i = 4 * words; i < n; i++) {
        out[i] = (uint8_t)(in[i] ^ x[words] >> (8 * (i % 4)));
    }
}

void vmb_chacha20_xor(const uint32_t key[8], const uint8_t *nonce, uint32_t counter, uint32_t *one_time, uint8_t *out,
                      const uint8_t *in, size_t len)
{
    uint32_t input[16], x[16];
    size_t i, n;

    input[0] = 0x61707865u; /* "expand 32-byte k" */
    input[1] = 0x3320646eu;
    input[2] = 0x79622d32u;
    input[3] = 0x6b206574u;
    for (i = 0; i < 8; i++) {
        input[4 + i] = key[i];
    }
    input[12] = counter;
    for (i = 0; i < 3; i++) {
        input[13 + i] = vmb_load32_le(nonce + 4 * i);
    }
    if (one_time != NULL) {
        vmb_chacha20_block(x, input);
        input[12]++;
        for (i = 0; i < 8; i++) {
            vmb_store32_le((uint8_t *)&one_time[i], x[i]);
        }
    }
    while (len != 0) {
        vmb_chacha20_block(x, input);
        input[12]++;
        n = len < 64 ? len : 64;
        vmb_chacha20_add(out, in, x, n);
        out += n;
        in += n;
        len -= n;
    }
    vmb_wipe(input, sizeof input);
    vmb_wipe(x, sizeof x);
}

#endif
