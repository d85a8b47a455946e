/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 for RV32IC, with or without Zbkb or Zbkx: vmb_chacha20_xor of chacha20.h.
 *
 * Source: RFC 8439, sections 2.1 to 2.4. All byte sequences are little-endian,
 * as the machine is. The 16 words of the matrix stay in registers from the first
 * addition to the XOR with the data.
 *
 * Registers: all but sp, gp and tp.
 *   W0 .. W15          the matrix (chacha20_rounds_rv32.h)
 *   KEY OUT IN LEN     the arguments as they advance; bit 31 of LEN says that a
 *                      pointer is not word-aligned (lengths stay below it)
 *   K4 K8 CTR K13 .. K15  words 4, 8, 12 .. 15 of the input matrix, for all blocks;
 *                      with xperm8 words 14 and 15 are on the stack, as BY16 and
 *                      BY8 have the registers K14 and K15
 *   N T                loop count, scratch
 *
 * The counter sits in column 0 and the first column round works on each column by
 * itself: what it makes of columns 1 to 3 is the same for every block. It waits
 * for the next block on the stack, where it is wiped in the end.
 *
 * Cycles of an aligned 64-byte block, with loads and stores of 2, branches of 3
 * and jumps of 2:
 *                                                     Zbkb    Zbkx   RV32I
 *   12 loads, 5 moves, first quarter round, entry       44      48      52
 *   19 half double rounds                              912    1216    1520
 *   loop: 5 turns of 4                                  20      20      20
 *   adding the input: 6, and 10 of 3 (Zbkx: 4, and 12)  36      40      36
 *   data: 16 of 5; counter, pointers, branches          91      91      91
 *                                                     1103    1415    1719
 */
#include "chacha/chacha20.h"
#include "common/frame.h"
#include "common/misaligned.h"
#include "vambrace/backend/size.h"

#if VMB_CHACHA20_RV32 && !VMB_SIZE

#include "chacha/chacha20_rounds_rv32.h"
#include "common/steps.h"

#define KEY s2
#define OUT s3
#define IN s4
#define LEN s5
#define CTR s6
#define K4 s7
#define K8 s8
#define K13 s9
#define K14 s10
#define K15 s11
#define N ra

/* Only where a block is not 64 aligned bytes. */
#define BYTE K4
#define PICK K8    /* entry of a word in .Lpick */
#define TARGET K13 /* where the remaining whole words are done */

/* "expand 32-byte k" */
#define C0 0x61707865
#define C1 0x3320646e
#define C2 0x79622d32
#define C3 0x6b206574

/* The frame: the length with its flag, where the one-time key goes, the prepared
 * columns. */
#define RETURN 0
#define LENGTH 4
#define ONE_TIME 8
#define FIRST 16
#if VMB_CHACHA20_XPERM
#define WORD14 64 /* of the nonce, which is not secret */
#define FRAME 80
#else
#define FRAME 64
#endif

/* Loads or stores column i = 1, 2, 3 as the first column round leaves it. */
.macro vmb.chacha20.first op, i, a, b, c, d
    \op \a, FIRST + 16 * (\i) - 16(sp)
    \op \b, FIRST + 16 * (\i) - 12(sp)
    \op \c, FIRST + 16 * (\i) - 8(sp)
    \op \d, FIRST + 16 * (\i) - 4(sp)
.endm

.macro vmb.chacha20.add_constant w, c
    li T, \c
    add \w, \w, T
.endm

.macro vmb.chacha20.add_key w, i
    lw T, 4 * (\i)(KEY)
    add \w, \w, T
.endm

/* Rows 2 and 3 of the input matrix, and on to the next block. */
.macro vmb.chacha20.add_lower
    add W8, W8, K8
    vmb.chacha20.add_key W9, 5
    vmb.chacha20.add_key W10, 6
    vmb.chacha20.add_key W11, 7
    add W12, W12, CTR
    add W13, W13, K13
#if VMB_CHACHA20_XPERM
    lw T, WORD14(sp)
    add W14, W14, T
    lw T, WORD14 + 4(sp)
    add W15, W15, T
#else
    add W14, W14, K14
    add W15, W15, K15
#endif
    addi CTR, CTR, 1
.endm

