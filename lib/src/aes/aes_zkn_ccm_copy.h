/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CCM with Zkne: text of the functions of aes_zkn_ccm.h, behind
 * aes_zkn_ccm_run.h: bytes of any alignment to an aligned place.
 */

    /* COUNT > 0 bytes, at most 16, from IN to A0, which is aligned. Back to LINK;
     * changes K B2, moves IN on. */
    .balign 4
.Lcopy:
    andi K, IN, 3
    bnez K, 5f
    andi K, COUNT, 16
    bnez K, 5f
    andi K, COUNT, 8
    beqz K, 1f
    lw K, 0(IN)
    sw K, 0(A0)
    lw K, 4(IN)
    sw K, 4(A0)
    addi IN, IN, 8
    addi A0, A0, 8
1:
    andi K, COUNT, 4
    beqz K, 2f
    lw K, 0(IN)
    sw K, 0(A0)
    addi IN, IN, 4
    addi A0, A0, 4
2:
    andi K, COUNT, 2
    beqz K, 3f
    lhu K, 0(IN)
    sh K, 0(A0)
    addi IN, IN, 2
    addi A0, A0, 2
3:
    andi K, COUNT, 1
    beqz K, 4f
    lbu K, 0(IN)
    sb K, 0(A0)
    addi IN, IN, 1
4:
    jr LINK
5:
    addi COUNT, COUNT, -4
    bltz COUNT, 2f
1:
    LOAD_ANY(K, 0, IN, B2)
    sw K, 0(A0)
    addi IN, IN, 4
    addi A0, A0, 4
    addi COUNT, COUNT, -4
    bgez COUNT, 1b
2:
    addi COUNT, COUNT, 4
    beqz COUNT, 4b
3:
    lbu K, 0(IN)
    sb K, 0(A0)
    addi IN, IN, 1
    addi A0, A0, 1
    addi COUNT, COUNT, -1
    bnez COUNT, 3b
    jr LINK
