/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * FAC-V's calls over the library's own AES (vambrace/facv.h, vambrace/aes.h), whose
 * backend does the work and checks its own arguments. Keys and blocks are byte
 * sequences. How long a key is, is public.
 */
#include "vambrace/facv.h"

#include "common/common.h"

/* Behind the check of lengths. */
static int vmb_facv_expand(vmb_facv *c, const uint8_t *key, size_t key_len)
{
    if (c == NULL || key == NULL || VMB_OVERLAP(c, sizeof *c, key, key_len)) {
        return VMB_ERR_ARGUMENT;
    }
    c->rounds = (uint32_t)key_len / 4 + 6;
    switch (key_len) {
    case 16:
        return vmb_aes128_init(&c->key.aes128, key, 16);
    case 24:
        return vmb_aes192_init(&c->key.aes192, key, 24);
    default:
        return vmb_aes256_init(&c->key.aes256, key, 32);
    }
}

int vmb_facv_init(vmb_facv *c, const uint8_t *key, size_t key_len)
{
    int status = VMB_ERR_LENGTH;

    if (key_len == 16 || key_len == 24 || key_len == 32) {
        status = vmb_facv_expand(c, key, key_len);
    }
    if (status != VMB_OK) {
        vmb_facv_wipe(c);
    }
    return status;
}

/* What the AES below does not check: that there is something to do, and the whole
 * context. */
static int vmb_facv_check(const vmb_facv *c, const uint8_t *out, size_t len)
{
    if (len - 1 >= VMB_MAX_BYTES || (len & 15) != 0) {
        return VMB_ERR_LENGTH;
    }
    return c == NULL || VMB_OVERLAP(out, len, c, sizeof *c) ? VMB_ERR_ARGUMENT : VMB_OK;
}

int vmb_facv_encrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len)
{
    int status = vmb_facv_check(c, out, len);

    if (status != VMB_OK) {
        return status;
    }
    switch (c->rounds) {
    case 10:
        return vmb_aes128_ecb_encrypt(&c->key.aes128, out, in, len);
    case 12:
        return vmb_aes192_ecb_encrypt(&c->key.aes192, out, in, len);
    case 14:
        return vmb_aes256_ecb_encrypt(&c->key.aes256, out, in, len);
    default:
        return VMB_ERR_STATE;
    }
}

int vmb_facv_decrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len)
{
    int status = vmb_facv_check(c, out, len);

    if (status != VMB_OK) {
        return status;
    }
    switch (c->rounds) {
    case 10:
        return vmb_aes128_ecb_decrypt(&c->key.aes128, out, in, len);
    case 12:
        return vmb_aes192_ecb_decrypt(&c->key.aes192, out, in, len);
    case 14:
        return vmb_aes256_ecb_decrypt(&c->key.aes256, out, in, len);
    default:
        return VMB_ERR_STATE;
    }
}

void vmb_facv_wipe(vmb_facv *c)
{
    vmb_wipe_object(c, sizeof *c);
}
