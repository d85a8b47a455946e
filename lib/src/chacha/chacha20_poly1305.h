/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The steps of ChaCha20-Poly1305 between the checks of the public functions
 * (RFC 8439, section 2.8), internal contract. Readable from C and assembly.
 */
#ifndef VMB_CHACHA20_POLY1305_H
#define VMB_CHACHA20_POLY1305_H

#include "chacha/chacha20.h"
#include "poly1305/poly1305.h"
#include "vambrace/detail/backend/engine.h"

/* Where the assembly finds the members of vmb_call (common/common.h), in the size profile. */
#define VMB_CALL_KEY 0
#define VMB_CALL_OUT 8
#define VMB_CALL_NONCE 20
#define VMB_CALL_AD 28
#define VMB_CALL_AD_LEN 32
#define VMB_CALL_IN 36
#define VMB_CALL_LEN 40

/* 1 where chacha20_poly1305_rv32.S replaces the C code. */
#define VMB_CHACHA20_POLY1305_RV32 (VMB_CHACHA20_RV32 && VMB_POLY1305_RV32 && !VMB_ENGINE)

/* 1 where it also has what streams do with whole blocks. */
#define VMB_CHACHA20_POLY1305_NEXT (VMB_CHACHA20_POLY1305_RV32 && !VMB_SIZE)

/* Where it finds the members of a stream. */
#define VMB_CP_AT_KEY 4
#define VMB_CP_AT_NONCE 8
#define VMB_CP_AT_KS 20
#define VMB_CP_AT_H 84
#define VMB_CP_AT_ONE_TIME 104
#define VMB_CP_AT_AD_LEN 136
#define VMB_CP_AT_KEEP 152

#ifndef __ASSEMBLER__
#include "common/common.h"
#include "vambrace/aead.h"

#if VMB_CHACHA20_POLY1305_RV32 && !VMB_SIZE
/**
 * Encrypts the message of a checked call and writes the 16-byte tag of its associated
 * data and of the ciphertext; where out is null, only the tag, and `in` is the
 * ciphertext. Leaves no secret in memory. Returns VMB_OK.
 */
VMB_NOINLINE int vmb_chacha20_poly1305_run(const void *key, uint8_t *out, uint8_t *tag, const uint8_t *in,
                                           const uint8_t *nonce, size_t len, const uint8_t *ad, size_t ad_len);
#define VMB_CP_RUN(c, where, to) \
    vmb_chacha20_poly1305_run((c)->key, where, to, (c)->in, (c)->nonce, (c)->len, (c)->ad, (c)->ad_len)
#define VMB_CP_SEAL(c, to) VMB_CP_RUN(c, (c)->out, to)
#define VMB_CP_TAG(c, to) VMB_CP_RUN(c, NULL, to)
#else
/**
 * Encrypts the first `crypt` bytes of a checked call's message, 0 or all of them, then
 * writes the 16-byte tag of its associated data and of the ciphertext at `text` (c->out
 * when sealing, c->in when opening). Leaves no secret in memory.
 */
VMB_NOINLINE void vmb_chacha20_poly1305_run(const vmb_call *c, size_t crypt, const uint8_t *text, uint8_t *tag);
#define VMB_CP_SEAL(c, to) (vmb_chacha20_poly1305_run(c, (c)->len, (c)->out, to), VMB_OK)
#define VMB_CP_TAG(c, to) (vmb_chacha20_poly1305_run(c, 0, (c)->in, to), VMB_OK)
#endif

#if VMB_CHACHA20_POLY1305_NEXT
/**
 * Encrypts or decrypts len bytes, a multiple of 64, from the keystream's block `counter` on, and adds the ciphertext to
 * the tag. If counter is 0, that block is first made the one-time key, and the associated data that waits is added. In
 * place, it only encrypts. Leaves no secret in memory. Returns VMB_OK.
 */
VMB_NOINLINE int vmb_chacha20_poly1305_next(vmb_chacha20_poly1305_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                            uint32_t counter);
#endif

/* If C may have spilled secrets: attributes of functions that handle them, and vmb_wiped. */
#if !VMB_CHACHA20_IN_C && !VMB_POLY1305_IN_C && !VMB_ENGINE
#define VMB_CP_BODY static
#define VMB_CP_WIPED(status) (status)
#else
#define VMB_CP_BODY VMB_NOINLINE static
#define VMB_CP_WIPED(status) vmb_wiped(status)
#endif
#endif

#endif
