/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What works with the object of any algorithm (vambrace/generic.h). It names none of them.
 */
#include "vambrace/generic.h"

#include "common/common.h"
#include "generic/generic_name.h"
#include "generic/generic_tag.h"

const vmb_aead *vmb_aead_find(const vmb_aead *const *table, const char *name)
{
    if (table == NULL || name == NULL) {
        return NULL;
    }
    for (; *table != NULL; table++) {
        if (vmb_is_name((*table)->name, name)) {
            return *table;
        }
    }
    return NULL;
}

int vmb_aead_accepts(const vmb_aead *a, size_t nonce_len, size_t tag_len, size_t len)
{
    size_t count_len; /* bytes in which AES-CCM counts the message */

    if (nonce_len < a->nonce_least || nonce_len > a->nonce_most || len > VMB_MAX_BYTES) {
        return 0;
    }
    if (!vmb_has_tag(a->tag_lens, tag_len)) {
        return 0;
    }
    count_len = a->counter_shares - nonce_len;
    return a->counter_shares == 0 || count_len >= 4 || len >> (8 * count_len) == 0;
}

/* Returns the address n bytes after p, or null if p is. As numbers: the memory there has not been checked yet. */
static uint8_t *vmb_aead_behind(const uint8_t *p, size_t n)
{
    return p == NULL ? NULL : (uint8_t *)((uintptr_t)p + n);
}

int vmb_aead_seal_combined(const vmb_aead *a, const void *key, uint8_t *out, const uint8_t *nonce, size_t nonce_len,
                           const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len, size_t tag_len)
{
    if (len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    return a->seal(key, out, vmb_aead_behind(out, len), tag_len, nonce, nonce_len, ad, ad_len, in, len);
}

int vmb_aead_open_combined(const vmb_aead *a, const void *key, uint8_t *out, const uint8_t *nonce, size_t nonce_len,
                           const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len, size_t tag_len)
{
    size_t tag_bytes = VMB_TAG_BYTES(tag_len);

    if (len < tag_bytes || len - tag_bytes > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    len -= tag_bytes;
    return a->open(key, out, vmb_aead_behind(in, len), tag_len, nonce, nonce_len, ad, ad_len, in, len);
}
