/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The blocks of SHA-256 in C (FIPS 180-4, section 6.2.2), where no assembly replaces it. The last
 * 16 words of the message schedule are kept: word t replaces word t - 16. With Zknh its
 * instructions.
 */
#include "sha256/sha256.h"

#if !VMB_SHA256_ASSEMBLY

#include "sha256/sha256_constants.h"
#include "vambrace/detail/ise/zknh.h"

static const uint32_t vmb_sha256_k[64] = {VMB_SHA256_K0, VMB_SHA256_K1, VMB_SHA256_K2, VMB_SHA256_K3,
                                          VMB_SHA256_K4, VMB_SHA256_K5, VMB_SHA256_K6, VMB_SHA256_K7};

#if VMB_ISE_ZKNH
#define VMB_SHA256_SUM0(x) vmb_sha256sum0(x)
#define VMB_SHA256_SUM1(x) vmb_sha256sum1(x)
#define VMB_SHA256_SIG0(x) vmb_sha256sig0(x)
#define VMB_SHA256_SIG1(x) vmb_sha256sig1(x)
#else
#define VMB_SHA256_ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define VMB_SHA256_SUM0(x) (VMB_SHA256_ROR(x, 2) ^ VMB_SHA256_ROR(x, 13) ^ VMB_SHA256_ROR(x, 22))
#define VMB_SHA256_SUM1(x) (VMB_SHA256_ROR(x, 6) ^ VMB_SHA256_ROR(x, 11) ^ VMB_SHA256_ROR(x, 25))
#define VMB_SHA256_SIG0(x) (VMB_SHA256_ROR(x, 7) ^ VMB_SHA256_ROR(x, 18) ^ ((x) >> 3))
#define VMB_SHA256_SIG1(x) (VMB_SHA256_ROR(x, 17) ^ VMB_SHA256_ROR(x, 19) ^ ((x) >> 10))
#endif

/* A round: h is the next a. Ch and Maj by logic alone, section 4.1.2. */
#define VMB_SHA256_ROUND(a, b, c, d, e, f, g, h, t)                                    \
    do {                                                                               \
        h += VMB_SHA256_SUM1(e) + (((f ^ g) & e) ^ g) + vmb_sha256_k[t] + w[(t) & 15]; \
        d += h;                                                                        \
        h += VMB_SHA256_SUM0(a) + (((a ^ b) & c) ^ (a & b));                           \
    } while (0)

/* Word t of the schedule replaces word t - 16. */
#define VMB_SHA256_NEXT(t) \
    (w[(t) & 15] += VMB_SHA256_SIG1(w[((t) + 14) & 15]) + w[((t) + 9) & 15] + VMB_SHA256_SIG0(w[((t) + 1) & 15]))

void vmb_sha256_blocks(uint32_t state[8], const uint8_t *in, size_t blocks)
{
    uint32_t w[16], a, b, c, d, e, f, g, h, t, x;

    for (; blocks != 0; blocks--, in += VMB_SHA256_BLOCK) {
        for (t = 0; t < 16; t++) {
            w[t] = (uint32_t)in[4 * t] << 24 | (uint32_t)in[4 * t + 1] << 16 | (uint32_t)in[4 * t + 2] << 8 |
                   (uint32_t)in[4 * t + 3];
        }
        a = state[0];
        b = state[1];
        c = state[2];
        d = state[3];
        e = state[4];
        f = state[5];
        g = state[6];
        h = state[7];
#if VMB_SIZE
        for (t = 0; t < 64; t++) {
            if (t >= 16) {
                VMB_SHA256_NEXT(t);
            }
            VMB_SHA256_ROUND(a, b, c, d, e, f, g, h, t);
            x = h;
            h = g;
            g = f;
            f = e;
            e = d;
            d = c;
            c = b;
            b = a;
            a = x;
        }
#else
        for (t = 0; t < 64; t += 8) {
            if (t >= 16) {
                for (x = t; x < t + 8; x++) {
                    VMB_SHA256_NEXT(x);
                }
            }
            VMB_SHA256_ROUND(a, b, c, d, e, f, g, h, t);
            VMB_SHA256_ROUND(h, a, b, c, d, e, f, g, t + 1);
            VMB_SHA256_ROUND(g, h, a, b, c, d, e, f, t + 2);
            VMB_SHA256_ROUND(f, g, h, a, b, c, d, e, t + 3);
            VMB_SHA256_ROUND(e, f, g, h, a, b, c, d, t + 4);
            VMB_SHA256_ROUND(d, e, f, g, h, a, b, c, t + 5);
            VMB_SHA256_ROUND(c, d, e, f, g, h, a, b, t + 6);
            VMB_SHA256_ROUND(b, c, d, e, f, g, h, a, t + 7);
        }
#endif
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
    vmb_wipe(w, sizeof w);
}

#endif
