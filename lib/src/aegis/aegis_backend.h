/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The contract of a backend of AEGIS-128L, readable from C and assembly.
 *
 * | file            | when                  | the state between calls                             |
 * | --------------- | --------------------- | --------------------------------------------------- |
 * | aegis_zkned32.S | VMB_ISE_ZKNED on RV32 | S0 to S7, each four little-endian words             |
 * | aegis_zkned64.S | VMB_ISE_ZKNED on RV64 | the same                                            |
 * | aegis_c.c       | otherwise             | bits of the 8 blocks by their places (aegis_c.c)    |
 * | aegis_rv32.S    | (1)                   | its updates                                         |
 *
 * (1) on RV32, unless the build says VMB_PORTABLE=1. The machine is little-endian.
 *
 * A backend works through a list of parts in one call, so that assembly keeps the state in registers from the first
 * update of a message to the last.
 *
 * Sources: draft-irtf-cfrg-aegis-aead-18, section 3; of a round of AES, FIPS 197, section 5.1.
 */
#ifndef VMB_AEGIS_BACKEND_H
#define VMB_AEGIS_BACKEND_H

#include "vambrace/detail/backend/misaligned.h"
#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/zkned.h"

/* 1 where assembly has the state. */
#define VMB_AEGIS_ASSEMBLY VMB_ISE_ZKNED

/* 1 where data to absorb, encrypt or decrypt may be anywhere, though vmb_is_aligned does not accept it. */
#define VMB_AEGIS_ANYWHERE (VMB_ISE_ZKNED32 && !VMB_MISALIGNED)

/* 1 where it has the updates of aegis_c.c. */
#if defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e) && !VMB_PORTABLE && !VMB_ISE_ZKNED
#define VMB_AEGIS_RV32 1
#else
#define VMB_AEGIS_RV32 0
#endif

/* The kinds of a part. */
#define VMB_AEGIS_END 0        /* no part: the list ends */
#define VMB_AEGIS_ABSORB 1     /* updates with each block at `in` */
#define VMB_AEGIS_REPEAT 2     /* updates with one block at `in`, `blocks` times */
#define VMB_AEGIS_FINISH 3     /* the same, after S2 is added to both halves of the block, which is at `out`, too */
#define VMB_AEGIS_SEAL 4       /* encrypts */
#define VMB_AEGIS_OPEN 5       /* decrypts */
#define VMB_AEGIS_KEYSTREAM 6  /* writes one block of keystream to `out`, without an update */

#ifndef __ASSEMBLER__
#include "common/common.h"

/** Bytes that an update takes: two blocks of AES. */
#define VMB_AEGIS_RATE 32u

/** Words of the state. */
#define VMB_AEGIS_WORDS 32

/** `blocks` > 0 of 32 bytes, from `in` to `out`, which is `in` or does not overlap it. Both are vmb_is_aligned; a
 *  kind may use one of them. */
typedef struct {
    const uint8_t *in;
    uint8_t *out;
    size_t blocks;
    size_t kind;
} vmb_aegis_part;

/** Works through `parts`, of which the last is VMB_AEGIS_END. Time and addresses depend on the parts, not on bytes.
 *  Assembly leaves no secret in memory but what the arguments say; C may spill. */
VMB_NOINLINE void vmb_aegis_run(uint32_t state[VMB_AEGIS_WORDS], const vmb_aegis_part *parts);

#if !VMB_AEGIS_ASSEMBLY
/** From the words of S0 to S7 to the state of vmb_aegis_run, and back. */
VMB_NOINLINE void vmb_aegis_to_planes(uint32_t state[VMB_AEGIS_WORDS]);
VMB_NOINLINE void vmb_aegis_to_words(uint32_t state[VMB_AEGIS_WORDS]);

/** One update of such a state. Word r of m has bits 0 to 3 of row r of the two blocks: plane i is bit i of each half
 *  byte, that of the first block low. Word 4 + r has bits 4 to 7. */
VMB_NOINLINE void vmb_aegis_update(uint32_t state[VMB_AEGIS_WORDS], const uint32_t m[8]);
#else
#define vmb_aegis_to_planes(state) ((void)(state))
#define vmb_aegis_to_words(state) ((void)(state))
#endif
#endif

#endif
