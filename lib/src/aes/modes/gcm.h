/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parts of an AES-GCM message (gcm_run.c): one shot and in pieces, a message is
 * a vmb_gcm_stream. Arguments are checked.
 *
 * An expanded key is that of AES, then that of GHASH.
 */
#ifndef VMB_GCM_H
#define VMB_GCM_H

#include "aes/aes_swap.h"
#include "aes/aes_words.h"
#include "aes/modes/aes_modes.h"
#include "aes/ghash/ghash.h"
#include "vambrace/aead.h"

/* 1 where AES is assembly that needs little stack, and GHASH is C. */
#if VMB_AES_CTR_KEYSTREAM && !VMB_AES_IN_C && VMB_GHASH_IN_C && defined(__OPTIMIZE__) && defined(__riscv) && \
    __riscv_xlen == 32 && !defined(__riscv_32e)
#define VMB_GHASH_SHALLOW 1
#else
#define VMB_GHASH_SHALLOW 0
#endif

/** vmb_wiped where C may have spilled. In the size profile on RV32, where that is GHASH alone, its calls need at most
 *  384 bytes of stack (tests/system/test_stack_wiped.py). */
#if VMB_GHASH_SHALLOW
VMB_INLINE int vmb_gcm_wiped(int status)
{
    vmb_wipe_stack_384();
    return status;
}
#define VMB_GCM_WIPED(status) vmb_gcm_wiped(status)
#elif VMB_AES_IN_C || VMB_GHASH_IN_C
#define VMB_GCM_WIPED(status) vmb_wiped(status)
#else
#define VMB_GCM_WIPED(status) (status)
#endif

#if !VMB_ENGINE_GCM

/** The key of GHASH in an expanded key. */
#define VMB_GCM_HASH_KEY(key, rounds) ((key) + VMB_AES_KEY_WORDS(rounds))

/** Bytes of a key object. */
#define VMB_GCM_KEY_SIZE(rounds) (4 * VMB_GCM_OBJECT_WORDS(rounds))

/* The two that use AES return VMB_OK, or VMB_ERR_DEVICE when an AES unit failed. */

/* The first two blocks of keystream are adjacent. */
typedef char vmb_gcm_layout[offsetof(vmb_gcm_stream, work.ks) - offsetof(vmb_gcm_stream, mask) == 16 ? 1 : -1];

/** Begins a message; phase, hash and lengths are the caller's. */
VMB_INLINE int vmb_gcm_begin(vmb_gcm_stream *s, const uint32_t *key, unsigned rounds, const uint8_t *nonce,
                             size_t nonce_len)
{
    vmb_aes_turn turn;
    uint8_t *start = (uint8_t *)s + offsetof(vmb_gcm_stream, mask);
    int status;

    s->key = key;
    if (nonce_len == 12) {
        vmb_aes_load_words(s->work.ctr, nonce, 3);
        s->work.ctr[3] = 0x01000000u;
    } else {
        vmb_aes_zero(s->work.ctr, 4);
        vmb_ghash_message(VMB_GCM_HASH_KEY(key, rounds), s->work.ctr, NULL, 0, nonce, nonce_len);
    }
    /* The tag's mask and the first block of keystream: two at once cost many backends
     * no more than one. */
    if (!VMB_AES_CTR_KEYSTREAM) {
        vmb_aes_zero(s->mask, 4);
        vmb_aes_zero(s->work.ks, 4);
    }
    status = vmb_aes_begin(key, rounds, &turn);
    if (status == VMB_OK) {
        vmb_aes_ctr_blocks(key, rounds, s->work.ctr, start, start, 2);
        status = vmb_aes_end(rounds, &turn);
    }
    s->work.used = 0;
    return status;
}

/** Hashes the next n bytes of associated data or of ciphertext, of
 *  which `total` were before. */
void vmb_gcm_hash(vmb_gcm_stream *s, unsigned rounds, uint32_t total, const uint8_t *p, size_t n);

/** Ends the associated data, of which there were ad_len bytes. */
void vmb_gcm_end_ad(vmb_gcm_stream *s, unsigned rounds);

/** Encrypts or decrypts the next n bytes. */
int vmb_gcm_crypt(vmb_gcm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t n);

/** Writes the first tag_len bytes of the tag. */
VMB_INLINE void vmb_gcm_put_tag(const vmb_gcm_stream *s, uint8_t *tag, size_t tag_len)
{
    uint32_t x;
    unsigned i;

    if (!VMB_SIZE && tag_len == 16 && vmb_is_aligned(tag)) {
        for (i = 0; i < 4; i++) {
            x = s->mask[i];
#if defined(__riscv) && __riscv_xlen == 64
            VMB_OPAQUE(x); /* or the compiler calls memcpy */
#endif
            vmb_put_word(tag + 4 * i, x);
        }
    } else {
        vmb_aes_copy(tag, (const uint8_t *)s->mask, tag_len);
    }
}

/** vmb_differ of those bytes and the ones at `tag`. Its result is public (configs/declassified.toml). */
#if VMB_SIZE
#define vmb_gcm_differ(s, tag, tag_len) vmb_differ(tag, (const uint8_t *)(s)->mask, tag_len)
#else
VMB_NOINLINE uint32_t vmb_gcm_differ(const vmb_gcm_stream *s, const uint8_t *tag, size_t tag_len);
#endif

#endif

/** 1 for the lengths of tags that need not be asked for. */
VMB_INLINE int vmb_gcm_is_usual_tag(size_t tag_len)
{
    return tag_len - 12 <= 4;
}

/** The bytes of a tag that is not usual, or 0 if there is no such tag: 4 and 8 have to be asked for. */
VMB_INLINE size_t vmb_gcm_short_tag(size_t tag_len)
{
    size_t more = tag_len - VMB_SHORT_TAG(4);

    return (more & ~(size_t)4) == 0 ? more + 4 : 0;
}

/** The bytes of a tag that a caller asks for by tag_len, or 0 if GCM has no such tag. */
VMB_INLINE size_t vmb_gcm_tag_len(size_t tag_len)
{
    return vmb_gcm_is_usual_tag(tag_len) ? tag_len : vmb_gcm_short_tag(tag_len);
}

#endif
