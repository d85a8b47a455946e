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

/* The end of a call: an error ends the stream. */
static int vmb_gcm_return(vmb_gcm_stream *s, int status)
{
    return status == VMB_OK ? VMB_OK : vmb_end_stream(s, sizeof *s, status);
}

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_gcm_ready(const vmb_gcm_stream *s, unsigned rounds, uint32_t phase)
{
    return (s->phase & ~(uint32_t)VMB_PHASE_OPENING) != phase ||
                   vmb_is_unready(s->key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM)
               ? VMB_ERR_STATE
               : VMB_OK;
}

VMB_NOINLINE static int vmb_gcm_start(vmb_gcm_stream *s, const uint32_t *key, unsigned rounds, const uint8_t *nonce,
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
        s->ad_len = 0;
        s->len = 0;
        vmb_aes_zero(s->hash, 4);
        status = vmb_gcm_begin(s, key, rounds, nonce, nonce_len);
        s->phase = VMB_PHASE_AD | opening;
    }
    return vmb_gcm_return(s, status);
}

/* What `ad` does after its checks. */
VMB_NOINLINE static int vmb_gcm_ad_checked(vmb_gcm_stream *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    uint32_t before = s->ad_len;

    s->ad_len += (uint32_t)len;
    vmb_gcm_hash(s, rounds, before, ad, len);
    return VMB_OK;
}

VMB_NOINLINE static int vmb_gcm_ad(vmb_gcm_stream *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_gcm_ready(s, rounds, VMB_PHASE_AD);
    if (status == VMB_OK) {
        sum = s->ad_len;
        status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    }
    if (status == VMB_OK) {
        status = vmb_gcm_ad_checked(s, rounds, ad, len);
    }
    return vmb_gcm_return(s, status);
}

/* VMB_OK when the stream is at its message: the associated data ends. */
static int vmb_gcm_to_message(vmb_gcm_stream *s, unsigned rounds)
{
    if (vmb_gcm_ready(s, rounds, VMB_PHASE_AD) == VMB_OK) {
        s->phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
        vmb_gcm_end_ad(s, rounds);
        return VMB_OK;
    }
    return vmb_gcm_ready(s, rounds, VMB_PHASE_MESSAGE);
}

/* What `update` does after its checks. */
VMB_NOINLINE static int vmb_gcm_update_checked(vmb_gcm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in,
                                               size_t len)
{
    uint32_t before = s->len;
    int status;

    s->len += (uint32_t)len;
    /* Ciphertext is hashed: before it is decrypted, as out may be in. */
    if ((s->phase & VMB_PHASE_OPENING) != 0) {
        vmb_gcm_hash(s, rounds, before, in, len);
        status = vmb_gcm_crypt(s, rounds, out, in, len);
    } else {
        status = vmb_gcm_crypt(s, rounds, out, in, len);
        vmb_gcm_hash(s, rounds, before, out, len);
    }
    return vmb_gcm_return(s, vmb_aes_return(status, out, len));
}

VMB_NOINLINE static int vmb_gcm_update(vmb_gcm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t len)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_gcm_to_message(s, rounds);
    if (status == VMB_OK) {
        sum = s->len;
        status = vmb_check_update(s, sizeof *s, s->key, VMB_GCM_KEY_SIZE(rounds), &sum, out, in, len);
    }
    if (status == VMB_OK) {
        return vmb_gcm_update_checked(s, rounds, out, in, len);
    }
    return vmb_gcm_return(s, status);
}

/* Checks what both ways to finish take, then computes all 16 bytes of the tag. */
static int vmb_gcm_finish(vmb_gcm_stream *s, unsigned rounds, const uint8_t *tag, size_t tag_len, uint32_t opening)
{
    int status = vmb_gcm_to_message(s, rounds);

    if (status == VMB_OK && (s->phase & VMB_PHASE_OPENING) != opening) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK && !vmb_gcm_has_tag(tag_len)) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->key, VMB_GCM_KEY_SIZE(rounds), tag, tag_len, opening);
    }
    if (status == VMB_OK) {
        vmb_gcm_end(s, rounds);
    }
    return status;
}

VMB_NOINLINE static int vmb_gcm_seal_finish(vmb_gcm_stream *s, unsigned rounds, uint8_t *tag, size_t tag_len)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_gcm_finish(s, rounds, tag, tag_len, 0);
    if (status == VMB_OK) {
        vmb_gcm_put_tag(s, tag, tag_len);
    }
    return vmb_end_stream(s, sizeof *s, status);
}

VMB_NOINLINE static int vmb_gcm_open_finish(vmb_gcm_stream *s, unsigned rounds, const uint8_t *tag, size_t tag_len)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_gcm_finish(s, rounds, tag, tag_len, VMB_PHASE_OPENING);
    if (status == VMB_OK) {
        status = vmb_gcm_differ(s, tag, tag_len) == 0 ? VMB_OK : VMB_ERR_TAG;
    }
    return vmb_end_stream(s, sizeof *s, status);
}

#if VMB_SHORT_PIECES && !VMB_AES_UNIT
/* Ends a block of GHASH. */
VMB_NOINLINE static int vmb_gcm_full(vmb_gcm_stream *s, unsigned rounds)
{
    vmb_ghash_pad(VMB_GCM_HASH_KEY(s->key, rounds), s->hash, 16);
    return VMB_OK;
}

