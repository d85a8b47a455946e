/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * HKDF-SHA-256 (RFC 5869) on the parts of HMAC (hmac_sha256.h): the calls of vambrace/kdf.h.
 */
#include "hmac/hmac_sha256.h"

#include "vambrace/kdf.h"

#define VMB_HKDF_HASH 32

/* An expanded key, a hash, and the pseudorandom key. */
typedef struct {
    uint32_t key[VMB_HMAC_SHA256_WORDS];
    vmb_sha256_state s;
    uint32_t prk[8];
} vmb_hkdf_work;

/* Whether an output is null, or overlaps an input that is null or not empty. */
static int vmb_hkdf_check(const uint8_t *out, size_t out_len, const uint8_t *in, size_t len)
{
    if (len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    if (out_len != 0 && out == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len != 0 && (in == NULL || (out_len != 0 && VMB_OVERLAP(out, out_len, in, len)))) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

/* Section 2.2: the salt is the key. An empty one is a key of zeros, as HMAC pads it. */
static void vmb_hkdf_extract(vmb_hkdf_work *w, const uint8_t *secret, size_t secret_len, const uint8_t *salt,
                             size_t salt_len)
{
    vmb_hmac_sha256_expand(w->key, salt, salt_len);
    vmb_hmac_sha256_begin(&w->s, w->key);
    vmb_sha256_take(&w->s, secret, secret_len);
    vmb_hmac_sha256_end(&w->s, w->key);
    vmb_sha256_move((uint8_t *)w->prk, (const uint8_t *)w->s.block, VMB_HKDF_HASH);
}

/* Section 2.3: each hash is of the one before, which is in the output, info and its number. */
static void vmb_hkdf_expand(vmb_hkdf_work *w, uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                            const uint8_t *info, size_t info_len)
{
    uint8_t number;
    size_t n;

    vmb_hmac_sha256_expand(w->key, prk, prk_len);
    for (number = 1; out_len != 0; number++, out += n, out_len -= n) {
        vmb_hmac_sha256_begin(&w->s, w->key);
        vmb_sha256_take(&w->s, out - (number == 1 ? 0 : VMB_HKDF_HASH), number == 1 ? 0 : VMB_HKDF_HASH);
        vmb_sha256_take(&w->s, info, info_len);
        vmb_sha256_take(&w->s, &number, 1);
        vmb_hmac_sha256_end(&w->s, w->key);
        n = out_len < VMB_HKDF_HASH ? out_len : VMB_HKDF_HASH;
        vmb_sha256_move(out, (const uint8_t *)w->s.block, n);
    }
}

VMB_SHA256_BODY int vmb_hkdf_extract_whole(uint8_t *prk, const uint8_t *secret, size_t secret_len, const uint8_t *salt,
                                           size_t salt_len)
{
    vmb_hkdf_work w;

    vmb_hkdf_extract(&w, secret, secret_len, salt, salt_len);
    vmb_sha256_move(prk, (const uint8_t *)w.prk, VMB_HKDF_HASH);
    return vmb_end_stream(&w, sizeof w, VMB_OK);
}

int vmb_hkdf_sha256_extract(uint8_t *prk, size_t prk_len, const uint8_t *secret, size_t secret_len, const uint8_t *salt,
                            size_t salt_len)
{
    int status = prk_len == VMB_HKDF_HASH ? vmb_hkdf_check(prk, prk_len, secret, secret_len) : VMB_ERR_LENGTH;

    if (status == VMB_OK) {
        status = vmb_hkdf_check(prk, prk_len, salt, salt_len);
    }
    if (status != VMB_OK) {
        return status;
    }
    return VMB_SHA256_WIPED(vmb_hkdf_extract_whole(prk, secret, secret_len, salt, salt_len));
}

VMB_SHA256_BODY int vmb_hkdf_expand_whole(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                                          const uint8_t *info, size_t info_len)
{
    vmb_hkdf_work w;

    vmb_hkdf_expand(&w, out, out_len, prk, prk_len, info, info_len);
    return vmb_end_stream(&w, sizeof w, VMB_OK);
}

int vmb_hkdf_sha256_expand(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len, const uint8_t *info,
                           size_t info_len)
{
    int status = VMB_ERR_LENGTH;

    if (out_len <= VMB_HKDF_SHA256_MAX && prk_len >= VMB_HKDF_HASH) {
        status = vmb_hkdf_check(out, out_len, prk, prk_len);
    }
    if (status == VMB_OK) {
        status = vmb_hkdf_check(out, out_len, info, info_len);
    }
    if (status != VMB_OK) {
        return status;
    }
    return VMB_SHA256_WIPED(vmb_hkdf_expand_whole(out, out_len, prk, prk_len, info, info_len));
}

VMB_SHA256_BODY int vmb_hkdf_whole(uint8_t *out, size_t out_len, const uint8_t *secret, size_t secret_len,
                                   const uint8_t *salt, size_t salt_len, const uint8_t *info, size_t info_len)
{
    vmb_hkdf_work w;

    vmb_hkdf_extract(&w, secret, secret_len, salt, salt_len);
    vmb_hkdf_expand(&w, out, out_len, (const uint8_t *)w.prk, VMB_HKDF_HASH, info, info_len);
    return vmb_end_stream(&w, sizeof w, VMB_OK);
}

int vmb_hkdf_sha256(uint8_t *out, size_t out_len, const uint8_t *secret, size_t secret_len, const uint8_t *salt,
                    size_t salt_len, const uint8_t *info, size_t info_len)
{
    int status = out_len <= VMB_HKDF_SHA256_MAX ? vmb_hkdf_check(out, out_len, secret, secret_len) : VMB_ERR_LENGTH;

    if (status == VMB_OK) {
        status = vmb_hkdf_check(out, out_len, salt, salt_len);
    }
    if (status == VMB_OK) {
        status = vmb_hkdf_check(out, out_len, info, info_len);
    }
    if (status != VMB_OK) {
        return status;
    }
    return VMB_SHA256_WIPED(vmb_hkdf_whole(out, out_len, secret, secret_len, salt, salt_len, info, info_len));
}
