/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC: the S-box on the planes in Q0 to Q7 (aes_rv32.h), and
 * in front of it, for the first round, what leads there. Not functions of the ABI:
 * back to LINK; RK and LAST stay as they are but where it says so, all else is
 * scratch.
 *   vmb_rv32_encrypt     words 2c + b, plus round key 0, to planes, and the S-box;
 *                        RK moves on by 16 bytes, LINK comes from the frame;
 *                        210 cycles
 *   vmb_rv32_sub_planes  SubBytes without its constant 0x63; 113 cycles
 */
#include "aes/aes_rv32.h"

#if VMB_AES_RV32

    .section .text.vmb_rv32_sub_planes, "ax"
#if VMB_SIZE
    .balign 4
#else
    .balign 16
    .globl vmb_rv32_encrypt
    .hidden vmb_rv32_encrypt
vmb_rv32_encrypt:
    ADD_WORDS(0)
    addi RK, RK, 16
    lw LINK, (F_ENTRY)(sp)
    TRANSPOSE
#endif

    /* The circuit of aes_fixslice.h, gate by gate: x0 is plane 7, x7 plane 0,
     * s0 plane 7, s7 plane 0. In this order of the gates at most 25 values are
     * alive at a time: none goes to memory. */
    .balign 4
    .globl vmb_rv32_sub_planes
    .hidden vmb_rv32_sub_planes
