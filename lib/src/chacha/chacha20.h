/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The ChaCha20 stream cipher (RFC 8439, sections 2.1 to 2.4), internal contract.
 *
 * The state is the RFC's 4 x 4 matrix of words, row by row: constants, key, key,
 * counter and nonce; its keystream is those words in little-endian order.
 * Readable from C and assembly.
 */
#ifndef VMB_CHACHA20_H
#define VMB_CHACHA20_H

#include "vambrace/backend.h"

/* 1 where chacha20_rv32.S takes the place of the C cipher: RV32 with all 32
 * registers, unless the build asks for C with VMB_PORTABLE=1. */
#if defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e) && \
    !(defined(VMB_PORTABLE) && VMB_PORTABLE)
#define VMB_CHACHA20_RV32 1
#else
#define VMB_CHACHA20_RV32 0
#endif

/* Where the assembly finds the members of vmb_chacha20. */
#define VMB_CHACHA20_INPUT 0
#define VMB_CHACHA20_FIRST 64

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

/**
 * A keystream at a block boundary.
 *
 * The counter sits in column 0 of the matrix, and the first column round works
 * on each column by itself: what it makes of columns 1 to 3 is the same for
 * every block, so it is computed once.
 */
typedef struct {
    uint32_t input[16];    /**< the matrix; input[12] counts blocks */
    uint32_t first[3][4];  /**< columns 1, 2, 3 after the first column round */
} vmb_chacha20;

/** Sets up *c for the key's 8 words, the 12 bytes at nonce and the number of
 *  the first block. All of *c is secret: the caller wipes it. */
void vmb_chacha20_init(vmb_chacha20 *c, const uint32_t key[8], const uint8_t *nonce,
                       uint32_t counter);

/**
 * Writes the len bytes at `in`, XORed with the keystream, to `out`.
 *
 * The call starts with block input[12] and leaves there the number of the first
 * block it did not use; the rest of a last, partial block is dropped. `out` is
 * `in`, or they do not overlap. len is at most VMB_MAX_BYTES and may be 0. Any
 * alignment; fast when both pointers are word-aligned. Leaves no secret in
 * memory but *c. Time depends on len and the pointers alone.
 */
void vmb_chacha20_xor(vmb_chacha20 *c, uint8_t *out, const uint8_t *in, size_t len);
#endif

#endif
