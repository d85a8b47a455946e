/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CBC (NIST SP 800-38A) with Zkne and Zknd:
 *     void vmb_aes_cbc_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *             uint32_t iv[4], uint8_t *out, const uint8_t *in, size_t blocks)
 *     void vmb_aes_cbc_decrypt_blocks(same)
 *     void vmb_aes_mac_blocks(const uint32_t *rk, unsigned rounds, uint32_t mac[4],
 *             const uint8_t *in, size_t blocks, unsigned full)
 * of aes_backend.h. Registers: aes_zkned_blocks.h; the rounds of decryption:
 * aes_zkned_rounds.S. Encryption is a chain, one block at a time. As a MAC, it
 * stores all blocks at `mac`.
 *
 * Cycles: encryption, a block 56 + 24 * (rounds - 1); decryption, a pair of
 * blocks 123 + 40 * (rounds - 1).
 */
#include "aes/zkned32/aes_zkned_blocks.h"
#include "common/frame.h"
#include "common/steps.h"
#include "vambrace/detail/backend/engine.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE && !VMB_ENGINE

    /* Encryption: the chain's value in A, round key 0 in C, the distance of stored blocks in STRIDE. */
#define STRIDE START
#define C0 s0
#define C1 s1
#define C2 s2
#define C3 s3

#define CHAIN(at, A, C)                                                        \
    lw K, (at)(IN);                                                            \
    xor A, A, C;                                                               \
    xor A, A, K

#define TWICE(at)                                                              \
    vmb.step aes_rounds1;                                                      \
    ROUND(ESMI, at, B, A);                                                     \
    vmb.step aes_rounds1;                                                      \
    ROUND(ESMI, at + 16, A, B)

/* Round keys, the way into the rounds, the chain's value. */
.macro CHAIN_BEGIN
    lw C0, 0(RK)
    lw C1, 4(RK)
    lw C2, 8(RK)
    lw C3, 12(RK)
    slli K, START, 4
    add RK, RK, K
    /* 14 rounds enter at the front; two rounds less enter 160 bytes later. */
    slli K, START, 6
    slli START, START, 4
    add START, START, K
    lla ENTRY, .Lrounds + 80 * 14
    sub ENTRY, ENTRY, START
    lw A0, 0(STATE)
    lw A1, 4(STATE)
    lw A2, 8(STATE)
    lw A3, 12(STATE)
.endm

    .section .text.vmb_aes_cbc_encrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_cbc_encrypt_blocks
    .type vmb_aes_cbc_encrypt_blocks, @function
vmb_aes_cbc_encrypt_blocks:
    beqz a5, 3f
    vmb.enter 32, 0, s0, s1, s2, s3, s8
    slli END, a5, 4
    add END, END, IN
    CHAIN_BEGIN
    li STRIDE, 16
    .balign 4
1:
    vmb.step aes_blocks
    CHAIN(0, A0, C0)
    CHAIN(4, A1, C1)
    CHAIN(8, A2, C2)
    CHAIN(12, A3, C3)
    jr ENTRY
    .balign 4
    .option push
    .option norvc
.Lrounds:
    TWICE(-208)
    TWICE(-176)
    TWICE(-144)
    TWICE(-112)
    TWICE(-80)
    TWICE(-48)
    .option pop
    vmb.step aes_rounds1
    ROUND(ESMI, -16, B, A)
    vmb.step aes_last1
    ROUND(ESI, 0, A, B)
    sw A0, 0(OUT)
    sw A1, 4(OUT)
    sw A2, 8(OUT)
    sw A3, 12(OUT)
    addi IN, IN, 16
    add OUT, OUT, STRIDE
    bne IN, END, 1b
    vmb.step aes_mode
    sw A0, 0(STATE)
    sw A1, 4(STATE)
    sw A2, 8(STATE)
    sw A3, 12(STATE)
    vmb.leave 32, 0, s0, s1, s2, s3, s8
3:
    ret
    .size vmb_aes_cbc_encrypt_blocks, . - vmb_aes_cbc_encrypt_blocks

    .balign 4
    .globl vmb_aes_mac_blocks
    .type vmb_aes_mac_blocks, @function
