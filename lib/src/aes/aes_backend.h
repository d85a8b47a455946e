/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The structure of the AES modes: the contract between modes (C, for every build)
 * and backends (one a build). `rounds` is 10, 12 or 14 for AES-128, -192, -256.
 *
 * | folder    | when                    | round keys              |
 * | --------- | ----------------------- | ----------------------- |
 * | unit      | VMB_AES_UNIT            | the key itself; of lengths that it does not have, portable's |
 * | zkned32   | VMB_ISE_ZKNED on RV32   | words of FIPS 197       |
 * | zkned64   | VMB_ISE_ZKNED on RV64   | the same                |
 * | rv32      | RV32 without Zkned      | planes (aes_fixslice.h) |
 * | portable  | otherwise               | the same                |
 *
 * zkned32_size and rv32_size have what is different in the size profile. The modes are in
 * modes, and the hash of GCM, which has backends of its own, in ghash.
 *
 * Blocks and counters are four little-endian words: byte i of a block is bits
 * 8 * (i % 4) and up of word i / 4. The machine is little-endian, too. Pointers to data are word-aligned in this file,
 * except in vmb_aes_takes; `out` is `in`, or they do not overlap. Every function leaves no secret in memory but what
 * its arguments say, except that C backends may spill to the stack: their callers end with vmb_wipe_stack
 * (VMB_AES_IN_C), which wipes data in separate frames (VMB_NOINLINE).
 */
#ifndef VMB_AES_BACKEND_H
#define VMB_AES_BACKEND_H

#include "aes/aes_choice.h"
#include "aes/unit/aes_unit_turn.h"
#include "common/common.h"
#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/backend/zkned.h"
#include "vambrace/detail/stream.h"

/* 1 where C works on secrets and may spill them to the stack. */
#if VMB_ISE_ZKNED || VMB_AES_RV32 || VMB_AES_UNIT_WHOLE
#define VMB_AES_IN_C 0
#else
#define VMB_AES_IN_C 1
#endif

/* A call that uses the functions below, but those that expand a key, has an AES unit from
 * the one to the other: vmb_aes_begin loads the key, and vmb_aes_end reports whether all
 * went well, and wipes. Both return VMB_OK or VMB_ERR_DEVICE: then nothing that was
 * computed may get out, and after the first the second must not be called. */
#if VMB_AES_UNIT
VMB_NOINLINE int vmb_aes_begin(const uint32_t *rk, unsigned rounds, vmb_aes_turn *turn);
VMB_NOINLINE int vmb_aes_end(unsigned rounds, const vmb_aes_turn *turn);
#else
VMB_INLINE int vmb_aes_begin(const uint32_t *rk, unsigned rounds, vmb_aes_turn *turn)
{
    (void)rk;
    (void)rounds;
    (void)turn;
    return VMB_OK;
}
VMB_INLINE int vmb_aes_end(unsigned rounds, const vmb_aes_turn *turn)
{
    (void)rounds;
    (void)turn;
    return VMB_OK;
}
#endif

/** What init asks before a key is ready: VMB_OK, or VMB_ERR_DEVICE when the calls would not find the unit that
 *  this library was built for. */
#if VMB_AES_UNIT_MEMORY || VMB_AES_UNIT_CHAIN
VMB_NOINLINE int vmb_aes_there(unsigned rounds);
#else
VMB_INLINE int vmb_aes_there(unsigned rounds)
{
    (void)rounds;
    return VMB_OK;
}
#endif

/** Between begin and end, where the unit is between two blocks: lets a pending interrupt in. */
VMB_INLINE void vmb_aes_let_in(unsigned rounds)
{
    (void)rounds;
#if VMB_AES_UNIT_ASKS
    if (VMB_AES_UNIT_HAS(rounds)) {
        vmb_aes_unit_let_in_here();
    }
#endif
}

/** The same where only a cache needs it: a line that is missing takes up to 55 cycles. */
VMB_INLINE void vmb_aes_let_in_cached(unsigned rounds)
{
    if (VMB_AES_UNIT_FAR) {
        vmb_aes_let_in(rounds);
    }
}

/** The maximum number of block bytes that C processes between two checks for interrupts: with little work on each byte,
 * and with more. */
#define VMB_AES_AT_ONCE (VMB_AES_UNIT_ASKS ? 6u : 16u)
#define VMB_AES_AT_ONCE_SLOWLY (VMB_AES_UNIT_ASKS ? 4u : 16u)

/** After a call with keys of this many rounds: wipes data that C may have spilled. */
VMB_INLINE void vmb_aes_after(unsigned rounds)
{
    (void)rounds;
#if VMB_AES_IN_C
#if VMB_AES_UNIT
    if (VMB_AES_UNIT_HAS(rounds)) {
        return;
    }
#endif
    vmb_wipe_stack();
#endif
}

