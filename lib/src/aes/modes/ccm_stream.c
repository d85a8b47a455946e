/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-CCM (NIST SP 800-38C) in pieces of any length, the public functions: what may
 * come when, and how much of it. The parts of the message are those of ccm_run.h.
 * One body serves the three key sizes.
 */
#include "aes/modes/aes_modes.h"
#include "aes/aes_words.h"
#include "aes/modes/ccm_run.h"
#include "common/stream.h"
#include "vambrace/aead.h"

#if !VMB_ENGINE

#if VMB_CCM_PLANES
#define VMB_CCM_MESSAGE(s) (&(s)->message.planes)
#else
#define VMB_CCM_MESSAGE(s) (&(s)->message.words)
#endif

/* Ends the stream. */
VMB_NOINLINE static int vmb_ccm_abandon(vmb_ccm_stream *s, int status)
{
    vmb_wipe_here(s, sizeof *s);
    return status;
}

/* The end of a call: an error ends the stream. */
static int vmb_ccm_return(vmb_ccm_stream *s, int status)
{
    return status == VMB_OK ? VMB_OK : vmb_ccm_abandon(s, status);
}

/* At the beginning of a call: only bytes that have arrived are counted. */
static void vmb_ccm_settle(vmb_ccm_stream *s)
{
    s->len -= s->left;
    s->used -= s->left;
    s->left = 0;
}

/* At the end of a call that adds to the message: bytes that the block takes, and the lengths allow, are counted. */
static void vmb_ccm_count_ahead(vmb_ccm_stream *s)
{
    uint32_t left = 16 - s->used, most = VMB_MAX_BYTES - s->len;

    if (left > most) {
        left = most;
    }
    s->len += left;
    s->used += left;
    s->left = left;
}

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_ccm_ready(const vmb_ccm_stream *s, unsigned rounds, uint32_t phase)
{
    return (s->phase & ~(uint32_t)VMB_PHASE_OPENING) != phase ||
                   vmb_is_unready(s->key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM)
               ? VMB_ERR_STATE
               : VMB_OK;
}

VMB_NOINLINE static int vmb_ccm_start(vmb_ccm_stream *s, const uint32_t *key, unsigned rounds, const uint8_t *nonce,
                                      size_t nonce_len, uint32_t opening)
{
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (nonce_len - 7 > 6) {
        status = VMB_ERR_LENGTH;
    } else if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_CCM_KEY_SIZE(rounds)) ||
               VMB_OVERLAP(s, sizeof *s, nonce, nonce_len)) {
        status = VMB_ERR_ARGUMENT;
    } else if (vmb_is_unready(key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM)) {
        status = VMB_ERR_STATE;
    }
    if (status != VMB_OK) {
        return vmb_ccm_abandon(s, status);
    }
    s->phase = VMB_PHASE_LENGTHS | opening;
    s->key = key;
    s->left = 0;
    s->take = 0u - opening / VMB_PHASE_OPENING;
    s->nonce_len = (uint32_t)nonce_len;
    vmb_ccm_nonce(VMB_CCM_MESSAGE(s), nonce, nonce_len);
    return VMB_OK;
}

VMB_NOINLINE static int vmb_ccm_set_lengths(vmb_ccm_stream *s, unsigned rounds, size_t ad_len, size_t len,
                                            size_t tag_len)
{
    size_t bits;
    vmb_aes_turn turn;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    bits = 8 * (15 - s->nonce_len); /* of the message's length, as in ccm.c */
    status = vmb_ccm_ready(s, rounds, VMB_PHASE_LENGTHS);
    if (status == VMB_OK && (ad_len > VMB_MAX_BYTES || len > VMB_MAX_BYTES || tag_len - 4 > 12 || (tag_len & 1) != 0 ||
                             (bits < 32 && len >> bits != 0))) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_aes_begin(s->key, rounds, &turn);
    }
    if (status == VMB_OK) {
        s->phase += VMB_PHASE_AD - VMB_PHASE_LENGTHS;
        s->tag_len = (uint32_t)tag_len;
        s->ad_len = VMB_MAX_BYTES - (uint32_t)ad_len;
        s->len = VMB_MAX_BYTES - (uint32_t)len;
        s->used = (uint32_t)vmb_ccm_lengths(s->key, rounds, VMB_CCM_MESSAGE(s), tag_len, ad_len, len);
        status = vmb_aes_end(rounds, &turn);
    }
    return vmb_ccm_return(s, status);
}

