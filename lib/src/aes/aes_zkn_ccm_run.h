/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CCM (NIST SP 800-38C) with Zkne: text of the functions of aes_zkn_ccm.h,
 * from the formatting of the nonce to the tag. Blocks are little-endian words,
 * lengths in blocks are big-endian. .Lcopy: aes_zkn_ccm_copy.h; the steps:
 * aes_zkn_ccm_steps.h.
 */

/* M ^= the next word of the associated data, which is 2 bytes behind: the low
 * half of it is in B3. */
#define ABSORB(M, at)                                                          \
    lw K, (at)(A0);                                                            \
    slli A1, K, 16;                                                            \
    or A1, A1, B3;                                                             \
    xor M, M, A1;                                                              \
    srli B3, K, 16

/* The words of the frame's buffer to zero. */
.macro CLEAR_BUFFER
    .irp at, 0, 4, 8, 12
    sw zero, (F_BUFFER + \at)(sp)
    .endr
.endm

    addi sp, sp, -F_SIZE
    REGISTERS sw
    sw a1, (F_TAG)(sp)
    sw a0, (F_CALL)(sp)
    mv END, a0
    lw RK, (CALL_KEY)(END)
    lw K3, 12(RK)

    /* The counter block: flags, nonce, counter 0. */
    lw IN, (CALL_NONCE)(END)
    lw COUNT, (CALL_NONCE_LEN)(END)
    li N0, 14
    sub N0, N0, COUNT
    andi K, IN, 3
    bnez K, 1f
    addi N1, COUNT, -12
    bltz N1, 1f
    lw A0, 0(IN)
    lw A1, 4(IN)
    lw A2, 8(IN)
    li A3, 0
    beqz N1, 2f
    lbu A3, 12(IN)
    j 2f
1:
    CLEAR_BUFFER
    addi A0, sp, F_BUFFER
    jal LINK, .Lcopy
    lw A0, (F_BUFFER)(sp)
    lw A1, (F_BUFFER + 4)(sp)
    lw A2, (F_BUFFER + 8)(sp)
    lw A3, (F_BUFFER + 12)(sp)
    .balign 4
2:
    slli A3, A3, 8
    srli K, A2, 24
    or A3, A3, K
    slli A2, A2, 8
    srli K, A1, 24
    or A2, A2, K
    slli A1, A1, 8
    srli K, A0, 24
    or A1, A1, K
    slli A0, A0, 8
    or A0, A0, N0
    sw A0, (F_COUNTER)(sp)
    sw A1, (F_COUNTER + 4)(sp)
    sw A2, (F_COUNTER + 8)(sp)
    sw A3, (F_COUNTER + 12)(sp)
    sw A3, (F_LAST)(sp)

    /* B0: other flags, and the length in the place of the counter. */
    lw K, (CALL_TAG_LEN)(END)
    lw N0, (CALL_AD_LEN)(END)
    lw N1, (CALL_LEN)(END)
    addi K, K, -2
    slli K, K, 2
    or M0, A0, K
    snez K, N0
    slli K, K, 6
    or M0, M0, K
    mv M1, A1
    mv M2, A2
    srli K, N1, 24
    or M3, A3, K
    slli K, N1, 24
    or M3, M3, K
    lui N2, 0xff0
    slli K, N1, 8
    and K, K, N2
    or M3, M3, K
    srli N2, N2, 8
    srli K, N1, 8
    and K, K, N2
    or M3, M3, K

    /* With associated data: E(B0), and with it the block that masks the tag. */
    jal LINK, .Lprepared
    lui CTR, 0x1000
    beqz N0, .Ldata
    li CTR, 0
.Lmask:
    lla GO, .Lfirst
    j .Lstep
    .balign 4
.Lmasked:
    lui CTR, 0x1000
    lw END, (F_CALL)(sp)
    lw LEN, (CALL_AD_LEN)(END)
    beqz LEN, .Ltag

    /* The associated data behind its length. */
    lw IN, (CALL_AD)(END)
    srli A1, LEN, 8
    andi B3, LEN, 0xff
    slli B3, B3, 8
    or B3, B3, A1
    li K, 0xff
    bltu A1, K, .Lblock

    /* Or behind 0xff, 0xfe and 4 bytes of length: 12 bytes for the first block. */
    lui A0, 0xff0
    slli K, LEN, 8
    and K, K, A0
    srli A0, A0, 8
    and A0, A1, A0
    or K, K, A0
    slli A0, LEN, 24
    or K, K, A0
    srli A0, LEN, 24
    or K, K, A0
    sw K, (F_BUFFER)(sp)
    li B3, 0xfeff
    li COUNT, 12
    addi LEN, LEN, 4
    addi A0, sp, F_BUFFER + 4
    jal LINK, .Lcopy
    addi A0, sp, F_BUFFER
    j .Labsorb

    /* Less than a block of it, or no alignment; or only the 2 bytes in B3. */
.Lpart:
    CLEAR_BUFFER
    addi A0, sp, F_BUFFER
    blez LEN, .Labsorb
    li COUNT, 16
    bge LEN, COUNT, 1f
    mv COUNT, LEN
1:
    jal LINK, .Lcopy
    addi A0, sp, F_BUFFER
    j .Labsorb

    .balign 4
.Lmore:
    jal LINK, .Lmac
.Lblock:
    li K, 16
    blt LEN, K, .Lpart
    andi K, IN, 3
    bnez K, .Lpart
    mv A0, IN
    addi IN, IN, 16
    .balign 4
