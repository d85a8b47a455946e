/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Poly1305 by itself (RFC 8439, section 2.5) on the kernels of ChaCha20-Poly1305. A key
 * object holds the 32 bytes as they lie in memory, the state is the accumulator.
 *
 * The kernels fill a last block up with zeros and add 2^128, as the AEAD wants it. Here a
 * byte of 1 stands behind the message and nothing else is added: 2^128 is taken away before.
 */
#include "common/mac.h"
#include "poly1305/poly1305.h"

/* h - 2^128 mod 2^130 - 5: below the modulus, whatever h[4] is. Secret: no branch. */
static void vmb_poly1305_less(uint32_t h[5])
{
    uint64_t t = (uint64_t)(h[4] & ~3u) + (h[4] >> 2); /* no product: the timing of libgcc's depends on its operands */
    uint32_t mask, i;

    /* The part above 2^130 is added 5-fold: then h < 2^130 + 2^33, below twice the modulus. */
    h[4] &= 3u;
    for (i = 0; i < 4; i++) {
        t += h[i];
        h[i] = (uint32_t)t;
        t >>= 32;
    }
    h[4] += (uint32_t)t;
    t = 5;
    /* Where h + 5 reaches 2^130, the residue is h + 5 - 2^130. */
    for (i = 0; i < 4; i++) {
        t = (t + h[i]) >> 32;
    }
    mask = 0u - (uint32_t)((t + h[4]) >> 2);
    VMB_OPAQUE(mask);
    t = mask & 5u;
    for (i = 0; i < 4; i++) {
        t += h[i];
        h[i] = (uint32_t)t;
        t >>= 32;
    }
    h[4] = (h[4] + (uint32_t)t) & 3u;
    /* Below 2^128, the modulus is added before: 2^130 - 5. */
    mask = 0u - ((h[4] - 1u) >> 31);
    VMB_OPAQUE(mask);
    t = mask & 5u;
    for (i = 0; i < 4; i++) {
        t = (uint64_t)h[i] - t;
        h[i] = (uint32_t)t;
        t = t >> 63;
    }
    h[4] = h[4] + (mask & 4u) - 1u - (uint32_t)t;
}

static void vmb_p1305_begin(vmb_mac_body *s)
{
    (void)s;
}

VMB_NOINLINE static int vmb_p1305_take(vmb_mac_body *s, unsigned which, const uint8_t *in, size_t n)
{
    uint8_t *block = (uint8_t *)s->block;
    vmb_piece pieces[2];
    unsigned count = 0;
    uint32_t used = s->used;

    (void)which;
    if (used != 0) {
        for (; used < 16 && n != 0; n--) {
            block[used++] = *in++;
        }
        if (used == 16) {
            pieces[0].data = block;
            pieces[0].len = 16;
            count = 1;
            used = 0;
        }
    }
    if (n >= 16) {
        pieces[count].data = in;
        pieces[count].len = n & ~(size_t)15;
        in += pieces[count].len;
        n &= 15;
        count++;
    }
    if (count != 0) {
        vmb_poly1305(NULL, s->key, pieces, count, s->state);
    }
    for (; n != 0; n--) {
        block[used++] = *in++;
    }
    s->used = used;
    return VMB_OK;
}

VMB_NOINLINE static int vmb_p1305_end(vmb_mac_body *s, unsigned which, uint32_t t[4])
{
    uint8_t *block = (uint8_t *)s->block;
    vmb_piece piece;

    (void)which;
    piece.data = block;
    piece.len = 0;
    if (s->used != 0) {
        block[s->used] = 1;
        piece.len = s->used + 1;
        vmb_poly1305_less(s->state);
    }
    vmb_poly1305((uint8_t *)t, s->key, &piece, 1, s->state);
    return VMB_OK;
}

int vmb_poly1305_init(vmb_poly1305_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, sizeof *key, bytes, key_len, 32);
    uint32_t x;
    unsigned i;

    if (status == VMB_OK) {
        for (i = 0; i < 32; i++) {
            x = bytes[i];
            VMB_OPAQUE(x); /* or the compiler calls memcpy */
            ((uint8_t *)key->words)[i] = (uint8_t)x;
        }
        x = 0; /* without optimisation it is on the stack, which init does not wipe */
        vmb_set_mark(key->words, sizeof *key, VMB_MARK_POLY1305);
    }
    return status;
}

VMB_MAC_FAMILY(vmb_p1305, VMB_MARK_POLY1305, 16)
VMB_MAC_DEFINE(vmb_poly1305, vmb_p1305, 0)