/* What `ad` does after its checks, with len > 0. */
VMB_NOINLINE static int vmb_ccm_ad_checked(vmb_ccm_stream *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    vmb_aes_turn turn;
    int status = vmb_aes_begin(s->key, rounds, &turn);

    s->ad_len += (uint32_t)len;
    if (status == VMB_OK) {
        s->used = (uint32_t)vmb_ccm_absorb(s->key, rounds, VMB_CCM_MESSAGE(s), s->used, ad, len);
        status = vmb_aes_end(rounds, &turn);
    }
    return vmb_ccm_return(s, status);
}

VMB_NOINLINE static int vmb_ccm_ad(vmb_ccm_stream *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_ccm_ready(s, rounds, VMB_PHASE_AD);
    if (status == VMB_OK) {
        sum = s->ad_len;
        status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    }
    if (status == VMB_OK && len != 0) {
        return vmb_ccm_ad_checked(s, rounds, ad, len);
    }
    return vmb_ccm_return(s, status);
}

/* VMB_OK if the stream is at its message: all associated data has been added. */
static int vmb_ccm_to_message(vmb_ccm_stream *s, unsigned rounds)
{
    if (vmb_ccm_ready(s, rounds, VMB_PHASE_AD) == VMB_OK) {
        if (s->ad_len != VMB_MAX_BYTES) {
            return VMB_ERR_LENGTH;
        }
        s->phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
        s->used = (uint32_t)vmb_ccm_begin(VMB_CCM_MESSAGE(s), s->used);
        return VMB_OK;
    }
    return vmb_ccm_ready(s, rounds, VMB_PHASE_MESSAGE);
}

/* 1 where short pieces are processed in place. */
#define VMB_CCM_SHORT_PIECES (VMB_SHORT_PIECES && !VMB_AES_UNIT)

#if VMB_CCM_SHORT_PIECES
/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_ccm_accepts(const vmb_ccm_stream *s, unsigned rounds, const uint8_t *out, const uint8_t *in,
                               size_t len, uint32_t wanted)
{
    return vmb_accepts_piece(s, sizeof *s, s->phase, wanted, s->key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM,
                             wanted == VMB_PHASE_AD ? s->ad_len : s->len - s->left, out, in, len);
}

/* Encrypts or decrypts the byte `at` of the current block. */
VMB_INLINE void vmb_ccm_add_byte(vmb_ccm_stream *s, uint32_t at, uint8_t *out, const uint8_t *in)
{
    uint32_t x = *in, y;
#if VMB_CCM_PLANES
    uint8_t *block = (uint8_t *)s->message.planes.block + at;

    y = *block;
    *block = (uint8_t)(x ^ (y & s->take));
#else
    uint8_t *block = (uint8_t *)s->message.words.s.mac + at;

    y = ((const uint8_t *)s->message.words.ks)[at];
    *block ^= (uint8_t)(x ^ (y & s->take));
#endif
    *out = (uint8_t)(x ^ y);
}
#endif

/* What `update` does after its checks. */
VMB_NOINLINE static int vmb_ccm_update_checked(vmb_ccm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in,
                                               size_t len)
{
    vmb_aes_turn turn;
    int status = vmb_aes_begin(s->key, rounds, &turn);

    s->len += (uint32_t)len;
    if (status == VMB_OK) {
        s->used = (uint32_t)vmb_ccm_crypt(s->key, rounds, VMB_CCM_MESSAGE(s), s->used, out, in, len, s->take != 0);
        vmb_ccm_count_ahead(s);
        status = vmb_aes_end(rounds, &turn);
    }
    return vmb_ccm_return(s, vmb_aes_return(status, out, len));
}

