/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The AES unit (rtl/aes): its instructions, as C functions and as assembler macros. Full
 * description and errors: docs/reference/aes-unit.md.
 *
 * A call of the library owns the unit from vmb_engine_acquire to vmb_engine_release
 * (vambrace/detail/lock.h), loads its key and leaves no data in the unit; a program that also uses the
 * unit directly must do the same. By default a call allows pending interrupts between blocks,
 * when the unit has no data either. On Ibex a call delays an interrupt by at most 200 cycles.
 *
 * A unit without a memory port (VMB_AES_UNIT_PIO) does not support load, store, stored, key,
 * count, blocks and crypt. A unit with registers (VMB_AES_UNIT_BASE) supports the same
 * functions as a unit without a memory port, each with one or two accesses.
 *
 * Contract of every function here:
 *
 * - Results: those that a function names; errors are in the next status.
 * - Alignment: addresses are multiples of 4, otherwise VMB_AES_UNIT_ADDRESS.
 * - Overlap: `to` may equal `from`; otherwise they overlap nothing.
 * - Timing: depends on the length of the key, the memory and interrupts; not on the bytes of key,
 *   block or result.
 * - Wiping: key and result stay in the unit until vmb_aes_unit_wipe.
 * - Threads: call them between vmb_engine_acquire and vmb_engine_release.
 * - Standard: FIPS 197, section 5; the unit: docs/reference/aes-unit.md.
 */
#ifndef VAMBRACE_AES_UNIT_H
#define VAMBRACE_AES_UNIT_H

#include "vambrace/detail/backend/aes_unit.h"

/*
 * Instructions: `.insn r 0x2b, funct3, funct7, rd, rs1, rs2`. d: 0 encrypts, 1 decrypts.
 * B: the input block, words B[0] to B[3]; K: the key; R: the result; n: the count.
 *
 *                funct3 funct7      effect
 *   load d         2    0x00 + d    B = memory[rs1]; start
 *   load_chained   2    0x03        B = memory[rs1] ^ R; start 0
 *   write          3    0x02        B[0], B[1] = rs1, rs2
 *   start d        3    0x04 + d    B[2], B[3] = rs1, rs2; start
 *   start_chained  3    0x07        B[2], B[3] = rs1, rs2; B = B ^ R; start 0
 *   store          2    0x06        memory[rs1] = R
 *   stored         6    0x06        memory[rs1] = R; wait
 *   read i         4    0x08 + i    rd = R[i]
 *   wait           4    0x0c        waits until the unit is idle; rd = status
 *   features       4    0x0d        rd = bits of the longest key, 1 << 16 if it decrypts,
 *                                   1 << 17 if it has shorter keys, 1 << 18 if it has a
 *                                   memory port, 1 << 19 if it chains; no effect, at any
 *                                   time
 *   wipe           0    0x0e        all = 0
 *   pair i         3    0x10 + i    K[2i], K[2i + 1] = rs1, rs2
 *   last i         3    0x18 + i    the same, i = 1 to 3; K is complete
 *   key l          2    0x14 + l    K = memory[rs1], 16 + 8 l bytes
 *   count          2    0x1c        n = rs1
 *   blocks d       3    0x1e + d    n times: B = memory[rs1++]; start; memory[rs2++] = R
 *   crypt d        7    0x1e + d    the same; wait
 *   few m d        3, 7 0x40 + 2 m + d  what blocks and crypt do, m = 1 to 31 times; for m = 1
 *                                   another instruction may follow while it runs
 *
 * start: R = d ? AES^-1(K, B) : AES(K, B); B = 0. R is 0 before the first block of a key, and
 * after a bus error. Only a unit with Chain = 1 has load_chained and start_chained. Status: bit
 * 0 busy (an interrupt is pending, wait again), bits 3:1 the first error since the last status.
 * An instruction with another funct3 or funct7 is illegal.
 */

#ifdef __ASSEMBLER__

#if VMB_AES_UNIT && VMB_AES_UNIT_BASE == 0
.macro vmb.aes.load d, rs1
    .insn r 0x2b, 2, 0x00 + (\d), x0, \rs1, x0
.endm
.macro vmb.aes.load_chained rs1
    .insn r 0x2b, 2, 0x03, x0, \rs1, x0
.endm
.macro vmb.aes.write rs1, rs2
    .insn r 0x2b, 3, 0x02, x0, \rs1, \rs2
