/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 for RV32IC, with or without Zbkb, Zbkx or Xchacha: vmb_chacha20_xor
 * of chacha20.h.
 *
 * Source: RFC 8439, sections 2.1 to 2.4. All byte sequences are little-endian,
 * as the machine is. The 16 words of the matrix stay in registers from the first
 * addition to the XOR with the data.
 *
 * Registers: all but sp, gp and tp.
 *   W0 .. W15          the matrix (chacha20_rounds_rv32.h)
 *   KEY OUT IN         the arguments, the last two as they advance
 *   LEN                aligned data: the length left, less 65, so that it is negative
 *                      at the last block; unaligned: LAST, less the blocks that follow;
 *                      NO_DATA
 *   K4 K8 CTR K13 .. K15  words 4, 8, 12 .. 15 of the input matrix, for all blocks;
 *                      with xperm8 words 14 and 15 are on the stack, as BY16 and
 *                      BY8 have the registers K14 and K15
 *   N T                loop count, scratch
 *
 * The counter sits in column 0 and the first column round works on each column by
 * itself: what it makes of columns 1 to 3 is the same for every block. It waits
 * for the next block on the stack, where it is wiped in the end.
 *
 * Cycles of a 64-byte block, with loads and stores of 2, branches of 3 and jumps of 2:
 *                                             Xchacha     Zbkb    Zbkx   RV32I
 *   13 loads, first quarter round less 1, entry
 *     (Xchacha: 12 loads, 5 more, all of it)        34       40      44      48
 *   19 half double rounds                          152      912    1216    1520
 *   loop: 5 turns of 4                              20       20      20      20
 *   adding the input: 6, and 10 of 3
 *     (Zbkx: 4, and 12)                             36       36      40      36
 *   data: 16 of 5; counter, pointers, branches      93       93      93      93
 *                                                  335     1101    1413    1717
 * Unaligned data (without misaligned accesses): 3 more for each of the 16 words and 33
 * for the block where input and output have the same place in words, else 3 and 50 where
 * the input is aligned, or 6 and 58.
 */
#include "chacha/chacha20.h"
#include "common/frame.h"
#include "common/misaligned.h"
#include "vambrace/detail/backend/size.h"

#if VMB_CHACHA20_RV32 && !VMB_SIZE

#include "chacha/chacha20_rounds_rv32.h"
#include "common/steps.h"

#if !VMB_ISE_XCHACHA /* chacha20_rounds_rv32.h */
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
#endif
#define N ra

/* Only for a block at the end, or unaligned ones; free between the last addition and the next block, except for the
 * reloads. */
#define UP K8
#define DOWN K4
#define FROM K8
#define TO K4

/* "expand 32-byte k" */
#define C0 0x61707865
#define C1 0x3320646e
#define C2 0x79622d32
#define C3 0x6b206574

/* LEN, when it is negative and not the length - 65 of a last aligned block. */
#define NO_DATA (-65)
#define LAST (-66) /* unaligned: less as many as blocks are to come */
/* In UP: the words move to the output; the first frame, or the last. */
#define MOVED 0x80000000
#define AT_AN_END 0x40000000

/* The frame: the length as in LEN, the destination of the one-time key, the initial first column, the prepared columns.
 * */
#define RETURN 0
#define LENGTH 4
#define ONE_TIME 8
#define SUM0 12 /* C0 + K4 */
#define FIRST 16
#define FIRST_WORDS 64 /* two words that are stored byte by byte */
/* Of unaligned data: bits to shift the keystream by and the word before it, the same
 * of the keystream XORed with the input, with MOVED; where to go between the two in
 * all frames but the last; bytes of the first frame below the output, then 0; bytes of
 * the last frame, of the input and of the output. */
#define SHIFT1 72
#define REST1 76
#define SHIFT2 80
#define REST2 84
#define BETWEEN 88
#define START 92
#define END_IN 96
#define END_OUT 100
#if VMB_MISALIGNED
#define WORD14 FIRST_WORDS /* of the nonce, which is not secret; with xperm8 */
#define FRAME (64 + 16 * VMB_CHACHA20_XPERM)
#else
#define WORD14 104
#define FRAME 112
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

/* Data: 8 and 4 bytes of code each. */
.macro vmb.chacha20.load i, w
    lw T, 4 * (\i)(IN)
    xor \w, \w, T
.endm

.macro vmb.chacha20.store i, w
    sw \w, 4 * (\i)(OUT)
.endm

/* Moves the bytes of the block UP bits up: `below` is the word before w. */
.macro vmb.chacha20.shift w, below
    srl T, \below, DOWN
    sll \w, \w, UP
    add \w, \w, T
.endm

