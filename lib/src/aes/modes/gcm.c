/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-GCM (NIST SP 800-38D), one shot, the public functions: key, arguments and tag.
 * The parts of the message are those of gcm.h. One body serves the three key sizes.
 */
#include "aes/aes_words.h"
#include "aes/modes/gcm.h"

#if !VMB_ENGINE_GCM

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

VMB_INLINE int vmb_gcm_check(const vmb_call *c)
{
    if (c->nonce_len - 1 >= VMB_MAX_BYTES || !vmb_gcm_has_tag(c->tag_len)) {
        return VMB_ERR_LENGTH;
    }
    return vmb_check_call(c, c->key_size, VMB_MARK_GCM);
}

/* Encrypts or decrypts the message. vmb_gcm_begin left keystream for its first block. */
VMB_INLINE int vmb_gcm_crypt_message(vmb_gcm_stream *s, const vmb_call *c, unsigned rounds)
{
    uint8_t *out = c->out;
    const uint8_t *in = c->in;
    size_t len = c->len;

    if (!VMB_SIZE && len >= 16 && vmb_is_aligned(in) && vmb_is_aligned(out)) {
        vmb_put_word(out, vmb_get_word(in) ^ s->work.ks[0]);
        vmb_put_word(out + 4, vmb_get_word(in + 4) ^ s->work.ks[1]);
        vmb_put_word(out + 8, vmb_get_word(in + 8) ^ s->work.ks[2]);
        vmb_put_word(out + 12, vmb_get_word(in + 12) ^ s->work.ks[3]);
        if (len == 16) {
            return VMB_OK;
        }
        s->work.used = 16;
        in += 16;
        out += 16;
        len -= 16;
    }
#if VMB_SIZE || VMB_AES_UNIT
    return vmb_gcm_crypt(s, rounds, out, in, len);
#else
    vmb_aes_ctr_bytes(vmb_aes_ctr_blocks, s->key, rounds, &s->work, out, in, len); /* without a frame in between */
    return VMB_OK;
#endif
}

/* Seals and writes the tag, or opens: tag is null then. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_run(const vmb_call *c, unsigned rounds, uint8_t *tag)
{
    const uint32_t *key = (const uint32_t *)c->key;
    int status = vmb_gcm_check(c);
    vmb_gcm_stream s;

    if (status == VMB_OK) {
        status = vmb_gcm_begin(&s, key, rounds, c->nonce, c->nonce_len);
        if (status == VMB_OK && c->tag_is_output) {
            status = vmb_gcm_crypt_message(&s, c, rounds);
        }
        vmb_ghash_message(VMB_GCM_HASH_KEY(key, rounds), s.mask, c->ad, c->ad_len, c->tag_is_output ? c->out : c->in,
                          c->len);
        if (c->tag_is_output) {
            vmb_gcm_put_tag(&s, tag, c->tag_len);
        } else if (status == VMB_OK) {
            /* The result of the tag check is public: the call returns it. An AES unit that failed produces no tag that
             * can be matched. */
            if (vmb_gcm_differ(&s, c->tag, c->tag_len) == 0) {
                status = vmb_gcm_crypt_message(&s, c, rounds);
            } else {
                vmb_wipe(c->out, c->len);
                status = VMB_ERR_TAG;
            }
        }
        /* What was used of it: the tag and its mask, keystream and counter. */
        vmb_wipe_here((uint8_t *)&s + offsetof(vmb_gcm_stream, mask),
                      offsetof(vmb_gcm_stream, work.used) - offsetof(vmb_gcm_stream, mask));
    }
    if (c->tag_is_output) {
        vmb_aes_return(status, tag, c->tag_len);
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
        return VMB_GCM_WIPED(vmb_gcm_run(&c, rounds, tag));                                                        \
    }                                                                                                              \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};        \
                                                                                                                   \
        return VMB_GCM_WIPED(vmb_gcm_run(&c, rounds, NULL));                                                       \
    }                                                                                                              \
    void name##_wipe(name##_key *key)                                                                              \
    {                                                                                                              \
        vmb_wipe_object(key, sizeof *key);                                                                         \
    }

VMB_GCM_DEFINE(vmb_aes128_gcm, 10)
VMB_GCM_DEFINE(vmb_aes192_gcm, 12)
VMB_GCM_DEFINE(vmb_aes256_gcm, 14)

#endif
