/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Wiping, the tag comparison, and the argument checks that every algorithm
 * shares (common.h). Byte order does not matter here. Small before fast: each
 * is called a few times a message, never per block.
 */
#include "common/common.h"

void vmb_wipe(void *p, size_t n)
{
    /* Volatile: a store that nobody reads is still a store, and the loops
     * cannot become a call of memset. */
    volatile uint8_t *b = (volatile uint8_t *)p;
    volatile uint8_t *end = b + n;
    volatile vmb_word *w;

    if (n >= 16) {
        while (((uintptr_t)b & 3u) != 0) {
            *b++ = 0;
        }
        do {
            w = (volatile vmb_word *)(volatile void *)b;
            w[0] = 0;
            w[1] = 0;
            b += 8;
        } while ((size_t)(end - b) >= 8);
    }
    while (b != end) {
        *b++ = 0;
    }
}

/* The deepest frames of the C backends: 416 bytes on RV32, more where pointers
 * and vector registers are longer. */
#define VMB_STACK_BYTES (sizeof(void *) > 4 ? 2048 : 640)

VMB_NOINLINE void vmb_wipe_stack(void)
{
    vmb_word below[VMB_STACK_BYTES / sizeof(vmb_word)];

    vmb_wipe(below, sizeof below);
}

uint32_t vmb_differ(const uint8_t *a, const uint8_t *b, size_t n)
{
    const uint8_t *end = a + n;
    uint32_t d = 0;

    if (vmb_is_aligned(a) && vmb_is_aligned(b) && n >= 4) {
        do {
            d |= *(const vmb_word *)(const void *)a ^ *(const vmb_word *)(const void *)b;
            VMB_OPAQUE(d); /* no early exit once d is known to be nonzero */
            a += 4;
            b += 4;
        } while ((size_t)(end - a) >= 4);
    }
    for (; a != end; a++, b++) {
        d |= (uint32_t)(*a ^ *b);
        VMB_OPAQUE(d);
    }
    return d;
}

/* The order: lengths, null pointers, overlaps. */
int vmb_check_call(const vmb_call *c)
{
    const void *key = c->key, *nonce = c->nonce, *ad = c->ad, *in = c->in;
    const void *out = c->out, *tag = c->tag;
    size_t key_size = c->key_size, nonce_len = c->nonce_len;
    size_t ad_len = c->ad_len, len = c->len, tag_len = c->tag_len;
    uint32_t bad;

    if (len > VMB_MAX_BYTES || ad_len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    bad = (uint32_t)(key == NULL) | (uint32_t)(nonce == NULL) | (uint32_t)(tag == NULL);
    if (len != 0) {
        bad |= (uint32_t)(in == NULL) | (uint32_t)(out == NULL) |
               VMB_OVERLAP(out, len, key, key_size) |
               VMB_OVERLAP(out, len, nonce, nonce_len) |
               VMB_OVERLAP(out, len, tag, tag_len);
        if (in != out) {
            bad |= VMB_OVERLAP(out, len, in, len);
        }
    }
    if (ad_len != 0) {
        bad |= (uint32_t)(ad == NULL);
        if (len != 0) {
            bad |= VMB_OVERLAP(out, len, ad, ad_len);
        }
    }
    if (c->tag_is_output) {
        bad |= VMB_OVERLAP(tag, tag_len, key, key_size) |
               VMB_OVERLAP(tag, tag_len, nonce, nonce_len);
        if (len != 0) {
            bad |= VMB_OVERLAP(tag, tag_len, in, len);
        }
        if (ad_len != 0) {
            bad |= VMB_OVERLAP(tag, tag_len, ad, ad_len);
        }
    }
    return bad ? VMB_ERR_ARGUMENT : VMB_OK;
}

int vmb_check_key(const void *key, size_t key_size, const uint8_t *bytes, size_t key_len,
                  size_t wanted)
{
    if (key_len != wanted) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL || bytes == NULL || VMB_OVERLAP(key, key_size, bytes, key_len)) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}
