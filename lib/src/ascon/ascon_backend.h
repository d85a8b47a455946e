/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The contract of an Ascon backend, readable from C and assembly.
 *
 * A backend seals or opens a whole message in one call, so that the words
 * of the state never leave the registers: storing and loading them once
 * costs as much as a round. How the state looks is the backend's own business,
 * and so is the expanded key:
 *
 * | folder                | when              | each 64-bit word of the state    |
 * | --------------------- | ----------------- | -------------------------------- |
 * | portable              | elsewhere, or (2) | one 64-bit integer               |
 * | rv32                  | RV32, none        | low and high half; x1, x2 (1)    |
 * |                       | RV32, Zbkb        | even and odd bits                |
 * |                       | RV32, Xascon      | low and high half; x1, x2 (1)    |
 * |                       | RV32, both        | low and high half                |
 * |                       | RV32, Xasconp (3) | low and high half                |
 * | rv64 (4)              | RV64, none        | the word; x1, x2 (1)             |
 * |                       | RV64, Zbkb        | the word                         |
 *
 * (1) between rounds these words are held complemented, in the size profile x1 and x3: it
 * saves most of the S-box's NOTs (ascon_sbox.h). (2) the build says VMB_PORTABLE=1.
 * (3) whatever else there is: ascon_round_rv32.h. (4) not in the size profile.
 *
 * riscv has what rv32 and rv64 share.
 *
 * Sources: Ascon-AEAD128, NIST SP 800-232, section 4 (little-endian, rate 16
 * bytes, 12 and 8 rounds); Ascon-128 and Ascon-128a, Ascon v1.2, section 2.4
 * (big-endian, rates 8 and 16 bytes, 12 and 6, 12 and 8 rounds); the hashes,
 * NIST SP 800-232, section 5 (little-endian, rate 8 bytes, 12 rounds).
 *
 * Streams and hashes keep the state in memory between calls (ascon_state.h).
 */
#ifndef VMB_ASCON_BACKEND_H
#define VMB_ASCON_BACKEND_H

#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/size.h"

/* 1 where assembly permutes. */
#if defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e) && !VMB_PORTABLE
#define VMB_ASCON_PERMUTES_RV32 1
#else
#define VMB_ASCON_PERMUTES_RV32 0
#endif

#if defined(__riscv) && __riscv_xlen == 64 && !defined(__riscv_64e) && !VMB_PORTABLE && !VMB_SIZE
#define VMB_ASCON_PERMUTES_RV64 1
#else
#define VMB_ASCON_PERMUTES_RV64 0
#endif

/* 1 if it also replaces the rest of ascon_c.c: an engine implements all except Ascon-Mac. */
#define VMB_ASCON_RV32 (VMB_ASCON_PERMUTES_RV32 && !VMB_ENGINE)
#define VMB_ASCON_RV64 (VMB_ASCON_PERMUTES_RV64 && !VMB_ENGINE)
#define VMB_ASCON_ASSEMBLY (VMB_ASCON_RV32 || VMB_ASCON_RV64)

/* 1 where assembly also does the whole blocks of streams and hashes. */
#define VMB_ASCON_KERNELS (VMB_ASCON_ASSEMBLY && !VMB_SIZE)

/* 1 where assembly also checks a call's arguments: that is half the code of C. */
#define VMB_ASCON_CHECKS (VMB_ASCON_RV32 && VMB_SIZE)

/* 1 where assembly also has a whole message whose tag is written in both directions. */
#define VMB_ASCON_TAG_OUT (VMB_ASCON_RV32 && !VMB_SIZE)

/* The statuses of vambrace/status.h that it returns, and the bytes of a key object (ascon_call.h). */
#define VMB_ASCON_ERR_TAG -1
#define VMB_ASCON_ERR_LENGTH -2
#define VMB_ASCON_ERR_ARGUMENT -3
#define VMB_ASCON_ERR_STATE -4
#define VMB_ASCON_CHECKED_KEY 20

/* Added to the length of a message to open it, on RV32: a bit above VMB_MAX_BYTES. */
#define VMB_ASCON_OPENING 0x80000000

/* Where assembly for RV64 finds the members of vmb_call (common/common.h). */
#if VMB_ASCON_RV64
#define VMB_ASCON_CALL_KEY 0
#define VMB_ASCON_CALL_OUT 16
#define VMB_ASCON_CALL_TAG 24
#define VMB_ASCON_CALL_NONCE 40
#define VMB_ASCON_CALL_AD 56
#define VMB_ASCON_CALL_AD_LEN 64
#define VMB_ASCON_CALL_IN 72
#define VMB_ASCON_CALL_LEN 80
#define VMB_ASCON_CALL_SEAL 88
#endif

#ifndef __ASSEMBLER__
#include "common/common.h"

/*
 * One message from the first permutation to the tag; the arguments are checked,
 * the key comes from vmb_ascon_expand.
 *
 * Seals when c->tag_is_output: encrypts c->len bytes, writes the 16 bytes of the
 * tag to c->tag, returns 0. Otherwise opens: decrypts, returns 0 when the tag is
 * the 16 bytes at c->tag, else nonzero; then c->out is the caller's to wipe.
 *
 * On RV32 the arguments come in registers: those of the public functions, except that
 * `in` and `len` take the places of the two fixed lengths, so a call stores and moves
 * nothing. `len` has VMB_ASCON_OPENING added to open.
 *
 * Time and addresses depend on lengths and pointers alone. Leaves no secret in
 * memory.
 */
#if VMB_ASCON_RV32
typedef uint32_t vmb_ascon_message(const void *key, uint8_t *out, const uint8_t *tag, const uint8_t *in,
                                   const uint8_t *nonce, size_t len, const uint8_t *ad, size_t ad_len);
#else
typedef uint32_t vmb_ascon_message(const vmb_call *c);
#endif
VMB_NOINLINE vmb_ascon_message vmb_ascon_aead128_run, vmb_ascon128_run, vmb_ascon128a_run;

#if VMB_ASCON_TAG_OUT
/* That of Ascon-AEAD128; writes the 16 bytes of the tag to the word-aligned `tag` and returns 0. */
VMB_NOINLINE uint32_t vmb_ascon_options_run(const void *key, uint8_t *out, uint8_t *tag, const uint8_t *in,
                                            const uint8_t *nonce, size_t len, const uint8_t *ad, size_t ad_len);
#endif

#if VMB_ASCON_CHECKS
/* The checks of vmb_check_call (common/common.h), then the same message; returns the status
 * of the public function, and wipes `out` when the tag is wrong. The tag and the nonce have
 * 16 bytes. `sort` is the mark of the algorithm's keys, plus 1 to open. */
typedef int vmb_ascon_checked(const void *key, uint8_t *out, const uint8_t *tag, const uint8_t *in,
                              const uint8_t *nonce, size_t len, const uint8_t *ad, size_t ad_len, uint32_t sort);

VMB_NOINLINE vmb_ascon_checked vmb_ascon_aead128_checked, vmb_ascon128_checked, vmb_ascon128a_checked;
#endif
#endif

#endif
