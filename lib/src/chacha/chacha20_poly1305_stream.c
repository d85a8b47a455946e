/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20-Poly1305 in pieces (RFC 8439, section 2.8): the streams of
 * vambrace/aead.h.
 *
 * Whole blocks of a piece go straight from `in` to `out` and to the tag. Of a block
 * that a piece leaves unfinished, the stream keeps the keystream (64 bytes) and
 * the ciphertext or associated data (16 bytes). How much of each is used follows
 * from the counts of bytes. Byte sequences lie in words as in memory.
 */
#include "chacha/chacha20_poly1305.h"
#include "common/stream.h"

#if !VMB_ENGINE

typedef vmb_chacha20_poly1305_body vmb_cp_body;

/* Bytes of a key object. */
#define VMB_CP_KEY_SIZE sizeof(vmb_chacha20_poly1305_key)

/* Ends the stream, that has broken a rule or is done. */
static int vmb_cp_end(vmb_cp_body *s, int status)
{
    return vmb_end_stream(s, sizeof *s, status);
}

VMB_CP_BODY int vmb_cp_start(vmb_cp_body *s, const vmb_chacha20_poly1305_key *key, const uint8_t *nonce,
                             size_t nonce_len, uint32_t phase)
{
    unsigned i;

    if (nonce_len != 12) {
        return vmb_cp_end(s, VMB_ERR_LENGTH);
    }
    if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_CP_KEY_SIZE) ||
        VMB_OVERLAP(s, sizeof *s, nonce, nonce_len)) {
        return vmb_cp_end(s, VMB_ERR_ARGUMENT);
    }
    if (vmb_is_unready(key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305)) {
        return vmb_cp_end(s, VMB_ERR_STATE);
    }
    s->phase = phase;
    s->key = key->words;
    for (i = 0; i < 12; i++) {
        ((uint8_t *)s->nonce)[i] = nonce[i];
    }
    for (i = 0; i < 5; i++) {
        s->h[i] = 0;
    }
    s->ad_len = 0;
    s->len = 0;
    vmb_chacha20_xor(s->key, nonce, 0, s->one_time, NULL, NULL, 0);
    return VMB_OK;
}

int vmb_chacha20_poly1305_seal_start(vmb_chacha20_poly1305_stream *s, const vmb_chacha20_poly1305_key *key,
                                     const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_CP_WIPED(vmb_cp_start(&s->body, key, nonce, nonce_len, VMB_PHASE_AD));
}

int vmb_chacha20_poly1305_open_start(vmb_chacha20_poly1305_stream *s, const vmb_chacha20_poly1305_key *key,
                                     const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_CP_WIPED(vmb_cp_start(&s->body, key, nonce, nonce_len, VMB_PHASE_AD | VMB_PHASE_OPENING));
}

/* Adds len bytes to the tag, after `used` bytes of the current block. */
static void vmb_cp_absorb(vmb_cp_body *s, size_t used, const uint8_t *data, size_t len)
{
    uint8_t *block = (uint8_t *)s->block;
    vmb_piece pieces[2];
    size_t n = 0;

    if (used != 0) {
        for (; used < 16 && len != 0; len--) {
            block[used++] = *data++;
        }
        if (used < 16) {
            return;
        }
        pieces[0].data = block;
        pieces[0].len = 16;
        n = 1;
    }
    if (len >= 16) {
        pieces[n].data = data;
        pieces[n].len = len & ~(size_t)15;
        data += pieces[n].len;
        len -= pieces[n].len;
        n++;
    }
    if (n != 0) {
        vmb_poly1305(NULL, s->one_time, pieces, n, s->h);
    }
    for (used = 0; used < len; used++) {
        block[used] = data[used];
    }
}

/* Adds the `used` bytes of the current block, filled up, and the last piece, if
 * there is one; then the tag, or null when more is to come. */
static void vmb_cp_fill(vmb_cp_body *s, size_t used, const uint8_t *last, size_t last_len, uint8_t *tag)
{
    vmb_piece pieces[2];

    pieces[0].data = (const uint8_t *)s->block;
    pieces[0].len = used;
    pieces[1].data = last;
    pieces[1].len = last_len;
    vmb_poly1305(tag, s->one_time, pieces, 2, s->h);
}

