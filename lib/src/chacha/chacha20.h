/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The ChaCha20 stream cipher (RFC 8439, sections 2.1 to 2.4), internal contract.
 * Readable from C and assembly.
 */
#ifndef VMB_CHACHA20_H
#define VMB_CHACHA20_H

#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/size.h"

/* 1 where chacha20_rv32.S replaces the C code: RV32 with compressed
 * instructions and all 32 registers, unless the build asks for C with
 * VMB_PORTABLE=1. */
#if defined(__riscv) && __riscv_xlen == 32 && defined(__riscv_compressed) && !defined(__riscv_32e) && !VMB_PORTABLE
#define VMB_CHACHA20_RV32 1
#else
#define VMB_CHACHA20_RV32 0
#endif

/* 1 where chacha20_rv64.S replaces it, for speed. */
#if defined(__riscv) && __riscv_xlen == 64 && !defined(__riscv_64e) && !VMB_PORTABLE && !VMB_SIZE
#define VMB_CHACHA20_RV64 1
#else
#define VMB_CHACHA20_RV64 0
#endif

#define VMB_CHACHA20_IN_C (!VMB_CHACHA20_RV32 && !VMB_CHACHA20_RV64)

#ifndef __ASSEMBLER__
#include "common/common.h"

/**
 * Writes the len bytes at `in`, XORed with the keystream, to `out`.
 *
 * key is the key as little-endian words, nonce are 12 bytes, counter is the
 * number of the first block. Where one_time is not null, the first 32 bytes of
 * that block go there, as they lie in memory, and the data starts with the next
 * block (section 2.6). `out` is `in`, or they do not overlap. len is at most
 * VMB_MAX_BYTES and may be 0. Any alignment of nonce, `in` and `out`; fast when
 * they are word-aligned. Assembly may read each naturally aligned word that holds a
 * byte of an input as a whole. Leaves no other secret in memory. Time depends on len and the
 * pointers alone.
 */
VMB_NOINLINE void vmb_chacha20_xor(const uint32_t key[8], const uint8_t *nonce, uint32_t counter, uint32_t *one_time,
                                   uint8_t *out, const uint8_t *in, size_t len);
#endif

#endif
