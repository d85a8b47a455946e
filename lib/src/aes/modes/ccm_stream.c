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
#include "aes/modes/ccm_pieces.h"
#include "aes/modes/ccm_run.h"
#include "common/stream.h"
#include "vambrace/aead.h"

#if !VMB_ENGINE

#if !VMB_CCM_SHORT_PIECES
#if VMB_CCM_PLANES
#define VMB_CCM_MESSAGE(s) (&(s)->message.planes)
#else
#define VMB_CCM_MESSAGE(s) (&(s)->message.words)
#endif
#define vmb_ccm_settle(s) ((void)0)
#define vmb_ccm_count_ahead(s) ((void)0)
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
    s->from = 16;
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

/* After the associated data. */
VMB_INLINE void vmb_ccm_begin_message(vmb_ccm_stream *s)
{
    s->phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
    s->used = (uint32_t)vmb_ccm_begin(VMB_CCM_MESSAGE(s), s->used);
}

/* VMB_OK if the stream is at its message, all of it counted: all associated data has been added. */
static int vmb_ccm_to_message(vmb_ccm_stream *s, unsigned rounds)
{
    int status;

    if (vmb_ccm_ready(s, rounds, VMB_PHASE_AD) == VMB_OK) {
        if (s->ad_len != VMB_MAX_BYTES) {
            return VMB_ERR_LENGTH;
        }
        vmb_ccm_begin_message(s);
        return VMB_OK;
    }
    status = vmb_ccm_ready(s, rounds, VMB_PHASE_MESSAGE);
    if (status == VMB_OK) {
        vmb_ccm_settle(s);
    }
    return status;
}

