/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 for RV32IC, with or without Zbkb: vmb_chacha20_xor of chacha20.h.
 *
 * Source: RFC 8439, sections 2.1 to 2.4. All byte sequences are little-endian,
 * as the machine is. The 16 words of the matrix stay in registers from the first
 * addition to the XOR with the data; nothing secret goes to the stack.
 *
 * Registers: all but sp, gp and tp.
 *   W0 .. W15          the matrix, row by row
 *   CTX OUT IN LEN     the arguments as they advance; bit 31 of LEN says that a
 *                      pointer is not word-aligned (lengths stay below it)
 *   CTR K0 K1 K2 K4 K8 words 12, 0, 1, 2, 4, 8 of the input matrix, for all blocks
 *   N T                loop count, scratch
 *
 * Cycles of an aligned 64-byte block, with loads and stores of 2 and a taken
 * branch of 3:
 *                                             Zbkb   RV32I
 *   4 moves, 12 loads, first quarter round      40      48
 *   19 half double rounds                      912    1520
 *   loop                                        22      22
 *   adding the input: 6, and 10 of 3            36      36
 *   data: 16 of 5; pointers, counter            90      90
 *                                             1100    1716
 */
#include "chacha/chacha20.h"

#if VMB_CHACHA20_RV32

#include "vambrace/ise.h"

#define W0 s0
#define W1 s1
#define W2 a4
#define W3 a5
#define W4 t3
#define W5 t4
#define W6 t5
#define W7 t6
#define W8 a6
#define W9 a7
#define W10 t1
#define W11 t2
#define W12 a0
#define W13 a1
#define W14 a2
#define W15 a3
#define CTX s2
#define OUT s3
#define IN s4
#define LEN s5
#define CTR s6
#define K0 s7
#define K1 s8
#define K2 s9
#define K4 s10
#define K8 s11
#define N ra
#define T t0

/* Only at the end of a message that is not whole aligned blocks. */
#define LEFT K0   /* bytes of this block still to do */
#define BYTE K1
#define PICK K2   /* entry of the word in .Lpick */
#define TARGET K4 /* where the remaining whole words are done */
#define SIZE K8   /* bytes of this block */

#define FRAME 64

/* d = (d ^ a) <<< n */
.macro vmb.chacha20.mix d, a, n
    xor \d, \d, \a
#if VMB_ISE_ZBKB
    vmb.rori \d, \d, 32 - (\n)
#else
    slli T, \d, \n
    srli \d, \d, 32 - (\n)
    or \d, \d, T
#endif
.endm

/* The quarter round, section 2.1: 12 instructions with rotates, 20 without. */
.macro vmb.chacha20.quarter a, b, c, d
    add \a, \a, \b
    vmb.chacha20.mix \d, \a, 16
    add \c, \c, \d
    vmb.chacha20.mix \b, \c, 12
    add \a, \a, \b
    vmb.chacha20.mix \d, \a, 8
    add \c, \c, \d
    vmb.chacha20.mix \b, \c, 7
.endm

.macro vmb.chacha20.columns
    vmb.chacha20.quarter W0, W4, W8, W12
    vmb.chacha20.quarter W1, W5, W9, W13
    vmb.chacha20.quarter W2, W6, W10, W14
    vmb.chacha20.quarter W3, W7, W11, W15
.endm

.macro vmb.chacha20.diagonals
    vmb.chacha20.quarter W0, W5, W10, W15
    vmb.chacha20.quarter W1, W6, W11, W12
    vmb.chacha20.quarter W2, W7, W8, W13
    vmb.chacha20.quarter W3, W4, W9, W14
.endm

/* Column i = 1, 2, 3 as the first column round leaves it. */
.macro vmb.chacha20.load_first i, a, b, c, d
    lw \a, VMB_CHACHA20_FIRST + 16 * (\i) - 16(CTX)
    lw \b, VMB_CHACHA20_FIRST + 16 * (\i) - 12(CTX)
    lw \c, VMB_CHACHA20_FIRST + 16 * (\i) - 8(CTX)
    lw \d, VMB_CHACHA20_FIRST + 16 * (\i) - 4(CTX)
.endm

/* Adds word i of the input matrix, which lies in memory. */
.macro vmb.chacha20.add_input i, w
    lw T, VMB_CHACHA20_INPUT + 4 * (\i)(CTX)
    add \w, \w, T
.endm

/* XORs word i of the block with the data: 12 bytes of code each. */
.macro vmb.chacha20.xor_word i, w
    lw T, 4 * (\i)(IN)
    xor T, T, \w
    sw T, 4 * (\i)(OUT)
.endm

    .section .text.vmb_chacha20_xor, "ax", @progbits
    .option push
    .option norelax /* entries of tables are found by computing */
    .balign 16
    .globl vmb_chacha20_xor
    .type vmb_chacha20_xor, @function

/* void vmb_chacha20_xor(vmb_chacha20 *c, uint8_t *out, const uint8_t *in, size_t len) */
vmb_chacha20_xor:
    beqz a3, .Lreturn
    addi sp, sp, -FRAME
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    mv CTX, a0
    mv OUT, a1
    mv IN, a2
    or T, a1, a2
    andi T, T, 3
    snez T, T
    slli T, T, 31
    or LEN, a3, T
    lw CTR, VMB_CHACHA20_INPUT + 48(CTX)