/* Encrypts or decrypts len bytes that have `done` bytes before them. */
static void vmb_cp_crypt(vmb_cp_body *s, uint32_t done, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t *ks = (uint8_t *)s->ks;
    const uint8_t *nonce = (const uint8_t *)s->nonce;
    size_t i, used = done % 64, whole;

    if (used != 0) {
        for (; used < 64 && len != 0; len--) {
            *out++ = (uint8_t)(*in++ ^ ks[used++]);
            done++;
        }
    }
    whole = len & ~(size_t)63;
    len -= whole;
    done = done / 64 + 1; /* now the number of the next block */
    if (whole != 0) {
        vmb_chacha20_xor(s->key, nonce, done, NULL, out, in, whole);
        done += (uint32_t)(whole / 64);
    }
    if (len != 0) {
        vmb_wipe(ks, 64);
        vmb_chacha20_xor(s->key, nonce, done, NULL, ks, ks, 64);
        out += whole;
        in += whole;
        for (i = 0; i < len; i++) {
            out[i] = (uint8_t)(in[i] ^ ks[i]);
        }
    }
}

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_cp_waits(const vmb_cp_body *s, uint32_t phase)
{
    return (s->phase & ~(uint32_t)VMB_PHASE_OPENING) != phase ||
                   vmb_is_unready(s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305)
               ? VMB_ERR_STATE
               : VMB_OK;
}

/* What `ad` does after its checks. */
VMB_NOINLINE static int vmb_cp_ad_checked(vmb_cp_body *s, const uint8_t *ad, size_t len)
{
    uint32_t done = s->ad_len;

    s->ad_len += (uint32_t)len;
    vmb_cp_absorb(s, done % 16, ad, len);
    return VMB_OK;
}

