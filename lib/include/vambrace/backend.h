/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which instruction-set extensions this build of libvambrace may use, and what it
 * is built for.
 *
 * A build defines any of these to 1; none is the portable build for speed. On RV64 there
 * are VMB_ISE_ZBKB, VMB_ISE_ZKN, VMB_SIZE and VMB_PORTABLE:
 *
 * | macro           | instructions                                               |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_ISE_ZBKB    | Zbkb: rotates, andn/orn/xnor, pack, rev8, brev8, zip, unzip |
 * | VMB_ISE_ZBKC    | Zbkc (or Zbc): clmul, clmulh                                |
 * | VMB_ISE_ZKN     | Zkne and Zknd: aes32esi, aes32esmi, aes32dsi, aes32dsmi; on RV64 |
 * |                 | aes64es, aes64esm, aes64ds, aes64dsm, aes64im, aes64ks1i, aes64ks2 |
 * | VMB_ISE_XASCON  | Xascon: ascon.sigma.lo, ascon.sigma.hi                      |
 * | VMB_ISE_XASCONP | Xasconp: ascon.round, in assembly alone; VMB_PORTABLE leaves it out |
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_SIZE        | the size profile: compact loops in the place of unrolled code |
 * | VMB_PORTABLE    | C in the place of assembly; VMB_ISE_ZKN has no C            |
 *
 * With an AEAD engine (vambrace/engine.h), which does everything but AES-GCM:
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_ENGINE_PORT | the engine's instructions; it has a memory port             |
 * | VMB_ENGINE_PORT_PIO | its instructions; it has none                           |
 * | VMB_ENGINE_OPCODE | of its instructions, custom-0 if this is not defined      |
 * | VMB_ENGINE_ROCC | they are off unless mstatus.XS says otherwise (Rocket)      |
 * | VMB_ENGINE_MMIO | its registers at VMB_ENGINE_BASE; it has a memory port      |
 * | VMB_ENGINE_PIO  | its registers at VMB_ENGINE_BASE; it has none               |
 * | VMB_ENGINE_IRQ  | with VMB_ENGINE_MMIO: sleep until a job ends                |
 * | VMB_ENGINE_LOCK | the program says how calls take turns: vambrace/engine.h    |
 *
 * With an AES unit (vambrace/aes_unit.h), which does AES and nothing else:
 *
 * | macro           | instructions                                               |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_AES_UNIT    | the unit's; VMB_ENGINE_ROCC and VMB_ENGINE_LOCK as for an engine |
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
#ifndef VMB_ISE_XASCONP
#define VMB_ISE_XASCONP 0
#endif
#ifndef VMB_SIZE
#define VMB_SIZE 0
#endif
#ifndef VMB_PORTABLE
#define VMB_PORTABLE 0
#endif

#if VMB_ISE_ZBKB || VMB_ISE_ZBKC || VMB_ISE_ZKN || VMB_ISE_XASCON || VMB_ISE_XASCONP
#if !defined(__riscv)
#error "VMB_ISE_ZBKB, _ZBKC, _ZKN, _XASCON and _XASCONP need a RISC-V target"
#endif
#endif
#if VMB_ISE_ZBKC || VMB_ISE_XASCON || VMB_ISE_XASCONP
#if __riscv_xlen != 32
#error "VMB_ISE_ZBKC, _XASCON and _XASCONP need a 32-bit RISC-V target"
#endif
#endif

/* Which of the two sets of AES instructions. */
#if VMB_ISE_ZKN && __riscv_xlen == 64
#define VMB_ISE_ZKN32 0
#define VMB_ISE_ZKN64 1
#else
#define VMB_ISE_ZKN32 VMB_ISE_ZKN
#define VMB_ISE_ZKN64 0
#endif

/* Round keys that are loaded as words of 64 bits. */
#if VMB_ISE_ZKN64 && !defined(__ASSEMBLER__)
#define VMB_AES_KEY_ALIGNED __attribute__((__aligned__(8)))
#else
#define VMB_AES_KEY_ALIGNED
#endif

#ifndef VMB_ENGINE_PORT
#define VMB_ENGINE_PORT 0
#endif
#ifndef VMB_ENGINE_PORT_PIO
#define VMB_ENGINE_PORT_PIO 0
#endif
#ifndef VMB_ENGINE_OPCODE
#define VMB_ENGINE_OPCODE 0x0b
#endif
#ifndef VMB_ENGINE_ROCC
#define VMB_ENGINE_ROCC 0
#endif
#ifndef VMB_ENGINE_MMIO
#define VMB_ENGINE_MMIO 0
#endif
#ifndef VMB_ENGINE_PIO
#define VMB_ENGINE_PIO 0
#endif
#ifndef VMB_ENGINE_BASE
#define VMB_ENGINE_BASE 0
#endif
#ifndef VMB_ENGINE_IRQ
#define VMB_ENGINE_IRQ 0
#endif
#ifndef VMB_ENGINE_LOCK
#define VMB_ENGINE_LOCK 0
#endif

/* 1 in a build for an engine, however it is reached. */
#define VMB_ENGINE (VMB_ENGINE_PORT || VMB_ENGINE_PORT_PIO || VMB_ENGINE_MMIO || VMB_ENGINE_PIO)

