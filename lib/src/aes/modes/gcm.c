/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-GCM (NIST SP 800-38D), one shot, the public functions: key, arguments and tag.
 * The parts of the message are those of gcm.h. One body serves the three key sizes.
 */
#include "aes/aes_words.h"
#include "aes/modes/gcm.h"

VMB_NOINLINE static int vmb_gcm_init(uint32_t *key, unsigned rounds, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_GCM_KEY_SIZE(rounds), bytes, key_len, 4 * (rounds - 6));
    uint32_t h[4] = {0, 0, 0, 0};
    vmb_aes_turn turn;

    if (status == VMB_OK) {
        status = vmb_aes_there(rounds);
    }
    if (status == VMB_OK) {
        vmb_aes_expand(key, bytes, rounds);
        status = vmb_aes_begin(key, rounds, &turn);
    }
    if (status == VMB_OK) {
        vmb_aes_encrypt_blocks(key, rounds, (uint8_t *)h, (const uint8_t *)h, 1);
        status = vmb_aes_end(rounds, &turn);
        vmb_ghash_key(VMB_GCM_HASH_KEY(key, rounds), h);
        vmb_wipe(h, sizeof h);
    }
    if (status == VMB_OK) {
        vmb_set_mark(key, VMB_GCM_KEY_SIZE(rounds), VMB_MARK_GCM);
    }
    return vmb_aes_return(status, (uint8_t *)key, VMB_GCM_KEY_SIZE(rounds));
}

static int vmb_gcm_check(const vmb_call *c)
{
    if (c->nonce_len - 1 >= VMB_MAX_BYTES || !vmb_gcm_has_tag(c->tag_len)) {
        return VMB_ERR_LENGTH;
    }
    return vmb_check_call(c, c->key_size, VMB_MARK_GCM);
}

/* The tag t of a message whose ciphertext is at text. */
static void vmb_gcm_authenticate(vmb_gcm_stream *s, const vmb_call *c, unsigned rounds, const uint8_t *text,
                                 uint32_t t[4])
{
    vmb_gcm_hash(s, rounds, 0, c->ad, c->ad_len);
    s->ad_len = (uint32_t)c->ad_len;
    vmb_gcm_end_ad(s, rounds);
    vmb_gcm_hash(s, rounds, 0, text, c->len);
    s->len = (uint32_t)c->len;
    vmb_gcm_tag(s, rounds, t);
}

VMB_NOINLINE static int vmb_gcm_seal(const vmb_call *c, unsigned rounds, uint8_t *tag)
{
    int status = vmb_gcm_check(c);
    vmb_gcm_stream s;
    uint32_t t[4];

    if (status == VMB_OK) {
        status = vmb_gcm_begin(&s, (const uint32_t *)c->key, rounds, c->nonce, c->nonce_len);
        if (status == VMB_OK) {
            status = vmb_gcm_crypt(&s, rounds, c->out, c->in, c->len);
        }
        vmb_gcm_authenticate(&s, c, rounds, c->out, t);
        vmb_aes_copy(tag, (const uint8_t *)t, c->tag_len);
        vmb_wipe(t, sizeof t);
        vmb_wipe(&s, sizeof s);
    }
    return vmb_aes_return(vmb_aes_return(status, tag, c->tag_len), c->out, c->len);
}

VMB_NOINLINE static int vmb_gcm_open(const vmb_call *c, unsigned rounds)
{
    int status = vmb_gcm_check(c);
    vmb_gcm_stream s;
    uint32_t t[4];

    if (status == VMB_OK) {
        status = vmb_gcm_begin(&s, (const uint32_t *)c->key, rounds, c->nonce, c->nonce_len);
        vmb_gcm_authenticate(&s, c, rounds, c->in, t);
        /* The result of the tag check is public: the call returns it. An AES unit that failed produces no tag that
         * can be matched. */
        if (status == VMB_OK && vmb_differ(c->tag, (const uint8_t *)t, c->tag_len) != 0) {
            vmb_wipe(c->out, c->len);
            status = VMB_ERR_TAG;
        }
        if (status == VMB_OK) {
            status = vmb_gcm_crypt(&s, rounds, c->out, c->in, c->len);
        }
        vmb_wipe(t, sizeof t);
        vmb_wipe(&s, sizeof s);
    }
    return vmb_aes_return(status, c->out, c->len);
}

#define VMB_GCM_DEFINE(name, rounds)                                                                               \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len)                                         \
    {                                                                                                              \
        return VMB_GCM_WIPED(vmb_gcm_init((uint32_t *)key, rounds, bytes, key_len));                               \
    }                                                                                                              \
    int name##_seal(const name##_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,       \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};        \
                                                                                                                   \
        return VMB_GCM_WIPED(vmb_gcm_seal(&c, rounds, tag));                                                       \
    }                                                                                                              \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};        \
                                                                                                                   \
        return VMB_GCM_WIPED(vmb_gcm_open(&c, rounds));                                                            \
    }                                                                                                              \
    void name##_wipe(name##_key *key)                                                                              \
    {                                                                                                              \
        vmb_wipe_object(key, sizeof *key);                                                                         \
    }

VMB_GCM_DEFINE(vmb_aes128_gcm, 10)
VMB_GCM_DEFINE(vmb_aes192_gcm, 12)
VMB_GCM_DEFINE(vmb_aes256_gcm, 14)
