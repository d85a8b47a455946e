/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Tags of AES-GCM and AES-GMAC of 4 and 8 bytes (vambrace/aead.h): refused, and nothing written, unless VMB_SHORT_TAG
 * asks for them; then the beginning of the whole tag, of which no changed bit is accepted. One shot and in pieces, each
 * key size, nonces that an engine has and has not. Ends with 0, or the number of the check that failed.
 */
#include <string.h>

#include "vambrace/generic.h"
#include "vambrace/generic_mac.h"

#define CHECK(number, condition) \
    do {                         \
        if (!(condition)) {      \
            return number;       \
        }                        \
    } while (0)

/* Every bit of a tag, or for a simulated core every such one. */
#ifndef EVERY
#define EVERY 1
#endif

enum { LENGTH = 37, AD = 21 };

static const uint8_t zeros[LENGTH];
static uint8_t bytes[128], right[LENGTH], full[16], tag[16], out[LENGTH];
static size_t nonce_len;

static void fill(void)
{
    memset(tag, 0x5a, sizeof tag);
    memset(out, 0x5a, sizeof out);
}

/* Whether neither output was written. */
static int untouched(void)
{
    size_t i;

    for (i = 0; i < sizeof out; i++) {
        if (out[i] != 0x5a || tag[i % 16] != 0x5a) {
            return 0;
        }
    }
    return 1;
}