/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_gcm_accepts(const vmb_gcm_stream *s, unsigned rounds, const uint8_t *out, const uint8_t *in,
                               size_t len, uint32_t wanted)
{
    return s != NULL && vmb_accepts_piece(s, sizeof *s, s->phase, wanted, s->key, VMB_GCM_KEY_SIZE(rounds),
                                          VMB_MARK_GCM, wanted == VMB_PHASE_AD ? s->ad_len : s->len, out, in, len);
}

/* Adds byte i of a block, whose words are big-endian. */
VMB_INLINE void vmb_gcm_add_byte(vmb_gcm_stream *s, uint32_t i, uint32_t b)
{
    ((uint8_t *)s->hash)[i ^ 3] ^= (uint8_t)b;
}

VMB_INLINE int vmb_gcm_ad_piece(vmb_gcm_stream *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    uint32_t used = s->ad_len % 16;
    const uint8_t *end = ad + len;

    if (vmb_exceeds_block(used, len, 16)) {
        return VMB_GCM_WIPED(vmb_gcm_ad_checked(s, rounds, ad, len));
    }
    s->ad_len += (uint32_t)len;
    do {
        vmb_gcm_add_byte(s, used++, *ad++);
    } while (ad != end);
    return used == 16 ? VMB_GCM_WIPED(vmb_gcm_full(s, rounds)) : VMB_OK;
}

VMB_INLINE int vmb_gcm_piece(vmb_gcm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t len)
{
    uint32_t used = s->work.used, seal = s->phase / VMB_PHASE_OPENING - 1u, x, b;
    const uint8_t *ks = (const uint8_t *)s->work.ks, *end = in + len;

    if (vmb_exceeds_block(used, len, 16)) {
        return VMB_GCM_WIPED(vmb_gcm_update_checked(s, rounds, out, in, len));
    }
    s->len += (uint32_t)len;
    do {
        b = *in++;
        x = ks[used];
        vmb_gcm_add_byte(s, used, b ^ (x & seal)); /* ciphertext */
        *out++ = (uint8_t)(b ^ x);
        used++;
    } while (in != end);
    s->work.used = used;
    return used == 16 ? VMB_GCM_WIPED(vmb_gcm_full(s, rounds)) : VMB_OK;
}
#else
#define vmb_gcm_accepts(s, rounds, out, in, len, wanted) 0
#define vmb_gcm_ad_piece(s, rounds, ad, len) VMB_OK
#define vmb_gcm_piece(s, rounds, out, in, len) VMB_OK
#endif

#define VMB_GCM_STREAM_DEFINE(name, rounds)                                                                           \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)            \
    {                                                                                                                 \
        return VMB_GCM_WIPED(vmb_gcm_start((vmb_gcm_stream *)s, (const uint32_t *)key, rounds, nonce, nonce_len, 0)); \
    }                                                                                                                 \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)            \
    {                                                                                                                 \
        return VMB_GCM_WIPED(                                                                                         \
            vmb_gcm_start((vmb_gcm_stream *)s, (const uint32_t *)key, rounds, nonce, nonce_len, VMB_PHASE_OPENING));  \
    }                                                                                                                 \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                                    \
    {                                                                                                                 \
        if (vmb_gcm_accepts((vmb_gcm_stream *)s, rounds, NULL, ad, len, VMB_PHASE_AD)) {                              \
            return vmb_gcm_ad_piece((vmb_gcm_stream *)s, rounds, ad, len);                                            \
        }                                                                                                             \
        return VMB_GCM_WIPED(vmb_gcm_ad((vmb_gcm_stream *)s, rounds, ad, len));                                       \
    }                                                                                                                 \
    int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                                  \
    {                                                                                                                 \
        if (len == 1) { /* known, it saves a third of the cycles */                                                   \
            if (vmb_gcm_accepts((vmb_gcm_stream *)s, rounds, out, in, 1, VMB_PHASE_MESSAGE)) {                        \
                return vmb_gcm_piece((vmb_gcm_stream *)s, rounds, out, in, 1);                                        \
            }                                                                                                         \
        } else if (vmb_gcm_accepts((vmb_gcm_stream *)s, rounds, out, in, len, VMB_PHASE_MESSAGE)) {                   \
            return vmb_gcm_piece((vmb_gcm_stream *)s, rounds, out, in, len);                                          \
        }                                                                                                             \
        return VMB_GCM_WIPED(vmb_gcm_update((vmb_gcm_stream *)s, rounds, out, in, len));                              \
    }                                                                                                                 \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                            \
    {                                                                                                                 \
        return VMB_GCM_WIPED(vmb_gcm_seal_finish((vmb_gcm_stream *)s, rounds, tag, tag_len));                         \
    }                                                                                                                 \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                      \
    {                                                                                                                 \
        return VMB_GCM_WIPED(vmb_gcm_open_finish((vmb_gcm_stream *)s, rounds, tag, tag_len));                         \
    }                                                                                                                 \
    void name##_abort(name##_stream *s)                                                                               \
    {                                                                                                                 \
        if (s != NULL) {                                                                                              \
            vmb_wipe(s, sizeof *s);                                                                                   \
        }                                                                                                             \
    }

VMB_GCM_STREAM_DEFINE(vmb_aes128_gcm, 10)
VMB_GCM_STREAM_DEFINE(vmb_aes192_gcm, 12)
VMB_GCM_STREAM_DEFINE(vmb_aes256_gcm, 14)
