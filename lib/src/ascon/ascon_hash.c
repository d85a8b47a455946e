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
#include "ascon/ascon_word.h"
#include "vambrace/hash.h"

#if !VMB_ENGINE

#define VMB_HASH_RATE 8

static const vmb_ascon_kind vmb_hash_kind = {{0, 0}, VMB_HASH_RATE, 12, 0, 0 VMB_ASCON_BLOCKS(vmb_ascon_hash)};

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

typedef const uint32_t *vmb_hash_which;
#define VMB_HASH_256 vmb_hash256_initial
#define VMB_HASH_XOF vmb_xof128_initial
#define VMB_HASH_CXOF vmb_cxof128_initial

static void vmb_hash_start(vmb_ascon_stream *s, vmb_hash_which initial)
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

static int vmb_hash_take(vmb_ascon_stream *s, const uint8_t *in, size_t len)
{
    vmb_ascon_take(s->state, &s->used, &vmb_hash_kind, NULL, in, len, VMB_ASCON_ABSORB);
    return VMB_OK;
}

/* Behind the customization string: it is padded like the message after it. */
static int vmb_hash_custom(vmb_ascon_stream *s, const uint8_t *custom, size_t custom_len)
{
    vmb_ascon_add_word(s->state, (uint32_t)custom_len * 8, 0);
    vmb_ascon_permute(s->state, 12);
    (void)vmb_hash_take(s, custom, custom_len);
    vmb_ascon_pad(s->state, s->used, 0);
    vmb_ascon_permute(s->state, 12);
    s->used = 0;
    return VMB_OK;
}

/* The next len bytes of output. `used` counts the bytes of the current block already output; it has none left directly
 * after the input. */
static int vmb_hash_squeeze(vmb_ascon_stream *s, uint8_t *out, size_t len)
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
    return VMB_OK;
}

/* On a machine whose C is compiled here, secrets may have been spilled. */
#if VMB_ASCON_ASSEMBLY
#define VMB_HASH_BODY static
#define VMB_HASH_WIPED(status) (status)
#else
#define VMB_HASH_BODY VMB_NOINLINE static
#define VMB_HASH_WIPED(status) vmb_wiped(status)
#endif

static int vmb_hash_return(vmb_ascon_stream *s, int status)
{
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

static int vmb_hash_all(vmb_hash_which initial, uint8_t *out, size_t out_len, const uint8_t *custom, size_t custom_len,
                        const uint8_t *in, size_t len)
{
    vmb_ascon_stream s;

    vmb_hash_start(&s, initial);
    if (initial == vmb_cxof128_initial) {
        (void)vmb_hash_custom(&s, custom, custom_len);
    }
    (void)vmb_hash_take(&s, in, len);
    (void)vmb_hash_squeeze(&s, out, out_len);
    return vmb_hash_return(NULL, vmb_end_stream(&s, sizeof s, VMB_OK));
}

#include "ascon/hash_calls.h"

#endif
