/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * CCM* without a tag (vambrace/aead.h): the ciphertext is that of AES-CCM, whatever its tag, for every nonce length,
 * lengths around blocks, alignments, in place and not; both directions; the same as digests in EXPECTED, of another
 * implementation (test_ccm_no_tag.py); arguments. Ends with 0, or the number of the check that failed.
 */
#include <string.h>

#include "vambrace/aead.h"

#define CHECK(number, condition) \
    do {                         \
        if (!(condition)) {      \
            return number;       \
        }                        \
    } while (0)

enum { LONGEST = 67 };

static const uint32_t expected[3] = {EXPECTED};
static uint8_t bytes[160], long_bytes[65536];
static uint8_t sealed[LONGEST], out[LONGEST + 8], back[LONGEST + 8];

static uint32_t digest(uint32_t hash, const uint8_t *p, size_t n)
{
    while (n-- != 0) {
        hash = (hash ^ *p++) * 16777619u;
    }
    return hash;
}

#define DEFINE(name, which, key_len)                                                                                   \
    static name##_key which##_key;                                                                                     \
    static int which(void)                                                                                             \
    {                                                                                                                  \
        uint32_t hash = 2166136261u;                                                                                   \
        size_t n, nonce_len, at;                                                                                       \
        uint8_t tag[4];                                                                                                \
                                                                                                                       \
        CHECK(1, name##_no_tag(&which##_key, out, bytes, 13, bytes, 5) == VMB_ERR_STATE);                              \
        CHECK(2, name##_init(&which##_key, bytes, key_len) == VMB_OK);                                                 \
        for (nonce_len = 7; nonce_len <= 13; nonce_len++) {                                                            \
            for (n = 0; n <= LONGEST; n++) {                                                                           \
                const uint8_t *nonce = bytes + 32 + n % 5, *in = bytes + 64 + n % 3;                                   \
                at = (n + nonce_len) % 4;                                                                              \
                memset(out, 0x5a, sizeof out);                                                                         \
                CHECK(3, name##_seal(&which##_key, sealed, tag, 4, nonce, nonce_len, NULL, 0, in, n) == VMB_OK);       \
                CHECK(4, name##_no_tag(&which##_key, out + at, nonce, nonce_len, in, n) == VMB_OK);                    \
                CHECK(5, memcmp(out + at, sealed, n) == 0 && out[at + n] == 0x5a && (at == 0 || out[at - 1] == 0x5a)); \
                hash = digest(hash, out + at, n);                                                                      \
                CHECK(6, name##_no_tag(&which##_key, back, nonce, nonce_len, out + at, n) == VMB_OK);                  \
                CHECK(7, memcmp(back, in, n) == 0);                                                                    \
                CHECK(8, name##_no_tag(&which##_key, out + at, nonce, nonce_len, out + at, n) == VMB_OK);              \
                CHECK(9, memcmp(out + at, in, n) == 0);                                                                \
            }                                                                                                          \
        }                                                                                                              \
        CHECK(10, hash == expected[key_len / 8 - 2]);                                                                  \
        memset(out, 0x5a, sizeof out);                                                                                 \
        for (n = 0; n < 40; n++) {                                                                                     \
            CHECK(11, n - 7 <= 6 || name##_no_tag(&which##_key, out, bytes, n, bytes, 5) == VMB_ERR_LENGTH);           \
        }                                                                                                              \
        CHECK(12, name##_no_tag(&which##_key, out, bytes, 13, long_bytes, 65536) == VMB_ERR_LENGTH);                   \
        CHECK(13, name##_no_tag(&which##_key, long_bytes, bytes, 13, long_bytes, 65535) == VMB_OK);                    \
        CHECK(14, name##_no_tag(&which##_key, out, bytes, 7, bytes, (size_t)VMB_MAX_BYTES + 1) == VMB_ERR_LENGTH);     \
        CHECK(15, name##_no_tag(NULL, out, bytes, 13, bytes, 5) == VMB_ERR_ARGUMENT);                                  \
        CHECK(16, name##_no_tag(&which##_key, out, NULL, 13, bytes, 5) == VMB_ERR_ARGUMENT);                           \
        CHECK(17, name##_no_tag(&which##_key, NULL, bytes, 13, bytes, 5) == VMB_ERR_ARGUMENT);                         \
        CHECK(18, name##_no_tag(&which##_key, out, bytes, 13, NULL, 5) == VMB_ERR_ARGUMENT);                           \
        CHECK(19, name##_no_tag(&which##_key, NULL, bytes, 13, NULL, 0) == VMB_OK);                                    \
        CHECK(20, name##_no_tag(&which##_key, out, out + 4, 13, bytes, 5) == VMB_ERR_ARGUMENT);                        \
        CHECK(21, name##_no_tag(&which##_key, out, bytes, 13, out + 4, 5) == VMB_ERR_ARGUMENT);                        \
        CHECK(22, name##_no_tag(&which##_key, out + 4, bytes, 13, out, 5) == VMB_ERR_ARGUMENT);                        \
        CHECK(23, name##_no_tag(&which##_key, (uint8_t *)&which##_key, bytes, 13, bytes, 1) == VMB_ERR_ARGUMENT);      \
        CHECK(24, out[0] == 0x5a && out[4] == 0x5a && out[8] == 0x5a);                                                 \
        name##_wipe(&which##_key);                                                                                     \
        CHECK(25, name##_no_tag(&which##_key, out, bytes, 13, bytes, 5) == VMB_ERR_STATE && out[0] == 0x5a);           \
        return 0;                                                                                                      \
    }

DEFINE(vmb_aes128_ccm, of_128, 16)
DEFINE(vmb_aes192_ccm, of_192, 24)
DEFINE(vmb_aes256_ccm, of_256, 32)

int main(void)
{
    size_t i;
    int failed;

    for (i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(11 * i + 3);
    }
    failed = of_128();
    if (failed != 0) {
        return failed;
    }
    failed = of_192();
    if (failed != 0) {
        return 40 + failed;
    }
    failed = of_256();
    return failed == 0 ? 0 : 80 + failed;
}