VMB_NOINLINE static int vmb_ccm_update(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in, size_t len, unsigned rounds)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
#if VMB_CCM_SHORT_PIECES
    if (vmb_ccm_accepts(s, rounds, out, in, len, VMB_PHASE_MESSAGE)) {
        vmb_ccm_settle(s);
        if (len == 1 && s->used == 16) {
            s->len++;
            s->used = 1;
            vmb_ccm_next(s->key, rounds, VMB_CCM_MESSAGE(s));
            vmb_ccm_add_byte(s, 0, out, in);
            vmb_ccm_count_ahead(s);
            return VMB_OK;
        }
        return vmb_ccm_update_checked(s, rounds, out, in, len);
    }
#endif
    vmb_ccm_settle(s);
    status = vmb_ccm_to_message(s, rounds);
    if (status == VMB_OK) {
        sum = s->len;
        status = vmb_check_update(s, sizeof *s, s->key, VMB_CCM_KEY_SIZE(rounds), &sum, out, in, len);
    }
    if (status == VMB_OK) {
        return vmb_ccm_update_checked(s, rounds, out, in, len);
    }
    return vmb_ccm_return(s, status);
}

/* Checks what both ways to finish take, then computes all 16 bytes of the tag. */
static int vmb_ccm_finish(vmb_ccm_stream *s, unsigned rounds, vmb_word t[4], const uint8_t *tag, size_t tag_len,
                          uint32_t opening)
{
    vmb_aes_turn turn;
    int status;

    vmb_ccm_settle(s);
    status = vmb_ccm_to_message(s, rounds);
    if (status == VMB_OK && (s->phase & VMB_PHASE_OPENING) != opening) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK && (s->len != VMB_MAX_BYTES || tag_len != s->tag_len)) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->key, VMB_CCM_KEY_SIZE(rounds), tag, tag_len, opening);
    }
    if (status == VMB_OK) {
        status = vmb_aes_begin(s->key, rounds, &turn);
    }
    if (status == VMB_OK) {
        vmb_ccm_tag(s->key, rounds, VMB_CCM_MESSAGE(s), s->used, t);
        status = vmb_aes_end(rounds, &turn);
    }
    return vmb_aes_return(status, (uint8_t *)t, 16);
}

VMB_NOINLINE static int vmb_ccm_seal_finish(vmb_ccm_stream *s, unsigned rounds, uint8_t *tag, size_t tag_len)
{
    vmb_word t[4];
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_ccm_finish(s, rounds, t, tag, tag_len, 0);
    if (status == VMB_OK) {
        vmb_aes_copy(tag, (const uint8_t *)t, tag_len);
        vmb_wipe(t, sizeof t);
    }
    return vmb_ccm_abandon(s, vmb_aes_return(status, tag, tag_len));
}

VMB_NOINLINE static int vmb_ccm_open_finish(vmb_ccm_stream *s, unsigned rounds, const uint8_t *tag, size_t tag_len)
{
    vmb_word t[4];
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_ccm_finish(s, rounds, t, tag, tag_len, VMB_PHASE_OPENING);
    if (status == VMB_OK) {
        status = vmb_differ(tag, (const uint8_t *)t, tag_len) == 0 ? VMB_OK : VMB_ERR_TAG;
        vmb_wipe(t, sizeof t);
    }
    return vmb_ccm_abandon(s, status);
}