/* XORs word i of the block with the data: 12 bytes of code each. */
.macro vmb.chacha20.xor_word i, w
    lw T, 4 * (\i)(IN)
    xor T, T, \w
    sw T, 4 * (\i)(OUT)
.endm

/* void vmb_chacha20_xor(const uint32_t key[8], const uint8_t *nonce, uint32_t counter,
 *                       uint32_t *one_time, uint8_t *out, const uint8_t *in, size_t len) */
    .section .text.vmb_chacha20_xor, "ax", @progbits
    .globl vmb_chacha20_xor
    .type vmb_chacha20_xor, @function
vmb_chacha20_xor:
    or t0, a3, a6
    beqz t0, 1f /* nothing to do */
    vmb.enter 64, 0, VMB_CALLEE_SAVED
    call vmb_chacha20_raw
    vmb.leave 64, 0, VMB_CALLEE_SAVED
1:  ret
    .size vmb_chacha20_xor, . - vmb_chacha20_xor

/* The same arguments, one_time or len not 0; every register but sp, gp and tp is
 * lost. */
    .section .text.vmb_chacha20_raw, "ax", @progbits
    .option push
    .option norelax /* entries of tables are found by computing */
    .balign 16
    .globl vmb_chacha20_raw
    .hidden vmb_chacha20_raw
    .type vmb_chacha20_raw, @function
vmb_chacha20_raw:
    vmb.enter FRAME, RETURN, ra
    mv KEY, a0
    mv CTR, a2
    mv OUT, a4
    mv IN, a5

    vmb.if_unaligned T, a1, .Lunaligned_nonce
    lw K13, 0(a1)
    lw K14, 4(a1)
    lw K15, 8(a1)
.Lnonce:
    mv N, a6
    li W0, 64
#if VMB_MISALIGNED
    mv LEN, a6
#else
    or T, OUT, IN
    andi T, T, 3
    snez T, T
    slli T, T, 31
    or LEN, a6, T
#endif
    sw LEN, LENGTH(sp)
    sw a3, ONE_TIME(sp)
    beqz a3, 1f
    li W0, 0
    li LEN, 0x80000000 /* no length: the one-time key first */
1:

    lw K4, 0(KEY)
    lw W5, 4(KEY)
    lw W6, 8(KEY)
    lw W7, 12(KEY)
    lw K8, 16(KEY)
    lw W9, 20(KEY)
    lw W10, 24(KEY)
    lw W11, 28(KEY)
    li W1, C1
    li W2, C2
    li W3, C3
    mv W13, K13
    mv W14, K14
    mv W15, K15
#if VMB_CHACHA20_XPERM
    sw K14, WORD14(sp)
    sw K15, WORD14 + 4(sp)
    li BY16, INDICES16
    li BY8, INDICES8
#endif
    vmb.chacha20.quarter W1, W5, W9, W13
    vmb.chacha20.quarter W2, W6, W10, W14
    vmb.chacha20.quarter W3, W7, W11, W15
    bgeu W0, N, .Lcolumn0 /* one block in all */
    vmb.chacha20.first sw, 1, W1, W5, W9, W13
    vmb.chacha20.first sw, 2, W2, W6, W10, W14
    vmb.chacha20.first sw, 3, W3, W7, W11, W15
    j .Lcolumn0

    .balign 4
    vmb.step chacha_load
.Lblock:
    vmb.chacha20.first lw, 1, W1, W5, W9, W13
    vmb.chacha20.first lw, 2, W2, W6, W10, W14
    vmb.chacha20.first lw, 3, W3, W7, W11, W15
.Lcolumn0:
    vmb.step chacha_rounds
    li W0, C0
    mv W4, K4
    mv W8, K8
    mv W12, CTR
    vmb.chacha20.quarter W0, W4, W8, W12
    li N, 5
    j .Lmiddle

    .balign 4
.Lrounds:
    vmb.chacha20.columns
.Lmiddle:
    vmb.chacha20.diagonals
    vmb.chacha20.columns
    vmb.chacha20.diagonals
    addi N, N, -1
    bnez N, .Lrounds

    vmb.step chacha_add
    add W4, W4, K4
    vmb.chacha20.add_constant W0, C0
    vmb.chacha20.add_constant W1, C1
    vmb.chacha20.add_constant W2, C2
    vmb.chacha20.add_constant W3, C3
    vmb.chacha20.add_key W5, 1
    vmb.chacha20.add_key W6, 2
    vmb.chacha20.add_key W7, 3
    li T, 64
    blt LEN, T, .Lpartial /* unaligned too: LEN is negative then */
    vmb.chacha20.add_lower

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

    vmb.step chacha_ends