VMB_NOINLINE static int vmb_cp_ad(vmb_chacha20_poly1305_stream *stream, const uint8_t *ad, size_t len)
{
    vmb_cp_body *s;
    uint32_t sum;
    int status;

    if (stream == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    s = &stream->body;
    if (vmb_cp_waits(s, VMB_PHASE_AD) != VMB_OK) {
        return vmb_cp_end(s, VMB_ERR_STATE);
    }
    sum = s->ad_len;
    status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    return status == VMB_OK ? vmb_cp_ad_checked(s, ad, len) : vmb_cp_end(s, status);
}

#if VMB_SHORT_PIECES
/* Adds the block to the tag, which is complete. */
VMB_NOINLINE static int vmb_cp_full(vmb_cp_body *s)
{
    vmb_piece piece;

    piece.data = (const uint8_t *)s->block;
    piece.len = 16;
    vmb_poly1305(NULL, s->one_time, &piece, 1, s->h);
    return VMB_OK;
}

/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_cp_accepts(const vmb_chacha20_poly1305_stream *stream, const uint8_t *out, const uint8_t *in,
                              size_t len, uint32_t wanted)
{
    const vmb_cp_body *s;
    uint32_t total;

    if (stream == NULL) {
        return 0;
    }
    s = &stream->body;
    total = wanted == VMB_PHASE_AD ? s->ad_len : s->len;
    return vmb_accepts_piece(s, sizeof *s, s->phase, wanted, s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305, total,
                             out, in, len);
}
#endif

int vmb_chacha20_poly1305_ad(vmb_chacha20_poly1305_stream *stream, const uint8_t *ad, size_t len)
{
#if VMB_SHORT_PIECES
    if (vmb_cp_accepts(stream, NULL, ad, len, VMB_PHASE_AD)) {
        uint8_t *block = (uint8_t *)stream->body.block + stream->body.ad_len % 16;
        const uint8_t *end = ad + len;

        if (vmb_exceeds_block(stream->body.ad_len % 16, len, 16)) {
            return VMB_CP_WIPED(vmb_cp_ad_checked(&stream->body, ad, len));
        }
        stream->body.ad_len += (uint32_t)len;
        do {
            *block++ = *ad++;
        } while (ad != end);
        return stream->body.ad_len % 16 == 0 ? VMB_CP_WIPED(vmb_cp_full(&stream->body)) : VMB_OK;
    }
#endif
    return VMB_CP_WIPED(vmb_cp_ad(stream, ad, len));
}

/* VMB_OK when the associated data is complete and the stream ready for message. */
static int vmb_cp_ready(vmb_cp_body *s)
{
    if (vmb_cp_waits(s, VMB_PHASE_AD) == VMB_OK) {
        if (s->ad_len % 16 != 0) {
            vmb_cp_fill(s, s->ad_len % 16, NULL, 0, NULL);
        }
        s->phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
        return VMB_OK;
    }
    return vmb_cp_waits(s, VMB_PHASE_MESSAGE);
}

/* What `update` does after its checks. The tag covers the ciphertext: in place, it exists only before or after. */
VMB_NOINLINE static int vmb_cp_update_checked(vmb_cp_body *s, uint8_t *out, const uint8_t *in, size_t len)
{
    uint32_t done = s->len;

    s->len += (uint32_t)len;
    if ((s->phase & VMB_PHASE_OPENING) != 0) {
        vmb_cp_absorb(s, done % 16, in, len);
        vmb_cp_crypt(s, done, out, in, len);
    } else {
        vmb_cp_crypt(s, done, out, in, len);
        vmb_cp_absorb(s, done % 16, out, len);
    }
    return VMB_OK;
}

VMB_NOINLINE static int vmb_cp_update(vmb_chacha20_poly1305_stream *stream, uint8_t *out, const uint8_t *in, size_t len)
{
    vmb_cp_body *s;
    uint32_t sum;
    int status;

    if (stream == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    s = &stream->body;
    status = vmb_cp_ready(s);
    if (status != VMB_OK) {
        return vmb_cp_end(s, status);
    }
    sum = s->len;
    status = vmb_check_update(s, sizeof *s, s->key, VMB_CP_KEY_SIZE, &sum, out, in, len);
    return status == VMB_OK ? vmb_cp_update_checked(s, out, in, len) : vmb_cp_end(s, status);
}

#if VMB_SHORT_PIECES
/* A piece of the message that is accepted. */
VMB_INLINE int vmb_cp_piece(vmb_cp_body *s, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t *block = (uint8_t *)s->block + s->len % 16;
    const uint8_t *ks = (const uint8_t *)s->ks + s->len % 64, *end = in + len;
    uint32_t seal = s->phase / VMB_PHASE_OPENING - 1u, b, x;

    if (s->len % 64 == 0 || vmb_exceeds_block(s->len % 16, len, 16)) {
        return VMB_CP_WIPED(vmb_cp_update_checked(s, out, in, len));
    }
    s->len += (uint32_t)len;
    do {
        b = *in++;
        x = *ks++;
        *block++ = (uint8_t)(b ^ (x & seal)); /* ciphertext */
        *out++ = (uint8_t)(b ^ x);
    } while (in != end);
    return s->len % 16 == 0 ? VMB_CP_WIPED(vmb_cp_full(s)) : VMB_OK;
}
#endif

int vmb_chacha20_poly1305_update(vmb_chacha20_poly1305_stream *stream, uint8_t *out, const uint8_t *in, size_t len)
{
#if VMB_SHORT_PIECES
    if (len == 1) { /* known, it saves a third of the cycles */
        if (vmb_cp_accepts(stream, out, in, 1, VMB_PHASE_MESSAGE)) {
            return vmb_cp_piece(&stream->body, out, in, 1);
        }
    } else if (vmb_cp_accepts(stream, out, in, len, VMB_PHASE_MESSAGE)) {
        return vmb_cp_piece(&stream->body, out, in, len);
    }
#endif
    return VMB_CP_WIPED(vmb_cp_update(stream, out, in, len));
}

/* Writes the tag of all input, to the caller's buffer or to a local one. VMB_OK, or the reason why the stream, of
 * seal_start or open_start, cannot end. */
static int vmb_cp_finish(vmb_cp_body *s, uint32_t opening, size_t tag_len, const uint8_t *given, uint8_t *tag)
{
    uint32_t lengths[4];
    int status;

    if ((s->phase & VMB_PHASE_OPENING) != opening) {
        return VMB_ERR_STATE;
    }
    status = vmb_cp_ready(s);
    if (status != VMB_OK) {
        return status;
    }
    if (tag_len != 16) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_tag(s, sizeof *s, s->key, VMB_CP_KEY_SIZE, given, tag_len, opening);
    if (status != VMB_OK) {
        return status;
    }
    vmb_store32_le((uint8_t *)&lengths[0], s->ad_len);
    lengths[1] = 0; /* VMB_MAX_BYTES is below 2^32 */
    vmb_store32_le((uint8_t *)&lengths[2], s->len);
    lengths[3] = 0;
    vmb_cp_fill(s, s->len % 16, (const uint8_t *)lengths, sizeof lengths, tag);
    return VMB_OK;
}

VMB_CP_BODY int vmb_cp_seal_finish(vmb_chacha20_poly1305_stream *s, uint8_t *tag, size_t tag_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_cp_end(&s->body, vmb_cp_finish(&s->body, 0, tag_len, tag, tag));
}

int vmb_chacha20_poly1305_seal_finish(vmb_chacha20_poly1305_stream *s, uint8_t *tag, size_t tag_len)
{
    return VMB_CP_WIPED(vmb_cp_seal_finish(s, tag, tag_len));
}

VMB_CP_BODY int vmb_cp_open_finish(vmb_chacha20_poly1305_stream *s, const uint8_t *tag, size_t tag_len)
{
    uint32_t expected[4];
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_cp_finish(&s->body, VMB_PHASE_OPENING, tag_len, tag, (uint8_t *)expected);
    if (status == VMB_OK) {
        /* The result of the tag check is public: the call returns it. */
        if (vmb_differ((const uint8_t *)expected, tag, 16) != 0) {
            status = VMB_ERR_TAG;
        }
        vmb_wipe(expected, sizeof expected);
    }
    return vmb_cp_end(&s->body, status);
}

int vmb_chacha20_poly1305_open_finish(vmb_chacha20_poly1305_stream *s, const uint8_t *tag, size_t tag_len)
{
    return VMB_CP_WIPED(vmb_cp_open_finish(s, tag, tag_len));
}

void vmb_chacha20_poly1305_abort(vmb_chacha20_poly1305_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

#endif