/* void vmb_chacha20_xor(const uint32_t key[8], const uint8_t *nonce, uint32_t counter,
 *                       uint32_t *one_time, uint8_t *out, const uint8_t *in, size_t len) */
    .section .text.vmb_chacha20_xor, "ax", @progbits
    .balign 4
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
#if !VMB_MISALIGNED
    or T, OUT, IN
    andi T, T, 3
    bnez T, .Lunaligned_data
#endif
.Laligned_data:
    addi LEN, N, NO_DATA
.Ldata:
    li W4, 64
    sw LEN, LENGTH(sp)
    sw a3, ONE_TIME(sp)
    beqz a3, 1f
    li W4, 0
    li LEN, NO_DATA /* no length: the one-time key first */
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
    vmb.chacha20.two W1, W5, W9, W13, W2, W6, W10, W14
    vmb.chacha20.quarter W3, W7, W11, W15
#if VMB_ISE_XCHACHA
    bgeu W4, N, .Lcolumn0 /* one block in all */
#else
    li W0, C0
    add W0, W0, K4
    bgeu W4, N, .Lcolumn0 /* one block in all */
    sw W0, SUM0(sp)
#endif
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
#if !VMB_ISE_XCHACHA
    lw W0, SUM0(sp)
#endif
.Lcolumn0:
    vmb.step chacha_rounds
#if VMB_ISE_XCHACHA
    li W0, C0
    mv W4, K4
    mv W8, K8
    mv W12, CTR
    vmb.chacha20.quarter W0, W4, W8, W12
#else
    xor W12, CTR, W0
    vmb.chacha20.rotate W12, 16
    add W8, K8, W12
    xor W4, K4, W8
    vmb.chacha20.rotate W4, 12
    add W0, W0, W4
    vmb.chacha20.mix W12, W0, 8
    add W8, W8, W12
    vmb.chacha20.mix W4, W8, 7
#endif
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
    bltz LEN, .Lends
    vmb.chacha20.add_lower

    /* A whole aligned block with more to come, and N = 0; or the return address of a call in N. From the last word to
     * the first, so that a partial block can enter. */
    .option push
    .option norvc
.Lload:
    vmb.chacha20.load 15, W15
    vmb.chacha20.load 14, W14
    vmb.chacha20.load 13, W13
    vmb.chacha20.load 12, W12
    vmb.chacha20.load 11, W11
    vmb.chacha20.load 10, W10
    vmb.chacha20.load 9, W9
    vmb.chacha20.load 8, W8
    vmb.chacha20.load 7, W7
    vmb.chacha20.load 6, W6
    vmb.chacha20.load 5, W5
    vmb.chacha20.load 4, W4
    vmb.chacha20.load 3, W3
    vmb.chacha20.load 2, W2
    vmb.chacha20.load 1, W1
    vmb.chacha20.load 0, W0
.Lload_end:
    bnez N, .Lreturn
.Lstore:
    vmb.chacha20.store 1, W1
    vmb.chacha20.store 0, W0
.Lstore_upper:
    vmb.chacha20.store 15, W15
    vmb.chacha20.store 14, W14
    vmb.chacha20.store 13, W13
    vmb.chacha20.store 12, W12
    vmb.chacha20.store 11, W11
    vmb.chacha20.store 10, W10
    vmb.chacha20.store 9, W9
    vmb.chacha20.store 8, W8
    vmb.chacha20.store 7, W7
    vmb.chacha20.store 6, W6
    vmb.chacha20.store 5, W5
    vmb.chacha20.store 4, W4
    vmb.chacha20.store 3, W3
    vmb.chacha20.store 2, W2
    .option pop
.Lstore_end:
    addi IN, IN, 64
    addi OUT, OUT, 64
    addi LEN, LEN, -64
    beqz N, .Lblock
.Lreturn:
    jr N

    vmb.step chacha_ends
.Lfinish:
    .irp i, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sw zero, FIRST + 4 * \i(sp) /* SUM0 too */
    .endr
.Lunwind:
    vmb.leave FRAME, RETURN, ra
    ret

#if !VMB_MISALIGNED
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
    add K13, K13, a1
    srl K14, K14, T
    sll a1, K15, N
    add K14, K14, a1
    srl K15, K15, T
    sll a1, a0, N
    add K15, K15, a1
    j .Lnonce
#endif

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
    li T, NO_DATA
    bne LEN, T, .Lblock
    j .Lunwind /* one block: nothing was stored for others */

#if !VMB_MISALIGNED
#include "chacha/chacha20_unaligned_rv32.inc"
#endif

.Lends: /* a block that is unaligned, the last, or for the one-time key */
    addi N, LEN, -NO_DATA
    beqz N, .Lone_time
    vmb.chacha20.add_lower
#if !VMB_MISALIGNED
    bltz N, .Lunaligned
#endif
    mv LEN, N

#include "chacha/chacha20_last_rv32.inc"

    .option pop
    .size vmb_chacha20_raw, . - vmb_chacha20_raw
#endif
