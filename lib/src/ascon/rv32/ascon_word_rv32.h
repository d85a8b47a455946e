/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Between memory and state for RV32: byte order, bit order, and what one 64-bit
 * word of a block does to a word of the state. Assembler macros.
 *
 * The includer defines BIG: 0, the first of a word's two 32-bit words in memory
 * is its low half (SP 800-232); 1, it is the high half, and both have their bytes
 * the other way round (v1.2). "Raw" halves below are these words as lw brings
 * them, named by the half they hold; RAW_L and RAW_H are their places in memory.
 */
#ifndef VMB_ASCON_WORD_RV32_H
#define VMB_ASCON_WORD_RV32_H

#include "ascon/rv32/ascon_perm_rv32.h"
#include "common/misaligned.h"

#if BIG
#define RAW_L 4
#define RAW_H 0
#else
#define RAW_L 0
#define RAW_H 4
#endif

/* 1 where raw halves are those of the state. */
#define RAW_IS_STATE (!BIG && !VMB_ASCON_INTERLEAVED)

/* d = the bytes of s in reverse order; destroys T unless there is Zbkb.
 * BYTES holds 0x00ff00ff. */
.macro reverse_bytes d, s
#if VMB_ISE_ZBKB
    vmb.rev8 \d, \s
#else
    srli T, \s, 8
    and T, T, BYTES
    and \d, \s, BYTES
    slli \d, \d, 8
    or \d, \d, T
    srli T, \d, 16
    slli \d, \d, 16
    or \d, \d, T
#endif
.endm

/* The state's halves dl, dh of the raw halves sl, sh, which are destroyed;
 * destroys T. */
.macro from_raw dl, dh, sl, sh
#if BIG && VMB_ASCON_INTERLEAVED
    reverse_bytes \sl, \sl
    reverse_bytes \sh, \sh
#elif BIG
    reverse_bytes \dl, \sl
    reverse_bytes \dh, \sh
#endif
#if VMB_ASCON_INTERLEAVED
    vmb.unzip \sl, \sl          /* even bits low, odd bits high */
    vmb.unzip \sh, \sh
    srli T, \sl, 16
    vmb.pack \dl, \sl, \sh
    srli \sh, \sh, 16
    vmb.pack \dh, T, \sh
#endif
.endm

/* The raw halves dl, dh of the state's halves sl, sh, which may be the same
 * registers; destroys T. */
.macro to_raw dl, dh, sl, sh
#if VMB_ASCON_INTERLEAVED
    srli T, \sl, 16
    vmb.pack \dl, \sl, \sh
    srli \dh, \sh, 16
    vmb.zip \dl, \dl
    vmb.pack \dh, T, \dh
    vmb.zip \dh, \dh
#if BIG
    reverse_bytes \dl, \dl
    reverse_bytes \dh, \dh
#endif
#elif BIG
    reverse_bytes \dl, \sl
    reverse_bytes \dh, \sh
#endif
.endm

/* rl, rh = the raw halves of the word at offset of pointer. */
.macro load_raw rl, rh, offset, pointer
    lw \rl, \offset + RAW_L(\pointer)
    lw \rh, \offset + RAW_H(\pointer)
.endm

.macro store_raw rl, rh, offset, pointer
    sw \rl, \offset + RAW_L(\pointer)
    sw \rh, \offset + RAW_H(\pointer)
.endm

/* State xl, xh ^= the raw halves rl, rh, which are destroyed. */
.macro absorb xl, xh, rl, rh
    from_raw \rl, \rh, \rl, \rh
    xor \xl, \xl, \rl
    xor \xh, \xh, \rh
.endm

/* Sets a word of the state to raw halves, which are destroyed; held = 1: it is
 * held complemented. Destroys T. */
.macro set_raw xl, xh, rl, rh, held
#if !RAW_IS_STATE
    from_raw \xl, \xh, \rl, \rh
    .if \held && COMPLEMENTED
    not \xl, \xl
    not \xh, \xh
    .endif
#else
    raw_copy \xl, \xh, \rl, \rh, \held
#endif
.endm

/* Copies a word of the state to raw halves; held = 1: it is held complemented. */
.macro raw_copy rl, rh, xl, xh, held
#if !RAW_IS_STATE
    to_raw \rl, \rh, \xl, \xh
    .if \held && COMPLEMENTED
    not \rl, \rl
    not \rh, \rh
    .endif
#else
    .if \held && COMPLEMENTED
    xori \rl, \xl, -1
    xori \rh, \xh, -1
    .else
    mv \rl, \xl
    mv \rh, \xh
    .endif
#endif
.endm

/* Adds the raw halves r0, r1 to a word of the state, and stores what that gives, the
 * ciphertext, to offset of OUT by a macro for raw halves. Destroys r0, r1, T. */
.macro encrypt xl, xh, held, offset, r0, r1, store=store_raw
    absorb \xl, \xh, \r0, \r1
#if RAW_IS_STATE
    .if \held && COMPLEMENTED
    raw_copy \r0, \r1, \xl, \xh, \held
    \store \r0, \r1, \offset, OUT
    .else
    \store \xl, \xh, \offset, OUT
    .endif
#else
    raw_copy \r0, \r1, \xl, \xh, \held
    \store \r0, \r1, \offset, OUT
#endif
.endm

