/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with Zkne and Zknd in few bytes (VMB_SIZE): one block and one round at
 * a time, the same code for every key size. Layout of the key: aes_zkned.h.
 *
 * vmb_zkned_block and vmb_zkned_unblock (aes_zkned_size.S) encrypt and decrypt the block
 * at FROM_ to FROM_ + OFFSET. Not functions of the ABI: back to LINK; they change
 * RK, FROM_, A, B and K.
 *
 *   A0..A3 B0..B3   the block, alternately
 *   RK              the first round key: round key 0, or `rounds` to decrypt
 *   LASTRK          16 bytes less than the end of those in sequence
 *   FINAL           to decrypt: round key 0
 *   K               a word
 * RK, FROM_, A and K are registers that the loads of 2 bytes take.
 */
#ifndef VMB_AES_ZKNED_SIZE_H
#define VMB_AES_ZKNED_SIZE_H

#include "aes/zkned32/aes_zkned.h"

#define RK a0
#define FROM_ a1
#define A0 a2
#define A1 a3
#define A2 a4
#define A3 a5
#define K s0
#define B0 t1
#define B1 t2
#define B2 t3
#define B3 t4
#define LASTRK t5
#define FINAL t6
#define OFFSET ra
#define LINK t0

#endif
