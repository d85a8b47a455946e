/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which instruction-set extensions this build of libvambrace may use.
 *
 * A build defines any of these to 1; none is the portable build:
 *
 * | macro           | instructions                                               |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_ISE_ZBKB    | Zbkb: rotates, andn/orn/xnor, pack, rev8, brev8, zip, unzip |
 * | VMB_ISE_ZKN     | Zkne and Zknd: aes32esi, aes32esmi, aes32dsi, aes32dsmi     |
 * | VMB_ISE_XASCON  | Xascon: ascon.sigma.lo, ascon.sigma.hi                      |
 *
 * The library and the code that includes its headers must be built with the
 * same set: the size of a key depends on it. Readable from C and assembly.
 */
#ifndef VAMBRACE_BACKEND_H
#define VAMBRACE_BACKEND_H

#ifndef VMB_ISE_ZBKB
#define VMB_ISE_ZBKB 0
#endif
#ifndef VMB_ISE_ZKN
#define VMB_ISE_ZKN 0
#endif
#ifndef VMB_ISE_XASCON
#define VMB_ISE_XASCON 0
#endif

#if VMB_ISE_ZBKB || VMB_ISE_ZKN || VMB_ISE_XASCON
#if !defined(__riscv) || __riscv_xlen != 32
#error "VMB_ISE_ZBKB, VMB_ISE_ZKN and VMB_ISE_XASCON need a 32-bit RISC-V target"
#endif
#endif

#if VMB_ISE_ZKN && defined(__riscv_32e)
#error "VMB_ISE_ZKN needs all 32 registers: it does not run on rv32e"
#endif

/* Words of an expanded AES-128 key: 11 round keys of 4 words, or, where AES is
 * bitsliced over two blocks, one of 4 words, 9 of 8 and one of 4. */
#if VMB_ISE_ZKN
#define VMB_AES128_KEY_WORDS 44
#else
#define VMB_AES128_KEY_WORDS 80
#endif

#endif
