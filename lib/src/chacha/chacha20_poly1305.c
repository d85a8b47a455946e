/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20-Poly1305 (RFC 8439, section 2.8), the public functions.
 *
 * Block 0 of the keystream gives the one-time key (section 2.6), the message
 * starts with block 1. The tag covers the associated data, the ciphertext, each
 * filled up with zeros to 16 bytes, and both lengths as little-endian 64-bit
 * numbers.
 */
#include "chacha/chacha20.h"
#include "common/common.h"
#include "poly1305/poly1305.h"

/* Everything secret of one call, to be wiped at once. */
typedef struct {
    vmb_chacha20 cipher;
    vmb_poly1305 mac;
} vmb_cp_state;

int vmb_chacha20_poly1305_init(vmb_chacha20_poly1305_key *key, const uint8_t *bytes,
                               size_t key_len)
{
    unsigned i;

    if (key_len != 32) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL || bytes == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    for (i = 0; i < 8; i++) {
        key->words[i] = vmb_load32_le(bytes + 4 * i);
    }
    return VMB_OK;
}

void vmb_chacha20_poly1305_wipe(vmb_chacha20_poly1305_key *key)
{
    vmb_wipe(key, sizeof *key);
}

/* Sets up the cipher at block 1 and the authenticator with its one-time key. */
static void vmb_cp_start(vmb_cp_state *s, const vmb_chacha20_poly1305_key *key,
                         const uint8_t *nonce)
{
    uint8_t *one_time = (uint8_t *)s->mac.key;
    unsigned i;

    vmb_chacha20_init(&s->cipher, key->words, nonce, 0);
    for (i = 0; i < 8; i++) {
        s->mac.key[i] = 0;
    }
    vmb_chacha20_xor(&s->cipher, one_time, one_time, 32);
    vmb_poly1305_init(&s->mac);
}

/* The tag of associated data and ciphertext. */
static void vmb_cp_tag(vmb_cp_state *s, uint8_t *tag, const uint8_t *ad, size_t ad_len,
                       const uint8_t *text, size_t len)
{
    uint32_t lengths[4];
    vmb_piece pieces[3];

    vmb_store32_le((uint8_t *)&lengths[0], (uint32_t)ad_len);
    lengths[1] = 0; /* VMB_MAX_BYTES is below 2^32 */
    vmb_store32_le((uint8_t *)&lengths[2], (uint32_t)len);
    lengths[3] = 0;
    pieces[0].data = ad;
    pieces[0].len = ad_len;
    pieces[1].data = text;
    pieces[1].len = len;
    pieces[2].data = (const uint8_t *)lengths;
    pieces[2].len = sizeof lengths;
    vmb_poly1305_absorb(&s->mac, pieces, 3, 1);
    vmb_poly1305_final(&s->mac, tag);
}

static int vmb_cp_check(const vmb_chacha20_poly1305_key *key, uint8_t *out,
                        const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                        size_t nonce_len, const uint8_t *ad, size_t ad_len,
                        const uint8_t *in, size_t len, int tag_is_output)
{
    vmb_call c;

    if (tag_len != 16 || nonce_len != 12) {
        return VMB_ERR_LENGTH;
    }
    c.key = key;
    c.key_size = sizeof *key;
    c.out = out;
    c.tag = tag;
    c.tag_len = tag_len;
    c.nonce = nonce;
    c.nonce_len = nonce_len;
    c.ad = ad;
    c.ad_len = ad_len;
    c.in = in;
    c.len = len;
    c.tag_is_output = tag_is_output;
    return vmb_check_call(&c);
}

int vmb_chacha20_poly1305_seal(const vmb_chacha20_poly1305_key *key, uint8_t *out,
                               uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                               size_t nonce_len, const uint8_t *ad, size_t ad_len,
                               const uint8_t *in, size_t len)
{
    vmb_cp_state s;
    int result = vmb_cp_check(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in,
                              len, 1);

    if (result == VMB_OK) {
        vmb_cp_start(&s, key, nonce);
        vmb_chacha20_xor(&s.cipher, out, in, len);
        vmb_cp_tag(&s, tag, ad, ad_len, out, len);
        vmb_wipe(&s, sizeof s);
    }
    return result;
}

int vmb_chacha20_poly1305_open(const vmb_chacha20_poly1305_key *key, uint8_t *out,
                               const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                               size_t nonce_len, const uint8_t *ad, size_t ad_len,
                               const uint8_t *in, size_t len)
{
    vmb_cp_state s;
    uint32_t expected[4];
    int result = vmb_cp_check(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in,
                              len, 0);

    if (result == VMB_OK) {
        vmb_cp_start(&s, key, nonce);
        vmb_cp_tag(&s, (uint8_t *)expected, ad, ad_len, in, len);
        /* Whether a tag matches is no secret: the call returns it. */
        if (vmb_differ((const uint8_t *)expected, tag, 16) == 0) {
            vmb_chacha20_xor(&s.cipher, out, in, len);
        } else {
            vmb_wipe(out, len);
            result = VMB_ERR_TAG;
        }
        vmb_wipe(&s, sizeof s);
        vmb_wipe(expected, sizeof expected);
    }
    return result;
}
