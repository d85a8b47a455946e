/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* AES-256 of libvambrace: the backend of the point, or its accelerator. */
#include "blocks.h"
#include "vambrace/aes.h"

static vmb_aes256_key expanded;

bool blocks_start(const uint8_t key[32])
{
    return vmb_aes256_init(&expanded, key, 32) == VMB_OK;
}

bool blocks_ecb(uint8_t *out, const uint8_t *in, size_t len, bool encrypt)
{
    return (encrypt ? vmb_aes256_ecb_encrypt(&expanded, out, in, len)
                    : vmb_aes256_ecb_decrypt(&expanded, out, in, len)) == VMB_OK;
}

bool blocks_cbc(uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len, bool encrypt)
{
    return (encrypt ? vmb_aes256_cbc_encrypt(&expanded, iv, out, in, len)
                    : vmb_aes256_cbc_decrypt(&expanded, iv, out, in, len)) == VMB_OK;
}
