/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-GCM (NIST SP 800-38D) in pieces of any length, the public functions. The parts
 * of the message are those of gcm.h. One body serves the three key sizes.
 */
#include "aes/aes_words.h"
#include "aes/modes/gcm.h"
#include "common/stream.h"

#if !VMB_ENGINE_GCM

/* Ends the stream. */
VMB_NOINLINE static int vmb_gcm_abandon(vmb_gcm_body *s, int status)
{
    vmb_wipe_here(s, sizeof *s);
    return status;
}

/* The end of a call: an error ends the stream. */
static int vmb_gcm_return(vmb_gcm_body *s, int status)
{
    return status == VMB_OK ? VMB_OK : vmb_gcm_abandon(s, status);
}

/* 1 where short pieces are processed in place. */
#define VMB_GCM_SHORT_PIECES (VMB_SHORT_PIECES && !VMB_AES_UNIT)

#if VMB_GCM_SHORT_PIECES
/* At the beginning of a call: only bytes that have arrived are counted, and all are hashed. */
static void vmb_gcm_settle(vmb_gcm_body *s, unsigned rounds)
{
    uint32_t used = s->m.work.used - s->left, from = s->from;

    s->m.len -= s->left;
    s->m.work.used = used;
    s->left = 0;
    s->from = used;
    if (from != used) {
        vmb_ghash_bytes(VMB_GCM_HASH_KEY(s->m.key, rounds), s->m.hash, from, (const uint8_t *)s->m.work.ks + from,
                        used - from);
    }
}

/* At the end of a call that adds to the message, of which GHASH lacks the bytes of the current block that begin at
 * `from`: those that the block still takes are counted, unless it would end after VMB_MAX_BYTES. */
static void vmb_gcm_count_ahead(vmb_gcm_body *s, uint32_t from)
{
    uint32_t left = 16 - s->m.work.used;

    s->from = from;
    if (s->m.len + left <= VMB_MAX_BYTES) {
        s->m.len += left;
        s->m.work.used = 16;
        s->left = left;
    }
}

/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_gcm_accepts(const vmb_gcm_body *s, unsigned rounds, const uint8_t *out, const uint8_t *in,
                               size_t len, uint32_t wanted)
{
    return vmb_accepts_piece(s, sizeof *s, s->m.phase, wanted, s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM,
                             wanted == VMB_PHASE_AD ? s->m.ad_len : s->m.len - s->left, out, in, len);
}
#else
#define vmb_gcm_settle(s, rounds) ((void)0)
#define vmb_gcm_count_ahead(s, from) ((void)0)
#endif

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_gcm_ready(const vmb_gcm_body *s, unsigned rounds, uint32_t phase)
{
    return (s->m.phase & ~(uint32_t)VMB_PHASE_OPENING) != phase ||
                   vmb_is_unready(s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM)
               ? VMB_ERR_STATE
               : VMB_OK;
}

VMB_NOINLINE static int vmb_gcm_start(vmb_gcm_body *s, const uint32_t *key, unsigned rounds, const uint8_t *nonce,
                                      size_t nonce_len, uint32_t opening)
{
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (nonce_len - 1 >= VMB_MAX_BYTES) {
        status = VMB_ERR_LENGTH;
    } else if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_GCM_KEY_SIZE(rounds)) ||
               VMB_OVERLAP(s, sizeof *s, nonce, nonce_len)) {
        status = VMB_ERR_ARGUMENT;
    } else if (vmb_is_unready(key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM)) {
        status = VMB_ERR_STATE;
    } else {
        s->m.ad_len = 0;
        s->m.len = 0;
        vmb_aes_zero(s->m.hash, 4);
        s->left = 0;
        s->keep = opening / VMB_PHASE_OPENING - 1u;
        status = vmb_gcm_begin(&s->m, key, rounds, nonce, nonce_len);
        s->m.phase = VMB_PHASE_AD | opening;
    }
    return vmb_gcm_return(s, status);
}

