/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES with a key of any length, and PKCS #7 padding (psa_cipher.h).
 */
#include "psa_cipher.h"

static unsigned vmb_psa_mode(psa_algorithm_t alg)
{
    switch (alg) {
    case PSA_ALG_ECB_NO_PADDING:
        return VMB_PSA_ECB;
    case PSA_ALG_CBC_NO_PADDING:
        return VMB_PSA_CBC;
    case PSA_ALG_CBC_PKCS7:
        return VMB_PSA_PKCS7;
    case PSA_ALG_CTR:
    case PSA_ALG_CCM_STAR_NO_TAG:
        return VMB_PSA_CTR;
    default:
        return VMB_PSA_NO_MODE;
    }
}

static int vmb_psa_aes_init(vambrace_transparent_cipher_operation_t *o, const uint8_t *bytes, size_t len)
{
    switch (o->key_bytes) {
    case 16:
        return VMB_PSA_INIT_1(aes128, &o->key.aes128, bytes, len);
    case 24:
        return VMB_PSA_INIT_1(aes192, &o->key.aes192, bytes, len);
    default:
        return VMB_PSA_INIT_1(aes256, &o->key.aes256, bytes, len);
    }
}

psa_status_t vmb_psa_cipher_setup(vambrace_transparent_cipher_operation_t *o, const psa_key_attributes_t *attributes,
                                  const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg,
                                  unsigned decrypts)
{
    unsigned mode = vmb_psa_mode(alg);
    size_t bits = psa_get_key_bits(attributes);

    if (vmb_psa_key_type(attributes) != PSA_KEY_TYPE_AES || mode == VMB_PSA_NO_MODE ||
        (bits != 128 && bits != 192 && bits != 256)) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    vmb_wipe(o, sizeof *o);
    o->key_bytes = (uint8_t)(bits / 8);
    o->mode = (uint8_t)mode;
    o->decrypts = (uint8_t)decrypts;
    o->star = alg == PSA_ALG_CCM_STAR_NO_TAG;
    o->left = VMB_PSA_STAR_BYTES;
    return vmb_psa_status(vmb_psa_aes_init(o, key_buffer, key_buffer_size));
}

void vmb_psa_take_iv(vambrace_transparent_cipher_operation_t *o, const uint8_t *iv)
{
    size_t i, n = vmb_psa_iv_length(o), at = o->star;

    o->iv[0] = 14 - VMB_PSA_STAR_NONCE;
    o->iv[14] = 0;
    o->iv[15] = 1;
    for (i = 0; i < n; i++) {
        o->iv[at + i] = iv[i];
    }
}

#define VMB_PSA_CRYPT(name)                                                                                            \
    static int vmb_psa_##name(vambrace_transparent_cipher_operation_t *o, uint8_t *out, const uint8_t *in, size_t len) \
    {                                                                                                                  \
        switch (o->mode) {                                                                                             \
        case VMB_PSA_ECB:                                                                                              \
            return o->decrypts ? vmb_##name##_ecb_decrypt(&o->key.name, out, in, len)                                  \
                               : vmb_##name##_ecb_encrypt(&o->key.name, out, in, len);                                 \
        case VMB_PSA_CTR:                                                                                              \
            return vmb_##name##_ctr(&o->key.name, o->iv, out, in, len);                                                \
        default:                                                                                                       \
            return o->decrypts ? vmb_##name##_cbc_decrypt(&o->key.name, o->iv, out, in, len)                           \
                               : vmb_##name##_cbc_encrypt(&o->key.name, o->iv, out, in, len);                          \
        }                                                                                                              \
    }

VMB_PSA_CRYPT(aes128)
VMB_PSA_CRYPT(aes192)
VMB_PSA_CRYPT(aes256)

int vmb_psa_crypt(vambrace_transparent_cipher_operation_t *o, uint8_t *out, const uint8_t *in, size_t len)
{
    switch (o->key_bytes) {
    case 16:
        return vmb_psa_aes128(o, out, in, len);
    case 24:
        return vmb_psa_aes192(o, out, in, len);
    case 32:
        return vmb_psa_aes256(o, out, in, len);
    default:
        return VMB_ERR_STATE;
    }
}

int vmb_psa_pad(vambrace_transparent_cipher_operation_t *o, size_t n, uint8_t *out)
{
    uint8_t last[16];
    size_t i;
    int status;

    for (i = 0; i < 16; i++) {
        last[i] = i < n ? o->block[i] : (uint8_t)(16 - n);
    }
    status = vmb_psa_crypt(o, last, last, 16);
    for (i = 0; status == VMB_OK && i < 16; i++) {
        out[i] = last[i];
    }
    vmb_wipe(last, sizeof last);
    return status;
}

/* All ones if a < b, for numbers below 2^31, and 0 otherwise. */
static uint32_t vmb_psa_less(uint32_t a, uint32_t b)
{
    uint32_t less = 0u - ((a - b) >> 31);

    VMB_OPAQUE(less);
    return less;
}

psa_status_t vmb_psa_unpad(vambrace_transparent_cipher_operation_t *o, uint8_t *out, size_t room, size_t *length)
{
    uint8_t last[16];
    uint32_t pad, bad, keep, small;
    size_t i;
    int status = vmb_psa_crypt(o, last, o->block, 16);

    if (status != VMB_OK) {
        vmb_wipe(last, sizeof last);
        return vmb_psa_status(status);
    }
    pad = last[15];
    bad = vmb_psa_less(pad, 1) | vmb_psa_less(16, pad);
    for (i = 0; i < 16; i++) {
        bad |= vmb_psa_less(15 - (uint32_t)i, pad) & vmb_psa_less(0, last[i] ^ pad);
    }
    keep = (16 - pad) & ~bad;
    for (i = 0; i < 16 && i < room; i++) {
        out[i] = (uint8_t)(last[i] & vmb_psa_less((uint32_t)i, keep));
    }
    vmb_wipe(last, sizeof last);
    small = room < 16 ? vmb_psa_less((uint32_t)room, keep) : 0;
    *length = keep & ~small;
    /* Both errors are small negative numbers; with wrong padding, no bytes are kept. */
    return -(psa_status_t)((bad & (uint32_t)-PSA_ERROR_INVALID_PADDING) |
                           (small & (uint32_t)-PSA_ERROR_BUFFER_TOO_SMALL));
}
