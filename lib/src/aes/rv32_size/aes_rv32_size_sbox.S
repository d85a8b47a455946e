/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Bitsliced AES for RV32IC in the size profile, with or without Zbkb: SubBytes on the
 * planes in Q0 to Q7 (aes_rv32.h), 113 cycles. Not a function of the ABI: back to
 * LINK; a0, RK and LINK stay as they are, all else is scratch. For speed there is an
 * S-box in each place that wants one (aes_rv32_sbox.h).
 */
#include "aes/rv32_size/aes_rv32_size.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_AES_RV32 && VMB_SIZE

    .section .text.vmb_rv32_sub_planes, "ax"
    .balign 4
    .globl vmb_rv32_sub_planes
    .hidden vmb_rv32_sub_planes
vmb_rv32_sub_planes:
    vmb.step aes_sbox
    /* The circuit of aes_fixslice.h, gate by gate: x0 is plane 7, x7 plane 0,
     * s0 plane 7, s7 plane 0. In this order of the gates at most 25 values are
     * alive at a time: none goes to memory. */
    xor a1, a7, a5               /* u0 = x0 ^ x2 */
    xor a5, s0, a1               /* u1 = x7 ^ u0 */
    xor a6, a6, a5               /* y2 = x1 ^ u1 */
    xor t2, a4, a2               /* y14 = x3 ^ x5 */
    xor s10, a7, a2              /* y8 = x0 ^ x5 */
    xor t5, a7, a4               /* y9 = x0 ^ x3 */
    xor s9, a7, s1               /* y13 = x0 ^ x6 */
    xor s3, t5, a6               /* y4 = y9 ^ y2 */
    xor t4, t2, s9               /* y12 = y14 ^ y13 */
    xor s5, t4, s3               /* y3 = y12 ^ y4 */
    xor t6, s5, a1               /* u2 = y3 ^ u0 */
    xor s4, a3, t6               /* y7 = x4 ^ u2 */
    xor s2, s0, s4               /* y11 = x7 ^ y7 */
    xor s6, t2, a1               /* y17 = y14 ^ u0 */
    xor t1, s2, s6               /* y10 = y11 ^ y17 */
    and a5, s10, t1              /* u6 = y8 & y10 */
    xor a1, a1, a5               /* u7 = u0 ^ u6 */
    and a4, s0, s3               /* p2 = x7 & y4 */
    xor a4, a4, a1               /* u8 = p2 ^ u7 */
    xor a7, a7, a6               /* y1 = x0 ^ y2 */
    xor s7, a7, t1               /* y6 = y1 ^ y10 */
    xor a1, s7, t6               /* u10 = y6 ^ u2 */
    xor t3, s4, a7               /* y16 = y7 ^ y1 */
    or a2, s9, t3                /* p3 = y13 | y16 */
    xor a1, a1, a2               /* u11 = u10 ^ p3 */
    or a2, t5, s2                /* u3 = y9 | y11 */
    xor a1, a1, a2               /* u12 = u11 ^ u3 */
    xor a5, a5, a1               /* u14 = u6 ^ u12 */
    and s11, s4, a6              /* p5 = y7 & y2 */
    xor t6, s11, a5              /* n0 = p5 ^ u14 */
    and a3, t2, s6               /* p7 = y14 & y17 */
    xor a1, a1, a3               /* u13 = u12 ^ p7 */
    and a5, s5, s7               /* p1 = y3 & y6 */
    xor a3, a3, a5               /* u4 = p7 ^ p1 */
    xor a4, a4, a3               /* i0 = u8 ^ u4 */
    xor a2, a2, a3               /* u5 = u3 ^ u4 */
    or a3, s1, a7                /* u9 = x6 | y1 */
    xor a1, a1, a3               /* n1 = u13 ^ u9 */
    xor s11, t3, s6              /* y15 = y16 ^ y17 */
    and a5, t4, s11              /* p0 = y12 & y15 */
    xor a5, a5, a2               /* n3 = p0 ^ u5 */
    and a2, a5, a1               /* i1 = n3 & n1 */
    xor a3, t6, a2               /* i2 = n0 ^ i1 */
    and a3, a3, a4               /* v2a = i2 & i0 */
    xor a4, a4, a5               /* n2 = i0 ^ n3 */
    xor s8, a2, a3               /* u15 = i1 ^ v2a */
    and s8, s8, a4               /* u16 = u15 & n2 */
    xor a5, a5, s8               /* v32 = n3 ^ u16 */
    xor a3, a3, a4               /* v2 = v2a ^ n2 */
    xor a4, a4, a2               /* v0a = n2 ^ i1 */
    xor s8, a1, t6               /* v0b = n1 ^ n0 */
    and s8, s8, a4               /* v0c = v0b & v0a */
    xor a4, a2, s8               /* i3a = i1 ^ v0c */
    and a2, t6, a4               /* i3 = n0 & i3a */
    xor a2, a2, a1               /* v10 = i3 ^ n1 */
    xor a4, t6, s8               /* v0 = n0 ^ v0c */
    xor a1, a3, a4               /* v20 = v2 ^ v0 */
    and s2, s2, a1               /* z6 = y11 & v20 */
    and t5, t5, a1               /* z15 = y9 & v20 */
    and s4, s4, a3               /* z5 = y7 & v2 */
    and t6, a6, a3               /* z14 = y2 & v2 */
    and t3, t3, a5               /* z3 = y16 & v32 */
    and s9, s9, a5               /* z12 = y13 & v32 */
    xor a3, a3, a5               /* v3 = v2 ^ v32 */
    xor a5, a5, a2               /* vs = v32 ^ v10 */
    and s6, s6, a5               /* z7 = y17 & vs */
    and a1, t2, a5               /* z16 = y14 & vs */
    and s8, a7, a3               /* z4 = y1 & v3 */
    and a5, s11, a2              /* z0 = y15 & v10 */
    xor a6, t3, s8               /* u17 = z3 ^ z4 */
    xor s2, s2, a6               /* u18 = z6 ^ u17 */
    xor a5, a5, a6               /* u21 = z0 ^ u17 */
    and s11, s3, a4              /* z11 = y4 & v0 */
    and s0, s0, a4               /* z2 = x7 & v0 */
    xor a4, a4, a2               /* v1 = v0 ^ v10 */
    and t4, t4, a2               /* z9 = y12 & v10 */
    xor a2, t5, a1               /* b0 = z15 ^ z16 */
    xor s6, s6, s2               /* b10 = z7 ^ u18 */
    xor a1, s6, a2               /* u19 = b10 ^ b0 */
    and a2, s5, a4               /* z10 = y3 & v1 */
    xor a2, a2, a1               /* u20 = z10 ^ u19 */
    xor a7, t4, a2               /* s0 = z9 ^ u20 */
    xor s11, s11, a2             /* u35 = z11 ^ u20 */
    xor s0, s0, a5               /* u23 = z2 ^ u21 */
    xor a2, a7, a5               /* u22 = s0 ^ u21 */
    and a5, s7, a4               /* z1 = y6 & v1 */
    xor a6, a5, a2               /* s1 = z1 ^ u22 */
    xor a4, a4, a3               /* v31 = v1 ^ v3 */
    and s1, s1, a3               /* u25 = x6 & v3 */
    and a2, t1, a4               /* z8 = y10 & v31 */
    and a3, s10, a4              /* z17 = y8 & v31 */
    xor a5, s4, s0               /* u24 = z5 ^ u23 */
    xor a2, a2, s0               /* u29 = z8 ^ u23 */
    xor s0, s9, a2               /* u30 = z12 ^ u29 */
    xor s5, s2, s0               /* u31 = u18 ^ u30 */
    xor t6, t6, s5               /* u32 = z14 ^ u31 */
    xor a2, t6, s11              /* s5 = u32 ^ u35 */
    xor t4, a3, t6               /* u33 = z17 ^ u32 */
    xor s0, s9, s6               /* u28 = z12 ^ b10 */
    xor a4, s6, a6               /* s3 = b10 ^ s1 */
    xor a3, s8, a4               /* u34 = z4 ^ s3 */
    xor a3, a3, a5               /* s4 = u34 ^ u24 */
    xor a1, a1, a5               /* u26 = u19 ^ u24 */
    xor a5, t5, t4               /* s2 = z15 ^ u33 */
    xor a1, a1, s1               /* u27 = u26 ^ u25 */
    xor s1, a1, s5               /* s6 = u27 ^ u31 */
    xor s0, s0, a1               /* s7 = u28 ^ u27 */
    xori Q0, Q0, -1
    xori Q1, Q1, -1
    xori Q5, Q5, -1
    xori Q6, Q6, -1
    jr LINK
#endif