.endm
.macro vmb.aes.start d, rs1, rs2
    .insn r 0x2b, 3, 0x04 + (\d), x0, \rs1, \rs2
.endm
.macro vmb.aes.start_chained rs1, rs2
    .insn r 0x2b, 3, 0x07, x0, \rs1, \rs2
.endm
.macro vmb.aes.store rs1
    .insn r 0x2b, 2, 0x06, x0, \rs1, x0
.endm
.macro vmb.aes.stored rd, rs1
    .insn r 0x2b, 6, 0x06, \rd, \rs1, x0
.endm
.macro vmb.aes.read rd, i
    .insn r 0x2b, 4, 0x08 + (\i), \rd, x0, x0
.endm
.macro vmb.aes.wait rd
    .insn r 0x2b, 4, 0x0c, \rd, x0, x0
.endm
.macro vmb.aes.features rd
    .insn r 0x2b, 4, 0x0d, \rd, x0, x0
.endm
.macro vmb.aes.wipe
    .insn r 0x2b, 0, 0x0e, x0, x0, x0
.endm
.macro vmb.aes.pair i, rs1, rs2
    .insn r 0x2b, 3, 0x10 + (\i), x0, \rs1, \rs2
.endm
.macro vmb.aes.last i, rs1, rs2
    .insn r 0x2b, 3, 0x18 + (\i), x0, \rs1, \rs2
.endm
.macro vmb.aes.key l, rs1
    .insn r 0x2b, 2, 0x14 + (\l), x0, \rs1, x0
.endm
.macro vmb.aes.count rs1
    .insn r 0x2b, 2, 0x1c, x0, \rs1, x0
.endm
.macro vmb.aes.blocks d, rs1, rs2
    .insn r 0x2b, 3, 0x1e + (\d), x0, \rs1, \rs2
.endm
.macro vmb.aes.crypt rd, d, rs1, rs2
    .insn r 0x2b, 7, 0x1e + (\d), \rd, \rs1, \rs2
.endm
.macro vmb.aes.few m, d, rs1, rs2
    .insn r 0x2b, 3, 0x40 + 2 * (\m) + (\d), x0, \rs1, \rs2
.endm
.macro vmb.aes.few_crypt rd, m, d, rs1, rs2
    .insn r 0x2b, 7, 0x40 + 2 * (\m) + (\d), \rd, \rs1, \rs2
.endm
#endif

#else

#include "vambrace/detail/lock.h"

/** Features: bits of the longest key; supports decryption; supports shorter keys; has a memory
 *  port; chains blocks. */
#define VMB_AES_UNIT_LONGEST 0x1ffu
#define VMB_AES_UNIT_DECRYPTS (1u << 16)
#define VMB_AES_UNIT_SHORTER (1u << 17)
#define VMB_AES_UNIT_PORT (1u << 18)
#define VMB_AES_UNIT_CHAINS (1u << 19)

/** Fields of the status. */
#define VMB_AES_UNIT_BUSY 1u
#define VMB_AES_UNIT_ERROR 14u
#define VMB_AES_UNIT_NONE (1u << 31) /**< through RoCC: no such instruction */

/** Errors, as they are in a status. */
enum {
    VMB_AES_UNIT_NO_KEY = 1 << 1,
    VMB_AES_UNIT_BUS = 2 << 1,      /**< the memory, or the unit, did not respond */
    VMB_AES_UNIT_MISSING = 3 << 1,  /**< this unit does not support decryption, or this key length */
    VMB_AES_UNIT_REFUSED = 4 << 1,  /**< rejected: several blocks are running, or there is no result to store */
    VMB_AES_UNIT_ADDRESS = 5 << 1,  /**< not a multiple of 4 */
    VMB_AES_UNIT_COUNT = 6 << 1     /**< there is no count */
};

#if VMB_AES_UNIT

