/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * SHA-256 (FIPS 180-4), internal contract: the backend's blocks, and the parts of a hash, for HMAC.
 * Readable from C and assembly.
 */
#ifndef VMB_SHA256_H
#define VMB_SHA256_H

#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/size.h"

/* 1 where sha256_riscv.S replaces the C code: RISC-V with 32 registers, for speed. */
#if defined(__riscv) && !defined(__riscv_32e) && !defined(__riscv_64e) && !VMB_PORTABLE && !VMB_SIZE
#define VMB_SHA256_ASSEMBLY 1
#else
#define VMB_SHA256_ASSEMBLY 0
#endif

#ifndef __ASSEMBLER__
#include "common/common.h"
#include "vambrace/detail/stream.h"

#define VMB_SHA256_BLOCK 64

/* C may have spilled secrets: its calls wipe the stack. Assembly has all 24 words in registers. */
#if VMB_SHA256_ASSEMBLY
#define VMB_SHA256_BODY static
#define VMB_SHA256_WIPED(status) (status)
#else
#define VMB_SHA256_BODY VMB_NOINLINE static
#define VMB_SHA256_WIPED(status) vmb_wiped(status)
#endif

/** Processes blocks > 0 blocks of 64 bytes at any address: h is the hash value, section 6.2.2. Assembly leaves no secret
 *  in memory. */
VMB_NOINLINE void vmb_sha256_blocks(uint32_t h[8], const uint8_t *in, size_t blocks);

/** Copies a hash value; null: the initial one. */
void vmb_sha256_copy(uint32_t h[8], const uint32_t *from);

/** Copies n bytes, which may be secret. */
void vmb_sha256_move(uint8_t *to, const uint8_t *in, size_t n);

/** Sets a block to zero from byte `from` on. */
void vmb_sha256_clear(uint32_t block[16], uint32_t from);

/** Begins a hash after `len` bytes, whole blocks, that made the hash value `h`; null: the initial one. */
void vmb_sha256_begin(vmb_sha256_state *s, const uint32_t *h, uint32_t len);

/** Adds n bytes. */
void vmb_sha256_take(vmb_sha256_state *s, const uint8_t *in, size_t n);

/** Ends the hash: s->h is the digest, as words. */
void vmb_sha256_end(vmb_sha256_state *s);

/** Writes the words of a hash value, big-endian, to 32 bytes at any address. */
void vmb_sha256_put(uint8_t *out, const uint32_t h[8]);

#endif

#endif
