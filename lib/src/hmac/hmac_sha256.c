/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * HMAC-SHA-256 (FIPS 198-1, RFC 2104): the calls of vambrace/mac.h around a hash (sha256.h).
 */
#include "hmac/hmac_sha256.h"

#include "vambrace/mac.h"

#define VMB_HMAC_TAG 32
#define VMB_HMAC_LEAST 16      /* half of the hash: RFC 2104, section 5 */
#define VMB_HMAC_LEAST_SHORT 4 /* NIST SP 800-107 revision 1, section 5.3.3 */
#define VMB_HMAC_INNER 0x36363636u
#define VMB_HMAC_OUTER 0x5c5c5c5cu

#define VMB_HMAC_KEY_WORDS(key) ((const uint32_t *)(key)->words)

/* Makes the hash value after the key, of which each byte gets the pad. */
static void vmb_hmac_sha256_pad(uint32_t h[8], uint32_t block[16], uint32_t pad)
{
    unsigned i;

    for (i = 0; i < 16; i++) {
        block[i] ^= pad;
    }
    vmb_sha256_copy(h, NULL);
    vmb_sha256_blocks(h, (const uint8_t *)block, 1);
}

VMB_NOINLINE void vmb_hmac_sha256_expand(uint32_t key[VMB_HMAC_SHA256_WORDS], const uint8_t *bytes, size_t key_len)
{
    vmb_sha256_state s;

    if (key_len > VMB_SHA256_BLOCK) {
        vmb_sha256_begin(&s, NULL, 0);
        vmb_sha256_take(&s, bytes, key_len);
        vmb_sha256_end(&s);
        vmb_sha256_put((uint8_t *)s.block, s.h);
        key_len = VMB_HMAC_TAG;
    } else {
        vmb_sha256_move((uint8_t *)s.block, bytes, key_len);
    }
    vmb_sha256_clear(s.block, (uint32_t)key_len);
    vmb_hmac_sha256_pad(key, s.block, VMB_HMAC_INNER);
    vmb_hmac_sha256_pad(key + 8, s.block, VMB_HMAC_INNER ^ VMB_HMAC_OUTER);
    vmb_wipe_here(&s, sizeof s);
}

void vmb_hmac_sha256_begin(vmb_sha256_state *s, const uint32_t key[VMB_HMAC_SHA256_WORDS])
{
    vmb_sha256_begin(s, key, VMB_SHA256_BLOCK);
}

VMB_NOINLINE void vmb_hmac_sha256_end(vmb_sha256_state *s, const uint32_t key[VMB_HMAC_SHA256_WORDS])
{
    vmb_sha256_end(s);
    vmb_sha256_put((uint8_t *)s->block, s->h);
    vmb_sha256_begin(s, key + 8, VMB_SHA256_BLOCK + VMB_HMAC_TAG);
    vmb_sha256_end(s);
    vmb_sha256_put((uint8_t *)s->block, s->h);
}

/* The bytes of a tag, 0 if no tag has that length. */
static size_t vmb_hmac_tag_bytes(size_t tag_len)
{
    if (tag_len - VMB_HMAC_LEAST <= VMB_HMAC_TAG - VMB_HMAC_LEAST) {
        return tag_len;
    }
    tag_len -= VMB_SHORT_TAG(0);
    return tag_len - VMB_HMAC_LEAST_SHORT < VMB_HMAC_LEAST - VMB_HMAC_LEAST_SHORT ? tag_len : 0;
}

/* Ends the message. Writes the first n bytes of the tag to `tag`, or if that is null compares them with those at
 * `given`. */
VMB_NOINLINE static int vmb_hmac_sha256_give(vmb_sha256_state *s, const uint32_t *key, uint8_t *tag,
                                             const uint8_t *given, size_t n)
{
    vmb_hmac_sha256_end(s, key);
    if (tag != NULL) {
        vmb_sha256_move(tag, (const uint8_t *)s->block, n);
        return VMB_OK;
    }
    /* No secret: the call returns it. */
    return vmb_differ(given, (const uint8_t *)s->block, n) != 0 ? VMB_ERR_TAG : VMB_OK;
}

int vmb_hmac_sha256_init(vmb_hmac_sha256_key *key, const uint8_t *bytes, size_t key_len)
{
    if (key_len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL || (key_len != 0 && (bytes == NULL || VMB_OVERLAP(key, sizeof *key, bytes, key_len)))) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_hmac_sha256_expand(key->words, bytes, key_len);
    vmb_set_mark(key->words, sizeof *key, VMB_MARK_HMAC_SHA256);
    return VMB_SHA256_WIPED(VMB_OK);
}

VMB_SHA256_BODY int vmb_hmac_sha256_whole(const uint32_t *key, uint8_t *tag, const uint8_t *given, size_t n,
                                          const uint8_t *in, size_t len)
{
    vmb_sha256_state s;
    int status;

    vmb_hmac_sha256_begin(&s, key);
    vmb_sha256_take(&s, in, len);
    status = vmb_hmac_sha256_give(&s, key, tag, given, n);
    vmb_wipe_here(&s, sizeof s);
    return status;
}

