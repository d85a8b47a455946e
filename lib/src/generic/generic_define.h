/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Defines the object of one algorithm (vambrace/generic.h). Its calls go through
 * functions that take objects as void: a pointer to a function that takes a key of the
 * algorithm has another type, and C does not define what a call through it does.
 */
#ifndef VMB_GENERIC_DEFINE_H
#define VMB_GENERIC_DEFINE_H

#include "common/common.h"
#include "generic/generic_answers.h"
#include "vambrace/generic.h"

/* Key, one message, and the answer of the self-test. */
#define VMB_GENERIC_WHOLE(name)                                                                                       \
    struct name##_generic_key_place {                                                                                 \
        char before;                                                                                                  \
        name##_key object;                                                                                            \
    };                                                                                                                \
    static const uint8_t name##_generic_answer[] = {VMB_ANSWER_##name};                                               \
    static int name##_generic_init(void *key, const uint8_t *bytes, size_t key_len)                                   \
    {                                                                                                                 \
        return name##_init((name##_key *)key, bytes, key_len);                                                        \
    }                                                                                                                 \
    static int name##_generic_seal(const void *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                                   size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len) \
    {                                                                                                                 \
        return name##_seal((const name##_key *)key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);        \
    }                                                                                                                 \
    static int name##_generic_open(const void *key, uint8_t *out, const uint8_t *tag, size_t tag_len,                 \
                                   const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,          \
                                   const uint8_t *in, size_t len)                                                     \
    {                                                                                                                 \
        return name##_open((const name##_key *)key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);        \
    }                                                                                                                 \
    static void name##_generic_wipe(void *key)                                                                        \
    {                                                                                                                 \
        name##_wipe((name##_key *)key);                                                                               \
    }

/* Messages in pieces. */
#define VMB_GENERIC_STREAM(name)                                                                           \
    struct name##_generic_stream_place {                                                                   \
        char before;                                                                                       \
        name##_stream object;                                                                              \
    };                                                                                                     \
    static int name##_generic_seal_start(void *s, const void *key, const uint8_t *nonce, size_t nonce_len) \
    {                                                                                                      \
        return name##_seal_start((name##_stream *)s, (const name##_key *)key, nonce, nonce_len);           \
    }                                                                                                      \
    static int name##_generic_open_start(void *s, const void *key, const uint8_t *nonce, size_t nonce_len) \
    {                                                                                                      \
        return name##_open_start((name##_stream *)s, (const name##_key *)key, nonce, nonce_len);           \
    }                                                                                                      \
    static int name##_generic_ad(void *s, const uint8_t *ad, size_t len)                                   \
    {                                                                                                      \
        return name##_ad((name##_stream *)s, ad, len);                                                     \
    }                                                                                                      \
    static int name##_generic_update(void *s, uint8_t *out, const uint8_t *in, size_t len)                 \
    {                                                                                                      \
        return name##_update((name##_stream *)s, out, in, len);                                            \
    }                                                                                                      \
    static int name##_generic_seal_finish(void *s, uint8_t *tag, size_t tag_len)                           \
    {                                                                                                      \
        return name##_seal_finish((name##_stream *)s, tag, tag_len);                                       \
    }                                                                                                      \
    static int name##_generic_open_finish(void *s, const uint8_t *tag, size_t tag_len)                     \
    {                                                                                                      \
        return name##_open_finish((name##_stream *)s, tag, tag_len);                                       \
    }                                                                                                      \
    static void name##_generic_abort(void *s)                                                              \
    {                                                                                                      \
        name##_abort((name##_stream *)s);                                                                  \
    }

#define VMB_GENERIC_CALLS(name) \
    VMB_GENERIC_WHOLE(name)     \
    VMB_GENERIC_STREAM(name)

/* Of AES-CCM. */
#define VMB_GENERIC_LENGTHS(name)                                                         \
    static int name##_generic_lengths(void *s, size_t ad_len, size_t len, size_t tag_len) \
    {                                                                                     \
        return name##_lengths((name##_stream *)s, ad_len, len, tag_len);                  \
    }

/* Of what an engine does. */
#if VMB_ENGINE
#define VMB_GENERIC_SLOT(name)                                    \
    static int name##_generic_init_slot(void *key, unsigned slot) \
    {                                                             \
        return name##_init_slot((name##_key *)key, slot);         \
    }
#define VMB_GENERIC_SLOT_OF(name) name##_generic_init_slot
#else
#define VMB_GENERIC_SLOT(name)
#define VMB_GENERIC_SLOT_OF(name) NULL
#endif

/* The members of the object from its name on; `slot` and `lengths` are calls or null. Of streams: their size and
 * alignment, and behind init_slot, their calls. */
