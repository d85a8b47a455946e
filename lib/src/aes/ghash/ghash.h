/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * GHASH (NIST SP 800-38D, section 6.4), internal contract. Readable from C and
 * assembly.
 *
 * A value of the hash is four words, each the big-endian number of its 4 bytes, the
 * first word first. Bit 31 of word 0 is the coefficient of x^0, bit 0 of word 3
 * that of x^127; the field's polynomial is x^128 + x^7 + x^2 + x + 1. The product
 * of two such 128-bit numbers is that of the polynomials, one bit too low; the key
 * makes up for it: it is H / x.
 */
#ifndef VMB_GHASH_H
#define VMB_GHASH_H

#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/backend/zbkc.h"

/* 1 where assembly replaces C: ghash_zbkc.S with Zbkc, ghash_rv32m.S with
 * a multiplier, which for size is too long. */
#if defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e) && !VMB_PORTABLE
#define VMB_GHASH_ZBKC VMB_ISE_ZBKC
#if defined(__riscv_mul) && !VMB_ISE_ZBKC && !VMB_SIZE
#define VMB_GHASH_RV32M 1
#else
#define VMB_GHASH_RV32M 0
#endif
#else
#define VMB_GHASH_ZBKC 0
#define VMB_GHASH_RV32M 0
#endif

/* The same with Zbkc on RV64: ghash_zbkc_rv64.S. */
#if defined(__riscv) && __riscv_xlen == 64 && !defined(__riscv_64e) && !VMB_PORTABLE
#define VMB_GHASH_ZBKC64 VMB_ISE_ZBKC
#else
#define VMB_GHASH_ZBKC64 0
#endif

/* 1 where vmb_ghash_blocks takes data of any alignment. */
#define VMB_GHASH_ANYWHERE (((VMB_GHASH_ZBKC || VMB_GHASH_RV32M) && !VMB_SIZE) || VMB_GHASH_ZBKC64)

/* 1 where vmb_ghash_message is assembly, too. */
#define VMB_GHASH_OWN_MESSAGE ((VMB_GHASH_ZBKC || VMB_GHASH_ZBKC64) && !VMB_SIZE)

/* 1 where C works on the secrets of GHASH and may spill them. */
#define VMB_GHASH_IN_C (!VMB_GHASH_ZBKC && !VMB_GHASH_RV32M && !VMB_GHASH_ZBKC64)

/* 1 where that is ghash_mul64.c: pointers, and so registers, have 64 bits, and there is a multiplier. */
#if VMB_GHASH_IN_C && !VMB_SIZE && defined(__LP64__) && !(defined(__riscv) && !defined(__riscv_mul))
#define VMB_GHASH_MUL64 1
#else
#define VMB_GHASH_MUL64 0
#endif

#ifndef __ASSEMBLER__
#include "common/common.h"

/** Makes the key, VMB_GHASH_KEY_WORDS words, of H, four little-endian words as AES gives them. */
void vmb_ghash_key(uint32_t *key, const uint32_t h[4]);

/** y = (y + block) * H for each of the blocks at data, which vmb_is_aligned unless VMB_GHASH_ANYWHERE is 1. */
VMB_NOINLINE void vmb_ghash_blocks(const uint32_t *key, uint32_t y[4], const uint8_t *data, size_t blocks);

/** Hashes a whole message: ad_len bytes, then len bytes, each filled up with zeros, and the block of their lengths. Any
 *  alignment. XORs the hash to y: as AES has it, as little-endian words. */
void vmb_ghash_message(const uint32_t *key, uint32_t y[4], const uint8_t *ad, size_t ad_len, const uint8_t *text,
                       size_t len);

/** Adds n bytes of any alignment; `used` is the number of bytes of the current block, below 16. Returns that number for
 * the next call. */
size_t vmb_ghash_bytes(const uint32_t *key, uint32_t y[4], size_t used, const uint8_t *p, size_t n);

/** Fills the current block up with zeros. */
void vmb_ghash_pad(const uint32_t *key, uint32_t y[4], size_t used);

/** The same, then adds the block of two lengths, in bytes. */
VMB_INLINE void vmb_ghash_end(const uint32_t *key, uint32_t y[4], size_t used, size_t first, size_t second)
{
    uint32_t zero[4] = {0, 0, 0, 0};

    /* y times H is the effect of a block that is in y already. */
    if (used != 0) {
        vmb_ghash_blocks(key, y, (const uint8_t *)zero, 1);
    }
    y[0] ^= (uint32_t)first >> 29;
    y[1] ^= (uint32_t)first << 3;
    y[2] ^= (uint32_t)second >> 29;
    y[3] ^= (uint32_t)second << 3;
    vmb_ghash_blocks(key, y, (const uint8_t *)zero, 1);
}
#endif

#endif
