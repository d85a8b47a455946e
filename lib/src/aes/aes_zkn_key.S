/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The key schedule of AES-128 (FIPS 197, section 5.2) with aes32esi:
 *     void vmb_aes_expand(uint32_t *rk, const uint8_t *key)
 * of aes_backend.h. 27 cycles a round.
 */
#include "aes/aes_zkn.h"

#if VMB_ISE_ZKN

#define W0 a2
#define W1 a3
#define W2 a4
#define W3 a5
#define RCON a1
#define T t0
#define ROTATED t1

    .section .rodata.vmb_aes_rcon, "a"
vmb_aes_rcon:
    .byte 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36, 0

    .section .text.vmb_aes_expand, "ax"
    .balign 16
    .globl vmb_aes_expand
    .type vmb_aes_expand, @function
vmb_aes_expand:
    andi T, a1, 3
    bnez T, 1f
    lw W0, 0(a1)
    lw W1, 4(a1)
    lw W2, 8(a1)
    lw W3, 12(a1)
    j 2f
1:
    LOAD_ANY(W0, 0, a1, T)
    LOAD_ANY(W1, 4, a1, T)
    LOAD_ANY(W2, 8, a1, T)
    LOAD_ANY(W3, 12, a1, T)
2:
    lla RCON, vmb_aes_rcon
    lbu T, (RCON)
1:
    sw W0, 0(a0)
    sw W1, 4(a0)
    sw W2, 8(a0)
    sw W3, 12(a0)
    addi a0, a0, 16
    addi RCON, RCON, 1
    xor W0, W0, T
    srli ROTATED, W3, 8
    slli T, W3, 24
    or ROTATED, ROTATED, T
    COLUMN(ESI, W0, W0, ROTATED, ROTATED, ROTATED, ROTATED)
    lbu T, (RCON)
    xor W1, W1, W0
    xor W2, W2, W1
    xor W3, W3, W2
    bnez T, 1b
    sw W0, 0(a0)
    sw W1, 4(a0)
    sw W2, 8(a0)
    sw W3, 12(a0)
    ret
    .size vmb_aes_expand, . - vmb_aes_expand

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