/** vmb_wiped where C may have spilled. */
VMB_INLINE int vmb_aes_wiped(unsigned rounds, int status)
{
    vmb_aes_after(rounds);
    return status;
}

/** The status, and without an AES unit nothing else: len bytes of output that a failing
 *  one has left somewhere between are set to zero. */
VMB_INLINE int vmb_aes_return(int status, uint8_t *out, size_t len)
{
    (void)out;
    (void)len;
#if VMB_AES_UNIT
    if (status == VMB_ERR_DEVICE) {
        vmb_wipe(out, len);
    }
#endif
    return status;
}

/** Returns whether a backend's functions on whole blocks accept data at these addresses. */
VMB_INLINE int vmb_aes_takes(const void *in, const void *out)
{
#if VMB_ISE_ZKNED64
    (void)in;
    (void)out;
    return 1;
#elif VMB_AES_UNIT
    return vmb_is_word_aligned(in) && vmb_is_word_aligned(out); /* its memory port reads and writes words */
#else
    return vmb_is_aligned(in) && vmb_is_aligned(out);
#endif
}

/** Expands the 4 * (rounds - 6) bytes at key (any alignment) to
 *  VMB_AES_KEY_WORDS(rounds) words. */
VMB_NOINLINE void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds);

/** With Zkned: completes such an expanded key to VMB_AES_BOTH_WORDS(rounds) words. */
void vmb_aes_expand_inverse(uint32_t *rk, unsigned rounds);

/** Encrypts `blocks` independent blocks; 0 is valid. */
VMB_NOINLINE void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in,
                                         size_t blocks);

/** The inverse, with a key of VMB_AES_BOTH_WORDS(rounds) words. */
VMB_NOINLINE void vmb_aes_decrypt_blocks(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in,
                                         size_t blocks);

/* Modes on whole blocks. A backend with its own functions (VMB_AES_OWN_MODES) saves loads and stores; aes_modes.c
 * builds them from the functions above. */
#define VMB_AES_OWN_MODES (((VMB_ISE_ZKNED || VMB_AES_RV32) && !VMB_SIZE) || VMB_ISE_ZKNED64 || VMB_AES_UNIT_WHOLE)

/** SP 800-38A, CBC: iv is the last ciphertext block, before and after. */
void vmb_aes_cbc_encrypt_blocks(const uint32_t *rk, unsigned rounds, uint32_t iv[4], uint8_t *out, const uint8_t *in,
                                size_t blocks);
void vmb_aes_cbc_decrypt_blocks(const uint32_t *rk, unsigned rounds, uint32_t iv[4], uint8_t *out, const uint8_t *in,
                                size_t blocks);

/* 1 where there is a function for the chain alone. */
#define VMB_AES_OWN_MAC (VMB_ISE_ZKNED32 && !VMB_SIZE && !VMB_ENGINE && !VMB_AES_UNIT)

/** mac = E(mac) if `full` is 1; then mac = E(mac ^ block) for each of the blocks, which may be none only if it is. */
void vmb_aes_mac_blocks(const uint32_t *rk, unsigned rounds, uint32_t mac[4], const uint8_t *in, size_t blocks,
                        unsigned full);

/* 1 where vmb_aes_ctr_blocks takes an even number of blocks of any alignment, though vmb_aes_takes
 * does not. */
#define VMB_AES_CTR_ANYWHERE (VMB_ISE_ZKNED32 && !VMB_SIZE && !VMB_MISALIGNED)

/* 1 where the functions on whole blocks in counter mode take no data: `in` is not used, and `out` becomes keystream. So
 * data passes through one buffer on the stack, that of vmb_aes_ctr_bytes. */
#define VMB_AES_CTR_KEYSTREAM (VMB_SIZE && !VMB_AES_OWN_MODES && !VMB_AES_UNIT)

/** XORs keystream to the data: E(ctr), E(ctr + 1), ... ctr moves on. Its last word
 *  counts as a big-endian number modulo 2^32 (SP 800-38D's inc32); a carry beyond
 *  is the caller's. */
void vmb_aes_ctr_blocks(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                        size_t blocks);

/* 1 where GCM-SIV has its own. */
#define VMB_AES_OWN_SIV (VMB_ISE_ZKNED32 && !VMB_SIZE)

/** The same for GCM-SIV (RFC 8452): the first word counts, little-endian, modulo 2^32. */
void vmb_aes_siv_blocks(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                        size_t blocks);

/* CCM (NIST SP 800-38C): the CBC-MAC is a chain that nothing can shorten, so every
 * step of it carries one counter block along. Let `mac` be the chain's value not
 * yet encrypted. A step computes
 *     (S, X) = (E(ctr), E(mac)),  out = in ^ S,  mac = X ^ plaintext,
 * for sealing and opening alike: the plaintext of a step is needed only at its
 * end. vmb_ccm_state (vambrace/detail/stream.h) holds mac and ctr. Secret. */

