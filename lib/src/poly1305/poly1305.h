/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The Poly1305 one-time authenticator (RFC 8439, section 2.5), internal contract.
 *
 * Numbers are little-endian sequences of 32-bit limbs. Readable from C and
 * assembly.
 */
#ifndef VMB_POLY1305_H
#define VMB_POLY1305_H

#include "vambrace/backend.h"

/* 1 where poly1305_rv32.S takes the place of the C block function: RV32 with a
 * multiplier and all 32 registers, unless the build asks for C with
 * VMB_PORTABLE=1. */
#if defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_mul) && \
    !defined(__riscv_32e) && !(defined(VMB_PORTABLE) && VMB_PORTABLE)
#define VMB_POLY1305_RV32 1
#else
#define VMB_POLY1305_RV32 0
#endif

/* Where the assembly finds the members of vmb_poly1305. */
#define VMB_POLY1305_H0 0
#define VMB_POLY1305_R0 20

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

/** A running authenticator. Between calls h is not fully reduced. */
typedef struct {
    uint32_t h[5];    /**< the accumulator; h[4] <= 5 */
    uint32_t key[8];  /**< r, the multiplier, clamped: each limb below 2^28, all but
                       *   the first 0 mod 4; then s, which the tag is offset by */
} vmb_poly1305;

/** A piece of the message. data may be null when len is 0; any alignment, fast
 *  when it is word-aligned. */
typedef struct {
    const uint8_t *data;
    size_t len;
} vmb_piece;

/** Starts with the one-time key whose 32 bytes the caller has put into the memory
 *  of p->key. All of *p is secret: the caller wipes it. */
void vmb_poly1305_init(vmb_poly1305 *p);

/**
 * Absorbs n pieces, each filled up with zeros to a multiple of 16 bytes.
 *
 * Each 16-byte block gets the bit pad * 2^128 on top: pad is 1, or, for the last
 * block of a message that ends inside it, 0 (the caller has then put the byte 1
 * behind the message). On RV32 a word that holds a byte of a piece may be read
 * as a whole. Time depends on lengths and pointers alone. The stack may keep a
 * copy of the data (no secret in an AEAD: associated data and ciphertext).
 */
void vmb_poly1305_absorb(vmb_poly1305 *p, const vmb_piece *pieces, size_t n,
                         uint32_t pad);

/** Writes the 16 bytes of the tag. *p is spent then. */
void vmb_poly1305_final(vmb_poly1305 *p, uint8_t *tag);

/** The whole authenticator of RFC 8439 section 2.5: the tag of the len bytes at
 *  data under the 32 bytes at key. */
void vmb_poly1305_mac(uint8_t *tag, const uint8_t *key, const uint8_t *data, size_t len);
#endif

#endif
