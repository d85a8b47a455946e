/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20-Poly1305 (RFC 8439, section 2.8) with CRYPTOGAMS' ChaCha20 and Poly1305, called the way firmware/jobs.c
 * calls libvambrace. Does no more than is needed to be fast: it checks no argument and wipes nothing but a forged text.
 * `nonce` is at a word.
 */
#include "checkout_cryptogams.h"

#include <string.h>

#include "vambrace/status.h"

/* Their functions. A context of Poly1305 has at most this many bytes, without vectors. */
typedef struct { uint64_t bytes[6]; } context;

void ChaCha20_ctr32(uint8_t *out, const uint8_t *in, size_t len, const uint32_t key[8], const uint32_t counter[4]);
int poly1305_init(context *ctx, const uint8_t key[16]);
void poly1305_blocks(context *ctx, const uint8_t *in, size_t len, uint32_t padbit);
void poly1305_emit(context *ctx, uint8_t tag[16], const uint32_t nonce[4]);

static const uint32_t zeros[16];

/* Adds bytes, filled up with zeros to a block. */
static void padded(context *ctx, const uint8_t *in, size_t len)
{
    size_t whole = len & ~(size_t)15;
    uint32_t last[4] = {0, 0, 0, 0};

    if (whole) {
        poly1305_blocks(ctx, in, whole, 1);
    }
    if (len != whole) {
        memcpy(last, in + whole, len - whole);
        poly1305_blocks(ctx, (const uint8_t *)last, 16, 1);
    }
}

/* Writes the tag of associated data and ciphertext. */
static void compute(uint8_t *tag, const uint32_t one_time[16], const uint8_t *ad, size_t ad_len, const uint8_t *text,
                    size_t len)
{
    context ctx;
    const uint64_t lengths[2] = {ad_len, len};

    poly1305_init(&ctx, (const uint8_t *)one_time);
    padded(&ctx, ad, ad_len);
    padded(&ctx, text, len);
    poly1305_blocks(&ctx, (const uint8_t *)lengths, 16, 1);
    poly1305_emit(&ctx, tag, one_time + 4);
}

/* The block that the one-time key begins; `counter` is then that of the text. */
static void start(uint32_t counter[4], uint32_t one_time[16], const uint32_t *key, const uint8_t *nonce)
{
    counter[0] = 0;
    memcpy(counter + 1, nonce, 12);
    ChaCha20_ctr32((uint8_t *)one_time, (const uint8_t *)zeros, 64, key, counter);
    counter[0] = 1;
}

int vmb_cryptogams_chacha20_poly1305_init(vmb_cryptogams_chacha20_poly1305_key *expanded, const uint8_t *key,
                                          size_t key_len)
{
    memcpy(expanded->words, key, key_len);
    return VMB_OK;
}

VMB_PEER_SEAL(vmb_cryptogams_chacha20_poly1305)
{
    uint32_t counter[4], one_time[16];

    (void)tag_len;
    (void)nonce_len;
    start(counter, one_time, expanded->words, nonce);
    if (len) {
        ChaCha20_ctr32(out, in, len, expanded->words, counter);
    }
    compute(tag, one_time, ad, ad_len, out, len);
    return VMB_OK;
}

VMB_PEER_OPEN(vmb_cryptogams_chacha20_poly1305)
{
    uint32_t counter[4], one_time[16], found[4], given[4];

    (void)tag_len;
    (void)nonce_len;
    start(counter, one_time, expanded->words, nonce);
    compute((uint8_t *)found, one_time, ad, ad_len, in, len);
    memcpy(given, tag, sizeof given);
    if ((found[0] ^ given[0]) | (found[1] ^ given[1]) | (found[2] ^ given[2]) | (found[3] ^ given[3])) {
        memset(out, 0, len);
        return VMB_ERR_TAG;
    }
    if (len) {
        ChaCha20_ctr32(out, in, len, expanded->words, counter);
    }
    return VMB_OK;
}

void vmb_cryptogams_chacha20_poly1305_wipe(vmb_cryptogams_chacha20_poly1305_key *expanded)
{
    memset(expanded, 0, sizeof *expanded);
}