/* The opposite: the raw halves r0, r1 are ciphertext, and plaintext is stored. */
.macro decrypt xl, xh, held, offset, r0, r1, store=store_raw
#if !RAW_IS_STATE
    to_raw \xl, \xh, \xl, \xh
#endif
    .if \held && COMPLEMENTED
    not \xl, \xl
    not \xh, \xh
    .endif
    xor \xl, \xl, \r0
    xor \xh, \xh, \r1
    \store \xl, \xh, \offset, OUT
    set_raw \xl, \xh, \r0, \r1, \held
.endm

/* Aligns code that is also reached from above, by c.nop: for .balign the assembler may insert zeros, if its options
 * change after this text. */
.macro align_here
    .balignw 4, 0x0001
.endm

/* The raw halves of the block at offset of IN: to A0, A1 and, where it has two words,
 * A2, A3. */
.macro load_block offset
    load_raw A0, A1, \offset, IN
#if RATE == 16
    load_raw A2, A3, \offset + 8, IN
#endif
.endm

/* What happens to them, with OUT as `encrypt` has it. */
.macro absorb_block
#if RATE == 16
    absorb X1L, X1H, A2, A3
#endif
    absorb X0L, X0H, A0, A1
.endm
.macro crypt_block crypt, offset, first=store_raw, second=store_raw
    \crypt X0L, X0H, 0, \offset, A0, A1, \first
#if RATE == 16
    \crypt X1L, X1H, 1, \offset + 8, A2, A3, \second
#endif
.endm

/* Raw halves in memory order, of the last word and of its keystream. */
#define K_L A2
#define K_H A3
#if BIG
#define FIRST A1
#define SECOND A0
#define K_FIRST K_H
#define K_SECOND K_L
#define PADDING 0x80
#else
#define FIRST A0
#define SECOND A1
#define K_FIRST K_L
#define K_SECOND K_H
#define PADDING 0x01
#endif

/* The last END % 8 bytes, at IN, and the padding, as raw halves A0, A1.
 * Destroys A4, T. */
#if !VMB_MISALIGNED
.macro get_last
    slli T, END, 3
    li FIRST, PADDING
    sll FIRST, FIRST, T         /* after END % 4 bytes */
    andi T, END, 3
    beqz T, .Lget1\@
    andi A4, END, 4
    add A4, A4, IN
    lw A4, 0(A4)                /* aligned, and one of its bytes is of the text */
#if PADDING == 0x01
    addi T, FIRST, -1
#else
    srli T, FIRST, 7
    addi T, T, -1
#endif
    and A4, A4, T
    or FIRST, FIRST, A4
.Lget1\@:
    andi T, END, 4
    li SECOND, 0
    beqz T, .Lget2\@
    mv SECOND, FIRST
    lw FIRST, 0(IN)
.Lget2\@:
.endm
#else
.macro get_last
    andi A4, END, 4
    add A4, A4, IN
    andi T, END, 1
    li FIRST, PADDING
    beqz T, .Lget1\@
    andi T, END, 2
    add T, T, A4
    lbu T, 0(T)
    slli FIRST, FIRST, 8
    or FIRST, FIRST, T
.Lget1\@:
    andi T, END, 2
    beqz T, .Lget2\@
    lhu T, 0(A4)
    slli FIRST, FIRST, 16
    or FIRST, FIRST, T
.Lget2\@:
    andi T, END, 4
    li SECOND, 0
    beqz T, .Lget3\@
    mv SECOND, FIRST
    lw FIRST, 0(IN)
.Lget3\@:
.endm
#endif

/* Writes the first END % 8 bytes of the raw halves A0, A1 to OUT. Destroys A0,
 * A1, T; OUT points up to 6 bytes further. */
.macro put_last
    andi T, END, 4
    beqz T, .Lput1\@
    sw FIRST, 0(OUT)
    addi OUT, OUT, 4
    mv FIRST, SECOND
.Lput1\@:
    andi T, END, 2
    beqz T, .Lput2\@
    sh FIRST, 0(OUT)
    addi OUT, OUT, 2
    srli FIRST, FIRST, 16
.Lput2\@:
    andi T, END, 1
    beqz T, .Lput3\@
    sb FIRST, 0(OUT)
.Lput3\@:
.endm

/* Decrypts the last word: the raw halves A0, A1 of get_last become plaintext,
 * whose first END % 8 bytes count. The state's word k keeps its own bytes behind
 * them: with d = ciphertext and padding and m selecting those bytes,
 *     plaintext = k ^ d, state = (k & ~m) ^ d = (k & m) ^ plaintext.
 * Destroys A2, A3, A4, T. */
.macro decrypt_last xl, xh, held
    raw_copy K_L, K_H, \xl, \xh, \held
    slli T, END, 3
    li A4, 1
    sll A4, A4, T
    addi A4, A4, -1             /* m in the half where the bytes end */
    slli T, END, 29
    srai T, T, 31               /* all ones when that is the second half */
    xor FIRST, FIRST, K_FIRST
    xor SECOND, SECOND, K_SECOND
    or \xl, A4, T
    and A4, A4, T
    and K_FIRST, K_FIRST, \xl
    and K_SECOND, K_SECOND, A4
    xor K_FIRST, K_FIRST, FIRST
    xor K_SECOND, K_SECOND, SECOND
    set_raw \xl, \xh, K_L, K_H, \held
.endm

#endif
