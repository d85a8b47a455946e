/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: SBOX is SubBytes without its
 * constant 0x63 on the planes in Q0 to Q7 (aes_rv32.h), 107 cycles, for the speed
 * profile. RK, LAST and KEPT stay as they are, all else is scratch. With an argument of
 * 1 it also loads MASK from F_MASK.
 *
 * The circuit of aes_fixslice.h, gate by gate: x0 is plane 7, x7 plane 0, s0 plane 7,
 * s7 plane 0. In this order of the gates at most 25 values are alive at a time: none
 * goes to memory. A third of the instructions have compressed forms, with results in
 * the registers that MixColumns takes for scratch.
 */
#ifndef VMB_AES_RV32_SBOX_H
#define VMB_AES_RV32_SBOX_H

#ifdef __ASSEMBLER__

.macro SBOX mask=0
    xor a4, s9, s7               /* u0 = x0 ^ x2 */
    xor a1, s2, a4               /* u1 = x7 ^ u0 */
    xor s8, s8, a1               /* y2 = x1 ^ u1 */
    xor s10, s6, s4              /* y14 = x3 ^ x5 */
    xor s4, s4, s9               /* y8 = x5 ^ x0 */
    xor s6, s6, s9               /* y9 = x3 ^ x0 */
    xor t1, s9, s3               /* y13 = x0 ^ x6 */
    xor t5, s6, s8               /* y4 = y9 ^ y2 */
    xor t3, s10, t1              /* y12 = y14 ^ y13 */
    xor s11, t3, t5              /* y3 = y12 ^ y4 */
    xor a1, s11, a4              /* u2 = y3 ^ u0 */
    xor a6, s5, a1               /* y7 = x4 ^ u2 */
    xor t4, s2, a6               /* y11 = x7 ^ y7 */
    xor t2, s10, a4              /* y17 = y14 ^ u0 */
    xor a7, t4, t2               /* y10 = y11 ^ y17 */
    and a3, s4, a7               /* u6 = y8 & y10 */
    xor a4, a4, a3               /* u7 = u0 ^ u6 */
    and a2, s2, t5               /* p2 = x7 & y4 */
    xor a4, a4, a2               /* u8 = u7 ^ p2 */
    xor s9, s9, s8               /* y1 = x0 ^ y2 */
    xor t6, s9, a7               /* y6 = y1 ^ y10 */
    xor a5, t6, a1               /* u10 = y6 ^ u2 */
    xor s5, a6, s9               /* y16 = y7 ^ y1 */
    or s1, t1, s5                /* p3 = y13 | y16 */
    xor s1, s1, a5               /* u11 = p3 ^ u10 */
    or s0, s6, t4                /* u3 = y9 | y11 */
    xor s1, s1, s0               /* u12 = u11 ^ u3 */
    xor a3, a3, s1               /* u14 = u6 ^ u12 */
    and a2, a6, s8               /* p5 = y7 & y2 */
    xor a2, a2, a3               /* n0 = p5 ^ u14 */
    and a3, s10, t2              /* p7 = y14 & y17 */
    xor s1, s1, a3               /* u13 = u12 ^ p7 */
    and a1, s11, t6              /* p1 = y3 & y6 */
    xor a1, a1, a3               /* u4 = p1 ^ p7 */
    xor a4, a4, a1               /* i0 = u8 ^ u4 */
    xor a1, a1, s0               /* u5 = u4 ^ u3 */
    or a5, s3, s9                /* u9 = x6 | y1 */
    xor s1, s1, a5               /* n1 = u13 ^ u9 */
    xor s7, s5, t2               /* y15 = y16 ^ y17 */
    and s0, t3, s7               /* p0 = y12 & y15 */
    xor s0, s0, a1               /* n3 = p0 ^ u5 */
    and a1, s0, s1               /* i1 = n3 & n1 */
    xor a5, a2, a1               /* i2 = n0 ^ i1 */
    and a5, a5, a4               /* v2a = i2 & i0 */
    xor a4, a4, s0               /* n2 = i0 ^ n3 */
    xor a3, a1, a5               /* u15 = i1 ^ v2a */
    and a3, a3, a4               /* u16 = u15 & n2 */
    xor s0, s0, a3               /* v32 = n3 ^ u16 */
    xor a5, a5, a4               /* v2 = v2a ^ n2 */
    xor a4, a4, a1               /* v0a = n2 ^ i1 */
    xor a3, s1, a2               /* v0b = n1 ^ n0 */
    and a4, a4, a3               /* v0c = v0a & v0b */
    xor a1, a1, a4               /* i3a = i1 ^ v0c */
    and a1, a1, a2               /* i3 = i3a & n0 */
    xor s1, s1, a1               /* v10 = n1 ^ i3 */
    xor a4, a4, a2               /* v0 = v0c ^ n0 */
    xor a1, a5, a4               /* v20 = v2 ^ v0 */
    and a2, t4, a1               /* z6 = y11 & v20 */
    and t4, s6, a1               /* z15 = y9 & v20 */
    and a6, a6, a5               /* z5 = y7 & v2 */
    and s6, s8, a5               /* z14 = y2 & v2 */
    and a3, s5, s0               /* z3 = y16 & v32 */
    and t1, t1, s0               /* z12 = y13 & v32 */
    xor a5, a5, s0               /* v3 = v2 ^ v32 */
    xor s0, s0, s1               /* vs = v32 ^ v10 */
    and a1, t2, s0               /* z7 = y17 & vs */
    and s10, s10, s0             /* z16 = y14 & vs */
    and t2, s9, a5               /* z4 = y1 & v3 */
    and s0, s7, s1               /* z0 = y15 & v10 */
    xor a3, a3, t2               /* u17 = z3 ^ z4 */
    xor a2, a2, a3               /* u18 = z6 ^ u17 */
    xor a3, a3, s0               /* u21 = u17 ^ z0 */
    and t5, t5, a4               /* z11 = y4 & v0 */
    and s0, s2, a4               /* z2 = x7 & v0 */
    xor a4, a4, s1               /* v1 = v0 ^ v10 */
    and t3, t3, s1               /* z9 = y12 & v10 */
    xor s1, t4, s10              /* b0 = z15 ^ z16 */
    xor a1, a1, a2               /* b10 = z7 ^ u18 */
    xor s1, s1, a1               /* u19 = b0 ^ b10 */
    and s11, s11, a4             /* z10 = y3 & v1 */
    xor s11, s11, s1             /* u20 = z10 ^ u19 */
    xor s9, t3, s11              /* s0 = z9 ^ u20 */
    xor s11, s11, t5             /* u35 = u20 ^ z11 */
    xor s0, s0, a3               /* u23 = z2 ^ u21 */
    xor t5, s9, a3               /* u22 = s0 ^ u21 */
    and a3, t6, a4               /* z1 = y6 & v1 */
    xor s8, a3, t5               /* s1 = z1 ^ u22 */
    xor a4, a4, a5               /* v31 = v1 ^ v3 */
    and a3, s3, a5               /* u25 = x6 & v3 */
    and a5, a7, a4               /* z8 = y10 & v31 */
    and s10, s4, a4              /* z17 = y8 & v31 */
    xor a4, a6, s0               /* u24 = z5 ^ u23 */
    xor a5, a5, s0               /* u29 = z8 ^ u23 */
    xor s0, t1, a5               /* u30 = z12 ^ u29 */
    xor s0, s0, a2               /* u31 = u30 ^ u18 */
    xor a5, s6, s0               /* u32 = z14 ^ u31 */
    xor s4, a5, s11              /* s5 = u32 ^ u35 */
    xor a2, s10, a5              /* u33 = z17 ^ u32 */
    xor t1, t1, a1               /* u28 = z12 ^ b10 */
    xor s6, a1, s8               /* s3 = b10 ^ s1 */
    xor a5, t2, s6               /* u34 = z4 ^ s3 */
    xor s5, a4, a5               /* s4 = u24 ^ u34 */
    xor s1, s1, a4               /* u26 = u19 ^ u24 */
    .if \mask
    lw MASK, (F_MASK)(sp)
    .endif
    xor s7, t4, a2               /* s2 = z15 ^ u33 */
    xor a3, a3, s1               /* u27 = u25 ^ u26 */
    xor s3, a3, s0               /* s6 = u27 ^ u31 */
    xor s2, a3, t1               /* s7 = u27 ^ u28 */
.endm

#endif

#endif
