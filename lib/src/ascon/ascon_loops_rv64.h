/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops over whole blocks for RV64, with the state in registers: code, which
 * returns to LINK, and the rounds, which return to ra. The includer defines RATE,
 * ROUNDS, BIG (ascon_word_rv64.h) and
 *
 *     CRYPTS   1: .Lseal and .Lopen are wanted, besides .Labsorb
 *
 * Each takes the blocks from IN to END; sealing and opening write to OUT. IN and OUT
 * move behind them. Aligned texts have their rounds in the loop, two blocks a turn
 * where they are short. An odd address costs shifts: the words around it are loaded
 * and stored whole, only the first and the last few bytes of an output alone.
 *
 * Instructions of a block besides the rounds, of sealing and opening:
 *
 * | RATE, BIG     | aligned | at odd addresses |
 * | ------------- | ------- | ---------------- |
 * | 16, 0         | 10, 12  | 32, 34           |
 * | 16, 0, Zbkb   | 9, 11   | 31, 33           |
 * | 8, 1          | 30.5    | 45               |
 * | 8, 1, Zbkb    | 6.5     | 21               |
 */
#define FEWER (12 - ROUNDS)

#if RATE == 8
#define UNROLL 2
#else
#define UNROLL 1
#endif

/* What loops at odd addresses have more. Shifts take the low six bits: DOWN and UP
 * bring the bytes of an input to their place, and UP is one less than it says. */
#define DOWN s2
#define UP s3
#define IN_NEXT s4              /* the aligned word that holds a word's last byte */
#define OUT_UP s5               /* the same of an output, the other way round */
#define OUT_DOWN s6
#define LEFT s7                 /* what the last store did not store */
#define FIRST s8                /* not zero: how many bytes lie before the output */

/* d = the raw word at offset of IN in such a loop. */
.macro load_shifted d, offset
    ld \d, \offset(IN)
    ld T4, \offset(IN_NEXT)
    srl \d, \d, DOWN
    slli T4, T4, 1
    sll T4, T4, UP
    or \d, \d, T4
.endm

/* The raw word d to offset of OUT in such a loop; of the first word, when `first`
 * is 1, not what lies before it. Destroys T3. */
.macro store_shifted d, offset, first
    sll T4, \d, OUT_UP
    or T4, T4, LEFT
    srli LEFT, \d, 1
    srl LEFT, LEFT, OUT_DOWN
    .if \first
    beqz FIRST, .Lwhole\@
    add FIRST, OUT, FIRST
    mv T3, \d
.Lhead\@:
    sb T3, 0(FIRST)
    srli T3, T3, 8
    addi FIRST, FIRST, 1
    andi T4, FIRST, 7
    bnez T4, .Lhead\@
    li FIRST, 0
    j .Lstored\@
.Lwhole\@:
    .endif
    sd T4, \offset(OUT)
.Lstored\@:
.endm

.macro load_aligned d, offset
    ld \d, \offset(IN)
.endm
.macro store_aligned d, offset, first
    sd \d, \offset(OUT)
.endm

/* A word r of text with the word x of the state, which is `held` complemented, to
 * offset. */
.macro seal_word x, held, r, offset, first, store
#if BIG
    turn_bytes T1, \x, T2
    xor T1, T1, \r
    turn_bytes \x, T1, T2
    .if \held && COMPLEMENTED
    not T1, T1
    .endif
    \store T1, \offset, \first
#else
    xor \x, \x, \r
    .if \held && COMPLEMENTED
    not T1, \x
    \store T1, \offset, \first
    .else
    \store \x, \offset, \first
    .endif
#endif
.endm
.macro open_word x, held, r, offset, first, store
#if BIG
    turn_bytes T1, \x, T2
    xor T1, T1, \r
    turn_bytes \x, \r, T2
    .if \held && COMPLEMENTED
    not T1, T1
    not \x, \x
    .endif
#else
    xor T1, \x, \r
    .if \held && COMPLEMENTED
    not T1, T1
    not \x, \r
    .else
    mv \x, \r
    .endif
