/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 (NIST SP 800-232, section 5):
 * little-endian, blocks of 8 bytes, 12 rounds between them. The blocks are the
 * backend's (ascon_state.h).
 *
 * A permutation waits until its result is wanted: behind the last input block
 * and behind a full block of output the state is as it was before it.
 */
#include "ascon/ascon_state.h"
#include "vambrace/hash.h"

#if !VMB_ENGINE

#define VMB_HASH_RATE 8
#define VMB_CUSTOM_MAX 256 /* bytes of a customization string */

static const vmb_ascon_kind vmb_hash_kind = {
    {0, 0}, VMB_HASH_RATE, 12, 0 VMB_ASCON_BLOCKS(vmb_ascon_hash)};

/* The states after the first permutation: low and high halves of the five words.
 * What is permuted is an initial value and four words of zero; the initial value
 * is, from its low end,
 *     8 bits: 2, 3, 4 for Hash256, XOF128, CXOF128;   8 bits: 0;
 *     4 bits: 12 rounds;   4 bits: 12 rounds;
 *     16 bits: the output's length in bits, 256, or 0 for any;
 *     8 bits: 8 bytes in a block;   16 bits: 0
 * (SP 800-232, appendix B): 0x0000080100cc0002, 0x0000080000cc0003 and
 * 0x0000080000cc0004. */
static const uint32_t vmb_hash256_initial[10] = {
    0xe934d681u, 0x9b1e5494u, 0x333751d2u, 0x4bc3a01eu, 0x6b34b81au,
    0xae65396cu, 0xd56a4db3u, 0x3c7fd4a4u, 0x06c5976du, 0x1a5c4649u,
};
static const uint32_t vmb_xof128_initial[10] = {
    0x8d9447ebu, 0xda82ce76u, 0x5f1ef969u, 0xcc7ce6c7u, 0x80085631u,
    0xe7508fd7u, 0x416b58ccu, 0x0ee0ea53u, 0xdb6f0bdeu, 0xe0547524u,
};
static const uint32_t vmb_cxof128_initial[10] = {
    0xa0e8de03u, 0x675527c2u, 0xc0377bbcu, 0x43d12d7du, 0x426e81b5u,
    0xe9901decu, 0x720780b6u, 0x2ab14907u, 0xd432bc46u, 0x8f3f1d02u,
};

/* A hash in progress with nothing in it. */
static void vmb_hash_start(vmb_ascon_stream *s, const uint32_t initial[10])
{
    uint32_t i;

    for (i = 0; i < 10; i += 2) {
        s->state[i] = 0;
        s->state[i + 1] = 0;
        vmb_ascon_add_word(s->state + i, initial[i], initial[i + 1]);
    }
    s->key = NULL;
    s->ad_len = 0;
    s->len = 0;
    s->used = 0;
    s->phase = VMB_PHASE_ABSORB;
}

static void vmb_hash_take(vmb_ascon_stream *s, const uint8_t *in, size_t len)
{
    vmb_ascon_take(s->state, &s->used, &vmb_hash_kind, NULL, in, len, VMB_ASCON_ABSORB);
}

/* Behind the customization string: it is padded like the message after it. */
static void vmb_hash_custom(vmb_ascon_stream *s, const uint8_t *custom, size_t custom_len)
{
    vmb_ascon_add_word(s->state, (uint32_t)custom_len * 8, 0);
    vmb_ascon_permute(s->state, 12);
    vmb_hash_take(s, custom, custom_len);
    vmb_ascon_pad(s->state, s->used, 0);
    vmb_ascon_permute(s->state, 12);
    s->used = 0;
}

/* The next len bytes of output. `used` counts bytes of the block in hand that
 * were given out; none are left right behind the input. */