#define DEFINE(bits, key_len)                                                                                          \
    static vmb_aes##bits##_gcm_key key_##bits;                                                                         \
    static vmb_aes##bits##_gcm_stream stream_##bits;                                                                   \
                                                                                                                       \
    static int seal_##bits(size_t tag_len)                                                                             \
    {                                                                                                                  \
        fill();                                                                                                        \
        return vmb_aes##bits##_gcm_seal(&key_##bits, out, tag, tag_len, bytes, nonce_len, bytes, AD, bytes + 20,       \
                                        LENGTH);                                                                       \
    }                                                                                                                  \
                                                                                                                       \
    static int open_##bits(size_t tag_len)                                                                             \
    {                                                                                                                  \
        return vmb_aes##bits##_gcm_open(&key_##bits, out, tag, tag_len, bytes, nonce_len, bytes, AD, right, LENGTH);   \
    }                                                                                                                  \
                                                                                                                       \
    /* One message in two pieces; the status of its end. */                                                            \
    static int pieces_##bits(int opening, size_t tag_len)                                                              \
    {                                                                                                                  \
        vmb_aes##bits##_gcm_stream *s = &stream_##bits;                                                                \
        const uint8_t *in = opening ? right : bytes + 20;                                                              \
        int status = opening ? vmb_aes##bits##_gcm_open_start(s, &key_##bits, bytes, nonce_len)                        \
                             : vmb_aes##bits##_gcm_seal_start(s, &key_##bits, bytes, nonce_len);                       \
                                                                                                                       \
        status = status != VMB_OK ? status : vmb_aes##bits##_gcm_ad(s, bytes, AD);                                     \
        status = status != VMB_OK ? status : vmb_aes##bits##_gcm_update(s, out, in, 19);                               \
        status = status != VMB_OK ? status : vmb_aes##bits##_gcm_update(s, out + 19, in + 19, LENGTH - 19);            \
        if (status != VMB_OK) {                                                                                        \
            return 100 + status;                                                                                       \
        }                                                                                                              \
        return opening ? vmb_aes##bits##_gcm_open_finish(s, tag, tag_len)                                              \
                       : vmb_aes##bits##_gcm_seal_finish(s, tag, tag_len);                                             \
    }                                                                                                                  \
                                                                                                                       \
    /* The same associated data as the message of GMAC. */                                                             \
    static int mac_pieces_##bits(int verifies, size_t tag_len)                                                         \
    {                                                                                                                  \
        vmb_aes##bits##_gmac_stream *s = &stream_##bits;                                                               \
        int status = vmb_aes##bits##_gmac_start(s, &key_##bits, bytes, nonce_len);                                     \
                                                                                                                       \
        status = status != VMB_OK ? status : vmb_aes##bits##_gmac_update(s, bytes, 5);                                 \
        status = status != VMB_OK ? status : vmb_aes##bits##_gmac_update(s, bytes + 5, AD - 5);                        \
        if (status != VMB_OK) {                                                                                        \
            return 100 + status;                                                                                       \
        }                                                                                                              \
        return verifies ? vmb_aes##bits##_gmac_verify_finish(s, tag, tag_len)                                          \
                        : vmb_aes##bits##_gmac_finish(s, tag, tag_len);                                                \
    }                                                                                                                  \
                                                                                                                       \
    static int refused_##bits(size_t tag_len)                                                                          \
    {                                                                                                                  \
        CHECK(1, seal_##bits(tag_len) == VMB_ERR_LENGTH && untouched());                                               \
        CHECK(2, open_##bits(tag_len) == VMB_ERR_LENGTH && untouched());                                               \
        CHECK(3, pieces_##bits(0, tag_len) == VMB_ERR_LENGTH && tag[0] == 0x5a && tag[15] == 0x5a);                    \
        CHECK(4, pieces_##bits(1, tag_len) == VMB_ERR_LENGTH);                                                         \
        CHECK(5, vmb_aes##bits##_gcm_update(&stream_##bits, out, bytes, 1) == VMB_ERR_STATE); /* it has ended */       \
        fill();                                                                                                        \
        CHECK(6,                                                                                                       \
              vmb_aes##bits##_gmac_compute(&key_##bits, tag, tag_len, bytes, nonce_len, bytes, AD) == VMB_ERR_LENGTH); \
        CHECK(7,                                                                                                       \
              vmb_aes##bits##_gmac_verify(&key_##bits, tag, tag_len, bytes, nonce_len, bytes, AD) == VMB_ERR_LENGTH);  \
        CHECK(8, mac_pieces_##bits(0, tag_len) == VMB_ERR_LENGTH && mac_pieces_##bits(1, tag_len) == VMB_ERR_LENGTH);  \
        CHECK(9, untouched() && !vmb_aead_accepts(&vmb_aead_aes##bits##_gcm, 12, tag_len, LENGTH));                    \
        CHECK(10, !vmb_mac_accepts(&vmb_mac_aes##bits##_gmac, 12, tag_len));                                           \
        return 0;                                                                                                      \
    }                                                                                                                  \
                                                                                                                       \
    static int tag_##bits(size_t n, size_t tag_len)                                                                    \
    {                                                                                                                  \
        size_t bit;                                                                                                    \
                                                                                                                       \
        CHECK(1, vmb_aead_accepts(&vmb_aead_aes##bits##_gcm, 12, tag_len, LENGTH));                                    \
        CHECK(2, vmb_mac_accepts(&vmb_mac_aes##bits##_gmac, 12, tag_len));                                             \
        CHECK(3, seal_##bits(16) == VMB_OK);                                                                           \
        memcpy(full, tag, 16);                                                                                         \
        memcpy(right, out, LENGTH);                                                                                    \
        CHECK(4, seal_##bits(tag_len) == VMB_OK && memcmp(out, right, LENGTH) == 0 && memcmp(tag, full, n) == 0);      \
        CHECK(5, tag[n] == 0x5a && tag[15] == 0x5a);                                                                   \
        CHECK(6, open_##bits(tag_len) == VMB_OK && memcmp(out, bytes + 20, LENGTH) == 0);                              \
        for (bit = 0; bit < 8 * n; bit += EVERY) {                                                                     \
            tag[bit / 8] ^= (uint8_t)(1u << bit % 8);                                                                  \
            memset(out, 0x5a, sizeof out);                                                                             \
            CHECK(7, open_##bits(tag_len) == VMB_ERR_TAG && memcmp(out, zeros, LENGTH) == 0);                          \
            CHECK(8, pieces_##bits(1, tag_len) == VMB_ERR_TAG);                                                        \
            tag[bit / 8] ^= (uint8_t)(1u << bit % 8);                                                                  \
        }                                                                                                              \
        CHECK(9, pieces_##bits(1, tag_len) == VMB_OK && memcmp(out, bytes + 20, LENGTH) == 0);                         \
        fill();                                                                                                        \
        CHECK(10, pieces_##bits(0, tag_len) == VMB_OK && memcmp(out, right, LENGTH) == 0);                             \
        CHECK(11, memcmp(tag, full, n) == 0 && tag[n] == 0x5a && tag[15] == 0x5a);                                     \
        CHECK(12, vmb_aes##bits##_gmac_compute(&key_##bits, full, 16, bytes, nonce_len, bytes, AD) == VMB_OK);         \
        fill();                                                                                                        \
        CHECK(13, vmb_aes##bits##_gmac_compute(&key_##bits, tag, tag_len, bytes, nonce_len, bytes, AD) == VMB_OK);     \
        CHECK(14, memcmp(tag, full, n) == 0 && tag[n] == 0x5a);                                                        \
        CHECK(15, vmb_aes##bits##_gmac_verify(&key_##bits, tag, tag_len, bytes, nonce_len, bytes, AD) == VMB_OK);      \
        CHECK(16, mac_pieces_##bits(1, tag_len) == VMB_OK && mac_pieces_##bits(0, tag_len) == VMB_OK);                 \
        CHECK(17, memcmp(tag, full, n) == 0 && tag[n] == 0x5a);                                                        \
        tag[n - 1] ^= 1;                                                                                               \
        CHECK(18, vmb_aes##bits##_gmac_verify(&key_##bits, tag, tag_len, bytes, nonce_len, bytes, AD) == VMB_ERR_TAG); \
        CHECK(19, mac_pieces_##bits(1, tag_len) == VMB_ERR_TAG);                                                       \
        return 0;                                                                                                      \
    }                                                                                                                  \
                                                                                                                       \
    static int all_##bits(void)                                                                                        \
    {                                                                                                                  \
        static const size_t nonces[] = {12, 5, 17};                                                                    \
        size_t n, i;                                                                                                   \
        int failed = 0;                                                                                                \
                                                                                                                       \
        CHECK(1, vmb_aes##bits##_gcm_init(&key_##bits, bytes, key_len) == VMB_OK);                                     \
        for (i = 0; i < 3 && failed == 0; i++) {                                                                       \
            nonce_len = nonces[i];                                                                                     \
            for (n = 0; n < 40 && failed == 0; n++) {                                                                  \
                failed = n >= 12 && n <= 16 ? 0 : refused_##bits(n);                                                   \
                if (failed == 0 && n != 4 && n != 8) {                                                                 \
                    failed = refused_##bits(VMB_SHORT_TAG(n));                                                         \
                }                                                                                                      \
            }                                                                                                          \
            for (n = 4; n <= 16 && failed == 0; n += 4) { /* another bit of the number */                              \
                failed = refused_##bits(((size_t)1 << 31) + n);                                                        \
                failed = failed != 0 ? failed : refused_##bits(((size_t)1 << 31) + VMB_SHORT_TAG(n));                  \
                failed = failed != 0 ? failed : refused_##bits((size_t)0 - n);                                         \
            }                                                                                                          \
            for (n = 4; n <= 8 && failed == 0; n += 4) {                                                               \
                failed = tag_##bits(n, VMB_SHORT_TAG(n));                                                              \
                failed = failed == 0 ? 0 : 20 + failed;                                                                \
            }                                                                                                          \
        }                                                                                                              \
        vmb_aes##bits##_gcm_wipe(&key_##bits);                                                                         \
        return failed == 0 ? 0 : 1 + failed;                                                                           \
    }

DEFINE(128, 16)
DEFINE(192, 24)
DEFINE(256, 32)

int main(void)
{
    size_t i;
    int failed;

    for (i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(11 * i + 3);
    }
    failed = all_128();
    if (failed != 0) {
        return failed;
    }
    failed = all_192();
    if (failed != 0) {
        return 50 + failed;
    }
    failed = all_256();
    return failed == 0 ? 0 : 100 + failed;
}