#if VMB_CCM_SHORT_PIECES
VMB_INLINE int vmb_ccm_ad_piece(vmb_ccm_stream *s, unsigned rounds, const uint8_t *ad, size_t len)
{
    const uint8_t *end = ad + len;
#if VMB_CCM_PLANES
    uint8_t *block = (uint8_t *)s->message.planes.block + s->used;
#else
    uint8_t *mac = (uint8_t *)s->message.words.s.mac + s->used;
#endif

    if (vmb_exceeds_block(s->used, len, 16)) {
        return vmb_aes_wiped(rounds, vmb_ccm_ad_checked(s, rounds, ad, len));
    }
    s->ad_len += (uint32_t)len;
    s->used += (uint32_t)len;
    do {
#if VMB_CCM_PLANES
        *block++ = *ad++;
#else
        *mac++ ^= *ad++;
#endif
    } while (ad != end);
    return VMB_OK;
}

/* `update`, where len is 1 and the current block takes the byte. */
VMB_INLINE int vmb_ccm_byte(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in, size_t len, unsigned rounds)
{
    uint32_t left;

    if (vmb_is_null(s) || VMB_RARELY(s->left == 0) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM, out, in, len))) {
        return vmb_ccm_update(s, out, in, len, rounds);
    }
    left = s->left;
    s->left = left - 1;
    vmb_ccm_add_byte(s, s->used - left, out, in);
    return VMB_OK;
}
#else
#define vmb_ccm_accepts(s, rounds, out, in, len, wanted) 0
#define vmb_ccm_ad_piece(s, rounds, ad, len) VMB_OK
#define vmb_ccm_byte vmb_ccm_update
#endif

#define VMB_CCM_STREAM_DEFINE(name, rounds)                                                                           \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)            \
    {                                                                                                                 \
        return vmb_aes_wiped(rounds,                                                                                  \
                             vmb_ccm_start((vmb_ccm_stream *)s, (const uint32_t *)key, rounds, nonce, nonce_len, 0)); \
    }                                                                                                                 \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)            \
    {                                                                                                                 \
        return vmb_aes_wiped(rounds, vmb_ccm_start((vmb_ccm_stream *)s, (const uint32_t *)key, rounds, nonce,         \
                                                   nonce_len, VMB_PHASE_OPENING));                                    \
    }                                                                                                                 \
    int name##_lengths(name##_stream *s, size_t ad_len, size_t len, size_t tag_len)                                   \
    {                                                                                                                 \
        return vmb_aes_wiped(rounds, vmb_ccm_set_lengths((vmb_ccm_stream *)s, rounds, ad_len, len, tag_len));         \
    }                                                                                                                 \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                                    \
    {                                                                                                                 \
        if (s != NULL && vmb_ccm_accepts((vmb_ccm_stream *)s, rounds, NULL, ad, len, VMB_PHASE_AD)) {                 \
            return vmb_ccm_ad_piece((vmb_ccm_stream *)s, rounds, ad, len);                                            \
        }                                                                                                             \
        return vmb_aes_wiped(rounds, vmb_ccm_ad((vmb_ccm_stream *)s, rounds, ad, len));                               \
    }                                                                                                                 \
    VMB_ALIGNED_CODE int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                 \
    {                                                                                                                 \
        return vmb_aes_wiped(rounds, vmb_ccm_byte((vmb_ccm_stream *)s, out, in, len, rounds));                        \
    }                                                                                                                 \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                            \
    {                                                                                                                 \
        return vmb_aes_wiped(rounds, vmb_ccm_seal_finish((vmb_ccm_stream *)s, rounds, tag, tag_len));                 \
    }                                                                                                                 \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                      \
    {                                                                                                                 \
        return vmb_aes_wiped(rounds, vmb_ccm_open_finish((vmb_ccm_stream *)s, rounds, tag, tag_len));                 \
    }                                                                                                                 \
    void name##_abort(name##_stream *s)                                                                               \
    {                                                                                                                 \
        vmb_wipe_object(s, sizeof *s);                                                                                \
    }

VMB_CCM_STREAM_DEFINE(vmb_aes128_ccm, 10)
VMB_CCM_STREAM_DEFINE(vmb_aes192_ccm, 12)
VMB_CCM_STREAM_DEFINE(vmb_aes256_ccm, 14)

#endif
