/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The Poly1305 one-time authenticator (RFC 8439, section 2.5), internal contract.
 * Readable from C and assembly.
 */
#ifndef VMB_POLY1305_H
#define VMB_POLY1305_H

#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/size.h"

/* 1 where poly1305_rv32.S replaces the C code: RV32 with a multiplier
 * and all 32 registers, unless the build asks for C with VMB_PORTABLE=1. */
#if defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_mul) && !defined(__riscv_32e) && !VMB_PORTABLE
#define VMB_POLY1305_RV32 1
#else
#define VMB_POLY1305_RV32 0
#endif

/* 1 where poly1305_rv64.S replaces it, for speed. */
#if defined(__riscv) && __riscv_xlen == 64 && defined(__riscv_mul) && !defined(__riscv_64e) && !VMB_PORTABLE && \
    !VMB_SIZE
#define VMB_POLY1305_RV64 1
#else
#define VMB_POLY1305_RV64 0
#endif

#define VMB_POLY1305_IN_C (!VMB_POLY1305_RV32 && !VMB_POLY1305_RV64)

/* 1 where assembly also makes the tag of a whole message. */
#define VMB_POLY1305_ALONE (VMB_POLY1305_RV32 && !VMB_SIZE)

#ifndef __ASSEMBLER__
#include "common/common.h"

/** A piece of the message. data may be null when len is 0; any alignment, fast
 *  when it is word-aligned. */
typedef struct {
    const uint8_t *data;
    size_t len;
} vmb_piece;

/**
 * Adds n pieces, each filled up with zeros to a multiple of 16 bytes, to h, then
 * writes the 16-byte tag, or h where tag is null and more is to come.
 *
 * key holds the 32 bytes of the one-time key as they lie in memory: r, not yet
 * clamped, then s. h is the accumulator as five words, all 0 at first. Any
 * alignment of tag and data. Assembly may read each naturally aligned word that
 * holds a byte of a piece as a whole. Time depends on lengths and pointers alone. The stack may keep
 * a copy of data (no secret in an AEAD: associated data and ciphertext), nothing
 * else.
 */
VMB_NOINLINE void vmb_poly1305(uint8_t *tag, const uint32_t key[8], const vmb_piece *pieces, size_t n, uint32_t h[5]);

/** The tag of the len bytes at `in`, any alignment, by themselves: a byte of 1 ends a last block that is not whole,
 *  where an AEAD fills it up. Nothing is left on the stack. */
#if VMB_POLY1305_ALONE
VMB_NOINLINE void vmb_poly1305_alone(uint8_t *tag, const uint32_t key[8], const uint8_t *in, size_t len);

/** vmb_poly1305 of one piece of whole blocks when more is to come. Returns VMB_OK. */
VMB_NOINLINE int vmb_poly1305_add(uint32_t h[5], const uint32_t key[8], const uint8_t *in, size_t len);

/** vmb_poly1305 of no piece, and with a tag that vmb_is_aligned accepts. */
VMB_NOINLINE void vmb_poly1305_end(uint8_t *tag, const uint32_t key[8], const uint32_t h[5]);
#endif
#endif

#endif
