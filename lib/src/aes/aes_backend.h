/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What AES-128-CCM is made of below its public functions. A build has one
 * backend, which gives the functions of the first group:
 *
 * | files                       | when             | expanded key           |
 * | --------------------------- | ---------------- | ---------------------- |
 * | aes_zkn_*.S                 | VMB_ISE_ZKN      | 44 words, FIPS 197     |
 * | ccm_run.c, aes_rv32_*.S     | RV32 without it  | 80 words, aes_fixslice |
 * | ccm_run.c, aes_fixslice.c   | otherwise        | the same               |
 *
 * Blocks and counters are four little-endian words: byte i of a block is bits
 * 8 * (i % 4) and up of word i / 4. The machine is little-endian, too.
 *
 * The shape of CCM here (NIST SP 800-38C): the CBC-MAC is a chain that nothing
 * can shorten, so every step of it carries one counter block along. Let `mac`
 * be the chain's value not yet encrypted. A step computes
 *     (S, X) = (E(ctr), E(mac)),  out = in ^ S,  mac = X ^ plaintext,
 * for sealing and opening alike: the plaintext of a step is needed only at its
 * end.
 */
#ifndef VMB_AES_BACKEND_H
#define VMB_AES_BACKEND_H

#include "aes/aes_rv32.h"
#include "common/common.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "AES-128-CCM needs a little-endian machine"
#endif

/* 1 where C works on secrets and may spill them to the stack. ccm_run.c does not:
 * what it holds is in arrays, which it wipes. */
#if VMB_ISE_ZKN || VMB_AES_RV32
#define VMB_AES_IN_C 0
#else
#define VMB_AES_IN_C 1
#endif

/** Expands the 16 bytes at key (any alignment) to VMB_AES128_KEY_WORDS words. */
VMB_NOINLINE void vmb_aes128_expand(uint32_t *rk, const uint8_t *key);

/** Encrypts or decrypts the message of a call whose arguments are checked, and
 *  gives all 16 bytes of its tag. */
VMB_NOINLINE void vmb_aes128_ccm_run(const vmb_call *c, vmb_word tag[4]);

/* What ccm_run.c needs of a block cipher. */

/** The running state of one CCM message. Secret. */
typedef struct {
    uint32_t mac[4]; /* the CBC-MAC value not yet encrypted */
    uint32_t ctr[4]; /* the next counter block */
} vmb_ccm_state;

/** Does `blocks` > 0 steps (see above) on whole blocks. in and out are
 *  word-aligned; out is in, or they do not overlap. `open` is 1 when `in` is
 *  ciphertext, 0 when it is plaintext. */
void vmb_aes128_ccm_blocks(const uint32_t *rk, vmb_ccm_state *s, uint8_t *out,
                           const uint8_t *in, size_t blocks, int open);

#endif
