/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Executes jobs (firmware/jobs.c) with calls of the object that vmb_aead_find finds (vambrace/generic.h).
 * VMB_GENERIC_PREFIX is the prefix of the algorithm's own functions, VMB_GENERIC_NAME its name; VMB_ALG is
 * vmb_generic.
 */
#include "vambrace/generic.h"

#define VMB_GENERIC_JOIN_(a, b) a##b
#define VMB_GENERIC_JOIN(a, b) VMB_GENERIC_JOIN_(a, b)

/* Cases depend on the size of a key object: that of the algorithm, not of any. */
typedef VMB_GENERIC_JOIN(VMB_GENERIC_PREFIX, _key) vmb_generic_key;
VMB_AEAD_DECLARE(vmb_generic)
#ifdef VMB_HAS_STREAM
typedef VMB_GENERIC_JOIN(VMB_GENERIC_PREFIX, _stream) vmb_generic_stream;
VMB_AEAD_STREAM_DECLARE(vmb_generic)
VMB_CCM_LENGTHS_DECLARE(vmb_generic)
#endif

#include "jobs.c"

static const vmb_aead *chosen(void)
{
    return vmb_aead_find(vmb_aeads, VMB_GENERIC_NAME);
}

int vmb_generic_init(vmb_generic_key *key, const uint8_t *bytes, size_t key_len)
{
    return chosen()->init(key, bytes, key_len);
}

int vmb_generic_seal(const vmb_generic_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                     size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    return chosen()->seal(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);
}

int vmb_generic_open(const vmb_generic_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                     const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                     size_t len)
{
    return chosen()->open(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);
}

void vmb_generic_wipe(vmb_generic_key *key)
{
    chosen()->wipe(key);
}

#ifdef VMB_HAS_STREAM

int vmb_generic_seal_start(vmb_generic_stream *s, const vmb_generic_key *key, const uint8_t *nonce, size_t nonce_len)
{
    return chosen()->seal_start(s, key, nonce, nonce_len);
}

int vmb_generic_open_start(vmb_generic_stream *s, const vmb_generic_key *key, const uint8_t *nonce, size_t nonce_len)
{
    return chosen()->open_start(s, key, nonce, nonce_len);
}

int vmb_generic_lengths(vmb_generic_stream *s, size_t ad_len, size_t len, size_t tag_len)
{
    return chosen()->lengths(s, ad_len, len, tag_len);
}

int vmb_generic_ad(vmb_generic_stream *s, const uint8_t *ad, size_t len)
{
    return chosen()->ad(s, ad, len);
}

int vmb_generic_update(vmb_generic_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
    return chosen()->update(s, out, in, len);
}

int vmb_generic_seal_finish(vmb_generic_stream *s, uint8_t *tag, size_t tag_len)
{
    return chosen()->seal_finish(s, tag, tag_len);
}

int vmb_generic_open_finish(vmb_generic_stream *s, const uint8_t *tag, size_t tag_len)
{
    return chosen()->open_finish(s, tag, tag_len);
}

void vmb_generic_abort(vmb_generic_stream *s)
{
    chosen()->abort(s);
}

#endif