.Lreload:
    lw K0, VMB_CHACHA20_INPUT + 0(CTX)
    lw K1, VMB_CHACHA20_INPUT + 4(CTX)
    lw K2, VMB_CHACHA20_INPUT + 8(CTX)
    lw K4, VMB_CHACHA20_INPUT + 16(CTX)
    lw K8, VMB_CHACHA20_INPUT + 32(CTX)

    .balign 4
.Lblock:
    mv W0, K0
    mv W4, K4
    mv W8, K8
    mv W12, CTR
    vmb.chacha20.load_first 1, W1, W5, W9, W13
    vmb.chacha20.load_first 2, W2, W6, W10, W14
    vmb.chacha20.load_first 3, W3, W7, W11, W15
    vmb.chacha20.quarter W0, W4, W8, W12
    li N, 10
    j .Lmiddle

    .balign 4
.Lrounds:
    vmb.chacha20.columns
.Lmiddle:
    vmb.chacha20.diagonals
    addi N, N, -1
    bnez N, .Lrounds

    add W0, W0, K0
    add W1, W1, K1
    add W2, W2, K2
    add W4, W4, K4
    add W8, W8, K8
    add W12, W12, CTR
    vmb.chacha20.add_input 3, W3
    vmb.chacha20.add_input 5, W5
    vmb.chacha20.add_input 6, W6
    vmb.chacha20.add_input 7, W7
    vmb.chacha20.add_input 9, W9
    vmb.chacha20.add_input 10, W10
    vmb.chacha20.add_input 11, W11
    vmb.chacha20.add_input 13, W13
    vmb.chacha20.add_input 14, W14
    vmb.chacha20.add_input 15, W15
    addi CTR, CTR, 1
    li T, 64
    blt LEN, T, .Lpartial /* unaligned too: LEN is negative then */

    /* From the last word to the first, so that a partial block can enter. */
    .option push
    .option norvc
    vmb.chacha20.xor_word 15, W15
    vmb.chacha20.xor_word 14, W14
    vmb.chacha20.xor_word 13, W13
    vmb.chacha20.xor_word 12, W12
    vmb.chacha20.xor_word 11, W11
    vmb.chacha20.xor_word 10, W10
    vmb.chacha20.xor_word 9, W9
    vmb.chacha20.xor_word 8, W8
    vmb.chacha20.xor_word 7, W7
    vmb.chacha20.xor_word 6, W6
    vmb.chacha20.xor_word 5, W5
    vmb.chacha20.xor_word 4, W4
    vmb.chacha20.xor_word 3, W3
    vmb.chacha20.xor_word 2, W2
    vmb.chacha20.xor_word 1, W1
    vmb.chacha20.xor_word 0, W0
    .option pop
.Lwords_end:
    addi IN, IN, 64
    addi OUT, OUT, 64
    addi LEN, LEN, -64
    bgtz LEN, .Lblock

.Lfinish:
    sw CTR, VMB_CHACHA20_INPUT + 48(CTX)
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, FRAME
.Lreturn:
    ret

    /*
     * A block that is partial, or not aligned. It is cut into words, counted by
     * LEN and the pointers alone, and a table hands out the register of a word.
     * Aligned: 1 to 63 bytes; the bytes of a last, broken word here, then the
     * whole words in the code above. Unaligned: every word here, byte by byte.
     */
.Lpartial:
    lla PICK, .Lpick
    bltz LEN, .Lunaligned
    andi N, LEN, -4
    andi LEFT, LEN, 3
    slli T, N, 1
    add T, T, N /* 12 bytes of code for 4 of data */
    lla TARGET, .Lwords_end
    sub TARGET, TARGET, T
    beqz LEFT, 1f
    add IN, IN, N
    add OUT, OUT, N
    add PICK, PICK, N
    jr PICK
1:  jr TARGET

.Lunaligned:
    slli LEFT, LEN, 1
    srli LEFT, LEFT, 1
    li SIZE, 64
    bgeu LEFT, SIZE, 1f
    mv SIZE, LEFT
1:  mv LEFT, SIZE
    jr PICK

    .balign 4
.Lpick:
    .irp w, W0, W1, W2, W3, W4, W5, W6, W7, W8, W9, W10, W11, W12, W13, W14, W15
    c.mv T, \w
    c.j .Lword
    .endr

.Lword: /* T: the word for the next LEFT >= 1 bytes */
    addi LEFT, LEFT, -4
    bltz LEFT, .Lbytes
    .irp i, 0, 1, 2, 3
    lbu BYTE, \i(IN)
    xor BYTE, BYTE, T
    sb BYTE, \i(OUT)
    srli T, T, 8
    .endr
    addi IN, IN, 4
    addi OUT, OUT, 4
    addi PICK, PICK, 4
    beqz LEFT, 1f
    jr PICK
1:  sub LEN, LEN, SIZE
    slli T, LEN, 1
    bnez T, .Lreload
    j .Lfinish

.Lbytes: /* LEFT + 4 = 1, 2, 3 bytes end the message */
    lbu BYTE, 0(IN)
    xor BYTE, BYTE, T
    sb BYTE, 0(OUT)
    srli T, T, 8
    addi IN, IN, 1
    addi OUT, OUT, 1
    addi LEFT, LEFT, -1
    addi BYTE, LEFT, 4
    bnez BYTE, .Lbytes
    bltz LEN, .Lfinish
    sub IN, IN, LEN
    sub OUT, OUT, LEN
    jr TARGET

    .option pop
    .size vmb_chacha20_xor, . - vmb_chacha20_xor
#endif
