/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The key schedules of AES (FIPS 197, section 5.2) with aes64ks1i and aes64ks2, and
 * that of the equivalent inverse cipher (section 5.3.5) with aes64im:
 *     void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds)
 *     void vmb_aes_expand_inverse(uint32_t *rk, unsigned rounds)
 * of aes_backend.h; the layout is in aes_zkned.h.
 */
#include "aes/zkned64/aes_zkned64.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED64

#define W0 a3
#define W1 a4
#define W2 a5
#define W3 a6
#define U t0

/* The 8 bytes at `at` of p, any alignment. */
.macro load_bytes d, at, p
    lbu \d, \at(\p)
    .set .Lbyte, 1
    .rept 7
    lbu U, \at + .Lbyte(\p)
    slli U, U, 8 * .Lbyte
    or \d, \d, U
    .set .Lbyte, .Lbyte + 1
    .endr
.endm

/* The first word of the next ones, W, from the last one of these; round constant i. */
.macro next W, last, i
    vmb.aes64ks1i U, \last, \i
    vmb.aes64ks2 \W, U, \W
.endm

    .section .text.vmb_aes_expand, "ax", @progbits
    .balign 4
    .globl vmb_aes_expand
    .type vmb_aes_expand, @function
vmb_aes_expand:
    load_bytes W0, 0, a1
    load_bytes W1, 8, a1
    sd W0, 0(a0)
    sd W1, 8(a0)
    addi a2, a2, -12
    bgez a2, 1f
    .set .Lat, 16
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    next W0, W1, \i
    vmb.aes64ks2 W1, W0, W1
    sd W0, .Lat(a0)
    sd W1, .Lat + 8(a0)
    .set .Lat, .Lat + 16
    .endr
    ret
1:
    load_bytes W2, 16, a1
    sd W2, 16(a0)
    bgtz a2, 2f
    .set .Lat, 24
    .irp i, 0, 1, 2, 3, 4, 5, 6
    next W0, W2, \i
    vmb.aes64ks2 W1, W0, W1
    vmb.aes64ks2 W2, W1, W2
    sd W0, .Lat(a0)
    sd W1, .Lat + 8(a0)
    sd W2, .Lat + 16(a0)
    .set .Lat, .Lat + 24
    .endr
    next W0, W2, 7
    vmb.aes64ks2 W1, W0, W1
    sd W0, .Lat(a0)
    sd W1, .Lat + 8(a0)
    ret
2:
    load_bytes W3, 24, a1
    sd W3, 24(a0)
    .set .Lat, 32
    .irp i, 0, 1, 2, 3, 4, 5
    next W0, W3, \i
    vmb.aes64ks2 W1, W0, W1
    next W2, W1, 10             /* without rotation and constant */
    vmb.aes64ks2 W3, W2, W3
    sd W0, .Lat(a0)
    sd W1, .Lat + 8(a0)
    sd W2, .Lat + 16(a0)
    sd W3, .Lat + 24(a0)
    .set .Lat, .Lat + 32
    .endr
    next W0, W3, 6
    vmb.aes64ks2 W1, W0, W1
    sd W0, .Lat(a0)
    sd W1, .Lat + 8(a0)
    ret
    .size vmb_aes_expand, . - vmb_aes_expand

/* Round keys rounds - 1 to 1 pass through InvMixColumns. */
    .section .text.vmb_aes_expand_inverse, "ax", @progbits
    .balign 4
    .globl vmb_aes_expand_inverse
    .type vmb_aes_expand_inverse, @function
vmb_aes_expand_inverse:
    slli U, a1, 4
    add a1, a0, U
    mv U, a1
    addi a0, a0, 16
1:
    ld W0, -16(a1)
    ld W1, -8(a1)
    vmb.aes64im W0, W0
    vmb.aes64im W1, W1
    sd W0, 16(U)
    sd W1, 24(U)
    addi a1, a1, -16
    addi U, U, 16
    bne a1, a0, 1b
    ret
    .size vmb_aes_expand_inverse, . - vmb_aes_expand_inverse

#endif
