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
#include "common/stream.h"
#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/mac.h"

/** The longest tag, and that of most algorithms. */
#define VMB_MAC_TAG 16

/** VMB_OK, or the reason why a call with a tag of at least `least` bytes is rejected: the tag is written if `output` is
 *  1, else read. With few branches: they take three cycles of data-independent timing each. */
VMB_INLINE int vmb_mac_check(const uint32_t *key, size_t key_size, uint32_t mark, size_t least, const uint8_t *tag,
                             size_t tag_len, uint32_t output, const uint8_t *in, size_t len)
{
    uint32_t bad = (uint32_t)(key == NULL) | (uint32_t)(tag == NULL);

    if (tag_len - least > VMB_MAC_TAG - least || len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    bad |= output & VMB_OVERLAP(tag, tag_len, key, key_size);
    bad |= (uint32_t)(len != 0) & ((uint32_t)(in == NULL) | (output & VMB_OVERLAP(tag, tag_len, in, len)));
    if (VMB_RARELY(bad)) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_is_unready(key, key_size, mark) ? VMB_ERR_STATE : VMB_OK;
}

/** Why a stream cannot start with a key object, or VMB_OK; then it is at its beginning, its state zero. */
int vmb_mac_check_start(vmb_mac_body *s, const uint32_t *key, size_t key_size, uint32_t mark);

/** VMB_OK when the stream takes the len bytes at `in`, which then count. */
int vmb_mac_check_update(vmb_mac_body *s, size_t key_size, uint32_t mark, const uint8_t *in, size_t len);

/** VMB_OK if the stream may end with such a tag, which is only read if `opening` is set. */
int vmb_mac_check_finish(vmb_mac_body *s, size_t key_size, uint32_t mark, size_t least, const uint8_t *tag,
                         size_t tag_len, uint32_t opening);

/** Wipes a stream and returns status: how it ends. */
int vmb_mac_end(vmb_mac_body *s, int status);

/** The end of a call with all 16 bytes of the tag in t: writes the first tag_len to `tag`, or if that is null compares
 *  them with those at `given`. */
int vmb_mac_give(const uint32_t t[4], uint8_t *tag, const uint8_t *given, size_t tag_len);

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

/** At the beginning of a call: only bytes that have arrived are counted. */
VMB_INLINE void vmb_mac_settle(vmb_mac_body *s)
{
    s->len -= s->left;
    s->used -= s->left;
    s->left = 0;
}

/** At the end of a call: the bytes that go into the current block until it has `room` are counted. */
VMB_INLINE void vmb_mac_count_ahead(vmb_mac_body *s, uint32_t room)
{
    uint32_t left = room - s->used;

    if (VMB_SHORT_PIECES && s->len + left <= VMB_MAX_BYTES) {
        s->len += left;
        s->used = room;
        s->left = left;
    }
}

/**
 * The calls of a family, whose functions are
 *
 *     int family_message(const uint32_t *key, unsigned which, const uint8_t *in, size_t n, uint32_t t[4])
 *     void family_begin(vmb_mac_body *s)                  behind vmb_mac_check_start
 *     int family_take(vmb_mac_body *s, unsigned which, const uint8_t *in, size_t n)
 *     int family_end(vmb_mac_body *s, unsigned which, uint32_t t[4])
 *     void family_adds(vmb_mac_body *s, uint32_t at, uint32_t byte)
 *     int family_is_whole(const vmb_mac_body *s, const uint8_t *in, size_t n)
 *     int family_take_whole(vmb_mac_body *s, unsigned which, const uint8_t *in, size_t n)
 *     int family_writes(const vmb_mac_body *s, uint8_t *tag, size_t tag_len)
 *
 * `which` distinguishes its members. The first makes the tag of a message, and leaves nothing else in memory except
 * what C has spilled; the others do so in pieces. Those with a result return VMB_OK or VMB_ERR_DEVICE. The next one,
 * inlined, makes a byte that of the current block; `room` bytes are so added before a call takes one. The next two are
 * for pieces of whole blocks between others: whether n > 0 bytes are one that the other function adds, and counts. The
 * last one may write a tag straight to its place: then it returns 1.
 * If C may have spilled secrets, `body` and `wiped` are VMB_MAC_SPILLED_BODY and vmb_wiped, otherwise VMB_MAC_BODY and
 * VMB_MAC_KEPT.
 */
#define VMB_MAC_SPILLED_BODY VMB_NOINLINE static
#define VMB_MAC_BODY static
#define VMB_MAC_KEPT(status) (status)
#if VMB_SHORT_PIECES
#define VMB_MAC_APART VMB_NOINLINE VMB_ALIGNED_CODE static
#else
#define VMB_MAC_APART VMB_INLINE
#endif
#define VMB_MAC_FAMILY(family, mark, least, room, body, wiped)                                                         \
    body int family##_whole(const uint32_t *key, unsigned which, uint8_t *tag, const uint8_t *given, size_t tag_len,   \
                            const uint8_t *in, size_t len)                                                             \
    {                                                                                                                  \
        uint32_t t[4];                                                                                                 \
        int status = family##_message(key, which, in, len, t);                                                         \
                                                                                                                       \
        if (status == VMB_OK) {                                                                                        \
            status = vmb_mac_give(t, tag, given, tag_len);                                                             \
        }                                                                                                              \
        vmb_wipe_here(t, sizeof t);                                                                                    \
        return status;                                                                                                 \
    }                                                                                                                  \
    VMB_NOINLINE static int family##_once(const uint32_t *key, size_t key_size, unsigned which, uint8_t *tag,          \
                                          const uint8_t *given, size_t tag_len, const uint8_t *in, size_t len)         \
    {                                                                                                                  \
        int status = vmb_mac_check(key, key_size, mark, least, given, tag_len, tag != NULL, in, len);                  \
                                                                                                                       \
        if (status == VMB_OK) {                                                                                        \
            status = wiped(family##_whole(key, which, tag, given, tag_len, in, len));                                  \
            status = vmb_mac_return(status, tag, tag_len);                                                             \
        }                                                                                                              \
        return status;                                                                                                 \
    }                                                                                                                  \
    static int family##_start(vmb_mac_body *s, const uint32_t *key, size_t key_size)                                   \
    {                                                                                                                  \
        int status;                                                                                                    \
                                                                                                                       \
        if (s == NULL) {                                                                                               \
            return VMB_ERR_ARGUMENT;                                                                                   \
        }                                                                                                              \
        status = vmb_mac_check_start(s, key, key_size, mark);                                                          \
        if (status != VMB_OK) {                                                                                        \
            return vmb_mac_end(s, status);                                                                             \
        }                                                                                                              \
        family##_begin(s);                                                                                             \
        return VMB_OK;                                                                                                 \
    }                                                                                                                  \
    VMB_MAC_APART int family##_more(vmb_mac_body *s, const uint8_t *in, size_t len, unsigned which)                    \
    {                                                                                                                  \
        int status = wiped(family##_take(s, which, in, len));                                                          \
                                                                                                                       \
        vmb_mac_count_ahead(s, room);                                                                                  \
        return status == VMB_OK ? VMB_OK : vmb_mac_end(s, status);                                                     \
    }                                                                                                                  \
    VMB_NOINLINE static int family##_update_any(vmb_mac_body *s, const uint8_t *in, size_t len, size_t key_size,       \
                                                unsigned which)                                                        \
    {                                                                                                                  \
        int status;                                                                                                    \
                                                                                                                       \
        if (s == NULL) {                                                                                               \
            return VMB_ERR_ARGUMENT;                                                                                   \
        }                                                                                                              \
        vmb_mac_settle(s);                                                                                             \
        status = vmb_mac_check_update(s, key_size, mark, in, len);                                                     \
        return status == VMB_OK ? family##_more(s, in, len, which) : vmb_mac_end(s, status);                           \
    }                                                                                                                  \
    VMB_MAC_APART int family##_update(vmb_mac_body *s, const uint8_t *in, size_t len, size_t key_size, unsigned which) \
    {                                                                                                                  \
        if (VMB_SHORT_PIECES && s != NULL &&                                                                           \
            vmb_accepts_piece(s, sizeof *s, s->phase, VMB_PHASE_ABSORB, s->key, key_size, mark, s->len, NULL, in,      \
                              len)) {                                                                                  \
            if (family##_is_whole(s, in, len)) {                                                                       \
                return wiped(family##_take_whole(s, which, in, len));                                                  \
            }                                                                                                          \
            vmb_mac_settle(s);                                                                                         \
            s->len += (uint32_t)len;                                                                                   \
            return family##_more(s, in, len, which);                                                                   \
        }                                                                                                              \
        return family##_update_any(s, in, len, key_size, which);                                                       \
    }                                                                                                                  \
    VMB_INLINE int family##_piece(vmb_mac_body *s, const uint8_t *in, size_t len, size_t key_size, unsigned which)     \
    {                                                                                                                  \
        uint32_t left;                                                                                                 \
                                                                                                                       \
        if (!VMB_SHORT_PIECES || vmb_is_null(s) || VMB_RARELY(s->left == 0) ||                                         \
            VMB_RARELY((VMB_MARK_OF(s->key, key_size) ^ mark) | (len ^ 1) | (uint32_t)(in == NULL) |                   \
                       (uint32_t)((uintptr_t)in - (uintptr_t)s < sizeof *s))) {                                        \
            return family##_update(s, in, len, key_size, which);                                                       \
        }                                                                                                              \
        left = s->left;                                                                                                \
        s->left = left - 1;                                                                                            \
        family##_adds(s, s->used - left, *in);                                                                         \
        return VMB_OK;                                                                                                 \
    }                                                                                                                  \
    VMB_NOINLINE static int family##_last(vmb_mac_body *s, unsigned which, uint8_t *tag, const uint8_t *given,         \
                                          size_t tag_len)                                                              \
    {                                                                                                                  \
        uint32_t t[4];                                                                                                 \
        int status = family##_end(s, which, t);                                                                        \
                                                                                                                       \
        if (status == VMB_OK) {                                                                                        \
            status = vmb_mac_give(t, tag, given, tag_len);                                                             \
        }                                                                                                              \
        vmb_wipe_here(t, sizeof t);                                                                                    \
        return status;                                                                                                 \
    }                                                                                                                  \
    VMB_NOINLINE static int family##_finish(vmb_mac_body *s, size_t key_size, unsigned which, uint8_t *tag,            \
                                            const uint8_t *given, size_t tag_len, uint32_t opening)                    \
    {                                                                                                                  \
        int status;                                                                                                    \
                                                                                                                       \
        if (s == NULL) {                                                                                               \
            return VMB_ERR_ARGUMENT;                                                                                   \
        }                                                                                                              \
        vmb_mac_settle(s);                                                                                             \
        if (VMB_SHORT_PIECES && tag_len - least <= VMB_MAC_TAG - least &&                                              \
            vmb_accepts_tag(s, sizeof *s, s->phase ^ VMB_PHASE_ABSORB ^ (VMB_PHASE_MESSAGE | opening), opening,        \
                            s->key, key_size, mark, given, tag_len)) {                                                 \
            status = VMB_OK;                                                                                           \
        } else {                                                                                                       \
            status = vmb_mac_check_finish(s, key_size, mark, least, given, tag_len, opening);                          \
        }                                                                                                              \
        if (status == VMB_OK) {                                                                                        \
            if (opening == 0 && family##_writes(s, tag, tag_len)) {                                                    \
                return vmb_mac_end(s, status);                                                                         \
            }                                                                                                          \
            status = wiped(family##_last(s, which, opening != 0 ? NULL : tag, given, tag_len));                        \
            status = vmb_mac_return(status, opening != 0 ? NULL : tag, tag_len);                                       \
        }                                                                                                              \
        return vmb_mac_end(s, status);                                                                                 \
    }

/** The public functions of a member, but init. */
#define VMB_MAC_DEFINE(name, family, which)                                                                     \
    int name##_compute(const name##_key *key, uint8_t *tag, size_t tag_len, const uint8_t *in, size_t len)      \
    {                                                                                                           \
        return family##_once((const uint32_t *)key, sizeof *key, which, tag, tag, tag_len, in, len);            \
    }                                                                                                           \
    int name##_verify(const name##_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *in, size_t len) \
    {                                                                                                           \
        return family##_once((const uint32_t *)key, sizeof *key, which, NULL, tag, tag_len, in, len);           \
    }                                                                                                           \
    void name##_wipe(name##_key *key)                                                                           \
    {                                                                                                           \
        vmb_wipe_object(key, sizeof *key);                                                                      \
    }                                                                                                           \
    int name##_start(name##_stream *s, const name##_key *key)                                                   \
    {                                                                                                           \
        return family##_start((vmb_mac_body *)s, (const uint32_t *)key, sizeof *key);                           \
    }                                                                                                           \
    VMB_ALIGNED_CODE int name##_update(name##_stream *s, const uint8_t *in, size_t len)                         \
    {                                                                                                           \
        return family##_piece((vmb_mac_body *)s, in, len, sizeof(name##_key), which);                           \
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