/* What `ad` does after its checks. */
VMB_NOINLINE static int vmb_gcm_ad_checked(vmb_gcm_body *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    uint32_t before = s->m.ad_len;

    s->m.ad_len += (uint32_t)len;
    vmb_gcm_hash(&s->m, rounds, before, ad, len);
    return VMB_OK;
}

VMB_NOINLINE static int vmb_gcm_ad(vmb_gcm_body *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_gcm_ready(s, rounds, VMB_PHASE_AD);
    if (status == VMB_OK) {
        sum = s->m.ad_len;
        status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    }
    if (status == VMB_OK) {
        status = vmb_gcm_ad_checked(s, rounds, ad, len);
    }
    return vmb_gcm_return(s, status);
}

/* VMB_OK when the stream is at its message, all of it counted and hashed: the associated data ends. */
static int vmb_gcm_to_message(vmb_gcm_body *s, unsigned rounds)
{
    int status;

    if (vmb_gcm_ready(s, rounds, VMB_PHASE_AD) == VMB_OK) {
        s->m.phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
        s->from = s->m.work.used;
        vmb_gcm_end_ad(&s->m, rounds);
        return VMB_OK;
    }
    status = vmb_gcm_ready(s, rounds, VMB_PHASE_MESSAGE);
    if (status == VMB_OK) {
        vmb_gcm_settle(s, rounds);
    }
    return status;
}

/* What `update` does after its checks. */
VMB_NOINLINE static int vmb_gcm_update_checked(vmb_gcm_body *s, unsigned rounds, uint8_t *out, const uint8_t *in,
                                               size_t len)
{
    uint32_t before = s->m.len;
    int status;

    s->m.len += (uint32_t)len;
    /* Ciphertext is hashed: before it is decrypted, as out may be in. */
    if ((s->m.phase & VMB_PHASE_OPENING) != 0) {
        vmb_gcm_hash(&s->m, rounds, before, in, len);
        status = vmb_gcm_crypt(&s->m, rounds, out, in, len);
    } else {
        status = vmb_gcm_crypt(&s->m, rounds, out, in, len);
        vmb_gcm_hash(&s->m, rounds, before, out, len);
    }
    vmb_gcm_count_ahead(s, s->m.work.used);
    return vmb_gcm_return(s, vmb_aes_return(status, out, len));
}

#if VMB_GCM_SHORT_PIECES
/* What `update` does with a piece that does not exceed a block. Not inlined: keystream would stay behind in registers
 * that belong to the caller, and functions called next save those on the stack. */
VMB_NOINLINE static void vmb_gcm_bytes(uint8_t *ks, uint8_t *out, const uint8_t *in, size_t n, uint32_t keep)
{
    uint32_t b, x;

    do {
        b = *in++;
        x = *ks;
        *ks++ = (uint8_t)(b ^ (x & keep)); /* ciphertext */
        *out++ = (uint8_t)(b ^ x);
        n--;
    } while (n != 0);
}

VMB_NOINLINE static int vmb_gcm_update_block(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                             unsigned rounds)
{
    uint32_t used = s->m.work.used;
    uint8_t *ks = (uint8_t *)s->m.work.ks;

    if (used == 16) {
        vmb_wipe_here(ks, 16);
        vmb_aes_ctr_blocks(s->m.key, rounds, s->m.work.ctr, ks, ks, 1);
        used = 0;
    }
    s->m.len += (uint32_t)len;
    s->m.work.used = used + (uint32_t)len;
    vmb_gcm_count_ahead(s, used);
    vmb_gcm_bytes(ks + used, out, in, len, s->keep);
    return VMB_OK;
}
#endif

VMB_NOINLINE static int vmb_gcm_update(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len, unsigned rounds)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
#if VMB_GCM_SHORT_PIECES
    if (vmb_gcm_accepts(s, rounds, out, in, len, VMB_PHASE_MESSAGE)) {
        vmb_gcm_settle(s, rounds);
        if (!vmb_exceeds_block(s->m.work.used % 16, len, 16)) {
            return vmb_gcm_update_block(s, out, in, len, rounds);
        }
        return vmb_gcm_update_checked(s, rounds, out, in, len);
    }