static int vmb_hmac_sha256_once(const vmb_hmac_sha256_key *key, uint8_t *tag, const uint8_t *given, size_t tag_len,
                                const uint8_t *in, size_t len)
{
    size_t n = vmb_hmac_tag_bytes(tag_len);

    if (n == 0 || len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL || given == NULL || (len != 0 && in == NULL)) {
        return VMB_ERR_ARGUMENT;
    }
    if (tag != NULL && (VMB_OVERLAP(tag, n, key, sizeof *key) || (len != 0 && VMB_OVERLAP(tag, n, in, len)))) {
        return VMB_ERR_ARGUMENT;
    }
    if (vmb_is_unready(key, sizeof *key, VMB_MARK_HMAC_SHA256)) {
        return VMB_ERR_STATE;
    }
    return VMB_SHA256_WIPED(vmb_hmac_sha256_whole(VMB_HMAC_KEY_WORDS(key), tag, given, n, in, len));
}

int vmb_hmac_sha256_compute(const vmb_hmac_sha256_key *key, uint8_t *tag, size_t tag_len, const uint8_t *in, size_t len)
{
    return vmb_hmac_sha256_once(key, tag, tag, tag_len, in, len);
}

int vmb_hmac_sha256_verify(const vmb_hmac_sha256_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *in,
                           size_t len)
{
    return vmb_hmac_sha256_once(key, NULL, tag, tag_len, in, len);
}

void vmb_hmac_sha256_wipe(vmb_hmac_sha256_key *key)
{
    vmb_wipe_object(key, sizeof *key);
}

static int vmb_hmac_sha256_return(vmb_hmac_sha256_stream *s, int status)
{
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

int vmb_hmac_sha256_start(vmb_hmac_sha256_stream *s, const vmb_hmac_sha256_key *key)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (key == NULL || VMB_OVERLAP(s, sizeof *s, key, sizeof *key)) {
        return vmb_hmac_sha256_return(s, VMB_ERR_ARGUMENT);
    }
    if (vmb_is_unready(key, sizeof *key, VMB_MARK_HMAC_SHA256)) {
        return vmb_hmac_sha256_return(s, VMB_ERR_STATE);
    }
    vmb_hmac_sha256_begin(&s->body.state, key->words);
    s->body.key = key->words;
    s->body.phase = VMB_PHASE_ABSORB;
    return VMB_SHA256_WIPED(VMB_OK);
}

static int vmb_hmac_sha256_ready(const vmb_hmac_sha256_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (s->body.phase != VMB_PHASE_ABSORB ||
        vmb_is_unready(s->body.key, sizeof(vmb_hmac_sha256_key), VMB_MARK_HMAC_SHA256)) {
        return VMB_ERR_STATE;
    }
    return VMB_OK;
}

VMB_SHA256_BODY int vmb_hmac_sha256_more(vmb_hmac_sha256_stream *s, const uint8_t *in, size_t len)
{
    vmb_sha256_take(&s->body.state, in, len);
    return VMB_OK;
}

int vmb_hmac_sha256_update(vmb_hmac_sha256_stream *s, const uint8_t *in, size_t len)
{
    uint32_t total;
    int status = vmb_hmac_sha256_ready(s);

    if (status == VMB_OK) {
        total = s->body.state.len - VMB_SHA256_BLOCK; /* the message alone */
        status = vmb_check_input(s, sizeof *s, &total, in, len);
    }
    if (status == VMB_OK) {
        status = VMB_SHA256_WIPED(vmb_hmac_sha256_more(s, in, len));
    }
    return vmb_hmac_sha256_return(s, status);
}

static int vmb_hmac_sha256_ended(vmb_hmac_sha256_stream *s, uint8_t *tag, const uint8_t *given, size_t tag_len)
{
    size_t n = vmb_hmac_tag_bytes(tag_len);
    int status = vmb_hmac_sha256_ready(s);

    if (status == VMB_OK && n == 0) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->body.key, sizeof(vmb_hmac_sha256_key), given, n, tag == NULL);
    }
    if (status == VMB_OK) {
        status = VMB_SHA256_WIPED(vmb_hmac_sha256_give(&s->body.state, s->body.key, tag, given, n));
        return vmb_end_stream(s, sizeof *s, status);
    }
    return vmb_hmac_sha256_return(s, status);
}

int vmb_hmac_sha256_finish(vmb_hmac_sha256_stream *s, uint8_t *tag, size_t tag_len)
{
    return vmb_hmac_sha256_ended(s, tag, tag, tag_len);
}

int vmb_hmac_sha256_verify_finish(vmb_hmac_sha256_stream *s, const uint8_t *tag, size_t tag_len)
{
    return vmb_hmac_sha256_ended(s, NULL, tag, tag_len);
}

void vmb_hmac_sha256_abort(vmb_hmac_sha256_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}