.Lfinish:
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sw zero, FIRST + 4 * \i(sp)
    .endr
.Lunwind:
    vmb.leave FRAME, RETURN, ra
    ret

#if !VMB_MISALIGNED
    .balign 4
.Lunaligned_nonce: /* merge it from the four aligned words that hold it */
    slli T, T, 3
    neg N, T /* shifts take this mod 32 */
    andi a1, a1, -4
    lw K13, 0(a1)
    lw K14, 4(a1)
    lw K15, 8(a1)
    lw a0, 12(a1)
    srl K13, K13, T
    sll a1, K14, N
    or K13, K13, a1
    srl K14, K14, T
    sll a1, K15, N
    or K14, K14, a1
    srl K15, K15, T
    sll a1, a0, N
    or K15, K15, a1
    j .Lnonce
#endif

    .balign 4
.Lone_time: /* the lower half of the block is not needed */
    addi CTR, CTR, 1
    lw T, ONE_TIME(sp)
    sw W0, 0(T)
    sw W1, 4(T)
    sw W2, 8(T)
    sw W3, 12(T)
    sw W4, 16(T)
    sw W5, 20(T)
    sw W6, 24(T)
    sw W7, 28(T)
    lw LEN, LENGTH(sp)
    slli T, LEN, 1
    bnez T, .Lblock
    j .Lunwind /* one block: the columns were not stored */

    /*
     * A block that is partial, or not aligned. A table hands out the register of
     * a word; which one depends on LEN and the pointers alone.
     * Aligned: 1 to 63 bytes; the bytes of a last, broken word here, then the
     * whole words in the code above. Unaligned: every word here, byte by byte.
     */
    .balign 4
.Lpartial:
    slli N, LEN, 1
    beqz N, .Lone_time
    vmb.chacha20.add_lower
    lla PICK, .Lpick
#if !VMB_MISALIGNED
    bltz LEN, .Lunaligned
#endif
    andi N, LEN, -4
    slli T, N, 1
    add T, T, N /* 12 bytes of code for 4 of data */
    lla TARGET, .Lwords_end
    sub TARGET, TARGET, T
    add IN, IN, N
    add OUT, OUT, N
    add PICK, PICK, N
    andi N, LEN, 3
    jr PICK

#if !VMB_MISALIGNED
    .balign 4
.Lunaligned:
    srli N, N, 1
    jr PICK
#endif

    .balign 4
.Lpick:
    .irp w, W0, W1, W2, W3, W4, W5, W6, W7, W8, W9, W10, W11, W12, W13, W14, W15
    c.mv T, \w
    c.j .Lword
    .endr
    /* Behind the last word: a whole unaligned block is done. */
    li LEN, 0x80000000
    or LEN, LEN, N
    lw K4, 0(KEY)
    lw K8, 16(KEY)
    bnez N, .Lblock
    j .Lfinish

    .balign 4
.Lword: /* T: the keystream for the next bytes, of which N are left */
    addi N, N, -4
    bltz N, .Lbytes
    .irp i, 0, 1, 2, 3
    lbu BYTE, \i(IN)
    xor BYTE, BYTE, T
    sb BYTE, \i(OUT)
    srli T, T, 8
    .endr
    addi IN, IN, 4
    addi OUT, OUT, 4
    addi PICK, PICK, 4
    jr PICK

    .balign 4
.Lbytes: /* N + 4 = 0 .. 3 bytes end the message */
    addi N, N, 4
    beqz N, 2f
1:  addi N, N, -1
    lbu BYTE, 0(IN)
    xor BYTE, BYTE, T
    sb BYTE, 0(OUT)
    srli T, T, 8
    addi IN, IN, 1
    addi OUT, OUT, 1
    bnez N, 1b
2:  bltz LEN, .Lfinish
    sub IN, IN, LEN
    sub OUT, OUT, LEN
    jr TARGET

    .option pop
    .size vmb_chacha20_raw, . - vmb_chacha20_raw
#endif