#endif
    status = vmb_gcm_to_message(s, rounds);
    if (status == VMB_OK) {
        sum = s->m.len;
        status = vmb_check_update(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), &sum, out, in, len);
    }
    if (status == VMB_OK) {
        return vmb_gcm_update_checked(s, rounds, out, in, len);
    }
    return vmb_gcm_return(s, status);
}

/* Checks what both ways to finish take, then computes all 16 bytes of the tag. tag_len is 0 if GCM has no such tag. */
static int vmb_gcm_finish(vmb_gcm_body *s, unsigned rounds, const uint8_t *tag, size_t tag_len, uint32_t opening)
{
    int status = vmb_gcm_to_message(s, rounds);

    if (status == VMB_OK && (s->m.phase & VMB_PHASE_OPENING) != opening) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK && tag_len == 0) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), tag, tag_len, opening);
    }
    if (status == VMB_OK) {
        vmb_gcm_end(&s->m, rounds);
    }
    return status;
}

VMB_NOINLINE static int vmb_gcm_seal_finish(vmb_gcm_body *s, unsigned rounds, uint8_t *tag, size_t tag_len)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    tag_len = vmb_gcm_tag_len(tag_len);
    status = vmb_gcm_finish(s, rounds, tag, tag_len, 0);
    if (status == VMB_OK) {
        vmb_gcm_put_tag(&s->m, tag, tag_len);
    }
    return vmb_gcm_abandon(s, status);
}

VMB_NOINLINE static int vmb_gcm_open_finish(vmb_gcm_body *s, unsigned rounds, const uint8_t *tag, size_t tag_len)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    tag_len = vmb_gcm_tag_len(tag_len);
    status = vmb_gcm_finish(s, rounds, tag, tag_len, VMB_PHASE_OPENING);
    if (status == VMB_OK) {
        status = vmb_gcm_differ(&s->m, tag, tag_len) == 0 ? VMB_OK : VMB_ERR_TAG;
    }
    return vmb_gcm_abandon(s, status);
}

#if VMB_GCM_SHORT_PIECES
/* Ends a block of GHASH. */
VMB_NOINLINE static int vmb_gcm_full(vmb_gcm_body *s, unsigned rounds)
{
    vmb_ghash_pad(VMB_GCM_HASH_KEY(s->m.key, rounds), s->m.hash, 16);
    return VMB_OK;
}

VMB_INLINE int vmb_gcm_ad_piece(vmb_gcm_body *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    uint32_t used = s->m.ad_len % 16;
    const uint8_t *end = ad + len;

    if (vmb_exceeds_block(used, len, 16)) {
        return VMB_GCM_WIPED(vmb_gcm_ad_checked(s, rounds, ad, len));
    }
    s->m.ad_len += (uint32_t)len;
    do { /* the block's words are big-endian */
        ((uint8_t *)s->m.hash)[used++ ^ 3] ^= *ad++;
    } while (ad != end);
    return used == 16 ? VMB_GCM_WIPED(vmb_gcm_full(s, rounds)) : VMB_OK;
}

/* Encrypts or decrypts a byte where the current block takes `left` of them, which are counted. */
VMB_INLINE int vmb_gcm_add_byte(vmb_gcm_body *s, uint32_t left, uint8_t *out, const uint8_t *in)
{
    uint8_t *ks = (uint8_t *)s->m.work.ks + 16 - left; /* counted to the end of the block */
    uint32_t b = *in, x = *ks;

    s->left = left - 1;
    *ks = (uint8_t)(b ^ (x & s->keep)); /* ciphertext */
    *out = (uint8_t)(b ^ x);
    return VMB_OK;
}

