/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-AEAD128, Ascon-128 and Ascon-128a in pieces (ascon_stream.h). The bytes
 * themselves are vmb_ascon_take's.
 *
 * Sources: NIST SP 800-232, section 4; Ascon v1.2, section 2.4.
 */
#include "ascon/ascon_stream.h"
#include "ascon/ascon_word.h"

/* Compiled into its callers where streams are fast. */
#if VMB_ASCON_SHORT_PIECES
#define VMB_ASCON_PART VMB_INLINE
#else
#define VMB_ASCON_PART static
#endif

/* Adds the two words of the key to the state, from word i on. */
VMB_ASCON_PART void vmb_ascon_add_key(vmb_ascon_body *s, uint32_t i)
{
    const uint32_t *key = s->key;
    uint32_t *x = s->state + 2 * i, a = key[0], b = key[1], c = key[2], d = key[3];

    x[0] ^= a;
    x[1] ^= b;
    x[2] ^= c;
    x[3] ^= d;
}

/* Bytes of the current block, after `total` of associated data or of the message. */
static uint32_t vmb_ascon_used(uint32_t total, const vmb_ascon_kind *kind)
{
    return total & (kind->rate - 1u);
}

/* The end of a call: an error ends the stream. */
static int vmb_ascon_stream_return(vmb_ascon_body *s, int status)
{
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

/* VMB_OK if the stream waits for associated data or, with `last`, for the message, and its key is still valid. */
static int vmb_ascon_stream_ready(const vmb_ascon_body *s, const vmb_ascon_kind *kind, uint32_t last)
{
    uint32_t phase;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    phase = s->phase & ~(uint32_t)VMB_PHASE_OPENING;
    return phase < VMB_PHASE_AD || phase > last || vmb_is_unready(s->key, VMB_ASCON_KEY_SIZE, kind->mark)
               ? VMB_ERR_STATE
               : VMB_OK;
}

/* Bytes of the message so far. */
#if VMB_ASCON_SHORT_PIECES
#define VMB_ASCON_TOTAL(s) ((s)->len - (s)->used)

int vmb_ascon_stream_permute(vmb_ascon_body *s, uint32_t rounds)
{
    vmb_ascon_permute(s->state, rounds);
    return VMB_OK;
}

#if VMB_ASCON_INTERLEAVED
/* Not inlined: see vmb_ascon_take_part. */
VMB_NOINLINE static void vmb_ascon_to_words(uint32_t x[4], uint32_t last)
{
    uint32_t half[2], i;

    for (i = 0; i < last / 4; i += 2) {
        half[0] = x[i];
        half[1] = x[i + 1];
        x[i] = 0;
        x[i + 1] = 0;
        vmb_ascon_add_word(x + i, half[0], half[1]);
    }
}

VMB_NOINLINE static void vmb_ascon_to_bytes(uint32_t x[4], uint32_t last)
{
    uint32_t half[2], i;

    for (i = 0; i < last / 4; i += 2) {
        vmb_ascon_get_word(half, x + i);
        x[i] = half[0];
        x[i + 1] = half[1];
    }
}
#else
#define vmb_ascon_to_words(x, last) ((void)0)
#define vmb_ascon_to_bytes(x, last) ((void)0)
#endif

/* Sets the counts of a stream with `total` bytes of message. */
static void vmb_ascon_count(vmb_ascon_body *s, uint32_t total, uint32_t last)
{
    uint32_t end = (total | last) + 1;

    s->used = 0;
    s->len = total;
    if (end <= VMB_MAX_BYTES) {
        s->used = end - total;
        s->len = end;
    }
}

int vmb_ascon_stream_next(vmb_ascon_body *s, const vmb_ascon_kind *kind)
{
    uint32_t last = kind->rate - 1u;

    vmb_ascon_count(s, s->len, last);
    vmb_ascon_to_words(s->state, last);
    vmb_ascon_permute(s->state, kind->rounds);
    vmb_ascon_to_bytes(s->state, last);
    return VMB_OK;
}
#else
#define VMB_ASCON_TOTAL(s) ((s)->len)
#endif

/* The state before the first permutation. */
VMB_INLINE void vmb_ascon_begin(uint32_t x[10], const vmb_ascon_kind *kind, const uint32_t *key, const uint8_t *nonce)
{
    uint32_t i, raw[2];
#if VMB_SIZE

    vmb_wipe_here(x, 40);
    for (i = 0; i < 4; i++) {
        x[2 + i] = key[i];
    }
#else
    uint32_t a = key[0], b = key[1], c = key[2], d = key[3];

    x[0] = 0;
    x[1] = 0;
    x[2] = a;
    x[3] = b;
    x[4] = c;
    x[5] = d;
    x[6] = 0;
    x[7] = 0;
    x[8] = 0;
    x[9] = 0;
#endif
    vmb_ascon_add_word(x, kind->iv[0], kind->iv[1]);
#if VMB_ASCON_SHORT_PIECES && !VMB_ASCON_INTERLEAVED
    if (!kind->big) {
        x[6] = vmb_load32_le(nonce);
        x[7] = vmb_load32_le(nonce + 4);
        x[8] = vmb_load32_le(nonce + 8);
        x[9] = vmb_load32_le(nonce + 12);
        return;
    }
#endif
    for (i = 0; i < 4; i += 2) {
        raw[0] = vmb_load32_le(nonce + 4 * i);
        raw[1] = vmb_load32_le(nonce + 4 * i + 4);
        vmb_ascon_add_raw(x + 6 + i, raw, kind->big);
    }
}

int vmb_ascon_stream_start(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint32_t *key, const uint8_t *nonce,
                           size_t nonce_len, uint32_t opening)
{
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (nonce_len != 16) {
        status = VMB_ERR_LENGTH;
    } else if (VMB_RARELY((uint32_t)(key == NULL) | (uint32_t)(nonce == NULL) |
                          VMB_OVERLAP(s, sizeof *s, key, VMB_ASCON_KEY_SIZE) | VMB_OVERLAP(s, sizeof *s, nonce, 16))) {
        status = VMB_ERR_ARGUMENT;
    } else if (vmb_is_unready(key, VMB_ASCON_KEY_SIZE, kind->mark)) {
        status = VMB_ERR_STATE;
    }
    if (status != VMB_OK) {
        return vmb_end_stream(s, sizeof *s, status);
    }
    s->key = key;
    vmb_ascon_begin(s->state, kind, key, nonce);
    vmb_ascon_permute(s->state, 12);
    vmb_ascon_add_key(s, 3);
    s->ad_len = 0;
    s->len = 0;
    s->used = 0;
    s->keep = opening / VMB_PHASE_OPENING - 1u;
    s->phase = VMB_PHASE_AD | opening;
    return vmb_ascon_stream_return(s, VMB_OK);
}

int vmb_ascon_ad_checked(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len)
{
    uint32_t used = vmb_ascon_used(s->ad_len, kind);

    s->ad_len += (uint32_t)len;
    vmb_ascon_take(s->state, &used, kind, NULL, ad, len, VMB_ASCON_ABSORB);
    return VMB_OK;
}

int vmb_ascon_stream_ad(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len)
{
    int status = vmb_ascon_stream_ready(s, kind, VMB_PHASE_AD);
    uint32_t sum;

    if (status == VMB_OK) {
        sum = s->ad_len;
        status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    }
    if (status == VMB_OK) {
        status = vmb_ascon_ad_checked(s, kind, ad, len);
    }
    return vmb_ascon_stream_return(s, status);
}

/* The padding of the current block. */
VMB_INLINE void vmb_ascon_fill(vmb_ascon_body *s, uint32_t used, int big)
{
#if VMB_ASCON_SHORT_PIECES && !VMB_ASCON_INTERLEAVED
    ((uint8_t *)s->state)[used ^ (big ? 7u : 0u)] ^= big ? 0x80 : 0x01;
#else
    vmb_ascon_pad(s->state, used, big);
#endif
}

/* From associated data to message, once. The bit that separates the two is the
 * last one of the state in the byte order of the algorithm. */
static void vmb_ascon_end_ad(vmb_ascon_body *s, const vmb_ascon_kind *kind)
{
    if ((s->phase & ~(uint32_t)VMB_PHASE_OPENING) != VMB_PHASE_AD) {
        return;
    }
    if (s->ad_len != 0) {
        vmb_ascon_fill(s, vmb_ascon_used(s->ad_len, kind), kind->big);
        vmb_ascon_permute(s->state, kind->rounds);
    }
    vmb_ascon_add_word(s->state + 8, kind->big, kind->big ? 0 : 0x80000000u);
    s->phase = VMB_PHASE_MESSAGE | (s->phase & VMB_PHASE_OPENING);
#if VMB_ASCON_SHORT_PIECES
    vmb_ascon_count(s, 0, kind->rate - 1u);
    vmb_ascon_to_bytes(s->state, kind->rate - 1u);
#endif
}

#if VMB_ASCON_SHORT_PIECES
/* Encrypts or decrypts n bytes of a block, whose words are as ascon_stream.h says. Not inlined: see vmb_ascon_take_part. */
VMB_NOINLINE static void vmb_ascon_bytes(uint32_t state[10], uint32_t used, uint32_t flip, uint8_t *out,
                                         const uint8_t *in, uint32_t n, uint32_t keep)
{
    uint32_t x, b;
    uint8_t *block;

    for (; n != 0; n--) {
        block = (uint8_t *)state + (used ^ flip);
        b = *in++;
        x = *block;
        *block = (uint8_t)(b ^ (x & keep)); /* ciphertext replaces it */
        *out++ = (uint8_t)(x ^ b);
        used++;
    }
}

/* What `update` does after its checks. */
VMB_NOINLINE static void vmb_ascon_update_checked(vmb_ascon_body *s, const vmb_ascon_kind *kind, uint8_t *out,
                                                  const uint8_t *in, size_t len)
{
    uint32_t last = kind->rate - 1u, flip = kind->big ? 7 : 0, keep = s->keep;
    uint32_t total = VMB_ASCON_TOTAL(s), used = total & last, part;

    vmb_ascon_count(s, total + (uint32_t)len, last);
    if (used != 0) {
        part = last + 1 - used;
        if (len < part) {
            part = (uint32_t)len;
        }
        vmb_ascon_bytes(s->state, used, flip, out, in, part, keep);
        out += part;
        in += part;
        len -= part;
        if (used + part > last) {
            vmb_ascon_to_words(s->state, last);
            vmb_ascon_permute(s->state, kind->rounds);
            vmb_ascon_to_bytes(s->state, last);
        }
    }
    part = (uint32_t)len & last;
    len -= part;
    if (len != 0) {
        vmb_ascon_to_words(s->state, last);
        kind->blocks(s->state, out, in, len, keep == 0 ? VMB_ASCON_OPEN : VMB_ASCON_SEAL);
        vmb_ascon_to_bytes(s->state, last);
        out += len;
        in += len;
    }
    if (part != 0) {
        vmb_ascon_bytes(s->state, 0, flip, out, in, part, keep);
    }
}
#else
/* What `update` does after its checks. */
static void vmb_ascon_update_checked(vmb_ascon_body *s, const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                                     size_t len)
{
    uint32_t used = vmb_ascon_used(s->len, kind);

    s->len += (uint32_t)len;
    vmb_ascon_take(s->state, &used, kind, out, in, len, s->phase & VMB_PHASE_OPENING ? VMB_ASCON_OPEN : VMB_ASCON_SEAL);
}
#endif

/* `update` for what is not accepted, whatever the reason, and for nothing. */
VMB_NOINLINE static int vmb_ascon_update_rejected(vmb_ascon_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                                  const vmb_ascon_kind *kind)
{
    int status = vmb_ascon_stream_ready(s, kind, VMB_PHASE_MESSAGE);
    uint32_t sum;

    if (status == VMB_OK) {
        sum = VMB_ASCON_TOTAL(s);
        status = vmb_check_update(s, sizeof *s, s->key, VMB_ASCON_KEY_SIZE, &sum, out, in, len);
    }
    if (status == VMB_OK) {
        vmb_ascon_end_ad(s, kind);
        vmb_ascon_update_checked(s, kind, out, in, len);
    }
    return vmb_ascon_stream_return(s, status);
}

#if VMB_ASCON_SHORT_PIECES
/* `update` of whole blocks after others. The piece after it is rather of blocks, too: nothing is counted ahead. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ascon_whole(vmb_ascon_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                                         const vmb_ascon_kind *kind)
{
    s->len = VMB_ASCON_TOTAL(s) + (uint32_t)len;
    s->used = 0;
    vmb_ascon_to_words(s->state, kind->rate - 1u);
    kind->blocks(s->state, out, in, len, VMB_ASCON_OPEN + s->keep);
    vmb_ascon_to_bytes(s->state, kind->rate - 1u);
    return VMB_OK;
}

/* `update` of any piece that is accepted. */
VMB_NOINLINE static int vmb_ascon_parts(vmb_ascon_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                        const vmb_ascon_kind *kind)
{
    uint32_t last = kind->rate - 1u;

    vmb_ascon_end_ad(s, kind);
    if (((VMB_ASCON_TOTAL(s) | (uint32_t)len) & last) == 0) {
        return vmb_ascon_whole(s, out, in, len, kind);
    }
    vmb_ascon_update_checked(s, kind, out, in, len);
    return VMB_OK;
}

/* The same. Apart, so that nothing but the checks needs registers there. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ascon_update_accepted(vmb_ascon_body *s, uint8_t *out, const uint8_t *in,
                                                                   size_t len, const vmb_ascon_kind *kind)
{
    if (((((VMB_ASCON_TOTAL(s) | (uint32_t)len) & (kind->rate - 1u))) | ((s->phase ^ 1) & 1)) == 0) {
        return vmb_ascon_whole(s, out, in, len, kind);
    }
    return vmb_ascon_parts(s, out, in, len, kind);
}
#endif

VMB_ALIGNED_CODE int vmb_ascon_stream_update(vmb_ascon_body *s, uint8_t *out, const uint8_t *in, size_t len,
                                             const vmb_ascon_kind *kind)
{
#if VMB_ASCON_SHORT_PIECES
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (vmb_accepts_piece(s, sizeof *s, s->phase | 1, VMB_PHASE_MESSAGE, s->key, VMB_ASCON_KEY_SIZE, kind->mark,
                          VMB_ASCON_TOTAL(s), out, in, len)) {
        return vmb_ascon_update_accepted(s, out, in, len, kind);
    }
#endif
    return vmb_ascon_update_rejected(s, out, in, len, kind);
}

/* Ends a message whose stream has no fault, with the tag: writes it to `out`, or of a stream that opens compares it
 * with the one at `tag`. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_ascon_give(vmb_ascon_body *s, const vmb_ascon_kind *kind, uint8_t *out,
                                                        const uint8_t *tag)
{
    uint32_t raw[4], i, differ = 0;
    int status = VMB_OK;

    vmb_ascon_end_ad(s, kind);
#if VMB_ASCON_SHORT_PIECES
    s->len -= s->used;
    vmb_ascon_to_words(s->state, kind->rate - 1u);
#endif
    vmb_ascon_fill(s, vmb_ascon_used(s->len, kind), kind->big);
    vmb_ascon_add_key(s, kind->rate / 8u);
    vmb_ascon_permute(s->state, 12);
    vmb_ascon_add_key(s, 3);
    vmb_ascon_get_raw(raw, s->state + 6, kind->big);
    vmb_ascon_get_raw(raw + 2, s->state + 8, kind->big);
    if ((s->phase & VMB_PHASE_OPENING) == 0) {
        for (i = 0; i < 4; i++) {
            vmb_store32_le(out + 4 * i, raw[i]);
        }
    } else {
        for (i = 0; i < 4; i++) {
            differ |= raw[i] ^ vmb_load32_le(tag + 4 * i);
            VMB_OPAQUE(differ);
        }
        vmb_wipe_here(raw, sizeof raw); /* of a forgery this is the right tag */
        status = -(int)(differ != 0) & VMB_ERR_TAG; /* no branch, even without optimisation; otherwise VMB_OK, 0 */
    }
    vmb_wipe_here(s, sizeof *s);
    return status;
}

