/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 for RV32IC, with or without Zbkb or Xchacha, in the size profile:
 * vmb_chacha20_xor of chacha20.h in little code.
 *
 * Source: RFC 8439, sections 2.1 to 2.4; little-endian. The 16 words stay in
 * registers for all rounds. One loop does column and diagonal rounds alike: behind
 * each, the words move so that the other kind works on the same registers. Column i
 * of a diagonal round takes b from column i + 1, c from i + 2, d from i + 3. With
 * the columns counted backwards, a from -i, b from 1 - i, c from 2 - i, d from
 * 3 - i, that is a swap of pairs, which undoes itself. With Xchacha both kinds take
 * 16 instructions, and no word moves.
 *
 * Registers: all but sp, gp and tp.
 *   W0 .. W15         the matrix (chacha20_rounds_rv32.h)
 *   OUT IN LEN        what is encrypted now: the one-time key, 32 zero bytes in
 *                     place, or the data
 *   OUT2 IN2 LEN2     the data after it
 *   STEP              4, or more than any LEN when a pointer is not aligned
 *   N T BACK          loop count, scratch, return address
 *   BY_D BY_B         Zbkb: by how much d and b rotate
 * The frame: the input matrix, and 64 bytes above it the output of the rounds.
 *
 * Cycles of an aligned 64-byte block: rounds 20 of 102 (Zbkb: 82), loads and
 * stores 64, data 16 of 20, around them 12: together 2436 (2036). With Xchacha
 * the rounds are 10 of 20: together 596.
 */
#include "chacha/chacha20.h"
#include "common/frame.h"
#include "vambrace/detail/backend/size.h"

#if VMB_CHACHA20_RV32 && VMB_SIZE

#include "chacha/chacha20_rounds_rv32.h"
#include "common/steps.h"

#if VMB_ISE_XCHACHA
#define OUT a0
#define IN a1
#define LEN a2
#define STEP a3
#define N t2
#define OUT2 a4
#define IN2 a5
#define LEN2 t0
#define BACK t1

/* Outside of the rounds. */
#define P W0     /* into the frame */
#define END W1
#define WORD W2
#define DATA W3
#define LEFT W4  /* bytes of WORD */
#define BYTE W2
#else
#define OUT s3
#define IN s4
#define LEN s5
#define STEP s6
#define N s7
#define OUT2 s8
#define IN2 s9
#define LEN2 s10
#define BACK s11
#define BY_D s2
#define BY_B ra

/* Outside of the rounds. */
#define P a5     /* into the frame */
#define END a4
#define WORD a0
#define DATA a1
#define LEFT a2  /* bytes of WORD */
#define BYTE T
#endif

#define COUNTER 48
#define STREAM 64
#define FRAME 128

.macro vmb.chacha20.swap a, b
    mv T, \a
    mv \a, \b
    mv \b, T
.endm

/* Half a quarter round. */
.macro vmb.chacha20.half a, b, c, d
    add \a, \a, \b
    xor \d, \d, \a
    vmb.rol \d, \d, BY_D
    add \c, \c, \d
    xor \b, \b, \c
    vmb.rol \b, \b, BY_B
.endm

.macro vmb.chacha20.all op, at
    .set at, \at
    .irp w, W0, W1, W2, W3, W4, W5, W6, W7, W8, W9, W10, W11, W12, W13, W14, W15
    \op \w, at(sp)
    .set at, at + 4
    .endr
.endm

/* void vmb_chacha20_xor(const uint32_t key[8], const uint8_t *nonce, uint32_t counter,
 *                       uint32_t *one_time, uint8_t *out, const uint8_t *in, size_t len) */
    .section .text.vmb_chacha20_xor, "ax", @progbits
    .globl vmb_chacha20_xor
    .type vmb_chacha20_xor, @function
vmb_chacha20_xor:
    vmb.enter 64, 0, VMB_CALLEE_SAVED
    call vmb_chacha20_raw
    vmb.leave 64, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_chacha20_xor, . - vmb_chacha20_xor

/* The same arguments; every register but sp, gp and tp is lost. */
    .section .text.vmb_chacha20_raw, "ax", @progbits
    .balign 4
    .globl vmb_chacha20_raw
    .hidden vmb_chacha20_raw
    .type vmb_chacha20_raw, @function
