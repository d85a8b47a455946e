/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-128-CCM (NIST SP 800-38C), the public functions: arguments and the tag.
 * The message itself is the backend's (aes_backend.h).
 */
#include "aes/aes_backend.h"

/* What assembly knows about vmb_call: an array of -1 elements if it is wrong. */
#if VMB_ISE_ZKN
typedef char vmb_ccm_call_layout[offsetof(vmb_call, key) == 0 &&
                                         offsetof(vmb_call, out) == 8 &&
                                         offsetof(vmb_call, tag_len) == 16 &&
                                         offsetof(vmb_call, nonce) == 20 &&
                                         offsetof(vmb_call, nonce_len) == 24 &&
                                         offsetof(vmb_call, ad) == 28 &&
                                         offsetof(vmb_call, ad_len) == 32 &&
                                         offsetof(vmb_call, in) == 36 &&
                                         offsetof(vmb_call, len) == 40 &&
                                         offsetof(vmb_call, tag_is_output) == 44
                                     ? 1
                                     : -1];
#endif

/* Copies n bytes of t. */
static void vmb_copy_tag(uint8_t *to, const vmb_word *t, size_t n)
{
    const uint8_t *from = (const uint8_t *)t;
    uint32_t x;

    for (; n != 0; n--) {
        x = *from++;
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        *to++ = (uint8_t)x;
    }
}

/* Everything but the tag: VMB_OK when it is in t. */
static int vmb_ccm_call(const vmb_call *c, vmb_word *t)
{
    size_t bits = 8 * (15 - c->nonce_len); /* of the message's length: 16 to 64 */
    int result;

    if (c->nonce_len - 7 > 6 || c->tag_len - 4 > 12 || (c->tag_len & 1) != 0 ||
        (bits < 32 && c->len >> bits != 0)) {
        return VMB_ERR_LENGTH;
    }
    result = vmb_check_call(c);
    if (result == VMB_OK) {
        vmb_aes_ccm_run(c, t, 10);
#if VMB_AES_IN_C
        vmb_wipe_stack();
#endif
    }
    return result;
}

int vmb_aes128_ccm_init(vmb_aes128_ccm_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, sizeof *key, bytes, key_len, 16);

    if (status == VMB_OK) {
        vmb_aes_expand(key->words, bytes, 10);
#if VMB_AES_IN_C
        vmb_wipe_stack();
#endif
    }
    return status;
}

int vmb_aes128_ccm_seal(const vmb_aes128_ccm_key *key, uint8_t *out, uint8_t *tag,
                        size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                        const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce,
                  nonce_len, ad, ad_len, in, len, 1};
    vmb_word t[4];
    int result;

    if (tag_len == 16 && vmb_is_aligned(tag)) {
        return vmb_ccm_call(&c, (vmb_word *)(void *)tag);
    }
    result = vmb_ccm_call(&c, t);
    if (result == VMB_OK) {
        vmb_copy_tag(tag, t, tag_len);
        vmb_wipe(t, sizeof t); /* nobody is to see what a short tag leaves out */
    }
    return result;
}

int vmb_aes128_ccm_open(const vmb_aes128_ccm_key *key, uint8_t *out, const uint8_t *tag,
                        size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                        const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce,
                  nonce_len, ad, ad_len, in, len, 0};
    vmb_word t[4];
    int result = vmb_ccm_call(&c, t);

    if (result == VMB_OK) {
        if (vmb_differ(tag, (const uint8_t *)t, c.tag_len) != 0) {
            vmb_wipe(out, len);
            result = VMB_ERR_TAG;
        }
        vmb_wipe(t, sizeof t);
    }
    return result;
}

void vmb_aes128_ccm_wipe(vmb_aes128_ccm_key *key)
{
    vmb_wipe(key, sizeof *key);
}