vmb_aes_mac_blocks:
    vmb.enter 32, 0, s0, s1, s2, s3, s8
    mv B0, a5
    slli END, a4, 4
    add END, END, a3
    mv IN, a3
    mv OUT, STATE
    CHAIN_BEGIN
    li STRIDE, 0
    beqz B0, 1b
    vmb.step aes_blocks
    addi IN, IN, -16
    xor A0, A0, C0
    xor A1, A1, C1
    xor A2, A2, C2
    xor A3, A3, C3
    jr ENTRY
    .size vmb_aes_mac_blocks, . - vmb_aes_mac_blocks
#undef STRIDE
#undef C0
#undef C1
#undef C2
#undef C3

    /* Decryption: the ciphertext before the pair in P. In place, each word of the pair's ciphertext is loaded again
     * before it is overwritten. */
#define P0 s9
#define P1 s10
#define P2 s11
#define P3 STATE
#define F_STATE F_OWN
#define F_ODD (F_OWN + 4)
#define F_LASTKEY (F_OWN + 8)
#define LASTKEY LINK

#define LOAD2(at, A, M)                                                        \
    lw K, (at)(START);                                                         \
    lw A, (at)(IN);                                                            \
    lw M, (at + 16)(IN);                                                       \
    xor A, A, K;                                                               \
    xor M, M, K

#define LAST2(WORD, at, A, M, P)                                               \
    lw K, (at)(LASTKEY);                                                       \
    lw M, (at)(IN);                                                            \
    xor A, K, P;                                                               \
    xor M, M, K;                                                               \
    lw P, (at + 16)(IN);                                                       \
    WORD##_2(DSI, A, A, B, M, M, N);                                           \
    sw A, (at)(OUT);                                                           \
    sw M, (at + 16)(OUT)

#define LOAD1(at, A)                                                           \
    lw K, (at)(START);                                                         \
    lw A, (at)(IN);                                                            \
    xor A, A, K

#define LAST1(WORD, at, A, P)                                                  \
    lw K, (at)(LASTKEY);                                                       \
    xor A, K, P;                                                               \
    lw P, (at)(IN);                                                            \
    WORD(DSI, A, A, B);                                                        \
    sw A, (at)(OUT)

    .section .text.vmb_aes_cbc_decrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_cbc_decrypt_blocks
    .type vmb_aes_cbc_decrypt_blocks, @function
vmb_aes_cbc_decrypt_blocks:
    beqz a5, 4f
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    sw STATE, (F_STATE)(sp)
    sw RK, (F_LASTKEY)(sp)
    andi K, a5, 1
    slli K, K, 4
    sw K, (F_ODD)(sp)
    slli END, a5, 4
    sub END, END, K
    add END, END, IN
    BEGIN vmb_zkned_unpair_10, 1
    lw P0, 0(STATE)
    lw P1, 4(STATE)
    lw P2, 8(STATE)
    lw P3, 12(STATE)
    beq IN, END, 2f
    .balign 4
1:
    vmb.step aes_blocks
    LOAD2(0, A0, M0)
    LOAD2(4, A1, M1)
    LOAD2(8, A2, M2)
    LOAD2(12, A3, M3)
    jalr LINK, 0(ENTRY)
    vmb.step aes_last2
    lw LASTKEY, (F_LASTKEY)(sp)
    LAST2(FROM0, 0, A0, M0, P0)
    LAST2(FROM1, 4, A1, M1, P1)
    LAST2(FROM2, 8, A2, M2, P2)
    LAST2(FROM3, 12, A3, M3, P3)
    addi IN, IN, 32
    addi OUT, OUT, 32
    bne IN, END, 1b
2:
    vmb.step aes_mode
    lw K, (F_ODD)(sp)
    beqz K, 3f
    LOAD1(0, A0)
    LOAD1(4, A1)
    LOAD1(8, A2)
    LOAD1(12, A3)
    jal LINK, vmb_zkned_unone
    vmb.step aes_last1
    lw LASTKEY, (F_LASTKEY)(sp)
    LAST1(FROM0, 0, A0, P0)
    LAST1(FROM1, 4, A1, P1)
    LAST1(FROM2, 8, A2, P2)
    LAST1(FROM3, 12, A3, P3)
3:
    vmb.step aes_mode
    lw K, (F_STATE)(sp)
    sw P0, 0(K)
    sw P1, 4(K)
    sw P2, 8(K)
    sw P3, 12(K)
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
4:
    ret
    .size vmb_aes_cbc_decrypt_blocks, . - vmb_aes_cbc_decrypt_blocks

#endif