#ifdef __cplusplus
extern "C" {
#endif

#if VMB_AES_UNIT_BASE == 0

/* An instruction whose number n in funct7 is a constant after inlining; another traps. */
#define VMB_AES_UNIT_CASE(n, ...) \
    case n:                       \
        __asm__ volatile(__VA_ARGS__); \
        break

/** Writes the first half of a block. Contract: top of this file.
 *
 *  @param w0  word 0: bytes as in memory
 *  @param w1  word 1 */
VMB_ENGINE_INLINE void vmb_aes_unit_write(uint32_t w0, uint32_t w1)
{
    __asm__ volatile(".insn r 0x2b, 3, 2, x0, %0, %1" : : "r"(w0), "r"(w1));
}

/** Writes the second half of a block, and starts. Contract: top of this file.
 *
 *  @param decrypt  0 encrypts, anything else decrypts
 *  @param w2  word 2: bytes as in memory
 *  @param w3  word 3 */
VMB_ENGINE_INLINE void vmb_aes_unit_start(int decrypt, uint32_t w2, uint32_t w3)
{
    if (decrypt) {
        __asm__ volatile(".insn r 0x2b, 3, 5, x0, %0, %1" : : "r"(w2), "r"(w3));
    } else {
        __asm__ volatile(".insn r 0x2b, 3, 4, x0, %0, %1" : : "r"(w2), "r"(w3));
    }
}

/** Writes the second half of a block, and encrypts it XORed with the last result (CBC): in a unit
 *  that chains. Contract: top of this file.
 *
 *  @param w2  word 2: bytes as in memory
 *  @param w3  word 3 */
VMB_ENGINE_INLINE void vmb_aes_unit_start_chained(uint32_t w2, uint32_t w3)
{
    __asm__ volatile(".insn r 0x2b, 3, 7, x0, %0, %1" : : "r"(w2), "r"(w3));
}

/** Reads a word of the result. Contract: top of this file.
 *
 *  @param n  0 to 3
 *  @return The word: bytes as in memory. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_read(unsigned n)
{
    uint32_t d = 0;

    switch (n) {
        VMB_AES_UNIT_CASE(0, ".insn r 0x2b, 4, 8, %0, x0, x0" : "=r"(d));
        VMB_AES_UNIT_CASE(1, ".insn r 0x2b, 4, 9, %0, x0, x0" : "=r"(d));
        VMB_AES_UNIT_CASE(2, ".insn r 0x2b, 4, 10, %0, x0, x0" : "=r"(d));
        VMB_AES_UNIT_CASE(3, ".insn r 0x2b, 4, 11, %0, x0, x0" : "=r"(d));
    default: __builtin_trap();
    }
    return d;
}

/** Waits until the unit is idle, or an interrupt, an NMI or a debug request is pending. Contract: top of this file.
 *
 *  @return The status. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_wait(void)
{
    uint32_t d;
    __asm__ volatile(".insn r 0x2b, 4, 12, %0, x0, x0" : "=r"(d) : : "memory");
    return d;
}

/** Reads the features, at any time. Contract: top of this file.
 *
 *  @return VMB_AES_UNIT_LONGEST and so on. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_features(void)
{
    uint32_t d;
    __asm__ volatile(".insn r 0x2b, 4, 13, %0, x0, x0" : "=r"(d));
    return d;
}

/** Aborts any operation, and clears everything, including the key. Contract: top of this file. */
VMB_ENGINE_INLINE void vmb_aes_unit_wipe(void)
{
    __asm__ volatile(".insn r 0x2b, 0, 14, x0, x0, x0" : : : "memory");
}

/** Writes two words of a key. Contract: top of this file.
 *
 *  @param n  0 to 3
 *  @param even  word 2n: bytes as in memory
 *  @param odd  word 2n + 1 */
VMB_ENGINE_INLINE void vmb_aes_unit_pair(unsigned n, uint32_t even, uint32_t odd)
{
    switch (n) {
        VMB_AES_UNIT_CASE(0, ".insn r 0x2b, 3, 16, x0, %0, %1" : : "r"(even), "r"(odd));
        VMB_AES_UNIT_CASE(1, ".insn r 0x2b, 3, 17, x0, %0, %1" : : "r"(even), "r"(odd));
        VMB_AES_UNIT_CASE(2, ".insn r 0x2b, 3, 18, x0, %0, %1" : : "r"(even), "r"(odd));
        VMB_AES_UNIT_CASE(3, ".insn r 0x2b, 3, 19, x0, %0, %1" : : "r"(even), "r"(odd));
    default: __builtin_trap();
    }
}

/** Writes the last two words of a key, which the unit then uses. Contract: top of this file.
 *
 *  @param n  1, 2, 3 for 16, 24, 32 bytes
 *  @param even  word 2n: bytes as in memory
 *  @param odd  word 2n + 1 */
VMB_ENGINE_INLINE void vmb_aes_unit_last(unsigned n, uint32_t even, uint32_t odd)
{
    switch (n) {
        VMB_AES_UNIT_CASE(1, ".insn r 0x2b, 3, 25, x0, %0, %1" : : "r"(even), "r"(odd));
        VMB_AES_UNIT_CASE(2, ".insn r 0x2b, 3, 26, x0, %0, %1" : : "r"(even), "r"(odd));
        VMB_AES_UNIT_CASE(3, ".insn r 0x2b, 3, 27, x0, %0, %1" : : "r"(even), "r"(odd));
    default: __builtin_trap();
    }
}

#if VMB_AES_UNIT_MEMORY

/** Loads a block, and starts, in the background. Contract: top of this file.
 *
 *  @param decrypt  0 encrypts, anything else decrypts
 *  @param[in] p  16 bytes */
VMB_ENGINE_INLINE void vmb_aes_unit_load(int decrypt, const void *p)
{
    if (decrypt) {
        __asm__ volatile(".insn r 0x2b, 2, 1, x0, %0, x0" : : "r"(p) : "memory");
    } else {
        __asm__ volatile(".insn r 0x2b, 2, 0, x0, %0, x0" : : "r"(p) : "memory");
    }
}

/** Loads a block, and encrypts it XORed with the last result (CBC): in a unit that chains. Contract: top of this file.
 *
 *  @param[in] p  16 bytes */
VMB_ENGINE_INLINE void vmb_aes_unit_load_chained(const void *p)
{
    __asm__ volatile(".insn r 0x2b, 2, 3, x0, %0, x0" : : "r"(p) : "memory");
}

/** Stores the result, in the background. Contract: top of this file.
 *
 *  @param[out] p  16 bytes */
VMB_ENGINE_INLINE void vmb_aes_unit_store(void *p)
{
    __asm__ volatile(".insn r 0x2b, 2, 6, x0, %0, x0" : : "r"(p) : "memory");
}

/** Stores the result, and waits. Contract: top of this file.
 *
 *  @param[out] p  16 bytes
 *  @return The status. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_stored(void *p)
{
    uint32_t d;
    __asm__ volatile(".insn r 0x2b, 6, 6, %0, %1, x0" : "=r"(d) : "r"(p) : "memory");
    return d;
}

/** Loads a key. Contract: top of this file.
 *
 *  @param len  0, 1, 2 for 16, 24, 32 bytes; any other number traps
 *  @param[in] p  the key */
VMB_ENGINE_INLINE void vmb_aes_unit_key(unsigned len, const void *p)
{
    switch (len) {
        VMB_AES_UNIT_CASE(0, ".insn r 0x2b, 2, 20, x0, %0, x0" : : "r"(p) : "memory");
        VMB_AES_UNIT_CASE(1, ".insn r 0x2b, 2, 21, x0, %0, x0" : : "r"(p) : "memory");
        VMB_AES_UNIT_CASE(2, ".insn r 0x2b, 2, 22, x0, %0, x0" : : "r"(p) : "memory");
    default: __builtin_trap();
    }
}

/** Sets the number of blocks for the next calls. Contract: top of this file.
 *
 *  @param blocks  1 to 65535 */
VMB_ENGINE_INLINE void vmb_aes_unit_count(uint32_t blocks)
{
    __asm__ volatile(".insn r 0x2b, 2, 28, x0, %0, x0" : : "r"(blocks));
}

/** Processes this number of blocks, each separately (ECB), in the background. Contract: top of this file.
 *
 *  @param decrypt  0 encrypts, anything else decrypts
 *  @param[out] to  16 bytes for each block
 *  @param[in] from  16 bytes for each block */
VMB_ENGINE_INLINE void vmb_aes_unit_blocks(int decrypt, void *to, const void *from)
{
    if (decrypt) {
        __asm__ volatile(".insn r 0x2b, 3, 31, x0, %0, %1" : : "r"(from), "r"(to) : "memory");
    } else {
        __asm__ volatile(".insn r 0x2b, 3, 30, x0, %0, %1" : : "r"(from), "r"(to) : "memory");
    }
}

/** Processes this number of blocks, each separately (ECB), and waits. Contract: top of this file.
 *
 *  @param decrypt  0 encrypts, anything else decrypts
 *  @param[out] to  16 bytes for each block
 *  @param[in] from  16 bytes for each block
 *  @return The status. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_crypt(int decrypt, void *to, const void *from)
{
    uint32_t d;

    if (decrypt) {
        __asm__ volatile(".insn r 0x2b, 7, 31, %0, %1, %2" : "=r"(d) : "r"(from), "r"(to) : "memory");
    } else {
        __asm__ volatile(".insn r 0x2b, 7, 30, %0, %1, %2" : "=r"(d) : "r"(from), "r"(to) : "memory");
    }
    return d;
}

/** Like vmb_aes_unit_blocks, without a count, for m blocks: 1 to 31. m and decrypt must be
 *  constants, because they are part of the instruction. With m = 1 it may follow another one
 *  that runs: it waits for a place, and a later status is for all of them. */
#define VMB_AES_UNIT_FEW(m, decrypt, to, from)                           \
    __asm__ volatile(".insn r 0x2b, 3, %2, x0, %0, %1"                   \
                     :                                                   \
                     : "r"(from), "r"(to), "i"(0x40 + 2 * (m) + (decrypt)) \
                     : "memory")

/** Like vmb_aes_unit_crypt, for m blocks; sets status. */
#define VMB_AES_UNIT_FEW_CRYPT(status, m, decrypt, to, from)             \
    __asm__ volatile(".insn r 0x2b, 7, %3, %0, %1, %2"                   \
                     : "=r"(status)                                      \
                     : "r"(from), "r"(to), "i"(0x40 + 2 * (m) + (decrypt)) \
                     : "memory")

#endif /* VMB_AES_UNIT_MEMORY */

#else

/* Its registers (docs/reference/aes-unit.md), by number. A read of the result waits; one of the status does not. */
#define VMB_AES_UNIT_REG(n) (((volatile uint32_t *)VMB_AES_UNIT_BASE)[n])

/** As with an instruction, above. */
VMB_ENGINE_INLINE void vmb_aes_unit_write(uint32_t w0, uint32_t w1)
{
    VMB_AES_UNIT_REG(0) = w0;
    VMB_AES_UNIT_REG(1) = w1;
}

/** As with an instruction, above. */
VMB_ENGINE_INLINE void vmb_aes_unit_start(int decrypt, uint32_t w2, uint32_t w3)
{
    VMB_AES_UNIT_REG(2) = w2;
    VMB_AES_UNIT_REG(decrypt ? 4 : 3) = w3;
}

/** As with an instruction, above. */
VMB_ENGINE_INLINE void vmb_aes_unit_start_chained(uint32_t w2, uint32_t w3)
{
    VMB_AES_UNIT_REG(2) = w2;
    VMB_AES_UNIT_REG(5) = w3;
}

/** As with an instruction, above. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_read(unsigned n)
{
    return VMB_AES_UNIT_REG(n);
}

/** Reads the status without waiting. Contract: top of this file.
 *
 *  @return The status: busy while an operation runs. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_wait(void)
{
    return VMB_AES_UNIT_REG(24);
}

/** As with an instruction, above. */
VMB_ENGINE_INLINE uint32_t vmb_aes_unit_features(void)
{
    return VMB_AES_UNIT_REG(25);
}

/** As with an instruction, above. */
VMB_ENGINE_INLINE void vmb_aes_unit_wipe(void)
{
    VMB_AES_UNIT_REG(26) = 0;
}

/** As with an instruction, above. */
VMB_ENGINE_INLINE void vmb_aes_unit_pair(unsigned n, uint32_t even, uint32_t odd)
{
    VMB_AES_UNIT_REG(8 + 2 * n) = even;
    VMB_AES_UNIT_REG(9 + 2 * n) = odd;
}

/** As with an instruction, above. */
VMB_ENGINE_INLINE void vmb_aes_unit_last(unsigned n, uint32_t even, uint32_t odd)
{
    VMB_AES_UNIT_REG(8 + 2 * n) = even;
    VMB_AES_UNIT_REG(17 + 2 * n) = odd;
}

#endif /* VMB_AES_UNIT_BASE */

#ifdef __cplusplus
}
#endif

#endif /* VMB_AES_UNIT */

#endif /* __ASSEMBLER__ */

#endif