#endif
    \store T1, \offset, \first
.endm

/* Both words of a block are loaded before the first is used: that takes a while. */
.macro crypt_block what, offset, load, store
    \load T0, \offset
#if RATE == 8
    \what\()_word X0, 0, T0, \offset, 1, \store
#elif BIG
    \what\()_word X0, 0, T0, \offset, 1, \store
    \load T0, \offset + 8
    \what\()_word X1, 1, T0, \offset + 8, 0, \store
#else
    \load T2, \offset + 8
    \what\()_word X0, 0, T0, \offset, 1, \store
    \what\()_word X1, 1, T2, \offset + 8, 0, \store
#endif
.endm

/* .Lseal or .Lopen */
.macro crypt_loop what
.L\what:
    beq IN, END, .L\what\()_none
    or T0, IN, OUT
    andi T0, T0, 7
    bnez T0, .L\what\()_odd
#if UNROLL == 2
    sub T0, END, IN
    andi T0, T0, RATE
    beqz T0, .L\what\()_two
    addi IN, IN, -RATE          /* an odd number: the second half of the loop alone */
    addi OUT, OUT, -RATE
    j .L\what\()_one
.L\what\()_two:
    crypt_block \what, 0, load_aligned, store_aligned
    rounds FEWER, ROUNDS
.L\what\()_one:
#else
.L\what\()_two:
#endif
    crypt_block \what, (UNROLL - 1) * RATE, load_aligned, store_aligned
    addi IN, IN, UNROLL * RATE
    addi OUT, OUT, UNROLL * RATE
    rounds FEWER, ROUNDS
    bne IN, END, .L\what\()_two
.L\what\()_none:
    jr LINK

.L\what\()_odd:
    vmb.save SAVED_ODD, CALLEE_SAVED_ODD
    slli DOWN, IN, 3
    not UP, DOWN
    addi IN_NEXT, IN, 7
    andi IN_NEXT, IN_NEXT, -8
    andi IN, IN, -8
    andi END, END, -8
    slli OUT_UP, OUT, 3
    not OUT_DOWN, OUT_UP
    andi FIRST, OUT, 7
    andi OUT, OUT, -8
    li LEFT, 0
.L\what\()_shifted:
    crypt_block \what, 0, load_shifted, store_shifted
    addi IN, IN, RATE
    addi IN_NEXT, IN_NEXT, RATE
    addi OUT, OUT, RATE
    jal ra, .Lrounds
    bne IN, END, .L\what\()_shifted
    j .Lodd_end
.endm

#if CRYPTS
    crypt_loop seal
    crypt_loop open

/* What is left of an output; IN and OUT are exact again. */
.Lodd_end:
    srli DOWN, DOWN, 3
    andi DOWN, DOWN, 7
    add IN, IN, DOWN
    srli OUT_UP, OUT_UP, 3
    andi OUT_UP, OUT_UP, 7
    put_bytes LEFT, OUT_UP, T0
    vmb.restore SAVED_ODD, CALLEE_SAVED_ODD
    jr LINK
#endif

.macro absorb_block load
    \load T0, 0, IN, T2, T3
    turn_bytes T0, T0, T2
    xor X0, X0, T0
#if RATE == 16
    \load T0, 8, IN, T2, T3
    turn_bytes T0, T0, T2
    xor X1, X1, T0
#endif
.endm
.macro load_one d, offset, pointer, t, u
    ld \d, \offset(\pointer)
.endm

.Labsorb:
    beq IN, END, .Labsorb_none
.Labsorb_block:
    andi T0, IN, 7
    bnez T0, .Labsorb_odd
    absorb_block load_one
.Labsorb_rounds:
    addi IN, IN, RATE
    jal ra, .Lrounds
    bne IN, END, .Labsorb_block
.Labsorb_none:
    jr LINK
.Labsorb_odd:
    absorb_block load_any
    j .Labsorb_rounds

#if ROUNDS != 12
.Lrounds12:
    rounds 0, FEWER
#endif
.Lrounds:
    rounds FEWER, ROUNDS
    ret
