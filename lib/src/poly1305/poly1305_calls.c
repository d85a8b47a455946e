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

/* h - 2^128 mod 2^130 - 5, not fully reduced: h[4] <= 4, if it is below 9 before. Secret: no branch.
 *
 * That is h + 3 * 2^128 - 5, where the part above 2^130 is added 5-fold: without it nothing is below 0. */
VMB_NOINLINE static void vmb_poly1305_less(uint32_t h[5])
{
    uint32_t high = h[4] + 3u;
    uint64_t t = (uint64_t)(high & ~3u) + (high >> 2); /* no product: the timing of libgcc's depends on its operands */

    /* 2^128 - 5 is added, and 2^128 taken away. */
    t += (uint64_t)h[0] + 0xfffffffbu;
    h[0] = (uint32_t)t;
    t = (t >> 32) + h[1] + 0xffffffffu;
    h[1] = (uint32_t)t;
    t = (t >> 32) + h[2] + 0xffffffffu;
    h[2] = (uint32_t)t;
    t = (t >> 32) + h[3] + 0xffffffffu;
    h[3] = (uint32_t)t;
    h[4] = (high & 3u) - 1u + (uint32_t)(t >> 32);
}

#if VMB_POLY1305_ALONE
#define VMB_P1305_BODY VMB_MAC_BODY
#define VMB_P1305_WIPED VMB_MAC_KEPT

static int vmb_p1305_message(const uint32_t *key, unsigned which, const uint8_t *in, size_t n, uint32_t t[4])
{
    (void)which;
    vmb_poly1305_alone((uint8_t *)t, key, in, n);
    return VMB_OK;
}
#else
#define VMB_P1305_BODY VMB_MAC_SPILLED_BODY
#if VMB_POLY1305_RV32 && VMB_SIZE && defined(__OPTIMIZE__)
#define VMB_P1305_WIPED vmb_p1305_wiped

/* vmb_wiped, where the kernel leaves data alone on the stack, and C little above it. */
VMB_INLINE int vmb_p1305_wiped(int status)
{
    vmb_wipe_stack_320();
    return status;
}
#else
#define VMB_P1305_WIPED vmb_wiped
#endif

static int vmb_p1305_message(const uint32_t *key, unsigned which, const uint8_t *in, size_t n, uint32_t t[4])
{
    uint32_t h[5] = {0, 0, 0, 0, 0}, block[4] = {0, 0, 0, 0}, x;
    size_t rest = n & 15, i;
    vmb_piece piece;

    (void)which;
    piece.data = in;
    piece.len = n - rest;
    if (rest != 0) {
        if (piece.len != 0) {
            vmb_poly1305(NULL, key, &piece, 1, h);
        }
        for (i = 0; i < rest; i++) {
            x = in[n - rest + i];
            VMB_OPAQUE(x); /* or the compiler calls memcpy */
            ((uint8_t *)block)[i] = (uint8_t)x;
        }
        ((uint8_t *)block)[rest] = 1;
        vmb_poly1305_less(h);
        piece.data = (const uint8_t *)block;
        piece.len = 16;
    }
    vmb_poly1305((uint8_t *)t, key, &piece, 1, h);
    vmb_wipe(block, sizeof block);
    vmb_wipe(h, sizeof h);
    return VMB_OK;
}
#endif

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

#if VMB_POLY1305_ALONE
VMB_INLINE int vmb_p1305_is_whole(const vmb_mac_body *s, const uint8_t *in, size_t n)
{
    (void)in;
    return ((s->used ^ s->left) | (uint32_t)(n & 15)) == 0; /* without bytes that are counted ahead, none are there */
}

VMB_INLINE int vmb_p1305_take_whole(vmb_mac_body *s, unsigned which, const uint8_t *in, size_t n)
{
    (void)which;
    s->len += (uint32_t)n;
    return vmb_poly1305_add(s->state, s->key, in, n);
}

VMB_INLINE int vmb_p1305_writes(const vmb_mac_body *s, uint8_t *tag, size_t tag_len)
{
    if (s->used != 0 || tag_len != VMB_MAC_TAG || !vmb_is_aligned(tag)) {
        return 0;
    }
    vmb_poly1305_end(tag, s->key, s->state);
    return 1;
}
#else
#define vmb_p1305_is_whole(s, in, n) 0
#define vmb_p1305_take_whole(s, which, in, n) VMB_OK
#define vmb_p1305_writes(s, tag, tag_len) 0
#endif

VMB_INLINE void vmb_p1305_adds(vmb_mac_body *s, uint32_t at, uint32_t byte)
{
    ((uint8_t *)s->block)[at] = (uint8_t)byte;
}

VMB_NOINLINE static int vmb_p1305_end(vmb_mac_body *s, unsigned which, uint32_t t[4])
{
    uint8_t *block = (uint8_t *)s->block;
    vmb_piece piece;

    (void)which;
#if VMB_POLY1305_ALONE
    if (s->used == 0) {
        vmb_poly1305_end((uint8_t *)t, s->key, s->state);
        return VMB_OK;
    }
#endif
    piece.data = block;
    piece.len = 0;
    if (s->used != 0) {
        block[s->used] = 1;
        piece.len = s->used + 1;
#if VMB_POLY1305_ALONE
        for (; piece.len < 16; piece.len++) { /* the kernel copies a part to the stack, which nothing wipes then */
            block[piece.len] = 0;
            VMB_OPAQUE(piece.len); /* or the compiler calls memset */
        }
#endif
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

VMB_MAC_FAMILY(vmb_p1305, VMB_MARK_POLY1305, 16, 15, VMB_P1305_BODY, VMB_P1305_WIPED)
VMB_MAC_DEFINE(vmb_poly1305, vmb_p1305, 0)
