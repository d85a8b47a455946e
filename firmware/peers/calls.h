/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What adaptors share: the calls that firmware/jobs.c makes of authenticated encryption, for any
 * prefix, and a buffer for programs that write a ciphertext and its tag to one place.
 */
#ifndef VMB_PEERS_CALLS_H
#define VMB_PEERS_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* How the two calls are declared and defined. */
#define VMB_PEER_SEAL(name)                                                                                       \
    int name##_seal(const name##_key *expanded, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
#define VMB_PEER_OPEN(name)                                                                                      \
    int name##_open(const name##_key *expanded, uint8_t *out, const uint8_t *tag, size_t tag_len,                \
                    const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, \
                    size_t len)

/* The calls of vambrace/aead.h. An expanded key has the type `type`, a whole number of words. */
#define VMB_PEER_CALLS(name, type)                                             \
    typedef union {                                                            \
        type context;                                                          \
        uint32_t words[(sizeof(type) + 3) / 4];                                \
    } name##_key;                                                              \
    int name##_init(name##_key *expanded, const uint8_t *key, size_t key_len); \
    VMB_PEER_SEAL(name);                                                       \
    VMB_PEER_OPEN(name);                                                       \
    void name##_wipe(name##_key *expanded)

/* The longest message of a program that writes ciphertext and tag to one buffer, and its tag. */
#define VMB_PEER_LONGEST 4096
#define VMB_PEER_TAG 16

/** A text followed by its tag. */
typedef struct { uint8_t bytes[VMB_PEER_LONGEST + VMB_PEER_TAG] __attribute__((aligned(8))); } vmb_peer_joined;

static inline void vmb_peer_copy(uint8_t *to, const uint8_t *from, size_t len)
{
    size_t i;

    for (i = 0; i < len; i++) {
        to[i] = from[i];
    }
}

/* A ciphertext with its tag, as input of opening. */
static inline void vmb_peer_join(vmb_peer_joined *joined, const uint8_t *text, size_t len, const uint8_t *tag)
{
    vmb_peer_copy(joined->bytes, text, len);
    vmb_peer_copy(joined->bytes + len, tag, VMB_PEER_TAG);
}

/* The reverse, of output of sealing. */
static inline void vmb_peer_part(const vmb_peer_joined *joined, uint8_t *text, size_t len, uint8_t *tag)
{
    vmb_peer_copy(text, joined->bytes, len);
    vmb_peer_copy(tag, joined->bytes + len, VMB_PEER_TAG);
}

#endif
