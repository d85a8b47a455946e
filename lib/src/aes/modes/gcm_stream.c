/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-GCM (NIST SP 800-38D) in pieces of any length, the public functions. The parts
 * of the message are those of gcm.h. One body serves the three key sizes.
 */
#include "aes/aes_words.h"
#include "aes/modes/gcm.h"
#include "aes/modes/gcm_pieces.h"
#include "common/stream.h"

#if !VMB_ENGINE_GCM

/* Ends the stream. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_abandon(vmb_gcm_body *s, int status)
{
    vmb_wipe_here(s, sizeof *s);
    return status;
}

/* The end of a call: an error ends the stream. */
static int vmb_gcm_return(vmb_gcm_body *s, int status)
{
    return status == VMB_OK ? VMB_OK : vmb_gcm_abandon(s, status);
}

#if VMB_GCM_SHORT_PIECES
/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_gcm_accepts(const vmb_gcm_body *s, unsigned rounds, uint32_t phase, const uint8_t *out,
                               const uint8_t *in, size_t len, uint32_t wanted)
{
    return vmb_accepts_piece(s, sizeof *s, phase, wanted, s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM,
                             wanted == VMB_PHASE_AD ? s->m.ad_len : s->m.len - s->left, out, in, len);
}
#endif

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_gcm_ready(const vmb_gcm_body *s, unsigned rounds, uint32_t phase)
{
    return (s->m.phase & ~(uint32_t)VMB_PHASE_OPENING) != phase ||
                   vmb_is_unready(s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM)
               ? VMB_ERR_STATE
               : VMB_OK;
}

VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_start(vmb_gcm_body *s, const uint32_t *key, unsigned rounds,
                                                       const uint8_t *nonce, size_t nonce_len, uint32_t opening)
{
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (nonce_len - 1 >= VMB_MAX_BYTES) {
        status = VMB_ERR_LENGTH;
    } else if (VMB_RARELY((uint32_t)(key == NULL) | (uint32_t)(nonce == NULL) |
                          VMB_OVERLAP(s, sizeof *s, key, VMB_GCM_KEY_SIZE(rounds)) |
                          VMB_OVERLAP(s, sizeof *s, nonce, nonce_len))) {
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
#if VMB_GCM_SHORT_PIECES
        vmb_gcm_copy_mask(s->mask, s->m.mask);
        s->m.work.used = 16; /* the second block is keystream */
        s->from = 16;
#endif
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

/* After the associated data. */
VMB_INLINE void vmb_gcm_begin_message(vmb_gcm_body *s, unsigned rounds)
{
    s->m.phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
    if ((s->m.ad_len & 15) != 0) {
        vmb_gcm_end_ad(&s->m, rounds);
    }
}

/* VMB_OK when the stream is at its message: the associated data ends. */
VMB_INLINE int vmb_gcm_to_message(vmb_gcm_body *s, unsigned rounds)
{
    if (vmb_gcm_ready(s, rounds, VMB_PHASE_AD) == VMB_OK) {
        vmb_gcm_begin_message(s, rounds);
        return VMB_OK;
    }
    return vmb_gcm_ready(s, rounds, VMB_PHASE_MESSAGE);
}

#if VMB_GCM_SHORT_PIECES
/* vmb_gcm_piece after the associated data. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_first_piece(vmb_gcm_body *s, uint8_t *out, const uint8_t *in,
                                                             size_t len, unsigned rounds)
{
    vmb_gcm_begin_message(s, rounds);
    return vmb_gcm_piece(s, out, in, len, rounds);
}

/* What `update` does with a piece that is accepted. Apart, so that nothing but the checks needs registers there. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_update_accepted(vmb_gcm_body *s, uint8_t *out, const uint8_t *in,
                                                                 size_t len, unsigned rounds)
{
    if (vmb_gcm_is_blocks(s, out, in, len)) {
        return vmb_gcm_blocks(s, out, in, len, rounds);
    }
    if ((s->m.phase & VMB_PHASE_MESSAGE) == VMB_PHASE_AD) {
        return vmb_gcm_first_piece(s, out, in, len, rounds);
    }
    return vmb_gcm_piece(s, out, in, len, rounds);
}

/* What `update` does after its checks. */
static int vmb_gcm_update_checked(vmb_gcm_body *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t len)
{
    return len == 0 ? VMB_OK : vmb_gcm_piece(s, out, in, len, rounds);
}
#else
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
    return vmb_gcm_return(s, vmb_aes_return(status, out, len));
}

#endif

/* `update` for what is not accepted, whatever the reason, and for nothing. */
VMB_NOINLINE static int vmb_gcm_update_rejected(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                                unsigned rounds)
{
    uint32_t sum;
    int status;

    if (!VMB_GCM_SHORT_PIECES && s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_gcm_to_message(s, rounds);
    if (status == VMB_OK) {
#if VMB_GCM_SHORT_PIECES
        vmb_gcm_settle(s);
#endif
        sum = s->m.len;
        status = vmb_check_update(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), &sum, out, in, len);
    }
    if (status == VMB_OK) {
        return vmb_gcm_update_checked(s, rounds, out, in, len);
    }
    return vmb_gcm_return(s, status);
}

#if VMB_GCM_SHORT_PIECES
/* `update` of a byte for which there is no keystream. Usually there was, for two whole blocks. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_next_byte(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                                           unsigned rounds)
{
    if (VMB_RARELY(((s->m.phase & ~(uint32_t)VMB_PHASE_OPENING) ^ VMB_PHASE_MESSAGE) | s->left |
                   (s->m.work.used ^ VMB_GCM_ROOM) | (uint32_t)(s->m.len > VMB_MAX_BYTES - VMB_GCM_ROOM)) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM, out, in, 1))) {
        return vmb_gcm_update_rejected(s, out, in, len, rounds);
    }
    return vmb_gcm_refill_byte(s, rounds, out, in);
}

/* `update` of what vmb_gcm_byte does not process. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_update(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                                        unsigned rounds)
{
    if (len == 1) {
        return vmb_gcm_next_byte(s, out, in, len, rounds);
    }
    if (vmb_gcm_accepts(s, rounds, s->m.phase | 1, out, in, len, VMB_PHASE_MESSAGE)) {
        return vmb_gcm_update_accepted(s, out, in, len, rounds);
    }
    return vmb_gcm_update_rejected(s, out, in, len, rounds);
}

/* `update` of any piece, in place if it is a byte for which there is keystream. */
VMB_INLINE int vmb_gcm_update_any(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t len, unsigned rounds)
{
    if (vmb_is_null(s)) {
        return VMB_ERR_ARGUMENT;
    }
    if (VMB_RARELY(s->left == 0) ||
        VMB_RARELY(vmb_faults_of_byte(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM, out, in, len))) {
        return vmb_gcm_update(s, out, in, len, rounds);
    }
    return vmb_gcm_add_byte(s, s->left, out, in);
}
#else
#define vmb_gcm_update_any vmb_gcm_update_rejected
#endif

/* Word i of the tag. The compiler finishes it before it begins the next one: then there are registers for all. */
#define VMB_GCM_TAG_WORD(i)                                  \
    do {                                                     \
        s->m.mask[i] = mask[i] ^ vmb_aes_swap(s->m.hash[i]); \
        VMB_OPAQUE2(s, mask);                                \
    } while (0)

/* Parts of vmb_gcm_finish. */
#if VMB_GCM_SHORT_PIECES
#define VMB_GCM_PART VMB_NOINLINE VMB_ALIGNED_CODE static
#else
#define VMB_GCM_PART VMB_INLINE
#endif

/* Ends a message whose stream has no fault, with the tag: writes it to `out`, or of a stream that opens compares it
 * with the one at `tag`. */
VMB_GCM_PART int vmb_gcm_give(vmb_gcm_body *s, unsigned rounds, uint8_t *out, const uint8_t *tag, size_t tag_len)
{
#if VMB_GCM_SHORT_PIECES
    const uint32_t *mask = s->mask;
    uint32_t len = s->m.len - s->left;
#else
    const uint32_t *mask = s->m.mask;
    uint32_t len = s->m.len;
#endif
#if VMB_SIZE
    unsigned i;
#endif
    int status = VMB_OK;

#if VMB_GCM_SHORT_PIECES
    vmb_gcm_hash_rest(s, rounds, s->m.work.used - s->left);
#endif
    vmb_ghash_end(VMB_GCM_HASH_KEY(s->m.key, rounds), s->m.hash, len & 15, s->m.ad_len, len);
#if VMB_SIZE
    for (i = 0; i < 4; i++) {
        VMB_GCM_TAG_WORD(i);
    }
#else
    VMB_GCM_TAG_WORD(0);
    VMB_GCM_TAG_WORD(1);
    VMB_GCM_TAG_WORD(2);
    VMB_GCM_TAG_WORD(3);
#endif
    if ((s->m.phase & VMB_PHASE_OPENING) == 0) {
        vmb_gcm_put_tag(&s->m, out, tag_len);
    } else if (vmb_gcm_differ(&s->m, tag, tag_len) != 0) {
        status = VMB_ERR_TAG;
    }
    return vmb_gcm_abandon(s, status);
}

/* Ends a stream, whatever faults it has. */
VMB_GCM_PART int vmb_gcm_finish_any(vmb_gcm_body *s, unsigned rounds, uint8_t *out, const uint8_t *tag, size_t tag_len,
                                    uint32_t opening)
{
    int status = vmb_gcm_to_message(s, rounds);

    tag_len = vmb_gcm_tag_len(tag_len);
    if (status == VMB_OK && (s->m.phase & VMB_PHASE_OPENING) != opening) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK && tag_len == 0) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->m.key, VMB_GCM_KEY_SIZE(rounds), tag, tag_len, opening);
    }
    return status == VMB_OK ? vmb_gcm_give(s, rounds, out, tag, tag_len) : vmb_gcm_abandon(s, status);
}

VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_finish(vmb_gcm_body *s, unsigned rounds, uint8_t *out,
                                                        const uint8_t *tag, size_t tag_len, uint32_t opening)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
#if VMB_GCM_SHORT_PIECES
    if (vmb_gcm_is_usual_tag(tag_len) && vmb_accepts_tag(s, sizeof *s, s->m.phase, opening, s->m.key,
                                                         VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM, tag, tag_len)) {
        return vmb_gcm_give(s, rounds, out, tag, tag_len);
    }
#endif
    return vmb_gcm_finish_any(s, rounds, out, tag, tag_len, opening);
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
        if (VMB_GHASH_ANYWHERE && ((used | len) & 15) == 0) {
            s->m.ad_len += (uint32_t)len;
            vmb_gcm_hash_blocks(s, rounds, ad, len);
            return VMB_OK;
        }
        return VMB_GCM_WIPED(vmb_gcm_ad_checked(s, rounds, ad, len));
    }
    s->m.ad_len += (uint32_t)len;
    do { /* the block's words are big-endian */
        ((uint8_t *)s->m.hash)[used++ ^ 3] ^= *ad++;
    } while (ad != end);
    return used == 16 ? VMB_GCM_WIPED(vmb_gcm_full(s, rounds)) : VMB_OK;
}

#else
#define vmb_gcm_accepts(s, rounds, phase, out, in, len, wanted) 0
#define vmb_gcm_ad_piece(s, rounds, ad, len) VMB_OK
#endif

#define VMB_GCM_STREAM_DEFINE(name, rounds)                                                                          \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)           \
    {                                                                                                                \
        return VMB_GCM_WIPED(vmb_gcm_start((vmb_gcm_body *)s, (const uint32_t *)key, rounds, nonce, nonce_len, 0));  \
    }                                                                                                                \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)           \
    {                                                                                                                \
        return VMB_GCM_WIPED(                                                                                        \
            vmb_gcm_start((vmb_gcm_body *)s, (const uint32_t *)key, rounds, nonce, nonce_len, VMB_PHASE_OPENING));   \
    }                                                                                                                \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                                   \
    {                                                                                                                \
        if (s != NULL &&                                                                                             \
            vmb_gcm_accepts((vmb_gcm_body *)s, rounds, ((vmb_gcm_body *)s)->m.phase, NULL, ad, len, VMB_PHASE_AD)) { \
            return vmb_gcm_ad_piece((vmb_gcm_body *)s, rounds, ad, len);                                             \
        }                                                                                                            \
        return VMB_GCM_WIPED(vmb_gcm_ad((vmb_gcm_body *)s, rounds, ad, len));                                        \
    }                                                                                                                \
    VMB_ALIGNED_CODE int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                \
    {                                                                                                                \
        return VMB_GCM_WIPED(vmb_gcm_update_any((vmb_gcm_body *)s, out, in, len, rounds));                           \
    }                                                                                                                \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                           \
    {                                                                                                                \
        return VMB_GCM_WIPED(vmb_gcm_finish((vmb_gcm_body *)s, rounds, tag, tag, tag_len, 0));                       \
    }                                                                                                                \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                     \
    {                                                                                                                \
        return VMB_GCM_WIPED(vmb_gcm_finish((vmb_gcm_body *)s, rounds, NULL, tag, tag_len, VMB_PHASE_OPENING));      \
    }                                                                                                                \
    void name##_abort(name##_stream *s)                                                                              \
    {                                                                                                                \
        if (s != NULL) {                                                                                             \
            vmb_wipe(s, sizeof *s);                                                                                  \
        }                                                                                                            \
    }

VMB_GCM_STREAM_DEFINE(vmb_aes128_gcm, 10)
VMB_GCM_STREAM_DEFINE(vmb_aes192_gcm, 12)
VMB_GCM_STREAM_DEFINE(vmb_aes256_gcm, 14)

#endif