#define VMB_GENERIC_MEMBERS_WITH(name, title, sizes, key_len, nonce_len, nonce_least, nonce_most, tag_lens, shares,   \
                                 slot, calls)                                                                         \
    title, sizeof(name##_key), offsetof(struct name##_generic_key_place, object), sizes, key_len, nonce_len,          \
        nonce_least, nonce_most, 16, tag_lens, shares, name##_generic_init, name##_generic_seal, name##_generic_open, \
        name##_generic_wipe, slot, calls, name##_generic_answer
#define VMB_GENERIC_STREAM_SIZES(name) sizeof(name##_stream), offsetof(struct name##_generic_stream_place, object)
#define VMB_GENERIC_STREAM_CALLS(name, lengths)                                                              \
    name##_generic_seal_start, name##_generic_open_start, lengths, name##_generic_ad, name##_generic_update, \
        name##_generic_seal_finish, name##_generic_open_finish, name##_generic_abort
#define VMB_GENERIC_NO_SIZES 0, 1
#define VMB_GENERIC_NO_CALLS NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL

#define VMB_GENERIC_MEMBERS(name, title, key_len, nonce_len, nonce_least, nonce_most, tag_lens, shares, slot, lengths) \
    VMB_GENERIC_MEMBERS_WITH(name, title, VMB_GENERIC_STREAM_SIZES(name), key_len, nonce_len, nonce_least, nonce_most, \
                             tag_lens, shares, slot, VMB_GENERIC_STREAM_CALLS(name, lengths))

/* Tags of 4, 6, 8, 10, 12, 14 and 16 bytes; of 12 to 16 and, if asked for, 4 and 8; of 16; of 8 to 16 and, if asked for,
 * 4 to 7; of 16 and VMB_AEAD_LONG_TAG. */
#define VMB_GENERIC_CCM_TAGS 0x15550u
#define VMB_GENERIC_GCM_TAGS (0x1f000u | 0x110u << VMB_AEAD_SHORT_TAGS)
#define VMB_GENERIC_FULL_TAGS 0x10000u
#define VMB_GENERIC_OPTIONS_TAGS (0x1ff00u | 0xf0u << VMB_AEAD_SHORT_TAGS)
#define VMB_GENERIC_TWO_TAGS 0x10001u

/** AES-CCM with a key of key_len bytes: NIST SP 800-38C, section A.1, has 15 bytes for the nonce and the length. */
#define VMB_GENERIC_CCM(object, name, title, key_len)                                                       \
    VMB_GENERIC_CALLS(name)                                                                                 \
    VMB_GENERIC_LENGTHS(name)                                                                               \
    VMB_GENERIC_SLOT(name)                                                                                  \
    const vmb_aead object = {VMB_GENERIC_MEMBERS(name, title, key_len, 13, 7, 13, VMB_GENERIC_CCM_TAGS, 15, \
                                                 VMB_GENERIC_SLOT_OF(name), name##_generic_lengths)};

/* Of AES-GCM: only some engines do it. */
#if VMB_ENGINE_GCM
#define VMB_GENERIC_GCM_SLOT(name) VMB_GENERIC_SLOT(name)
#define VMB_GENERIC_GCM_SLOT_OF(name) VMB_GENERIC_SLOT_OF(name)
#else
#define VMB_GENERIC_GCM_SLOT(name)
#define VMB_GENERIC_GCM_SLOT_OF(name) NULL
#endif

/** AES-GCM. */
#define VMB_GENERIC_GCM(object, name, title, key_len)                                                                 \
    VMB_GENERIC_CALLS(name)                                                                                           \
    VMB_GENERIC_GCM_SLOT(name)                                                                                        \
    const vmb_aead object = {VMB_GENERIC_MEMBERS(name, title, key_len, 12, 1, VMB_MAX_BYTES, VMB_GENERIC_GCM_TAGS, 0, \
                                                 VMB_GENERIC_GCM_SLOT_OF(name), NULL)};

/** An algorithm with a nonce of one length and tags of 16 bytes; `slot` is init_slot or null. */
#define VMB_GENERIC_FIXED_WITH(object, name, title, key_len, nonce_len, slot)                           \
    VMB_GENERIC_CALLS(name)                                                                             \
    const vmb_aead object = {VMB_GENERIC_MEMBERS(name, title, key_len, nonce_len, nonce_len, nonce_len, \
                                                 VMB_GENERIC_FULL_TAGS, 0, slot, NULL)};

/** Ascon-AEAD128 with options: a nonce of 16 bytes, and of keys the longer one. */
#define VMB_GENERIC_OPTIONS(object, name, title)                                                           \
    VMB_GENERIC_CALLS(name)                                                                                \
    VMB_GENERIC_SLOT(name)                                                                                 \
    const vmb_aead object = {VMB_GENERIC_MEMBERS(name, title, 32, 16, 16, 16, VMB_GENERIC_OPTIONS_TAGS, 0, \
                                                 VMB_GENERIC_SLOT_OF(name), NULL)};

/** AEGIS-128L. */
#define VMB_GENERIC_AEGIS(object, name, title) \
    VMB_GENERIC_CALLS(name)                    \
    const vmb_aead object = {VMB_GENERIC_MEMBERS(name, title, 16, 16, 16, 16, VMB_GENERIC_TWO_TAGS, 0, NULL, NULL)};

/** Such an algorithm whose keys may be in slots of an engine. */
#define VMB_GENERIC_FIXED(object, name, title, key_len, nonce_len) \
    VMB_GENERIC_SLOT(name)                                         \
    VMB_GENERIC_FIXED_WITH(object, name, title, key_len, nonce_len, VMB_GENERIC_SLOT_OF(name))

/** Such an algorithm without streams, that no engine does. */
#define VMB_GENERIC_ONE_SHOT(object, name, title, key_len, nonce_len)                                        \
    VMB_GENERIC_WHOLE(name)                                                                                  \
    const vmb_aead object = {VMB_GENERIC_MEMBERS_WITH(name, title, VMB_GENERIC_NO_SIZES, key_len, nonce_len, \
                                                      nonce_len, nonce_len, VMB_GENERIC_FULL_TAGS, 0, NULL,  \
                                                      VMB_GENERIC_NO_CALLS)};

#endif
