/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20-Poly1305 (RFC 8439, section 2.8), the public functions.
 *
 * Block 0 of the keystream begins with the one-time key (section 2.6), the
 * message starts at block 1. The tag covers the associated data and the
 * ciphertext, each filled up with zeros to 16 bytes, and their two lengths as
 * little-endian 64-bit numbers.
 */
#include "chacha/chacha20_poly1305.h"

#if !VMB_ENGINE

VMB_CP_BODY int vmb_cp_init(vmb_chacha20_poly1305_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, sizeof *key, bytes, key_len, 32);
    unsigned i;

    if (status != VMB_OK) {
        return status;
    }
    for (i = 0; i < 8; i++) {
        key->words[i] = vmb_load32_le(bytes + 4 * i);
    }
    vmb_set_mark(key->words, sizeof *key, VMB_MARK_CHACHA20_POLY1305);
    return VMB_OK;
}

int vmb_chacha20_poly1305_init(vmb_chacha20_poly1305_key *key, const uint8_t *bytes, size_t key_len)
{
    return VMB_CP_WIPED(vmb_cp_init(key, bytes, key_len));
}

void vmb_chacha20_poly1305_wipe(vmb_chacha20_poly1305_key *key)
{
    vmb_wipe_object(key, sizeof *key);
}

#if VMB_CHACHA20_POLY1305_RV32 && VMB_SIZE

/* Assumptions of the assembly: a negative array size reports a violation. */
typedef char vmb_call_layout[offsetof(vmb_call, key) == VMB_CALL_KEY && offsetof(vmb_call, out) == VMB_CALL_OUT &&
                                     offsetof(vmb_call, nonce) == VMB_CALL_NONCE &&
                                     offsetof(vmb_call, ad) == VMB_CALL_AD &&
                                     offsetof(vmb_call, ad_len) == VMB_CALL_AD_LEN &&
                                     offsetof(vmb_call, in) == VMB_CALL_IN && offsetof(vmb_call, len) == VMB_CALL_LEN
                                 ? 1
                                 : -1];

#elif !VMB_CHACHA20_POLY1305_RV32

void vmb_chacha20_poly1305_run(const vmb_call *c, size_t crypt, const uint8_t *text, uint8_t *tag)
{
    uint32_t one_time[8], lengths[4], h[5] = {0, 0, 0, 0, 0};
    vmb_piece pieces[3];

    vmb_chacha20_xor((const uint32_t *)c->key, c->nonce, 0, one_time, c->out, c->in, crypt);
    vmb_store32_le((uint8_t *)&lengths[0], (uint32_t)c->ad_len);
    lengths[1] = 0; /* VMB_MAX_BYTES is below 2^32 */
    vmb_store32_le((uint8_t *)&lengths[2], (uint32_t)c->len);
    lengths[3] = 0;
    pieces[0].data = c->ad;
    pieces[0].len = c->ad_len;
    pieces[1].data = text;
    pieces[1].len = c->len;
    pieces[2].data = (const uint8_t *)lengths;
    pieces[2].len = sizeof lengths;
    vmb_poly1305(tag, one_time, pieces, 3, h);
    vmb_wipe_here(h, sizeof h);
    vmb_wipe_here(one_time, sizeof one_time);
}

#endif

#if VMB_SIZE

static int vmb_cp_check(const vmb_call *c)
{
    if (c->tag_len != 16 || c->nonce_len != 12) {
        return VMB_ERR_LENGTH;
    }
    return vmb_check_call(c, sizeof(vmb_chacha20_poly1305_key), VMB_MARK_CHACHA20_POLY1305);
}

#else

/* Inlined in each function: the arguments stay in place, and one branch checks all lengths. */
VMB_INLINE int vmb_cp_check(const vmb_call *c)
{
    vmb_call known = *c;

    if (VMB_RARELY((c->tag_len ^ 16) | (c->nonce_len ^ 12) | ((c->len | c->ad_len) & ~(size_t)VMB_MAX_BYTES))) {
        return VMB_ERR_LENGTH;
    }
    known.tag_len = 16;
    known.nonce_len = 12;
    if (VMB_RARELY(vmb_faults(&known))) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_is_unready(c->key, sizeof(vmb_chacha20_poly1305_key), VMB_MARK_CHACHA20_POLY1305) ? VMB_ERR_STATE
                                                                                                 : VMB_OK;
}

#endif

int vmb_chacha20_poly1305_seal(const vmb_chacha20_poly1305_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                               const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,
                               const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};
    int result = vmb_cp_check(&c);

    if (result == VMB_OK) {
        result = VMB_CP_WIPED(VMB_CP_SEAL(&c, tag));
    }
    return result;
}

/* A checked call. The result of the tag check is public: the call returns it. */
VMB_CP_BODY int vmb_cp_open(const vmb_call *c)
{
    uint32_t expected[4];
    int result = VMB_CP_TAG(c, (uint8_t *)expected);

    if (vmb_differ((const uint8_t *)expected, c->tag, 16) == 0) {
        vmb_chacha20_xor((const uint32_t *)c->key, c->nonce, 1, NULL, c->out, c->in, c->len);
    } else {
        vmb_wipe(c->out, c->len);
        result = VMB_ERR_TAG;
    }
    vmb_wipe(expected, sizeof expected);
    return result;
}

int vmb_chacha20_poly1305_open(const vmb_chacha20_poly1305_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                               const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,
                               const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};
    int result = vmb_cp_check(&c);

    return result == VMB_OK ? VMB_CP_WIPED(vmb_cp_open(&c)) : result;
}

#endif
