/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* HKDF-SHA-256 of a secret, with a salt as long as a hash and with one that is hashed first. */
#include "vambrace/kdf.h"

uint8_t secret[32 + 96];
static uint8_t out[77];

int derive(size_t salt_len)
{
    return vmb_hkdf_sha256(out, sizeof out, secret, 32, secret + 32, salt_len, secret, 13) +
           vmb_hkdf_sha256_extract(out, 32, secret, 31, secret + 32, salt_len) +
           vmb_hkdf_sha256_expand(out, 77, secret, 32, secret, 0);
}

int main(void)
{
    return derive(32) + derive(96);
}
