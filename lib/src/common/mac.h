/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the MACs of vambrace/mac.h share: the checks of their calls, and the calls
 * themselves around three functions of each family.
 */
#ifndef VMB_MAC_H
#define VMB_MAC_H

#include "common/common.h"
#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/mac.h"

/** VMB_OK, or the reason why a call with a tag of at least `least` bytes is rejected. c->in is null and c->nonce the
 * key: the authenticated data is c->ad. */
int vmb_mac_check(const vmb_call *c, uint32_t mark, size_t least);

/** Why a stream cannot start with a key object, or VMB_OK; then it is at its beginning, its state zero. */
int vmb_mac_check_start(vmb_mac_body *s, const uint32_t *key, size_t key_size, uint32_t mark);

/** VMB_OK when the stream takes the len bytes at `in`, which then count. */
int vmb_mac_check_update(vmb_mac_body *s, size_t key_size, uint32_t mark, const uint8_t *in, size_t len);

/** VMB_OK if the stream may end with such a tag, which is only read if `opening` is set. */
int vmb_mac_check_finish(vmb_mac_body *s, size_t key_size, uint32_t mark, size_t least, const uint8_t *tag,
                         size_t tag_len, uint32_t opening);

/** The end of a call with all 16 bytes of the tag in t, which is wiped: writes the first tag_len to `tag`, or if that
 * is null compares them with those at `given`. */
int vmb_mac_give(uint32_t t[4], uint8_t *tag, const uint8_t *given, size_t tag_len);

/** The status, and without an AES unit nothing else: the tag that a failing one was to make is set to zero; null if none
 *  was to be written. */
VMB_INLINE int vmb_mac_return(int status, uint8_t *tag, size_t tag_len)
{
    (void)tag;
    (void)tag_len;
#if VMB_AES_UNIT
    if (status == VMB_ERR_DEVICE && tag != NULL) {
        vmb_wipe(tag, tag_len);
    }
#endif
    return status;
}

/**
 * The calls of a family, whose functions are
 *
 *     void family_begin(vmb_mac_body *s)                  behind vmb_mac_check_start
 *     int family_take(vmb_mac_body *s, unsigned which, const uint8_t *in, size_t n)
 *     int family_end(vmb_mac_body *s, unsigned which, uint32_t t[4])
 *
 * `which` distinguishes its members. The last two return VMB_OK or VMB_ERR_DEVICE. C has spilled secrets then.
 */