static void vmb_hash_squeeze(vmb_ascon_stream *s, uint8_t *out, size_t len)
{
    uint32_t raw[2];

    if (s->phase == VMB_PHASE_ABSORB) {
        vmb_ascon_pad(s->state, s->used, 0);
        s->used = VMB_HASH_RATE;
        s->phase = VMB_PHASE_SQUEEZE;
    }
    while (len != 0) {
#if VMB_ASCON_KERNELS
        size_t whole = len & ~(size_t)(VMB_HASH_RATE - 1);

        if (s->used == VMB_HASH_RATE && whole != 0) {
            vmb_ascon_hash_squeeze(s->state, out, whole);
            out += whole;
            len -= whole;
            continue;
        }
#endif
        if (s->used == VMB_HASH_RATE) {
            vmb_ascon_permute(s->state, 12);
            s->used = 0;
        }
        vmb_ascon_get_raw(raw, s->state, 0);
        do {
            *out++ = (uint8_t)(raw[s->used / 4] >> 8 * (s->used & 3u));
            s->used++;
            len--;
        } while (len != 0 && s->used != VMB_HASH_RATE);
    }
    vmb_wipe(raw, sizeof raw);
}

/* The end of a call: on a machine whose C is compiled here, secrets may have been
 * spilled. */
static int vmb_hash_return(vmb_ascon_stream *s, int status)
{
#if !VMB_ASCON_RV32
    vmb_wipe_stack();
#endif
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

/* Null, or the wrong phase for a call that wants one of two. */
static int vmb_hash_ready(const vmb_ascon_stream *s, uint32_t phase, uint32_t or_phase)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return s->phase == phase || s->phase == or_phase ? VMB_OK : VMB_ERR_STATE;
}