vmb_chacha20_raw:
    vmb.enter FRAME
    mv BACK, ra
    mv OUT2, a4
    mv IN2, a5
    mv LEN2, a6

    mv P, sp
    lla s0, .Lconstants
    li s1, 16
    jal .Lcopy
    mv s0, a0
    li s1, 32
    jal .Lcopy
    sw a2, 0(P)
    addi P, P, 4
    mv s0, a1
    li s1, 12
    jal .Lcopy

    beqz a3, .Ldata
    mv OUT, a3
    mv IN, a3
    li LEN, 32
    addi P, a3, 32
    li DATA, 0
1:  addi P, P, -4
    sw DATA, 0(P)
    bne P, a3, 1b
.Lstart:
    or STEP, OUT, IN
    andi STEP, STEP, 3
    neg STEP, STEP
    ori STEP, STEP, 4

.Lblock:
    vmb.step chacha_load
    vmb.chacha20.all lw, 0
    vmb.step chacha_rounds
#if VMB_ISE_XCHACHA
    li N, 10
    .balign 4
.Lround:
    vmb.chacha20.columns
    vmb.chacha20.diagonals
#else
    li N, 20
    .balign 4
.Lround:
#if VMB_ISE_ZBKB
    li BY_D, 16
    li BY_B, 12
    .balign 4
.Lhalf: /* by 16 and 12, then by 8 and 7 */
    vmb.chacha20.half W0, W4, W8, W12
    vmb.chacha20.half W1, W5, W9, W13
    vmb.chacha20.half W2, W6, W10, W14
    vmb.chacha20.half W3, W7, W11, W15
    addi BY_B, BY_B, -5
    addi BY_D, BY_D, -8
    bnez BY_D, .Lhalf
#else
    vmb.chacha20.columns
#endif
    vmb.chacha20.swap W1, W3
    vmb.chacha20.swap W4, W5
    vmb.chacha20.swap W6, W7
    vmb.chacha20.swap W8, W10
    vmb.chacha20.swap W12, W15
    vmb.chacha20.swap W13, W14
#endif
    addi N, N, -1
    bnez N, .Lround
    vmb.step chacha_add
    vmb.chacha20.all sw, STREAM

    mv P, sp
    addi END, sp, STREAM
    .balign 4
.Lword:
    lw WORD, STREAM(P)
    lw DATA, 0(P)
    add WORD, WORD, DATA
    addi P, P, 4
    bltu LEN, STEP, .Lbytes
    lw DATA, 0(IN)
    xor DATA, DATA, WORD
    sw DATA, 0(OUT)
    addi IN, IN, 4
    addi OUT, OUT, 4
    addi LEN, LEN, -4
.Lnext:
    bne P, END, .Lword

    vmb.step chacha_ends
    lw T, COUNTER(sp)
    addi T, T, 1
    sw T, COUNTER(sp)
    bnez LEN, .Lblock
.Ldata:
    mv OUT, OUT2
    mv IN, IN2
    mv LEN, LEN2
    li LEN2, 0
    bnez LEN, .Lstart

    mv P, sp
    addi END, sp, FRAME
    li DATA, 0
1:  sw DATA, 0(P)
    addi P, P, 4
    bne P, END, 1b
    vmb.leave FRAME
    jr BACK

    /* Up to four bytes of a word, none after the end. */
.Lbytes:
    li LEFT, 4
1:  beqz LEN, .Lnext
    lbu DATA, 0(IN)
    xor DATA, DATA, WORD
    sb DATA, 0(OUT)
    srli WORD, WORD, 8
    addi IN, IN, 1
    addi OUT, OUT, 1
    addi LEN, LEN, -1
    addi LEFT, LEFT, -1
    bnez LEFT, 1b
    j .Lnext

    /* s1 bytes from s0 to P. */
.Lcopy:
    lbu BYTE, 0(s0)
    sb BYTE, 0(P)
    addi s0, s0, 1
    addi P, P, 1
    addi s1, s1, -1
    bnez s1, .Lcopy
    ret

.Lconstants:
    .ascii "expand 32-byte k"

    .size vmb_chacha20_raw, . - vmb_chacha20_raw
#endif