#define VMB_MAC_FAMILY(family, mark, least)                                                                      \
    VMB_NOINLINE static int family##_whole(const vmb_call *c, unsigned which, uint8_t *tag)                      \
    {                                                                                                            \
        uint32_t t[4];                                                                                           \
        vmb_mac_body s;                                                                                          \
        int status = vmb_mac_check_start(&s, (const uint32_t *)c->key, c->key_size, mark);                       \
                                                                                                                 \
        if (status == VMB_OK) {                                                                                  \
            family##_begin(&s);                                                                                  \
            status = family##_take(&s, which, c->ad, c->ad_len);                                                 \
        }                                                                                                        \
        if (status == VMB_OK) {                                                                                  \
            status = family##_end(&s, which, t);                                                                 \
        }                                                                                                        \
        if (status == VMB_OK) {                                                                                  \
            status = vmb_mac_give(t, tag, c->tag, c->tag_len);                                                   \
        }                                                                                                        \
        return vmb_end_stream(&s, sizeof s, status);                                                             \
    }                                                                                                            \
    VMB_NOINLINE static int family##_once(const vmb_call *c, unsigned which, uint8_t *tag)                       \
    {                                                                                                            \
        int status = vmb_mac_check(c, mark, least);                                                              \
                                                                                                                 \
        if (status == VMB_OK) {                                                                                  \
            status = vmb_mac_return(vmb_wiped(family##_whole(c, which, tag)), tag, c->tag_len);                  \
        }                                                                                                        \
        return status;                                                                                           \
    }                                                                                                            \
    static int family##_start(vmb_mac_body *s, const uint32_t *key, size_t key_size)                             \
    {                                                                                                            \
        int status;                                                                                              \
                                                                                                                 \
        if (s == NULL) {                                                                                         \
            return VMB_ERR_ARGUMENT;                                                                             \
        }                                                                                                        \
        status = vmb_mac_check_start(s, key, key_size, mark);                                                    \
        if (status != VMB_OK) {                                                                                  \
            return vmb_end_stream(s, sizeof *s, status);                                                         \
        }                                                                                                        \
        family##_begin(s);                                                                                       \
        return VMB_OK;                                                                                           \
    }                                                                                                            \
    VMB_NOINLINE static int family##_update(vmb_mac_body *s, size_t key_size, unsigned which, const uint8_t *in, \
                                            size_t len)                                                          \
    {                                                                                                            \
        int status;                                                                                              \
                                                                                                                 \
        if (s == NULL) {                                                                                         \
            return VMB_ERR_ARGUMENT;                                                                             \
        }                                                                                                        \
        status = vmb_mac_check_update(s, key_size, mark, in, len);                                               \
        if (status == VMB_OK) {                                                                                  \
            status = vmb_wiped(family##_take(s, which, in, len));                                                \
        }                                                                                                        \
        return status == VMB_OK ? VMB_OK : vmb_end_stream(s, sizeof *s, status);                                 \
    }                                                                                                            \
    VMB_NOINLINE static int family##_last(vmb_mac_body *s, unsigned which, uint8_t *tag, const uint8_t *given,   \
                                          size_t tag_len)                                                        \
    {                                                                                                            \
        uint32_t t[4];                                                                                           \
        int status = family##_end(s, which, t);                                                                  \
                                                                                                                 \
        return status == VMB_OK ? vmb_mac_give(t, tag, given, tag_len) : status;                                 \
    }                                                                                                            \
    VMB_NOINLINE static int family##_finish(vmb_mac_body *s, size_t key_size, unsigned which, uint8_t *tag,      \
                                            const uint8_t *given, size_t tag_len, uint32_t opening)              \
    {                                                                                                            \
        int status;                                                                                              \
                                                                                                                 \
        if (s == NULL) {                                                                                         \
            return VMB_ERR_ARGUMENT;                                                                             \
        }                                                                                                        \
        status = vmb_mac_check_finish(s, key_size, mark, least, given, tag_len, opening);                        \
        if (status == VMB_OK) {                                                                                  \
            status = vmb_wiped(family##_last(s, which, opening != 0 ? NULL : tag, given, tag_len));              \
            status = vmb_mac_return(status, opening != 0 ? NULL : tag, tag_len);                                 \
        }                                                                                                        \
        return vmb_end_stream(s, sizeof *s, status);                                                             \
    }

/** The public functions of a member, but init. */
#define VMB_MAC_DEFINE(name, family, which)                                                                     \
    int name##_compute(const name##_key *key, uint8_t *tag, size_t tag_len, const uint8_t *in, size_t len)      \
    {                                                                                                           \
        const vmb_call c = {key,         sizeof *key, NULL, tag,  tag_len, (const uint8_t *)key,                \
                            sizeof *key, in,          len,  NULL, 0,       1};                                  \
                                                                                                                \
        return family##_once(&c, which, tag);                                                                   \
    }                                                                                                           \
    int name##_verify(const name##_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *in, size_t len) \
    {                                                                                                           \
        const vmb_call c = {key,         sizeof *key, NULL, tag,  tag_len, (const uint8_t *)key,                \
                            sizeof *key, in,          len,  NULL, 0,       0};                                  \
                                                                                                                \
        return family##_once(&c, which, NULL);                                                                  \
    }                                                                                                           \
    void name##_wipe(name##_key *key)                                                                           \
    {                                                                                                           \
        vmb_wipe_object(key, sizeof *key);                                                                      \
    }                                                                                                           \
    int name##_start(name##_stream *s, const name##_key *key)                                                   \
    {                                                                                                           \
        return family##_start((vmb_mac_body *)s, (const uint32_t *)key, sizeof *key);                           \
    }                                                                                                           \
    int name##_update(name##_stream *s, const uint8_t *in, size_t len)                                          \
    {                                                                                                           \
        return family##_update((vmb_mac_body *)s, sizeof(name##_key), which, in, len);                          \
    }                                                                                                           \
    int name##_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                           \
    {                                                                                                           \
        return family##_finish((vmb_mac_body *)s, sizeof(name##_key), which, tag, tag, tag_len, 0);             \
    }                                                                                                           \
    int name##_verify_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                              \
    {                                                                                                           \
        return family##_finish((vmb_mac_body *)s, sizeof(name##_key), which, NULL, tag, tag_len, 1);            \
    }                                                                                                           \
    void name##_abort(name##_stream *s)                                                                         \
    {                                                                                                           \
        vmb_wipe_object(s, sizeof *s);                                                                          \
    }

#endif
