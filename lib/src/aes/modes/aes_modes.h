/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the modes without authentication, and GCM, share: data of any alignment
 * and length over the block functions of aes_backend.h. Blocks are little-endian
 * words.
 */
#ifndef VMB_AES_MODES_H
#define VMB_AES_MODES_H

#include "aes/aes_backend.h"

/** A mode on whole, word-aligned blocks, like vmb_aes_ctr_blocks. `chain` is the value passed from block to block. */
typedef void vmb_aes_mode(const uint32_t *rk, unsigned rounds, uint32_t chain[4], uint8_t *out, const uint8_t *in,
                          size_t blocks);

/** CTR whose counter is 128 bits: vmb_aes_ctr_blocks with the carry. Not more than
 *  2^32 blocks. */
void vmb_aes_ctr_carry(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                       size_t blocks);

/** Blocks that go through the stack at a time when data is not aligned: enough for
 *  backends that do two at once. */
#define VMB_BOUNCE (VMB_AES_UNIT_ASKS ? 1 : 4)

/** Between begin and end: vmb_aes_copy or vmb_aes_move of n > 0 bytes, with checks for interrupts before, in between
 * and after for an AES unit. */
#if VMB_AES_UNIT_ASKS
VMB_NOINLINE void vmb_aes_copy_on(unsigned rounds, uint8_t *to, const uint8_t *from, size_t n);
#define vmb_aes_move_on vmb_aes_copy_on
#else
#define vmb_aes_copy_on(rounds, to, from, n) ((void)(rounds), vmb_aes_copy(to, from, n))
#define vmb_aes_move_on(rounds, to, from, n) ((void)(rounds), vmb_aes_move(to, from, n))
#endif

/** Runs a mode on blocks that vmb_aes_takes does not take, or on any. Apart from
 *  vmb_aes_any, so that aligned data passes without a frame. */
VMB_NOINLINE void vmb_aes_bounce(vmb_aes_mode *mode, const uint32_t *rk, unsigned rounds, void *chain, uint8_t *out,
                                 const uint8_t *in, size_t blocks);

/** Runs a mode on blocks of any alignment. */
void vmb_aes_any(vmb_aes_mode *mode, const uint32_t *rk, unsigned rounds, void *chain, uint8_t *out, const uint8_t *in,
                 size_t blocks);

/** XORs the next len bytes of keystream to the data. ctr_mode is vmb_aes_ctr_blocks,
 *  vmb_aes_ctr_carry or another that counts (VMB_AES_CTR_KEYSTREAM); w->used is 16 at first. */
void vmb_aes_ctr_bytes(vmb_aes_mode *ctr_mode, const uint32_t *rk, unsigned rounds, vmb_ctr_work *w, uint8_t *out,
                       const uint8_t *in, size_t len);

#endif
