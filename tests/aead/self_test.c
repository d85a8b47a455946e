/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * vmb_aead_self_test with every algorithm unchanged, and with each defect that it should find: an object whose call
 * has an error. Ends with 0, or the number of the check that failed.
 */
#include <string.h>

#include "vambrace/generic.h"

static const vmb_aead *real;
static uint8_t answer[64];

static int seals_another_bit(const void *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                             size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    int status = real->seal(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);

    tag[tag_len - 1] ^= (uint8_t)(status == VMB_OK);
    return status;
}

static int seals_without_key(const void *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                             size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    int status = real->seal(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);

    return status == VMB_ERR_STATE ? VMB_OK : status;
}

static int opens_anything(const void *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                          size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    int status = real->open(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);

    return status == VMB_ERR_TAG ? VMB_OK : status;
}

static int opens_without_ad(const void *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                            size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    (void)ad_len;
    return real->open(key, out, tag, tag_len, nonce, nonce_len, ad, 20, in, len);
}

static int leaves_plaintext(const void *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                            size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    int status = real->open(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);

    out[len - 1] ^= (uint8_t)(status == VMB_ERR_TAG);
    return status;
}

static int opens_to_another_bit(const void *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                                size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    int status = real->open(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);

    out[0] ^= (uint8_t)(status == VMB_OK);
    return status;
}

static int updates_wrongly(void *s, uint8_t *out, const uint8_t *in, size_t len)
{
    int status = real->update(s, out, in, len);

    out[0] ^= 1;
    return status;
}

static int finds_no_device(void *key, const uint8_t *bytes, size_t key_len)
{
    (void)key;
    (void)bytes;
    (void)key_len;
    return VMB_ERR_DEVICE;
}

static void wipes_nothing(void *key)
{
    (void)key;
}

#define CHECK(number, member, value, wanted)           \
    do {                                               \
        fake = *real;                                  \
        fake.member = value;                           \
        if (vmb_aead_self_test(&fake) != (wanted)) {   \
            return number;                             \
        }                                              \
    } while (0)

int main(void)
{
    vmb_aead fake;
    int i, at;

    for (i = 0; vmb_aeads[i] != NULL; i++) {
        real = vmb_aeads[i];
        if (vmb_aead_self_test(real) != VMB_OK) {
            return 1;
        }
        for (at = 0; at < 53; at++) { /* each byte of the answer must matter */
            memcpy(answer, real->answer, 53);
            answer[at] ^= 0x10;
            CHECK(2, answer, answer, VMB_ERR_TAG);
        }
        CHECK(3, seal, seals_another_bit, VMB_ERR_TAG);
        CHECK(4, seal, seals_without_key, VMB_ERR_TAG);
        CHECK(5, open, opens_anything, VMB_ERR_TAG);
        CHECK(6, open, opens_without_ad, VMB_ERR_TAG);
        CHECK(7, open, leaves_plaintext, VMB_ERR_TAG);
        CHECK(8, open, opens_to_another_bit, VMB_ERR_TAG);
        if (real->update != NULL) {
            CHECK(9, update, updates_wrongly, VMB_ERR_TAG);
        }
        CHECK(10, init, finds_no_device, VMB_ERR_DEVICE);
        CHECK(11, wipe, wipes_nothing, VMB_ERR_TAG);
        CHECK(12, nonce_len, 0, VMB_ERR_LENGTH);
    }
    return i == 15 ? 0 : 14;
}
