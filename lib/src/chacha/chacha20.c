/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20 in C (RFC 8439, sections 2.1 to 2.4): the set-up of every backend,
 * and the cipher where there is no assembly. Little-endian by definition,
 * independent of the machine's byte order.
 */
#include "chacha/chacha20.h"

#include "common/common.h"
#include "vambrace/ise.h"

#if VMB_ISE_ZBKB
#define VMB_ROTL(x, n) vmb_ror32((x), 32 - (n))
#else
#define VMB_ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))
#endif

/* The quarter round, RFC 8439 section 2.1. */
#define VMB_QUARTER_ROUND(a, b, c, d)            \
    do {                                         \
        (a) += (b);                              \
        (d) = VMB_ROTL((d) ^ (a), 16);           \
        (c) += (d);                              \
        (b) = VMB_ROTL((b) ^ (c), 12);           \
        (a) += (b);                              \
        (d) = VMB_ROTL((d) ^ (a), 8);            \
        (c) += (d);                              \
        (b) = VMB_ROTL((b) ^ (c), 7);            \
    } while (0)

void vmb_chacha20_init(vmb_chacha20 *c, const uint32_t key[8], const uint8_t *nonce,
                       uint32_t counter)
{
    uint32_t *x = c->input;
    unsigned i;

    x[0] = 0x61707865u; /* "expand 32-byte k" */
    x[1] = 0x3320646eu;
    x[2] = 0x79622d32u;
    x[3] = 0x6b206574u;
    for (i = 0; i < 8; i++) {
        x[4 + i] = key[i];
    }
    x[12] = counter;
    for (i = 0; i < 3; i++) {
        x[13 + i] = vmb_load32_le(nonce + 4 * i);
    }
    for (i = 0; i < 3; i++) {
        uint32_t a = x[1 + i], b = x[5 + i], d = x[13 + i], e = x[9 + i];

        VMB_QUARTER_ROUND(a, b, e, d);
        c->first[i][0] = a;
        c->first[i][1] = b;
        c->first[i][2] = e;
        c->first[i][3] = d;
    }
}

#if !VMB_CHACHA20_RV32

/* The diagonal round, which ends each of the 10 double rounds. */
static void vmb_chacha20_diagonals(uint32_t x[16])
{
    VMB_QUARTER_ROUND(x[0], x[5], x[10], x[15]);
    VMB_QUARTER_ROUND(x[1], x[6], x[11], x[12]);
    VMB_QUARTER_ROUND(x[2], x[7], x[8], x[13]);
    VMB_QUARTER_ROUND(x[3], x[4], x[9], x[14]);
}

/* One block of keystream, as words, for the block number in c->input[12]. */
static void vmb_chacha20_block(uint32_t x[16], const vmb_chacha20 *c)
{
    unsigned i, row;

    for (row = 0; row < 4; row++) {
        x[4 * row] = c->input[4 * row];
        for (i = 0; i < 3; i++) {
            x[4 * row + 1 + i] = c->first[i][row];
        }
    }
    VMB_QUARTER_ROUND(x[0], x[4], x[8], x[12]);
    vmb_chacha20_diagonals(x);
    for (i = 0; i < 9; i++) {
        VMB_QUARTER_ROUND(x[0], x[4], x[8], x[12]);
        VMB_QUARTER_ROUND(x[1], x[5], x[9], x[13]);
        VMB_QUARTER_ROUND(x[2], x[6], x[10], x[14]);
        VMB_QUARTER_ROUND(x[3], x[7], x[11], x[15]);
        vmb_chacha20_diagonals(x);
    }
    for (i = 0; i < 16; i++) {
        x[i] += c->input[i];
    }
}

void vmb_chacha20_xor(vmb_chacha20 *c, uint8_t *out, const uint8_t *in, size_t len)
{
    uint32_t x[16];
    size_t i, n;

    while (len != 0) {
        vmb_chacha20_block(x, c);
        c->input[12]++;
        n = len < 64 ? len : 64;
        for (i = 0; i < n; i++) {
            out[i] = (uint8_t)(in[i] ^ x[i / 4] >> (8 * (i % 4)));
        }
        out += n;
        in += n;
        len -= n;
    }
    vmb_wipe(x, sizeof x);
}

#endif