#if VMB_CCM_SHORT_PIECES
/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_ccm_accepts(const vmb_ccm_stream *s, unsigned rounds, uint32_t phase, const uint8_t *out,
                               const uint8_t *in, size_t len, uint32_t wanted)
{
    return vmb_accepts_piece(s, sizeof *s, phase, wanted, s->key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM,
                             wanted == VMB_PHASE_AD ? s->ad_len : s->len - s->left, out, in, len);
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

/* `update` for what is not accepted, whatever the reason, and for nothing. */
VMB_NOINLINE static int vmb_ccm_update_rejected(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in, size_t len,
                                                unsigned rounds)
{
    uint32_t sum;
    int status;

    if (!VMB_CCM_SHORT_PIECES && s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
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

#if VMB_CCM_SHORT_PIECES
/* What `update` does with whole blocks after others. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ccm_blocks(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in, size_t len,
                                                        unsigned rounds)
{
    s->len += (uint32_t)len;
#if !VMB_CCM_PLANES
    if (vmb_aes_takes(in, out)) {
        vmb_aes_ccm_blocks(s->key, rounds, &s->message.words.s, out, in, len / 16, (int)(s->take & 1));
        return VMB_OK;
    }
#endif
    (void)vmb_ccm_crypt(s->key, rounds, VMB_CCM_MESSAGE(s), 16, out, in, len, s->take != 0);
    return VMB_OK;
}

/* What `update` does with any piece that is accepted. */
VMB_NOINLINE static int vmb_ccm_update_parts(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in, size_t len,
                                             unsigned rounds)
{
    if ((s->phase & VMB_PHASE_MESSAGE) == VMB_PHASE_AD) {
        if (s->ad_len != VMB_MAX_BYTES) {
            return vmb_ccm_abandon(s, VMB_ERR_LENGTH);
        }
        vmb_ccm_begin_message(s);
        if ((len & 15) == 0) {
            return vmb_ccm_blocks(s, out, in, len, rounds);
        }
    }
    vmb_ccm_settle(s);
    return vmb_ccm_update_checked(s, rounds, out, in, len);
}

/* The same, and of whole blocks at once. Apart, so that nothing but the checks needs registers there. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ccm_update_accepted(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in,
                                                                 size_t len, unsigned rounds)
{
    if ((s->left | (s->used ^ 16) | ((s->phase ^ 1) & 1) | (uint32_t)(len & 15)) == 0 && vmb_ccm_lacks_nothing(s)) {
        return vmb_ccm_blocks(s, out, in, len, rounds);
    }
    return vmb_ccm_update_parts(s, out, in, len, rounds);
}

/* `update` of a byte that the current block does not take. Usually the block is full. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ccm_next_byte(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in,
                                                           size_t len, unsigned rounds)
{
    if (VMB_RARELY((s->phase & ~(uint32_t)VMB_PHASE_OPENING) == VMB_PHASE_AD) && s->ad_len == VMB_MAX_BYTES) {
        vmb_ccm_begin_message(s);
    }
    if (VMB_RARELY(((s->phase & ~(uint32_t)VMB_PHASE_OPENING) ^ VMB_PHASE_MESSAGE) | s->left | (s->used ^ 16) |
                   (uint32_t)(s->len > VMB_MAX_BYTES - 16)) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM, out, in, 1))) {
        return vmb_ccm_update_rejected(s, out, in, len, rounds);
    }
    return vmb_ccm_next_block_byte(s, rounds, out, in);
}

/* `update` of what vmb_ccm_update_any does not process. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ccm_update(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in, size_t len,
                                                        unsigned rounds)
{
    if (len == 1) {
        return vmb_ccm_next_byte(s, out, in, len, rounds);
    }
    if (vmb_ccm_accepts(s, rounds, s->phase | 1, out, in, len, VMB_PHASE_MESSAGE)) {
        return vmb_ccm_update_accepted(s, out, in, len, rounds);
    }
    return vmb_ccm_update_rejected(s, out, in, len, rounds);
}

/* `update` of any piece, in place if it is a byte that the current block takes. */
VMB_INLINE int vmb_ccm_update_any(vmb_ccm_stream *s, uint8_t *out, const uint8_t *in, size_t len, unsigned rounds)
{
    if (vmb_is_null(s)) {
        return VMB_ERR_ARGUMENT;
    }
    if (VMB_RARELY(s->left == 0) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM, out, in, len))) {
        return vmb_ccm_update(s, out, in, len, rounds);
    }
    return vmb_ccm_add_byte(s, s->left, out, in);
}
#else
#define vmb_ccm_update_any vmb_ccm_update_rejected
#endif

VMB_INLINE void vmb_ccm_put_tag(uint8_t *tag, const vmb_word t[4], size_t tag_len)
{
    if (!VMB_SIZE && tag_len == 16 && vmb_is_aligned(tag)) {
        vmb_put_word(tag, t[0]);
        vmb_put_word(tag + 4, t[1]);
        vmb_put_word(tag + 8, t[2]);
        vmb_put_word(tag + 12, t[3]);
    } else {
        vmb_aes_copy(tag, (const uint8_t *)t, tag_len);
    }
}

/* Ends a message whose stream has no fault, with the tag: writes it to `out`, or of a stream that opens compares it
 * with the one at `tag`. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ccm_give(vmb_ccm_stream *s, unsigned rounds, uint8_t *out,
                                                      const uint8_t *tag, size_t tag_len)
{
    vmb_word t[4];
    vmb_aes_turn turn;
    int status = vmb_aes_begin(s->key, rounds, &turn);

    if (status == VMB_OK) {
        vmb_ccm_tag(s->key, rounds, VMB_CCM_MESSAGE(s), s->used, t);
        status = vmb_aes_end(rounds, &turn);
    }
    if (status == VMB_OK && (s->phase & VMB_PHASE_OPENING) != 0) {
        status = vmb_differ(tag, (const uint8_t *)t, tag_len) == 0 ? VMB_OK : VMB_ERR_TAG;
    } else if (status == VMB_OK) {
        vmb_ccm_put_tag(out, t, tag_len);
    }
    vmb_wipe_here(t, sizeof t);
    return vmb_ccm_abandon(s, vmb_aes_return(status, out, out == NULL ? 0 : tag_len));
}

/* Ends a stream, whatever faults it has. */
VMB_NOINLINE static int vmb_ccm_finish_any(vmb_ccm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *tag,
                                           size_t tag_len, uint32_t opening)
{
    int status;

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
    return status == VMB_OK ? vmb_ccm_give(s, rounds, out, tag, tag_len) : vmb_ccm_abandon(s, status);
}

VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ccm_finish(vmb_ccm_stream *s, unsigned rounds, uint8_t *out,
                                                        const uint8_t *tag, size_t tag_len, uint32_t opening)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
#if VMB_CCM_SHORT_PIECES
    if ((s->left | (s->len ^ VMB_MAX_BYTES) | (uint32_t)(tag_len ^ s->tag_len)) == 0 && vmb_ccm_lacks_nothing(s) &&
        vmb_accepts_tag(s, sizeof *s, s->phase, opening, s->key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM, tag,
                        tag_len)) {
        return vmb_ccm_give(s, rounds, out, tag, tag_len);
    }
#endif
    return vmb_ccm_finish_any(s, rounds, out, tag, tag_len, opening);
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

#else
#define vmb_ccm_accepts(s, rounds, phase, out, in, len, wanted) 0
#define vmb_ccm_ad_piece(s, rounds, ad, len) VMB_OK
#endif

#define VMB_CCM_STREAM_DEFINE(name, rounds)                                                                            \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)             \
    {                                                                                                                  \
        return vmb_aes_wiped(rounds,                                                                                   \
                             vmb_ccm_start((vmb_ccm_stream *)s, (const uint32_t *)key, rounds, nonce, nonce_len, 0));  \
    }                                                                                                                  \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)             \
    {                                                                                                                  \
        return vmb_aes_wiped(rounds, vmb_ccm_start((vmb_ccm_stream *)s, (const uint32_t *)key, rounds, nonce,          \
                                                   nonce_len, VMB_PHASE_OPENING));                                     \
    }                                                                                                                  \
    int name##_lengths(name##_stream *s, size_t ad_len, size_t len, size_t tag_len)                                    \
    {                                                                                                                  \
        return vmb_aes_wiped(rounds, vmb_ccm_set_lengths((vmb_ccm_stream *)s, rounds, ad_len, len, tag_len));          \
    }                                                                                                                  \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                                     \
    {                                                                                                                  \
        if (s != NULL &&                                                                                               \
            vmb_ccm_accepts((vmb_ccm_stream *)s, rounds, ((vmb_ccm_stream *)s)->phase, NULL, ad, len, VMB_PHASE_AD)) { \
            return vmb_ccm_ad_piece((vmb_ccm_stream *)s, rounds, ad, len);                                             \
        }                                                                                                              \
        return vmb_aes_wiped(rounds, vmb_ccm_ad((vmb_ccm_stream *)s, rounds, ad, len));                                \
    }                                                                                                                  \
    VMB_ALIGNED_CODE int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                  \
    {                                                                                                                  \
        return vmb_aes_wiped(rounds, vmb_ccm_update_any((vmb_ccm_stream *)s, out, in, len, rounds));                   \
    }                                                                                                                  \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                             \
    {                                                                                                                  \
        return vmb_aes_wiped(rounds, vmb_ccm_finish((vmb_ccm_stream *)s, rounds, tag, tag, tag_len, 0));               \
    }                                                                                                                  \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                       \
    {                                                                                                                  \
        return vmb_aes_wiped(rounds,                                                                                   \
                             vmb_ccm_finish((vmb_ccm_stream *)s, rounds, NULL, tag, tag_len, VMB_PHASE_OPENING));      \
    }                                                                                                                  \
    void name##_abort(name##_stream *s)                                                                                \
    {                                                                                                                  \
        vmb_wipe_object(s, sizeof *s);                                                                                 \
    }

VMB_CCM_STREAM_DEFINE(vmb_aes128_ccm, 10)
VMB_CCM_STREAM_DEFINE(vmb_aes192_ccm, 12)
VMB_CCM_STREAM_DEFINE(vmb_aes256_ccm, 14)

#endif
