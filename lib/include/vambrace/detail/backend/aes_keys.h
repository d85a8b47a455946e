/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The size of AES key objects in this build, in words: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_AES_KEYS_H
#define VAMBRACE_BACKEND_AES_KEYS_H

#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/raw_keys.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/backend/zkned.h"

/* Round keys that are loaded as words of 64 bits. */
#if VMB_ISE_ZKNED64 && !defined(__ASSEMBLER__)
#define VMB_AES_KEY_ALIGNED __attribute__((__aligned__(8)))
#else
#define VMB_AES_KEY_ALIGNED
#endif

/* Words of an expanded AES key of 10, 12 or 14 rounds that encrypts: the round keys
 * of FIPS 197, or, where AES is bitsliced over two blocks for speed, one of 4 words,
 * one of 8 for each round but the last, and one of 4. An AES unit takes keys as they are. */
#if VMB_ISE_ZKNED || VMB_SIZE
#define VMB_AES_SOFTWARE_WORDS(rounds) (4 * (rounds) + 4)
#else
#define VMB_AES_SOFTWARE_WORDS(rounds) (8 * (rounds))
#endif
#if VMB_AES_UNIT
#define VMB_AES_KEY_WORDS(rounds) (VMB_AES_UNIT_HAS(rounds) ? (rounds) - 6 : VMB_AES_SOFTWARE_WORDS(rounds))
#else
#define VMB_AES_KEY_WORDS(rounds) VMB_AES_SOFTWARE_WORDS(rounds)
#endif

/* The same of a key for CCM alone. An engine takes keys as they are. */
#if VMB_ENGINE
#define VMB_CCM_KEY_WORDS(rounds) VMB_RAW_KEY_WORDS(4 * (rounds) - 24)
#else
#define VMB_CCM_KEY_WORDS(rounds) VMB_AES_KEY_WORDS(rounds)
#endif

/* The same of a key that also decrypts: with Zkned the round keys 1 to rounds - 1
 * follow once more, prepared for the inverse. */
#if VMB_ENGINE
#define VMB_AES_BOTH_WORDS(rounds) VMB_RAW_KEY_WORDS(4 * (rounds) - 24)
#elif VMB_ISE_ZKNED
#define VMB_AES_BOTH_WORDS(rounds) (8 * (rounds))
#else
#define VMB_AES_BOTH_WORDS(rounds) VMB_AES_KEY_WORDS(rounds)
#endif

/* Words of the expanded GHASH key. */
#define VMB_GHASH_KEY_WORDS 4

/* Words of a key object: the key, and one word at its end that marks it as initialised by
 * init (VMB_MARK_AES and so on of common.h). If a key is aligned to 8 bytes, another word
 * pads the object. */
#if VMB_ISE_ZKNED64
#define VMB_AES_MARK_WORDS 2
#else
#define VMB_AES_MARK_WORDS 1
#endif
#define VMB_AES_OBJECT_WORDS(rounds) (VMB_AES_BOTH_WORDS(rounds) + VMB_AES_MARK_WORDS)
#define VMB_CCM_OBJECT_WORDS(rounds) (VMB_CCM_KEY_WORDS(rounds) + VMB_AES_MARK_WORDS)
#if VMB_ENGINE_GCM
#define VMB_GCM_OBJECT_WORDS(rounds) VMB_RAW_OBJECT_WORDS(4 * (rounds) - 24)
#else
#define VMB_GCM_OBJECT_WORDS(rounds) (VMB_AES_KEY_WORDS(rounds) + VMB_GHASH_KEY_WORDS + VMB_AES_MARK_WORDS)
#endif
#define VMB_CMAC_OBJECT_WORDS(rounds) (VMB_AES_KEY_WORDS(rounds) + 4 + VMB_AES_MARK_WORDS)
#define VMB_GCM_SIV_OBJECT_WORDS(rounds) (VMB_AES_KEY_WORDS(rounds) + VMB_AES_MARK_WORDS)

#endif
