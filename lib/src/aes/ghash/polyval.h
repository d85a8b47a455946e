/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * POLYVAL (RFC 8452, section 3) by the kernels of GHASH, internal contract.
 *
 * Appendix A: POLYVAL of H is GHASH of x * reverse(H), on blocks whose bytes are
 * reversed. The kernels want the key of GHASH over x (ghash.h), which is reverse(H)
 * itself: a value of the hash is four words, the last little-endian word of a block first.
 */
#ifndef VMB_POLYVAL_H
#define VMB_POLYVAL_H

#include "aes/ghash/ghash.h"

/* 1 if POLYVAL has a separate kernel, polyval_zbkc.S. */
#define VMB_POLYVAL_ZBKC (VMB_GHASH_ZBKC && !VMB_SIZE)

#ifndef __ASSEMBLER__
#if VMB_POLYVAL_ZBKC
/** y = (y + block) * H for each of the blocks at data, of any alignment; at least one. */
VMB_NOINLINE void vmb_polyval_blocks(const uint32_t key[4], uint32_t y[4], const uint8_t *data, size_t blocks);
#endif

/** Adds n bytes of any alignment; the last block is filled up with zeros. They are secret. */
void vmb_polyval_bytes(const uint32_t key[4], uint32_t y[4], const uint8_t *p, size_t n);

/** Adds the block of two lengths, in bytes. */
void vmb_polyval_lengths(const uint32_t key[4], uint32_t y[4], size_t first, size_t second);
#endif

#endif
