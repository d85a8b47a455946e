/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Defines the object of one MAC (vambrace/generic_mac.h), as generic_define.h defines those
 * of AEADs.
 */
#ifndef VMB_GENERIC_MAC_DEFINE_H
#define VMB_GENERIC_MAC_DEFINE_H

#include "common/common.h"
#include "generic/generic_answers.h"
#include "vambrace/generic_mac.h"

/* What all have. */
#define VMB_GENERIC_MAC_CALLS(name)                                                      \
    struct name##_generic_key_place {                                                    \
        char before;                                                                     \
        name##_key object;                                                               \
    };                                                                                   \
    struct name##_generic_stream_place {                                                 \
        char before;                                                                     \
        name##_stream object;                                                            \
    };                                                                                   \
    static const uint8_t name##_generic_answer[] = {VMB_ANSWER_##name};                  \
    static int name##_generic_init(void *key, const uint8_t *bytes, size_t key_len)      \
    {                                                                                    \
        return name##_init((name##_key *)key, bytes, key_len);                           \
    }                                                                                    \
    static void name##_generic_wipe(void *key)                                           \
    {                                                                                    \
        name##_wipe((name##_key *)key);                                                  \
    }                                                                                    \
    static int name##_generic_update(void *s, const uint8_t *in, size_t len)             \
    {                                                                                    \
        return name##_update((name##_stream *)s, in, len);                               \
    }                                                                                    \
    static int name##_generic_finish(void *s, uint8_t *tag, size_t tag_len)              \
    {                                                                                    \
        return name##_finish((name##_stream *)s, tag, tag_len);                          \
    }                                                                                    \
    static int name##_generic_verify_finish(void *s, const uint8_t *tag, size_t tag_len) \
    {                                                                                    \
        return name##_verify_finish((name##_stream *)s, tag, tag_len);                   \
    }                                                                                    \
    static void name##_generic_abort(void *s)                                            \
    {                                                                                    \
        name##_abort((name##_stream *)s);                                                \
    }

/* The calls that get a nonce, of a MAC that has none. */
#define VMB_GENERIC_MAC_PLAIN(name)                                                                              \
    static int name##_generic_compute(const void *key, uint8_t *tag, size_t tag_len, const uint8_t *nonce,       \
                                      size_t nonce_len, const uint8_t *in, size_t len)                           \
    {                                                                                                            \
        (void)nonce;                                                                                             \
        return nonce_len != 0 ? VMB_ERR_LENGTH : name##_compute((const name##_key *)key, tag, tag_len, in, len); \
    }                                                                                                            \
    static int name##_generic_verify(const void *key, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,  \
                                     size_t nonce_len, const uint8_t *in, size_t len)                            \
    {                                                                                                            \
        (void)nonce;                                                                                             \
        return nonce_len != 0 ? VMB_ERR_LENGTH : name##_verify((const name##_key *)key, tag, tag_len, in, len);  \
    }                                                                                                            \
    static int name##_generic_start(void *s, const void *key, const uint8_t *nonce, size_t nonce_len)            \
    {                                                                                                            \
        (void)nonce;                                                                                             \
        if (nonce_len != 0) {                                                                                    \
            name##_abort((name##_stream *)s);                                                                    \
            return s == NULL ? VMB_ERR_ARGUMENT : VMB_ERR_LENGTH;                                                \
        }                                                                                                        \
        return name##_start((name##_stream *)s, (const name##_key *)key);                                        \
    }

/* The same of one with a nonce. */
#define VMB_GENERIC_MAC_NONCE(name)                                                                             \
    static int name##_generic_compute(const void *key, uint8_t *tag, size_t tag_len, const uint8_t *nonce,      \
                                      size_t nonce_len, const uint8_t *in, size_t len)                          \
    {                                                                                                           \
        return name##_compute((const name##_key *)key, tag, tag_len, nonce, nonce_len, in, len);                \
    }                                                                                                           \
    static int name##_generic_verify(const void *key, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                                     size_t nonce_len, const uint8_t *in, size_t len)                           \
    {                                                                                                           \
        return name##_verify((const name##_key *)key, tag, tag_len, nonce, nonce_len, in, len);                 \
    }                                                                                                           \
    static int name##_generic_start(void *s, const void *key, const uint8_t *nonce, size_t nonce_len)           \
    {                                                                                                           \
        return name##_start((name##_stream *)s, (const name##_key *)key, nonce, nonce_len);                     \
    }

#define VMB_GENERIC_MAC_MEMBERS(name, title, key_len, nonce_len, nonce_least, nonce_most, tag_len, tag_lens,        \
                                one_message)                                                                        \
    title, sizeof(name##_key), offsetof(struct name##_generic_key_place, object), sizeof(name##_stream),            \
        offsetof(struct name##_generic_stream_place, object), key_len, nonce_len, nonce_least, nonce_most, tag_len, \
        tag_lens, one_message, name##_generic_init, name##_generic_compute, name##_generic_verify,                  \
        name##_generic_wipe, name##_generic_start, name##_generic_update, name##_generic_finish,                    \
        name##_generic_verify_finish, name##_generic_abort, name##_generic_answer

/* Tags of 4 to 16 bytes; of 12 to 16 and, if asked for, 4 and 8; of 16. */
#define VMB_GENERIC_CMAC_TAGS 0x1fff0u
#define VMB_GENERIC_GMAC_TAGS (0x1f000u | 0x110u << VMB_AEAD_SHORT_TAGS)
#define VMB_GENERIC_FULL_TAGS 0x10000u

/** A MAC without a nonce; `one_message`: a key is for one message. */
#define VMB_GENERIC_MAC(object, name, title, key_len, tag_lens, one_message) \
    VMB_GENERIC_MAC_CALLS(name)                                              \
    VMB_GENERIC_MAC_PLAIN(name)                                              \
    const vmb_mac object = {VMB_GENERIC_MAC_MEMBERS(name, title, key_len, 0, 0, 0, 16, tag_lens, one_message)};

/** HMAC, whose tags have up to tag_len bytes. */
#define VMB_GENERIC_HMAC(object, name, title, key_len, tag_len) \
    VMB_GENERIC_MAC_CALLS(name)                                 \
    VMB_GENERIC_MAC_PLAIN(name)                                 \
    const vmb_mac object = {VMB_GENERIC_MAC_MEMBERS(name, title, key_len, 0, 0, 0, tag_len, 0, 0)};

/** AES-GMAC with a key of key_len bytes. */
#define VMB_GENERIC_NONCE_MAC(object, name, title, key_len) \
    VMB_GENERIC_MAC_CALLS(name)                             \
    VMB_GENERIC_MAC_NONCE(name)                             \
    const vmb_mac object = {                                \
        VMB_GENERIC_MAC_MEMBERS(name, title, key_len, 12, 1, VMB_MAX_BYTES, 16, VMB_GENERIC_GMAC_TAGS, 0)};

#endif
