/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole message of CCM (NIST SP 800-38C) with an AES unit that chains blocks
 * (vambrace/aes_unit.h) and whose key is loaded:
 *     void vmb_aes_ccm_run(const vmb_call *c, void *tag, unsigned rounds)
 * of aes_backend.h. The CBC-MAC is one chain from B0 to the end, of which only the last
 * result comes back; a unit with a memory port loads aligned blocks itself. Encryption is a
 * pass of its own: behind the tag to seal, before the CBC-MAC to open.
 *
 * Blocks and bytes that are no whole block stay in registers. Only while an interrupt comes
 * in, the chain's value is in the stack (HELD); the next block carries it then. Between two
 * counter blocks the unit holds nothing that is needed.
 */
#include "common/frame.h"
#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/size.h"

#if VMB_AES_UNIT_CHAIN && !VMB_SIZE

#include "aes/unit/aes_unit_ccm_run.inc"

    .section .text.vmb_aes_ccm_run, "ax", %progbits
    .balign 4
    .globl vmb_aes_ccm_run
    .type vmb_aes_ccm_run, @function
vmb_aes_ccm_run:
#if VMB_AES_UNIT_KEY_BITS
    li t0, VMB_AES_UNIT_KEY_BITS / 32 + 6
    beq a2, t0, 1f
    tail vmb_aes_software_ccm_run
1:
#endif
    vmb.enter F_SIZE, F_SAVED, VMB_CALLEE_SAVED
    mv CALL, a0
    mv TAG, a1
    li HELD, 0
#if !VMB_ISE_ZBKB
    li MASK, 0x00ff00ff
#endif
#if VMB_AES_UNIT_BASE
    li BASE, VMB_AES_UNIT_BASE
#endif

    /* The counter block: flags, nonce, counter 0. */
    lw a4, VMB_CALL_NONCE(CALL)
    lw a5, VMB_CALL_NONCE_LEN(CALL)
    touch_last
    look_far
    jal BACK, .Lbytes
    li t0, 14
    sub t0, t0, a5
    behind 1
    mv C0, a0
    mv C1, a1
    mv C2, a6
    mv LAST, a7
    look

    lw t0, VMB_CALL_SEAL(CALL)
    lw a4, VMB_CALL_IN(CALL)
    bnez t0, 1f
    jal LINK, .Lcrypt
    lw a4, VMB_CALL_OUT(CALL)
    jal LINK, .Ltag
    j 2f
1:  jal LINK, .Ltag
    lw a4, VMB_CALL_IN(CALL)
    jal LINK, .Lcrypt
2:  vmb.leave F_SIZE, F_SAVED, VMB_CALLEE_SAVED
    ret

/* D = a5 bytes, 1 to 15, at a4, and zeros. Takes t0 to t6. */
.Lbytes:
    bytes_from
    add t2, a4, a5
    .irp d, D
    addi t6, t6, 4
    li t4, 0
    bgeu t6, t2, 1f
    lw t4, 0(t6)
1:  bytes \d, t4
    .endr
    slli t0, a5, 3
    li t4, -1
    sll t4, t4, t0
    not t4, t4                  /* the bytes of the last word, if it is not whole */
    li t3, 12
    bltu a5, t3, 1f
    and a7, a7, t4
    jr BACK
1:  li a7, 0
    li t3, 8
    bltu a5, t3, 1f
    and a6, a6, t4
    jr BACK
1:  li a6, 0
    li t3, 4
    bltu a5, t3, 1f
    and a1, a1, t4
    jr BACK
1:  li a1, 0
    and a0, a0, t4
    jr BACK

#if VMB_AES_UNIT_ASKS
.Lhold:
    bnez HELD, 1f
    unit.read4 M
    four sw, F_CHAIN, sp, M
    li HELD, 1
1:  unit.let_in
    jr BACK

.Lcarry:
    release
    xor4 D, M
    put D
    jr BACK
#endif

/* The tag of a message whose plaintext is at a4. */
.Ltag:
    lw END, VMB_CALL_AD_LEN(CALL)
    mv COUNT, a4
    look
    bnez END, .Lassociated
    /* B0: other flags, and the length instead of the counter. */
1:  lw t0, VMB_CALL_TAG_LEN(CALL)
    lw t1, VMB_CALL_LEN(CALL)
    snez t2, END
    addi t0, t0, -2
    slli t0, t0, 2
    slli t2, t2, 6
    or t0, t0, C0
    or t0, t0, t2
    unit.swap t2, t1, t3, MASK
    or t2, t2, LAST
    put t0, C1, C2, t2
    beqz END, 2f
    look_chain_far
    chain
    add a4, a4, a5
    sub a5, END, a5
    jal JOIN, .Lchain
2:  mv a4, COUNT
    lw a5, VMB_CALL_LEN(CALL)
    jal JOIN, .Lchain
#if VMB_AES_UNIT_ASKS
    bnez HELD, 4f
#endif
    unit.read4 M
3:  look
    put C0, C1, C2, LAST
    unit.read4 D
    xor4 D, M
    four sw, 0, TAG, D
    look
    jr LINK
#if VMB_AES_UNIT_ASKS
4:  release
    j 3b