/* `update` of a byte that the current block does not take. The usual one is full, and GHASH lacks all of it. */
VMB_NOINLINE static int vmb_gcm_next_byte(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, unsigned rounds)
{
    uint32_t *ks;

    if (VMB_RARELY(((s->m.phase & ~(uint32_t)VMB_PHASE_OPENING) ^ VMB_PHASE_MESSAGE) | s->left | (s->m.work.used ^ 16) |
                   s->from | (uint32_t)(s->m.len > VMB_MAX_BYTES - 16)) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM, out, in, 1))) {
        return vmb_gcm_update(s, out, in, 1, rounds);
    }
    ks = s->m.work.ks;
    vmb_ghash_blocks(VMB_GCM_HASH_KEY(s->m.key, rounds), s->m.hash, (const uint8_t *)ks, 1);
    vmb_wipe_here(ks, 16);
    vmb_aes_ctr_blocks(s->m.key, rounds, s->m.work.ctr, (uint8_t *)ks, (const uint8_t *)ks, 1);
    s->m.len += 16;
    return vmb_gcm_add_byte(s, 16, out, in);
}

/* `update` of what vmb_gcm_byte does not take. Apart, so that a byte has one branch target for all. */
VMB_NOINLINE static int vmb_gcm_other(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len, unsigned rounds)
{
    return len != 1 || s == NULL ? vmb_gcm_update(s, out, in, len, rounds) : vmb_gcm_next_byte(s, out, in, rounds);
}

/* `update`, where len is 1 and the current block takes the byte. */
VMB_INLINE int vmb_gcm_byte(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len, unsigned rounds)
{
    if (vmb_is_null(s) || VMB_RARELY(s->left == 0) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM, out, in, len))) {
        return vmb_gcm_other(s, out, in, len, rounds);
    }
    return vmb_gcm_add_byte(s, s->left, out, in);
}
#else
#define vmb_gcm_accepts(s, rounds, out, in, len, wanted) 0
#define vmb_gcm_ad_piece(s, rounds, ad, len) VMB_OK
#define vmb_gcm_byte vmb_gcm_update
#endif

#define VMB_GCM_STREAM_DEFINE(name, rounds)                                                                         \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)          \
    {                                                                                                               \
        return VMB_GCM_WIPED(vmb_gcm_start((vmb_gcm_body *)s, (const uint32_t *)key, rounds, nonce, nonce_len, 0)); \
    }                                                                                                               \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)          \
    {                                                                                                               \
        return VMB_GCM_WIPED(                                                                                       \
            vmb_gcm_start((vmb_gcm_body *)s, (const uint32_t *)key, rounds, nonce, nonce_len, VMB_PHASE_OPENING));  \
    }                                                                                                               \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                                  \
    {                                                                                                               \
        if (s != NULL && vmb_gcm_accepts((vmb_gcm_body *)s, rounds, NULL, ad, len, VMB_PHASE_AD)) {                 \
            return vmb_gcm_ad_piece((vmb_gcm_body *)s, rounds, ad, len);                                            \
        }                                                                                                           \
        return VMB_GCM_WIPED(vmb_gcm_ad((vmb_gcm_body *)s, rounds, ad, len));                                       \
    }                                                                                                               \
    VMB_ALIGNED_CODE int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)               \
    {                                                                                                               \
        return VMB_GCM_WIPED(vmb_gcm_byte((vmb_gcm_body *)s, out, in, len, rounds));                                \
    }                                                                                                               \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                          \
    {                                                                                                               \
        return VMB_GCM_WIPED(vmb_gcm_seal_finish((vmb_gcm_body *)s, rounds, tag, tag_len));                         \
    }                                                                                                               \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                    \
    {                                                                                                               \
        return VMB_GCM_WIPED(vmb_gcm_open_finish((vmb_gcm_body *)s, rounds, tag, tag_len));                         \
    }                                                                                                               \
    void name##_abort(name##_stream *s)                                                                             \
    {                                                                                                               \
        if (s != NULL) {                                                                                            \
            vmb_wipe(s, sizeof *s);                                                                                 \
        }                                                                                                           \
    }

VMB_GCM_STREAM_DEFINE(vmb_aes128_gcm, 10)
VMB_GCM_STREAM_DEFINE(vmb_aes192_gcm, 12)
VMB_GCM_STREAM_DEFINE(vmb_aes256_gcm, 14)

#endif
