/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-CCM (NIST SP 800-38C), one shot, the public functions: arguments and the tag.
 * The message itself is the backend's (aes_backend.h). One body serves the three
 * key sizes.
 */
#include "aes/modes/aes_modes.h"
#include "aes/aes_words.h"
#include "common/call.h"
#include "aes/modes/ccm_run.h"
#include "vambrace/aead.h"

#if !VMB_ENGINE

/* What assembly knows about vmb_call: an array of -1 elements if it is wrong. */
#if VMB_AES_OWN_CCM
#define VMB_CALL_HAS(member, at) (offsetof(vmb_call, member) == (at))
typedef char vmb_ccm_call_layout[VMB_CALL_HAS(key, VMB_CALL_KEY) && VMB_CALL_HAS(out, VMB_CALL_OUT) &&
                                         VMB_CALL_HAS(tag_len, VMB_CALL_TAG_LEN) &&
                                         VMB_CALL_HAS(nonce, VMB_CALL_NONCE) &&
                                         VMB_CALL_HAS(nonce_len, VMB_CALL_NONCE_LEN) && VMB_CALL_HAS(ad, VMB_CALL_AD) &&
                                         VMB_CALL_HAS(ad_len, VMB_CALL_AD_LEN) && VMB_CALL_HAS(in, VMB_CALL_IN) &&
                                         VMB_CALL_HAS(len, VMB_CALL_LEN) && VMB_CALL_HAS(tag_is_output, VMB_CALL_SEAL)
                                     ? 1
                                     : -1];
#endif

VMB_NOINLINE static int vmb_ccm_init(uint32_t *key, unsigned rounds, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_CCM_KEY_SIZE(rounds), bytes, key_len, 4 * (rounds - 6));

    if (status == VMB_OK) {
        status = vmb_aes_return(vmb_aes_there(rounds), (uint8_t *)key, VMB_CCM_KEY_SIZE(rounds));
    }
    if (status == VMB_OK) {
        vmb_aes_expand(key, bytes, rounds);
        vmb_set_mark(key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM);
    }
    return status;
}

/* A backend with a separate message function for each key size also has a body for each, so that a program links only
 * what it uses. */
#if VMB_AES_CCM_BY_SIZE
#define VMB_CCM_PART VMB_INLINE
#define VMB_CCM_BODY VMB_INLINE
#elif VMB_CCM_PLANES && !VMB_MISALIGNED
#define VMB_CCM_PART VMB_INLINE /* without a frame of its own: unaligned data takes much stack */
#define VMB_CCM_BODY VMB_NOINLINE static
#else
#define VMB_CCM_PART static
#define VMB_CCM_BODY VMB_NOINLINE static
#endif

/* Everything but the tag: VMB_OK when it is in t. */
VMB_CCM_PART int vmb_ccm_call(const vmb_call *c, void *t, unsigned rounds)
{
    size_t bits = 8 * (15 - c->nonce_len); /* of the message's length: 16 to 64 */
    vmb_aes_turn turn;
    int result;

    /* One branch for those that are nearly always right. */
    if (VMB_RARELY((c->nonce_len - 7 > 6) | (c->tag_len - 4 > 12) | (c->tag_len & 1)) ||
        (bits < 32 && c->len >> bits != 0)) {
        return VMB_ERR_LENGTH;
    }
    result = vmb_check_call(c, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM);
    if (result == VMB_OK) {
        result = vmb_aes_begin((const uint32_t *)c->key, rounds, &turn);
    }
    if (result == VMB_OK) {
        vmb_aes_ccm_run(c, t, rounds);
        result = vmb_aes_end(rounds, &turn);
    }
#if VMB_AES_UNIT
    if (result == VMB_ERR_DEVICE) {
        vmb_wipe(c->out, c->len);
        vmb_wipe(t, VMB_CCM_TAG_ANYWHERE && c->tag_is_output ? c->tag_len : 16);
    }
#endif
    return result;
}

VMB_CCM_BODY int vmb_ccm_seal(const vmb_call *c, uint8_t *tag, unsigned rounds)
{
#if VMB_CCM_TAG_ANYWHERE
    return vmb_ccm_call(c, tag, rounds);
#else
    vmb_word t[4];
    int result;

    if (c->tag_len == 16 && vmb_is_aligned(tag)) { /* 36 cycles less than with a tag of any length */
        return vmb_ccm_call(c, tag, rounds);
    }
    result = vmb_ccm_call(c, t, rounds);
    if (result == VMB_OK) {
        vmb_aes_copy(tag, (const uint8_t *)t, c->tag_len);
        vmb_wipe_here(t, sizeof t); /* a short tag must not reveal the other bytes */
    }
    return vmb_aes_return(result, tag, c->tag_len);
#endif
}

VMB_CCM_BODY int vmb_ccm_open(const vmb_call *c, unsigned rounds)
{
    vmb_word t[4];
    int result = vmb_ccm_call(c, t, rounds);

    if (result == VMB_OK) {
        if (vmb_differ(c->tag, (const uint8_t *)t, c->tag_len) != 0) {
            vmb_wipe(c->out, c->len);
            result = VMB_ERR_TAG;
        }
        vmb_wipe_here(t, sizeof t);
    }
    return result;
}

#define VMB_CCM_DEFINE(name, rounds)                                                                               \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len)                                         \
    {                                                                                                              \
        return vmb_aes_wiped(rounds, vmb_ccm_init((uint32_t *)key, rounds, bytes, key_len));                       \
    }                                                                                                              \
    int name##_seal(const name##_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,       \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};        \
                                                                                                                   \
        return vmb_aes_wiped(rounds, vmb_ccm_seal(&c, tag, rounds));                                               \
    }                                                                                                              \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};        \
                                                                                                                   \
        return vmb_aes_wiped(rounds, vmb_ccm_open(&c, rounds));                                                    \
    }                                                                                                              \
    void name##_wipe(name##_key *key)                                                                              \
    {                                                                                                              \
        vmb_wipe_object(key, sizeof *key);                                                                         \
    }

VMB_CCM_DEFINE(vmb_aes128_ccm, 10)
VMB_CCM_DEFINE(vmb_aes192_ccm, 12)
VMB_CCM_DEFINE(vmb_aes256_ccm, 14)

#endif