#endif

    /* D = the length of the associated data, in 2 or 6 bytes, and the a5 bytes that fit after it. */
.Lassociated:
    lw a4, VMB_CALL_AD(CALL)
    mv a5, END
    li t0, 0xff00
    bgeu END, t0, 4f
    li t0, 14
    bleu END, t0, 3f
    mv a5, t0
3:  touch_last
    look_far
    jal BACK, .Lbytes
    swap16 t0, END, t1
    behind 2
    look
    j 1b
4:  li a5, 10
    touch_last
    look_far
    jal BACK, .Lbytes
    swap16 t0, END, t1
    behind 2
    mv a7, a6
    mv a6, a1
    mv a1, a0
    srli t0, END, 16
    swap16 a0, t0, t1
    slli a0, a0, 16
    li t0, 0xfeff
    or a0, a0, t0
    look
    j 1b

/* a5 bytes at a4 into the chain. */
.Lchain:
    andi t0, a5, -16
    andi a5, a5, 15
    add END, a4, t0
    beqz t0, 4f
#if LOADS
    andi t0, a4, 3
    bnez t0, 2f
    fence                       /* the processor's stores arrive before the unit loads */
    .balign 4
1:  look_chain
#if VMB_AES_UNIT_ASKS
    bnez HELD, 6f
#endif
    vmb.aes.load_chained a4
5:  addi a4, a4, 16
    bne a4, END, 1b
    j 4f
#if VMB_AES_UNIT_ASKS
6:  four lw, 0, a4, D
    jal BACK, .Lcarry
    j 5b
#endif
#endif
2:  vmb.if_unaligned t0, a4, 3f
#if !LOADS || VMB_MISALIGNED
    .balign 4
1:  four lw, 0, a4, D
    addi a4, a4, 16
    look_chain
    chain
    bne a4, END, 1b
#endif
#if !VMB_MISALIGNED
    j 4f
3:
#if VMB_AES_UNIT_FAR
    lbu x0, 15(a4)              /* as touch_last */
    look_chain
#endif
    load_unaligned
    addi a4, a4, 16
    look_chain
    chain
    bne a4, END, 3b
#endif
4:  beqz a5, 5f
    touch_last
    look_chain_far
    jal BACK, .Lbytes
    look_chain
    chain
5:  jr JOIN

/* Encrypts or decrypts the message, at a4: XORs the keystream from counter 1 on. */
.Lcrypt:
    lw a3, VMB_CALL_OUT(CALL)
    lw a5, VMB_CALL_LEN(CALL)
    li COUNT, 1
    next_counter
    andi t0, a5, -16
    andi a5, a5, 15
    add END, a4, t0
    beqz t0, 3f
    or t0, a3, a4
    vmb.if_unaligned t0, t0, 4f
    put C0, C1, C2, t5
    .balign 4
1:  four lw, 0, a4, D
    addi a4, a4, 16
    addi COUNT, COUNT, 1
    next_counter
    unit.read4 M
    xor4 D, M
    unit.asked t4, t6
    beq a4, END, 2f
    unit.look t4
    put C0, C1, C2, t5
    four sw, 0, a3, D
    addi a3, a3, 16
    j 1b
2:  four sw, 0, a3, D
    addi a3, a3, 16
    unit.look t4
3:  bnez a5, 6f
    jr LINK

#if !VMB_MISALIGNED
4:
#if !VMB_AES_UNIT_FAR
    put C0, C1, C2, t5
#endif
    andi t0, a4, 3
    bnez t0, 1f
    four lw, 0, a4, D
    j 2f
1:
#if VMB_AES_UNIT_FAR
    lbu x0, 15(a4)
    look
#endif
    load_unaligned
2:
#if VMB_AES_UNIT_FAR
    look
    next_counter
    put C0, C1, C2, t5
#endif
    unit.read4 M
    xor4 D, M
    look
    store_bytes a0, 0
    store_bytes a1, 4
    store_bytes a6, 8
    store_bytes a7, 12
    look_far
    addi a4, a4, 16
    addi a3, a3, 16
    addi COUNT, COUNT, 1
#if !VMB_AES_UNIT_FAR
    next_counter
#endif
    bne a4, END, 4b
    beqz a5, 9f
#endif

    /* The last bytes. */
6:
#if VMB_AES_UNIT_FAR
    touch_last
    look
    jal BACK, .Lbytes
    look
    next_counter
    put C0, C1, C2, t5
#else
    put C0, C1, C2, t5
    jal BACK, .Lbytes
#endif
    unit.read4 M
    xor4 D, M
    look
7:  addi a5, a5, -4
    bltz a5, 8f
    store_bytes a0, 0
    addi a3, a3, 4
    mv a0, a1
    mv a1, a6
    mv a6, a7
    bnez a5, 7b
    j 9f
8:  addi a5, a5, 4
1:  sb a0, 0(a3)
    srli a0, a0, 8
    addi a3, a3, 1
    addi a5, a5, -1
    bnez a5, 1b
9:  look_far
    jr LINK
    .size vmb_aes_ccm_run, . - vmb_aes_ccm_run

#endif