.Labsorb:
    ABSORB(M0, 0)
    ABSORB(M1, 4)
    ABSORB(M2, 8)
    ABSORB(M3, 12)
    /* Another block if anything is left, be it only of the last word. */
    addi LEN, LEN, -16
    addi K, LEN, 1
    bgez K, .Lmore

    /* The message: A1 bytes from IN to OUT. */
.Ldata:
    lw END, (F_CALL)(sp)
    lw IN, (CALL_IN)(END)
    lw OUT, (CALL_OUT)(END)
    lw A1, (CALL_LEN)(END)
    lw A0, (CALL_SEAL)(END)
    lla GO, .Lseal
    bnez A0, 1f
    lla GO, .Lopen
1:
    sw GO, (F_GO)(sp)
    or A0, IN, OUT
    andi A0, A0, 3
    bnez A0, .Lpieces
    li A0, 16
    bltu A1, A0, .Lpieces
    /* Whole blocks, as far as the last byte of the counter goes. */
.Lwhole:
    andi A0, A1, -16
    srli A2, CTR, 20
    lui A3, 1
    sub A3, A3, A2
    bleu A0, A3, 1f
    mv A0, A3
1:
    sub A1, A1, A0
    sw A1, (F_REST)(sp)
    add END, IN, A0
    j .Lstep
    .balign 4
.Lend:
    lui A0, 0x1000
    bltu CTR, A0, .Lwrap
.Lwrapped:
    lw A1, (F_REST)(sp)
    addi A0, sp, F_BUFFER + 16
    beq END, A0, .Lcopied
    lw GO, (F_GO)(sp)
    li A0, 16
    bgeu A1, A0, .Lwhole

    /* Less than a block, or no alignment: a step in place on a copy. */
.Lpieces:
    beqz A1, .Lfinish
.Lpiece:
    sw A1, (F_REST)(sp)
    sw OUT, (F_OUT)(sp)
    CLEAR_BUFFER
    li COUNT, 16
    bgeu A1, COUNT, 1f
    mv COUNT, A1
1:
    addi A0, sp, F_BUFFER
    jal LINK, .Lcopy
    sw IN, (F_IN)(sp)
    addi IN, sp, F_BUFFER
    mv OUT, IN
    addi END, IN, 16
    lw GO, (F_GO)(sp)
    j .Lstep

.Lwrap:
    jal LINK, .Lcarry
    j .Lwrapped

    /* Back from the copy: what is moved leaves zeros. */
    .balign 4
.Lcopied:
    lw OUT, (F_OUT)(sp)
    lw IN, (F_IN)(sp)
    addi A0, sp, F_BUFFER
    li COUNT, 16
    bgeu A1, COUNT, 1f
    mv COUNT, A1
1:
    sub A1, A1, COUNT
    andi K, OUT, 3
    bnez K, 5f
    andi K, COUNT, 16
    bnez K, 5f
    andi K, COUNT, 8
    beqz K, 1f
    lw K, 0(A0)
    sw zero, 0(A0)
    sw K, 0(OUT)
    lw K, 4(A0)
    sw zero, 4(A0)
    sw K, 4(OUT)
    addi A0, A0, 8
    addi OUT, OUT, 8
1:
    andi K, COUNT, 4
    beqz K, 2f
    lw K, 0(A0)
    sw zero, 0(A0)
    sw K, 0(OUT)
    addi A0, A0, 4
    addi OUT, OUT, 4
2:
    andi K, COUNT, 2
    beqz K, 3f
    lhu K, 0(A0)
    sh zero, 0(A0)
    sh K, 0(OUT)
    addi A0, A0, 2
    addi OUT, OUT, 2
3:
    andi K, COUNT, 1
    beqz K, 4f
    lbu K, 0(A0)
    sb zero, 0(A0)
    sb K, 0(OUT)
4:
    /* The CBC-MAC of the step took the keystream behind the plaintext for
     * plaintext. */
    lw END, (F_CALL)(sp)
    lw K, (CALL_SEAL)(END)
    bnez K, 1f
    XOR_WORDS(F_BUFFER)
1:
    bnez A1, .Lpiece

.Lfinish:
    lw END, (F_CALL)(sp)
    lw K, (CALL_AD_LEN)(END)
    beqz K, .Llast
    jal LINK, .Lmac
.Ltag:
    XOR_WORDS(F_MASK)
    lw K, (F_TAG)(sp)
    sw M0, 0(K)
    sw M1, 4(K)
    sw M2, 8(K)
    sw M3, 12(K)
    .irp at, 0, 4, 8, 12
    sw zero, (F_MASK + \at)(sp)
    .endr
    CLEAR_BUFFER
    REGISTERS lw
    addi sp, sp, F_SIZE
    ret

    /* Without associated data the block that masks the tag comes last. */
.Llast:
    lw K, (F_LAST)(sp)
    sw K, (F_COUNTER + 12)(sp)
    li CTR, 0
    jal LINK, .Lprepare
    j .Lmask

    /* Words to bytes. */
5:
    addi COUNT, COUNT, -4
    bltz COUNT, 2f
1:
    lw K, 0(A0)
    sw zero, 0(A0)
    sb K, 0(OUT)
    srli K, K, 8
    sb K, 1(OUT)
    srli K, K, 8
    sb K, 2(OUT)
    srli K, K, 8
    sb K, 3(OUT)
    addi A0, A0, 4
    addi OUT, OUT, 4
    addi COUNT, COUNT, -4
    bgez COUNT, 1b
2:
    addi COUNT, COUNT, 4
    beqz COUNT, 4b
3:
    lbu K, 0(A0)
    sb zero, 0(A0)
    sb K, 0(OUT)
    addi A0, A0, 1
    addi OUT, OUT, 1
    addi COUNT, COUNT, -1
    bnez COUNT, 3b
    j 4b
