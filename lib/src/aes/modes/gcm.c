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

#if VMB_SIZE
#define vmb_gcm_check_arguments vmb_check_arguments
#else
/* vmb_check_arguments: what concerns a tag that is written is in one branch. */
VMB_INLINE int vmb_gcm_check_arguments(const vmb_call *c)
{
    uintptr_t tag_len = c->tag_len, last_tag = (uintptr_t)c->tag + tag_len - 1;
    vmb_call opening = *c;
    uint32_t bad = 0;

    if ((c->len | c->ad_len) > VMB_MAX_BYTES) { /* its bits are all ones */
        return VMB_ERR_LENGTH;
    }
    if (VMB_OFTEN(c->tag_is_output)) {
        bad = VMB_MEETS(last_tag, c->key, tag_len + c->key_size);
        bad |= VMB_MEETS(last_tag, c->nonce, tag_len + c->nonce_len);
        VMB_OPAQUE2(bad, last_tag);
        bad |= (uint32_t)(c->ad_len != 0) & (uint32_t)VMB_MEETS(last_tag, c->ad, tag_len + c->ad_len);
        VMB_OPAQUE2(bad, last_tag);
        bad |= (uint32_t)(c->len != 0) & (uint32_t)VMB_MEETS(last_tag, c->in, tag_len + c->len);
    }
    opening.tag_is_output = 0;
    return VMB_RARELY(bad | vmb_faults(&opening)) ? VMB_ERR_ARGUMENT : VMB_OK;
}
#endif

/* From then on, tag_len is the bytes of the tag. */
VMB_INLINE int vmb_gcm_check(vmb_call *c)
{
    int status;

    if (VMB_RARELY(!vmb_gcm_is_usual_tag(c->tag_len))) {
        c->tag_len = vmb_gcm_short_tag(c->tag_len);
        if (c->tag_len == 0) {
            return VMB_ERR_LENGTH;
        }
    }
    if (c->nonce_len - 1 >= VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_gcm_check_arguments(c);
    if (status == VMB_OK && vmb_is_unready(c->key, c->key_size, VMB_MARK_GCM)) {
        status = VMB_ERR_STATE;
    }
    return status;
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

/* The tag replaces its mask. */
VMB_INLINE void vmb_gcm_hash_message(vmb_gcm_stream *s, const vmb_call *c, unsigned rounds, const uint8_t *ciphertext)
{
    vmb_ghash_message(VMB_GCM_HASH_KEY(s->key, rounds), s->mask, c->ad, c->ad_len, ciphertext, c->len);
}

/* Seals and writes the tag, or opens: tag is null then. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_gcm_run(vmb_call *c, unsigned rounds, uint8_t *tag)
{
    const uint32_t *key = (const uint32_t *)c->key;
    int status = vmb_gcm_check(c);
    vmb_gcm_stream s;

    if (status == VMB_OK) {
        status = vmb_gcm_begin(&s, key, rounds, c->nonce, c->nonce_len);
        if (!c->tag_is_output) {
            vmb_gcm_hash_message(&s, c, rounds, c->in);
            /* The result of the tag check is public: the call returns it. An AES unit that failed produces no tag that
             * can be matched. */
            if (status == VMB_OK && vmb_gcm_differ(&s, c->tag, c->tag_len) != 0) {
                vmb_wipe(c->out, c->len);
                status = VMB_ERR_TAG;
            }
        }
        if (status == VMB_OK) {
            status = vmb_gcm_crypt_message(&s, c, rounds);
        }
        if (c->tag_is_output) {
            vmb_gcm_hash_message(&s, c, rounds, c->out);
            vmb_gcm_put_tag(&s, tag, c->tag_len);
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
        vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};              \
                                                                                                                   \
        return VMB_GCM_WIPED(vmb_gcm_run(&c, rounds, tag));                                                        \
    }                                                                                                              \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};              \
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