static void vmb_hash_abort(vmb_ascon_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

static int vmb_hash_update(vmb_ascon_stream *s, const uint8_t *in, size_t len)
{
    int status = vmb_hash_ready(s, VMB_PHASE_ABSORB, VMB_PHASE_ABSORB);

    if (status == VMB_OK) {
        status = vmb_check_input(s, sizeof *s, &s->len, in, len);
    }
    if (status == VMB_OK) {
        vmb_hash_take(s, in, len);
    }
    return vmb_hash_return(s, status);
}

static int vmb_hash_output(vmb_ascon_stream *s, uint8_t *out, size_t len)
{
    int status = vmb_hash_ready(s, VMB_PHASE_ABSORB, VMB_PHASE_SQUEEZE);

    if (status == VMB_OK) {
        status = vmb_check_output(s, sizeof *s, out, len);
    }
    if (status == VMB_OK) {
        vmb_hash_squeeze(s, out, len);
    }
    return vmb_hash_return(s, status);
}

/* All of it; a customization string counts when `customized` is 1. */
static int vmb_hash_once(const uint32_t initial[10], uint8_t *out, size_t out_len,
                         const uint8_t *custom, size_t custom_len, int customized,
                         const uint8_t *in, size_t len)
{
    vmb_ascon_stream s;
    uint32_t total = 0;
    int status = vmb_check_input(NULL, 0, &total, in, len);

    if (status == VMB_OK) {
        /* An empty input overlaps nothing, wherever it points. */
        status = vmb_check_output(len != 0 ? in : NULL, len, out, out_len);
    }
    if (status == VMB_OK && custom_len != 0 &&
        (custom == NULL || (out_len != 0 && VMB_OVERLAP(out, out_len, custom, custom_len)))) {
        status = VMB_ERR_ARGUMENT;
    }
    if (status != VMB_OK) {
        return status;
    }
    vmb_hash_start(&s, initial);
    if (customized) {
        vmb_hash_custom(&s, custom, custom_len);
    }
    vmb_hash_take(&s, in, len);
    vmb_hash_squeeze(&s, out, out_len);
    return vmb_hash_return(NULL, vmb_end_stream(&s, sizeof s, VMB_OK));
}

int vmb_ascon_hash256(uint8_t *digest, size_t digest_len, const uint8_t *in, size_t len)
{
    if (digest_len != 32) {
        return VMB_ERR_LENGTH;
    }
    return vmb_hash_once(vmb_hash256_initial, digest, 32, NULL, 0, 0, in, len);
}

int vmb_ascon_xof128(uint8_t *out, size_t out_len, const uint8_t *in, size_t len)
{
    return vmb_hash_once(vmb_xof128_initial, out, out_len, NULL, 0, 0, in, len);
}

int vmb_ascon_cxof128(uint8_t *out, size_t out_len, const uint8_t *custom, size_t custom_len,
                      const uint8_t *in, size_t len)
{
    if (custom_len > VMB_CUSTOM_MAX) {
        return VMB_ERR_LENGTH;
    }
    return vmb_hash_once(vmb_cxof128_initial, out, out_len, custom, custom_len, 1, in, len);
}

int vmb_ascon_hash256_start(vmb_ascon_hash256_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_hash_start(&s->body, vmb_hash256_initial);
    return VMB_OK;
}

int vmb_ascon_hash256_update(vmb_ascon_hash256_stream *s, const uint8_t *in, size_t len)
{
    return vmb_hash_update((vmb_ascon_stream *)s, in, len);
}

int vmb_ascon_hash256_finish(vmb_ascon_hash256_stream *s, uint8_t *digest, size_t digest_len)
{
    int status = vmb_hash_ready((vmb_ascon_stream *)s, VMB_PHASE_ABSORB, VMB_PHASE_ABSORB);

    if (status == VMB_OK && digest_len != 32) {
        status = VMB_ERR_LENGTH;
    }
    if (status != VMB_OK) {
        return vmb_hash_return((vmb_ascon_stream *)s, status);
    }
    status = vmb_hash_output(&s->body, digest, 32);
    return vmb_end_stream(s, sizeof *s, status);
}

void vmb_ascon_hash256_abort(vmb_ascon_hash256_stream *s)
{
    vmb_hash_abort((vmb_ascon_stream *)s);
}

int vmb_ascon_xof128_start(vmb_ascon_xof128_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_hash_start(&s->body, vmb_xof128_initial);
    return VMB_OK;
}

int vmb_ascon_xof128_update(vmb_ascon_xof128_stream *s, const uint8_t *in, size_t len)
{
    return vmb_hash_update((vmb_ascon_stream *)s, in, len);
}

int vmb_ascon_xof128_squeeze(vmb_ascon_xof128_stream *s, uint8_t *out, size_t len)
{
    return vmb_hash_output((vmb_ascon_stream *)s, out, len);
}

void vmb_ascon_xof128_abort(vmb_ascon_xof128_stream *s)
{
    vmb_hash_abort((vmb_ascon_stream *)s);
}

int vmb_ascon_cxof128_start(vmb_ascon_cxof128_stream *s, const uint8_t *custom,
                            size_t custom_len)
{
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (custom_len > VMB_CUSTOM_MAX) {
        status = VMB_ERR_LENGTH;
    } else if (custom_len != 0 &&
               (custom == NULL || VMB_OVERLAP(s, sizeof *s, custom, custom_len))) {
        status = VMB_ERR_ARGUMENT;
    }
    if (status == VMB_OK) {
        vmb_hash_start(&s->body, vmb_cxof128_initial);
        vmb_hash_custom(&s->body, custom, custom_len);
    }
    return vmb_hash_return(&s->body, status);
}

int vmb_ascon_cxof128_update(vmb_ascon_cxof128_stream *s, const uint8_t *in, size_t len)
{
    return vmb_hash_update((vmb_ascon_stream *)s, in, len);
}

int vmb_ascon_cxof128_squeeze(vmb_ascon_cxof128_stream *s, uint8_t *out, size_t len)
{
    return vmb_hash_output((vmb_ascon_stream *)s, out, len);
}

void vmb_ascon_cxof128_abort(vmb_ascon_cxof128_stream *s)
{
    vmb_hash_abort((vmb_ascon_stream *)s);
}

#endif