vmb_rv32_sub_planes:
    xor s9, a4, a2               /* y14 = x3 ^ x5 */
    xor s3, a7, s1               /* y13 = x0 ^ x6 */
    xor t4, s3, s9               /* y12 = y13 ^ y14 */
    xor t5, a3, t4               /* t1 = x4 ^ y12 */
    xor s10, a6, a5              /* t0 = x1 ^ x2 */
    xor a1, t5, a6               /* y20 = t1 ^ x1 */
    xor t5, t5, a2               /* y15 = t1 ^ x5 */
    xor s7, s10, s0              /* y1 = t0 ^ x7 */
    xor s5, s7, s1               /* y5 = y1 ^ x6 */
    xor s4, a7, a2               /* y8 = x0 ^ x5 */
    xor s2, a7, a4               /* y9 = x0 ^ x3 */
    xor t3, s7, a4               /* y4 = y1 ^ x3 */
    xor a7, a7, s7               /* y2 = x0 ^ y1 */
    xor s8, t5, s10              /* y10 = y15 ^ t0 */
    xor s6, a1, s2               /* y11 = y20 ^ y9 */
    or a2, s4, s8                /* p8a = y8 | y10 */
    and a3, s2, s6               /* p6 = y9 & y11 */
    xor a2, a2, a3               /* p8 = p8a ^ p6 */
    xor t2, s10, s6              /* y16 = t0 ^ y11 */
    xor s10, s8, s6              /* y17 = y10 ^ y11 */
    and s1, s9, s10              /* p7a = y14 & y17 */
    xor a3, a3, s1               /* p7 = p6 ^ p7a */
    and a5, t4, t5               /* p0 = y12 & y15 */
    and s1, t3, s0               /* p2a = y4 & x7 */
    xor s1, s1, a5               /* p2 = p2a ^ p0 */
    xor s1, s1, a2               /* n2 = p2 ^ p8 */
    xor a6, s5, s4               /* y3 = y5 ^ y8 */
    xor t1, t5, s0               /* y6 = y15 ^ x7 */
    and a4, a6, t1               /* p1a = y3 & y6 */
    xor a5, a5, a4               /* p1 = p0 ^ p1a */
    xor a5, a5, a3               /* n3 part = p1 ^ p7 */
    xor a5, a5, a1               /* n3 = n3 part ^ y20 */
    or a4, s3, t2                /* p3 = y13 | y16 */
    and a1, s5, s7               /* p4a = y5 & y1 */
    xor a1, a1, a4               /* p4 = p4a ^ p3 */
    xor a3, a3, a1               /* n1 = p7 ^ p4 */
    xor s11, s0, s6              /* y7 = x7 ^ y11 */
    and a1, a7, s11              /* p5a = y2 & y7 */
    xor a1, a1, a4               /* p5 = p5a ^ p3 */
    xor a1, a1, a2               /* n0a = p5 ^ p8 */
    xor a2, a6, t1               /* y22 = y3 ^ y6 */
    xor a1, a1, a2               /* n0 = n0a ^ y22 */
    xor a2, a5, s1               /* i0 = n3 ^ n2 */
    and a5, a5, a3               /* i1 = n3 & n1 */
    xor a4, s1, a5               /* v0a = n2 ^ i1 */
    xor t6, a3, a1               /* v0b = n1 ^ n0 */
    and t6, t6, a4               /* v0c = v0b & v0a */
    xor a5, a5, a1               /* i2 = i1 ^ n0 */
    xor t6, t6, a1               /* v0 = v0c ^ n0 */
    xor a4, a5, t6               /* i3a = i2 ^ v0 */
    and a4, a4, a1               /* i3 = i3a & n0 */
    xor a3, a3, a4               /* v1a = n1 ^ i3 */
    xor a4, a4, a5               /* v3a = i3 ^ i2 */
    and a5, a5, a2               /* v2a = i2 & i0 */
    xor s1, s1, a5               /* v2 = n2 ^ v2a */
    and a4, a4, s1               /* v3b = v3a & v2 */
    xor a4, a4, a2               /* v3 = v3b ^ i0 */
    xor a1, s1, a4               /* v32 = v2 ^ v3 */
    and a2, a1, t2               /* z3 = v32 & y16 */
    and s3, s3, a1               /* z12 = y13 & v32 */
    and s11, s11, s1             /* z5 = y7 & v2 */
    and t2, t6, s0               /* z2 = v0 & x7 */
    and a5, s1, a7               /* z14 = v2 & y2 */
    and t3, t3, t6               /* z11 = y4 & v0 */
    xor s0, s1, t6               /* v20 = v2 ^ v0 */
    xor a1, a3, t6               /* v1 = v1a ^ v0 */
    xor s1, t6, a1               /* v10 = v0 ^ v1 */
    and t4, t4, s1               /* z9 = y12 & v10 */
    and t5, t5, s1               /* z0 = y15 & v10 */
    and a6, a6, a1               /* z10 = y3 & v1 */
    xor a3, a6, t3               /* s5a = z10 ^ z11 */
    xor t4, t4, a6               /* b2 = z9 ^ z10 */
    and s1, a1, t1               /* z1 = v1 & y6 */
    xor a1, a1, a4               /* v31 = v1 ^ v3 */
    and a7, s0, s2               /* z15 = v20 & y9 */
    and s6, s6, s0               /* z6 = y11 & v20 */
    xor s0, s0, a1               /* vs = v20 ^ v31 */
    and t1, s0, s10              /* z7 = vs & y17 */
    and s9, s9, s0               /* z16 = y14 & vs */
    and s8, s8, a1               /* z8 = y10 & v31 */
    xor s0, t1, s8               /* b3 = z7 ^ z8 */
    xor t1, t1, s6               /* b7a = z7 ^ z6 */
    and s4, s4, a1               /* z17 = y8 & v31 */
    and a1, a4, s5               /* z13 = v3 & y5 */
    and t6, a4, s7               /* z4 = v3 & y1 */
    xor s2, a7, s9               /* b0 = z15 ^ z16 */
    xor s4, s4, s9               /* s2a = z17 ^ z16 */
    xor a4, t6, s2               /* b6 = z4 ^ b0 */
    xor s0, s0, a4               /* b8 = b3 ^ b6 */
    xor s10, t4, a4              /* b9 = b2 ^ b6 */
    xor a4, t5, a2               /* b4 = z0 ^ z3 */
    xor t1, t1, a2               /* b7 = b7a ^ z3 */
    xor s8, s1, s10              /* b12 = z1 ^ b9 */
    xor a7, t1, s10              /* s0 = b7 ^ b9 */
    xor t6, t6, t1               /* b10 = z4 ^ b7 */
    xor s5, s11, a1              /* b1 = z5 ^ z13 */
    xor s11, s11, t2             /* s4a = z5 ^ z2 */
    xor s1, t2, s3               /* b5a = z2 ^ z12 */
    xor s1, s1, a4               /* b5 = b5a ^ b4 */
    xor a1, s2, s1               /* s7a = b0 ^ b5 */
    xor a5, a5, s1               /* b11a = z14 ^ b5 */
    xor s3, s3, s5               /* s6a = z12 ^ b1 */
    xor s1, s3, s0               /* s6 = s6a ^ b8 */
    xor s0, s0, a5               /* b11b = b8 ^ b11a */
    xor s2, t6, s0               /* b11 = b10 ^ b11b */
    xor a5, s4, s2               /* s2 = s2a ^ b11 */
    xor a2, a3, s0               /* s5 = s5a ^ b11b */
    xor a4, a4, s8               /* s3 = b4 ^ b12 */
    xor a3, s11, s8              /* s4 = s4a ^ b12 */
    xor s0, s5, a1               /* s7 = b1 ^ s7a */
    xor a6, t6, a4               /* s1 = b10 ^ s3 */
#if VMB_SIZE
    xori Q0, Q0, -1
    xori Q1, Q1, -1
    xori Q5, Q5, -1
    xori Q6, Q6, -1
#endif
    jr LINK
#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
