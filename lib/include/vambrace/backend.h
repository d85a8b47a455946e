/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which instruction-set extensions this build of libvambrace may use, and what it
 * is built for.
 *
 * A build defines any of these to 1; none is the portable build for speed:
 *
 * | macro           | instructions                                               |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_ISE_ZBKB    | Zbkb: rotates, andn/orn/xnor, pack, rev8, brev8, zip, unzip |
 * | VMB_ISE_ZBKC    | Zbkc (or Zbc): clmul, clmulh                                |
 * | VMB_ISE_ZKN     | Zkne and Zknd: aes32esi, aes32esmi, aes32dsi, aes32dsmi     |
 * | VMB_ISE_XASCON  | Xascon: ascon.sigma.lo, ascon.sigma.hi                      |
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_SIZE        | the size profile: compact loops in the place of unrolled code |
 * | VMB_PORTABLE    | C in the place of assembly; VMB_ISE_ZKN has no C            |
 *
 * The library and the code that includes its headers must be built with the
 * same set: the size of a key depends on it. Readable from C and assembly.
 */
#ifndef VAMBRACE_BACKEND_H
#define VAMBRACE_BACKEND_H

#ifndef VMB_ISE_ZBKB
#define VMB_ISE_ZBKB 0
#endif
#ifndef VMB_ISE_ZBKC
#define VMB_ISE_ZBKC 0
#endif
#ifndef VMB_ISE_ZKN
#define VMB_ISE_ZKN 0
#endif
#ifndef VMB_ISE_XASCON
#define VMB_ISE_XASCON 0
#endif
#ifndef VMB_SIZE
#define VMB_SIZE 0
#endif
#ifndef VMB_PORTABLE
#define VMB_PORTABLE 0
#endif

#if VMB_ISE_ZBKB || VMB_ISE_ZBKC || VMB_ISE_ZKN || VMB_ISE_XASCON
#if !defined(__riscv) || __riscv_xlen != 32
#error "VMB_ISE_ZBKB, _ZBKC, _ZKN and _XASCON need a 32-bit RISC-V target"
#endif
#endif

#if VMB_ISE_ZKN && defined(__riscv_32e)
#error "VMB_ISE_ZKN needs all 32 registers: it does not run on rv32e"
#endif

/* Words of an expanded AES key of 10, 12 or 14 rounds that encrypts: the round keys
 * of FIPS 197, or, where AES is bitsliced over two blocks for speed, one of 4 words,
 * one of 8 for each round but the last, and one of 4. */
#if VMB_ISE_ZKN || VMB_SIZE
#define VMB_AES_KEY_WORDS(rounds) (4 * (rounds) + 4)
#else
#define VMB_AES_KEY_WORDS(rounds) (8 * (rounds))
#endif

/* The same of a key that also decrypts: with Zkn the round keys 1 to rounds - 1
 * follow once more, prepared for the inverse. */
#if VMB_ISE_ZKN
#define VMB_AES_BOTH_WORDS(rounds) (8 * (rounds))
#else
#define VMB_AES_BOTH_WORDS(rounds) VMB_AES_KEY_WORDS(rounds)
#endif

/* Words that GHASH wants of its key. */
#define VMB_GHASH_KEY_WORDS 4

#endif
