/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Key objects of one algorithm that are given to another (vambrace/status.h): VMB_ERR_STATE.
 * Ends with 0, or the number of the check that failed.
 */
#include <string.h>

#include "vambrace/aead.h"
#include "vambrace/aes.h"

static const uint8_t bytes[32] = {1, 2, 3};
static uint8_t out[16], tag[16];

/* An object of the largest size, whose last words matter to every algorithm. */
static union {
    vmb_aes128_key aes;
    vmb_aes128_ccm_key ccm;
    vmb_aes128_gcm_key gcm;
    vmb_aes128_gcm_siv_key siv;
    vmb_ascon_aead128_key aead128;
    vmb_ascon_aead128_options_key options;
    vmb_ascon128_key ascon128;
    vmb_ascon128a_key ascon128a;
    vmb_chacha20_poly1305_key chacha;
    vmb_xchacha20_poly1305_key xchacha;
    vmb_aegis128l_key aegis;
} key;

#define SEAL(name, member, nonce) \
    name##_seal(&key.member, out, tag, 16, bytes, nonce, NULL, 0, bytes, 16)

/* Returns how many of the algorithms seal with this object. */
static int sealing(void)
{
    int count = SEAL(vmb_aes128_ccm, ccm, 13) == VMB_OK;

    count += SEAL(vmb_aes128_gcm, gcm, 12) == VMB_OK;
    count += SEAL(vmb_aes128_gcm_siv, siv, 12) == VMB_OK;
    count += SEAL(vmb_ascon_aead128, aead128, 16) == VMB_OK;
    count += SEAL(vmb_ascon_aead128_options, options, 16) == VMB_OK;
    count += SEAL(vmb_ascon128, ascon128, 16) == VMB_OK;
    count += SEAL(vmb_ascon128a, ascon128a, 16) == VMB_OK;
    count += SEAL(vmb_chacha20_poly1305, chacha, 12) == VMB_OK;
    count += SEAL(vmb_xchacha20_poly1305, xchacha, 24) == VMB_OK;
    count += SEAL(vmb_aegis128l, aegis, 16) == VMB_OK;
    count += vmb_aes128_ecb_encrypt(&key.aes, out, bytes, 16) == VMB_OK;
    return count;
}

#define CHECK(number, name, member, key_len)                                                       \
    do {                                                                                           \
        memset(&key, 0, sizeof key);                                                               \
        if (sealing() != 0 || name##_init(&key.member, bytes, key_len) != VMB_OK || sealing() != 1) { \
            return number;                                                                         \
        }                                                                                          \
        name##_wipe(&key.member);                                                                  \
        if (sealing() != 0) {                                                                      \
            return number + 10;                                                                    \
        }                                                                                          \
    } while (0)

int main(void)
{
    CHECK(1, vmb_aes128, aes, 16);
    CHECK(2, vmb_aes128_ccm, ccm, 16);
    CHECK(3, vmb_aes128_gcm, gcm, 16);
    CHECK(4, vmb_ascon_aead128, aead128, 16);
    CHECK(5, vmb_ascon128, ascon128, 16);
    CHECK(6, vmb_ascon128a, ascon128a, 16);
    CHECK(7, vmb_chacha20_poly1305, chacha, 32);
    CHECK(9, vmb_xchacha20_poly1305, xchacha, 32);
    CHECK(31, vmb_aegis128l, aegis, 16);
    CHECK(21, vmb_ascon_aead128_options, options, 32);
    CHECK(10, vmb_aes128_gcm_siv, siv, 16);
    return 0;
}