/** Does `blocks` > 0 steps on whole blocks. `open` is 1 when `in` is ciphertext, 0
 *  when it is plaintext. The counter is the last 2 bytes or more of ctr and does
 *  not overflow. */
VMB_NOINLINE void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s, uint8_t *out,
                                     const uint8_t *in, size_t blocks, int open);

/** The part of one step that is the cipher's: ks = E(ctr), mac = E(mac), ctr moves
 *  on. Where VMB_AES_STEP is 1 this replaces vmb_aes_ccm_blocks. */
#define VMB_AES_STEP (VMB_SIZE && !VMB_ISE_ZKNED && !VMB_AES_UNIT)
VMB_NOINLINE void vmb_aes_ccm_step(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w);

/* 1 where streams have a function of their own for a block that comes in byte by byte. */
#define VMB_AES_CCM_NEXT (VMB_ISE_ZKNED32 && !VMB_SIZE)

/** mac = E(mac ^ ks), ks = E(ctr), ctr moves on. */
VMB_NOINLINE void vmb_aes_ccm_next(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w);

/* Where VMB_CCM_PLANES is 1 the state is vmb_ccm_planes instead, and two functions
 * replace vmb_aes_ccm_blocks. A step begins with the addition that the
 * words above leave to the end of the step before:
 *     (S, X) = (E(ctr), E(X ^ block)),  out = in ^ S,  block = plaintext. */
#define VMB_CCM_PLANES (VMB_AES_RV32 && !VMB_SIZE)

/* Words of `low`, used only by the backend, except the counter, times 16, and the position in the planes of its last
 * byte, in bits 0 to 7, and of those before it. */
#define VMB_CCM_PLACES 7
#define VMB_CCM_COUNT 11

/* Flags: decrypt; out = S ^ X, the tag, and wipe w; leave `block` to the caller; first count up. */
#define VMB_CCM_OPEN 1u
#define VMB_CCM_TAG 2u
#define VMB_CCM_KEEP 4u
#define VMB_CCM_NEXT 16u

/** Makes w of the counter block with counter 0 in w->block. This becomes the first
 *  block of the MAC by adding w->high[0] and [1] to its first and last word. Does a
 *  step, with VMB_CCM_KEEP, when `step` is 1, else none. */
void vmb_aes_ccm_start(const uint32_t *rk, unsigned rounds, vmb_ccm_planes *w, int step);

/** Does `blocks` > 0 steps, between which the counter counts up. */
void vmb_aes_ccm_steps(vmb_ccm_planes *w, uint8_t *out, const uint8_t *in, size_t blocks, unsigned flags);

/* 1 if a backend processes a whole message itself: an AES unit, for its key lengths. */
#define VMB_AES_OWN_CCM (VMB_ISE_ZKNED32 || (VMB_AES_UNIT_CHAIN && !VMB_SIZE))

/* 1 if it has a function for each key size. */
#define VMB_AES_CCM_BY_SIZE (VMB_ISE_ZKNED32 && !VMB_SIZE)

#define VMB_CCM_TAG_ANYWHERE (VMB_SIZE && !VMB_AES_OWN_CCM)

/** Encrypts or decrypts the message of a call whose arguments are checked, and
 *  gives its tag: all 16 bytes, word-aligned, or with VMB_CCM_TAG_ANYWHERE those that
 *  the call asks for, of any alignment. ccm_run.c and ccm_run_size.c make it of the
 *  above; of an AES unit that chains blocks it is aes_unit_ccm_run.S; with Zkned it is
 *  aes_zkned_size_ccm.S or, for speed, a function for each key size
 *  (aes_zkned_ccm_run.inc), and a constant `rounds` links just one. */
#if VMB_AES_CCM_BY_SIZE
void vmb_aes128_ccm_run(const vmb_call *c, vmb_word tag[4]);
void vmb_aes192_ccm_run(const vmb_call *c, vmb_word tag[4]);
void vmb_aes256_ccm_run(const vmb_call *c, vmb_word tag[4]);

VMB_INLINE void vmb_aes_ccm_run(const vmb_call *c, void *tag, unsigned rounds)
{
    if (rounds == 10) {
        vmb_aes128_ccm_run(c, (vmb_word *)tag);
    } else if (rounds == 12) {
        vmb_aes192_ccm_run(c, (vmb_word *)tag);
    } else {
        vmb_aes256_ccm_run(c, (vmb_word *)tag);
    }
}
#else
VMB_NOINLINE void vmb_aes_ccm_run(const vmb_call *c, void *tag, unsigned rounds);
#endif

#endif
