/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * SHA-256 (FIPS 180-4) on the blocks of sha256.h: padding, streams and the checks of vambrace/hash.h.
 * The block of a state has the bytes as they are in memory.
 */
#include "sha256/sha256.h"

#include "sha256/sha256_constants.h"
#include "vambrace/hash.h"

#define VMB_SHA256_DIGEST 32
#define VMB_SHA256_COUNT 56 /* where the length is in the last block */

static const uint32_t vmb_sha256_initial[8] = {VMB_SHA256_INITIAL};

/* The functions on secret words are not inlined: words would stay in registers that belong to the caller, and the
 * kernel, which comes next, saves those on the stack. */

VMB_NOINLINE void vmb_sha256_copy(uint32_t h[8], const uint32_t *from)
{
    uint32_t x;
    unsigned i;

    if (from == NULL) {
        from = vmb_sha256_initial;
    }
    for (i = 0; i < 8; i++) {
        x = from[i];
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        h[i] = x;
    }
}

void vmb_sha256_begin(vmb_sha256_state *s, const uint32_t *h, uint32_t len)
{
    vmb_sha256_copy(s->h, h);
    s->len = len;
}

VMB_NOINLINE void vmb_sha256_move(uint8_t *to, const uint8_t *in, size_t n)
{
    uint32_t x;

#if !VMB_SIZE
    if (vmb_is_aligned(to) && vmb_is_aligned(in)) {
        for (; n >= 4; in += 4, to += 4, n -= 4) {
            x = vmb_get_word(in);
            VMB_OPAQUE(x); /* or the compiler calls memcpy */
            vmb_put_word(to, x);
        }
    }
#endif
    for (; n != 0; in++, to++, n--) {
        x = *in;
        VMB_OPAQUE(x);
        *to = (uint8_t)x;
    }
}

VMB_NOINLINE void vmb_sha256_take(vmb_sha256_state *s, const uint8_t *in, size_t n)
{
    uint32_t used = s->len % VMB_SHA256_BLOCK, some;

    s->len += (uint32_t)n;
    if (used != 0 && n != 0) {
        some = VMB_SHA256_BLOCK - used;
        some = n < some ? (uint32_t)n : some;
        vmb_sha256_move((uint8_t *)s->block + used, in, some);
        in += some;
        n -= some;
        if (used + some != VMB_SHA256_BLOCK) {
            return;
        }
        vmb_sha256_blocks(s->h, (const uint8_t *)s->block, 1);
    }
    if (n >= VMB_SHA256_BLOCK) {
        vmb_sha256_blocks(s->h, in, n / VMB_SHA256_BLOCK);
        in += n - n % VMB_SHA256_BLOCK;
    }
    vmb_sha256_move((uint8_t *)s->block, in, n % VMB_SHA256_BLOCK);
}

void vmb_sha256_clear(uint32_t block[16], uint32_t from)
{
    uint8_t *b = (uint8_t *)block;
    uint32_t zero = 0;

    for (; (from & 3) != 0; from++) {
        b[from] = 0;
    }
    for (from /= 4; from < 16; from++) {
        VMB_OPAQUE(zero); /* or the compiler calls memset */
        block[from] = zero;
    }
}

VMB_NOINLINE void vmb_sha256_end(vmb_sha256_state *s)
{
    uint8_t *b = (uint8_t *)s->block;
    uint32_t used = s->len % VMB_SHA256_BLOCK, bits = s->len << 3, i;

    b[used++] = 0x80;
    vmb_sha256_clear(s->block, used);
    if (used > VMB_SHA256_COUNT) {
        vmb_sha256_blocks(s->h, b, 1);
        vmb_sha256_clear(s->block, 0);
    }
    b[VMB_SHA256_COUNT + 3] = (uint8_t)(s->len >> 29);
    for (i = 0; i < 4; i++) {
        b[VMB_SHA256_COUNT + 4 + i] = (uint8_t)(bits >> (24 - 8 * i));
    }
    vmb_sha256_blocks(s->h, b, 1);
}

VMB_NOINLINE void vmb_sha256_put(uint8_t *out, const uint32_t h[8])
{
    unsigned i;

    for (i = 0; i < 8; i++, out += 4) {
        out[0] = (uint8_t)(h[i] >> 24);
        out[1] = (uint8_t)(h[i] >> 16);
        out[2] = (uint8_t)(h[i] >> 8);
        out[3] = (uint8_t)h[i];
    }
}

static int vmb_sha256_ready(const vmb_sha256_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return s->body.phase == VMB_PHASE_ABSORB ? VMB_OK : VMB_ERR_STATE;
}

static int vmb_sha256_return(vmb_sha256_stream *s, int status)
{
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

VMB_SHA256_BODY int vmb_sha256_once(uint8_t *digest, const uint8_t *in, size_t len)
{
    vmb_sha256_state s;

    vmb_sha256_begin(&s, NULL, 0);
    vmb_sha256_take(&s, in, len);
    vmb_sha256_end(&s);
    vmb_sha256_put(digest, s.h);
    return vmb_end_stream(&s, sizeof s, VMB_OK);
}

int vmb_sha256(uint8_t *digest, size_t digest_len, const uint8_t *in, size_t len)
{
    uint32_t total = 0;
    int status = digest_len == VMB_SHA256_DIGEST ? VMB_OK : VMB_ERR_LENGTH;

    if (status == VMB_OK) {
        status = vmb_check_input(NULL, 0, &total, in, len);
    }
    if (status == VMB_OK) {
        /* An empty input overlaps nothing, wherever it points. */
        status = vmb_check_output(len != 0 ? in : NULL, len, digest, digest_len);
    }
    return status == VMB_OK ? VMB_SHA256_WIPED(vmb_sha256_once(digest, in, len)) : status;
}

int vmb_sha256_start(vmb_sha256_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_sha256_begin(&s->body.state, NULL, 0);
    s->body.phase = VMB_PHASE_ABSORB;
    return VMB_OK;
}

VMB_SHA256_BODY int vmb_sha256_more(vmb_sha256_stream *s, const uint8_t *in, size_t len)
{
    vmb_sha256_take(&s->body.state, in, len);
    return VMB_OK;
}

int vmb_sha256_update(vmb_sha256_stream *s, const uint8_t *in, size_t len)
{
    uint32_t total;
    int status = vmb_sha256_ready(s);

    if (status == VMB_OK) {
        total = s->body.state.len;
        status = vmb_check_input(s, sizeof *s, &total, in, len);
    }
    if (status == VMB_OK) {
        status = VMB_SHA256_WIPED(vmb_sha256_more(s, in, len));
    }
    return vmb_sha256_return(s, status);
}

VMB_SHA256_BODY int vmb_sha256_give(vmb_sha256_stream *s, uint8_t *digest)
{
    vmb_sha256_end(&s->body.state);
    vmb_sha256_put(digest, s->body.state.h);
    return VMB_OK;
}

int vmb_sha256_finish(vmb_sha256_stream *s, uint8_t *digest, size_t digest_len)
{
    int status = vmb_sha256_ready(s);

    if (status == VMB_OK && digest_len != VMB_SHA256_DIGEST) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_output(s, sizeof *s, digest, digest_len);
    }
    if (status == VMB_OK) {
        status = VMB_SHA256_WIPED(vmb_sha256_give(s, digest));
        return vmb_end_stream(s, sizeof *s, status);
    }
    return vmb_sha256_return(s, status);
}

void vmb_sha256_abort(vmb_sha256_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}