/* 1 where it has instructions. */
#define VMB_ENGINE_INSTRUCTIONS (VMB_ENGINE_PORT || VMB_ENGINE_PORT_PIO)

#if VMB_ENGINE
#if !defined(__riscv) || __riscv_xlen != 32
#error "VMB_ENGINE_PORT, _PORT_PIO, _MMIO and _PIO need a 32-bit RISC-V target"
#endif
#if VMB_ENGINE_PORT + VMB_ENGINE_PORT_PIO + VMB_ENGINE_MMIO + VMB_ENGINE_PIO != 1
#error "only one of VMB_ENGINE_PORT, _PORT_PIO, _MMIO and _PIO"
#endif
#endif
#ifndef VMB_AES_UNIT
#define VMB_AES_UNIT 0
#endif
#if VMB_AES_UNIT
#if !defined(__riscv) || __riscv_xlen != 32 || defined(__riscv_32e)
#error "VMB_AES_UNIT needs a 32-bit RISC-V target with 32 registers"
#endif
#if VMB_ENGINE || VMB_ISE_ZKN
#error "VMB_AES_UNIT is in the place of an engine and of VMB_ISE_ZKN"
#endif
#endif

#if VMB_ENGINE_ROCC && !VMB_ENGINE_INSTRUCTIONS && !VMB_AES_UNIT
#error "VMB_ENGINE_ROCC goes with VMB_ENGINE_PORT, VMB_ENGINE_PORT_PIO and VMB_AES_UNIT"
#endif
#if (VMB_ENGINE_MMIO || VMB_ENGINE_PIO) != (VMB_ENGINE_BASE != 0)
#error "VMB_ENGINE_BASE goes with VMB_ENGINE_MMIO and VMB_ENGINE_PIO"
#endif
#if VMB_ENGINE_BASE % 4 != 0
#error "VMB_ENGINE_BASE is a multiple of 4"
#endif
#if VMB_ENGINE_IRQ && !VMB_ENGINE_MMIO
#error "VMB_ENGINE_IRQ needs VMB_ENGINE_MMIO"
#endif
#if VMB_ENGINE_LOCK && !VMB_ENGINE && !VMB_AES_UNIT
#error "VMB_ENGINE_LOCK needs an engine or an AES unit"
#endif

#if (VMB_ISE_ZKN || VMB_ISE_XASCONP) && defined(__riscv_32e)
#error "VMB_ISE_ZKN and VMB_ISE_XASCONP need all 32 registers: they do not run on rv32e"
#endif

/* Words of an expanded AES key of 10, 12 or 14 rounds that encrypts: the round keys
 * of FIPS 197, or, where AES is bitsliced over two blocks for speed, one of 4 words,
 * one of 8 for each round but the last, and one of 4. An AES unit takes keys as they are. */
#if VMB_AES_UNIT
#define VMB_AES_KEY_WORDS(rounds) ((rounds) - 6)
#elif VMB_ISE_ZKN || VMB_SIZE
#define VMB_AES_KEY_WORDS(rounds) (4 * (rounds) + 4)
#else
#define VMB_AES_KEY_WORDS(rounds) (8 * (rounds))
#endif

/* Words of a key that is not expanded. With an engine one more says which of its key
 * slots the key is in. */
#define VMB_RAW_KEY_WORDS(bytes) ((bytes) / 4 + VMB_ENGINE)

/* The same of a key for CCM alone. An engine takes keys as they are. */
#if VMB_ENGINE
#define VMB_CCM_KEY_WORDS(rounds) VMB_RAW_KEY_WORDS(4 * (rounds) - 24)
#else
#define VMB_CCM_KEY_WORDS(rounds) VMB_AES_KEY_WORDS(rounds)
#endif

/* The same of a key that also decrypts: with Zkn the round keys 1 to rounds - 1
 * follow once more, prepared for the inverse. */
#if VMB_ENGINE
#define VMB_AES_BOTH_WORDS(rounds) VMB_RAW_KEY_WORDS(4 * (rounds) - 24)
#elif VMB_ISE_ZKN
#define VMB_AES_BOTH_WORDS(rounds) (8 * (rounds))
#else
#define VMB_AES_BOTH_WORDS(rounds) VMB_AES_KEY_WORDS(rounds)
#endif

/* Words that GHASH wants of its key. */
#define VMB_GHASH_KEY_WORDS 4

/* Words of a key object: the key, and one more at its end, which says that init made it (VMB_MARK_AES
 * and so on of common.h). Where a key is aligned to 8 bytes another one fills up the object. */
#if VMB_ISE_ZKN64
#define VMB_AES_MARK_WORDS 2
#else
#define VMB_AES_MARK_WORDS 1
#endif
#define VMB_AES_OBJECT_WORDS(rounds) (VMB_AES_BOTH_WORDS(rounds) + VMB_AES_MARK_WORDS)
#define VMB_CCM_OBJECT_WORDS(rounds) (VMB_CCM_KEY_WORDS(rounds) + VMB_AES_MARK_WORDS)
#define VMB_GCM_OBJECT_WORDS(rounds) (VMB_AES_KEY_WORDS(rounds) + VMB_GHASH_KEY_WORDS + VMB_AES_MARK_WORDS)
#define VMB_RAW_OBJECT_WORDS(bytes) (VMB_RAW_KEY_WORDS(bytes) + 1)

#endif