/* Ends a stream, whatever faults it has. */
VMB_NOINLINE static int vmb_ascon_finish_any(vmb_ascon_body *s, const vmb_ascon_kind *kind, uint8_t *out,
                                             const uint8_t *tag, size_t tag_len, uint32_t opening)
{
    int status = vmb_ascon_stream_ready(s, kind, VMB_PHASE_MESSAGE);

    if (s == NULL) {
        return status;
    }
    if (status == VMB_OK && (s->phase & VMB_PHASE_OPENING) != opening) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK && tag_len != 16) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->key, VMB_ASCON_KEY_SIZE, tag, 16, opening);
    }
    return status == VMB_OK ? vmb_ascon_give(s, kind, out, tag) : vmb_end_stream(s, sizeof *s, status);
}

/* The same of a stream that usually has none. */
VMB_ASCON_PART int vmb_ascon_finish(vmb_ascon_body *s, const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *tag,
                                    size_t tag_len, uint32_t opening)
{
#if VMB_ASCON_SHORT_PIECES
    if (s != NULL && tag_len == 16 &&
        vmb_accepts_tag(s, sizeof *s, s->phase, opening, s->key, VMB_ASCON_KEY_SIZE, kind->mark, tag, 16)) {
        return vmb_ascon_give(s, kind, out, tag);
    }
#endif
    return vmb_ascon_finish_any(s, kind, out, tag, tag_len, opening);
}

int vmb_ascon_stream_seal_finish(vmb_ascon_body *s, const vmb_ascon_kind *kind, uint8_t *tag, size_t tag_len)
{
    return vmb_ascon_finish(s, kind, tag, tag, tag_len, 0);
}

int vmb_ascon_stream_open_finish(vmb_ascon_body *s, const vmb_ascon_kind *kind, const uint8_t *tag, size_t tag_len)
{
    return vmb_ascon_finish(s, kind, NULL, tag, tag_len, VMB_PHASE_OPENING);
}

void vmb_ascon_stream_abort(vmb_ascon_body *s)
{
    vmb_wipe_object(s, sizeof *s);
}
