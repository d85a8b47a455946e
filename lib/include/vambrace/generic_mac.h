/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The algorithms of vambrace/mac.h as objects, as vambrace/generic.h has those of
 * vambrace/aead.h: for programs that choose a MAC at run time.
 *
 *     const vmb_mac *m = vmb_mac_find(vmb_macs, "aes-128-cmac");
 *     static vmb_mac_key key;
 *     int status = m->init(&key, bytes, m->key_len);
 *
 * Calls get a nonce for all algorithms. Those that have none take a nonce of no bytes
 * alone: nonce_len 0, the pointer may be null.
 *
 * What a program links, and the contract of calls and of storage, are as there. The storage
 * is a vmb_mac_key and a vmb_mac_stream.
 */
#ifndef VAMBRACE_GENERIC_MAC_H
#define VAMBRACE_GENERIC_MAC_H

#include "vambrace/generic.h"
#include "vambrace/mac.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An algorithm. Lengths are bytes. */
typedef struct {
    const char *name;     /**< such as "aes-128-cmac" */
    size_t key_size;      /**< of a key object, */
    size_t key_align;     /**< and what its address is a multiple of */
    size_t stream_size;   /**< of a stream, */
    size_t stream_align;  /**< likewise */
    uint32_t key_len;     /**< of a key */
    uint32_t nonce_len;   /**< of a nonce: what is usual, 0 where there is none, */
    uint32_t nonce_least; /**< and what is accepted: every length from this */
    uint32_t nonce_most;  /**< to this */
    uint32_t tag_len;     /**< of a tag: the longest, */
    uint32_t tag_lens;    /**< and what is accepted: bit n is set when n bytes are */
    uint32_t one_message; /**< 1 where a key is for one message alone: Poly1305 */

    /* One message, and the key. */
    int (*init)(void *key, const uint8_t *bytes, size_t key_len) VMB_MUST_CHECK_CALL;
    int (*compute)(const void *key, uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                   const uint8_t *in, size_t len) VMB_MUST_CHECK_CALL;
    int (*verify)(const void *key, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                  const uint8_t *in, size_t len) VMB_MUST_CHECK_CALL;
    void (*wipe)(void *key);

    /* The same message in pieces. */
    int (*start)(void *s, const void *key, const uint8_t *nonce, size_t nonce_len) VMB_MUST_CHECK_CALL;
    int (*update)(void *s, const uint8_t *in, size_t len) VMB_MUST_CHECK_CALL;
    int (*finish)(void *s, uint8_t *tag, size_t tag_len) VMB_MUST_CHECK_CALL;
    int (*verify_finish)(void *s, const uint8_t *tag, size_t tag_len) VMB_MUST_CHECK_CALL;
    void (*abort)(void *s);

    const uint8_t *answer; /**< what vmb_mac_self_test knows */
} vmb_mac;

/** Room for a key object of any algorithm, for its size and alignment only. */
typedef union {
    vmb_aes128_cmac_key aes128_cmac;
    vmb_aes192_cmac_key aes192_cmac;
    vmb_aes256_cmac_key aes256_cmac;
    vmb_aes128_gmac_key aes128_gmac;
    vmb_aes192_gmac_key aes192_gmac;
    vmb_aes256_gmac_key aes256_gmac;
    vmb_poly1305_key poly1305;
    vmb_ascon_mac_key ascon_mac;
} vmb_mac_key;

/** The same for a stream. */
typedef union {
    vmb_aes128_cmac_stream cmac;
    vmb_aes128_gmac_stream gmac;
    vmb_poly1305_stream poly1305;
    vmb_ascon_mac_stream ascon_mac;
} vmb_mac_stream;

/* The sizes above depend on the build: vambrace/names.h. */
#define vmb_mac_aes128_cmac VMB_AEAD_NAME(vmb_mac_aes128_cmac)
#define vmb_mac_aes192_cmac VMB_AEAD_NAME(vmb_mac_aes192_cmac)
#define vmb_mac_aes256_cmac VMB_AEAD_NAME(vmb_mac_aes256_cmac)
#define vmb_mac_aes128_gmac VMB_AEAD_NAME(vmb_mac_aes128_gmac)
#define vmb_mac_aes192_gmac VMB_AEAD_NAME(vmb_mac_aes192_gmac)
#define vmb_mac_aes256_gmac VMB_AEAD_NAME(vmb_mac_aes256_gmac)
#define vmb_mac_poly1305 VMB_AEAD_NAME(vmb_mac_poly1305)
#define vmb_mac_ascon_mac VMB_AEAD_NAME(vmb_mac_ascon_mac)
#define vmb_macs VMB_AEAD_NAME(vmb_macs)

extern const vmb_mac vmb_mac_aes128_cmac; /**< "aes-128-cmac" */
extern const vmb_mac vmb_mac_aes192_cmac; /**< "aes-192-cmac" */
extern const vmb_mac vmb_mac_aes256_cmac; /**< "aes-256-cmac" */
extern const vmb_mac vmb_mac_aes128_gmac; /**< "aes-128-gmac" */
extern const vmb_mac vmb_mac_aes192_gmac; /**< "aes-192-gmac" */
extern const vmb_mac vmb_mac_aes256_gmac; /**< "aes-256-gmac" */
extern const vmb_mac vmb_mac_poly1305;    /**< "poly1305" */
extern const vmb_mac vmb_mac_ascon_mac;   /**< "ascon-mac" */

/** All of them in this order, then null. */
extern const vmb_mac *const vmb_macs[];

/** The algorithm of this name in a table that ends with null: vmb_macs, or a program's own, which
 *  links less. Null when it has none, or when a pointer is null. */
const vmb_mac *vmb_mac_find(const vmb_mac *const *table, const char *name);

/** 1 when the algorithm accepts a nonce and a tag of these lengths; else 0. Calls with other lengths return
 *  VMB_ERR_LENGTH. */
VMB_MUST_CHECK int vmb_mac_accepts(const vmb_mac *m, size_t nonce_len, size_t tag_len);

/** A known-answer test of the algorithm, for the start of a program: makes the tag of a message of 37 bytes at once
 *  and in pieces, verifies it, and checks that another tag, a message of another length and a wiped key are refused.
 *  VMB_OK; VMB_ERR_TAG where a result is not what it must be; else what a call returned that should not have failed.
 *  It uses no secrets. On the stack it needs a vmb_mac_key, a vmb_mac_stream and 140 bytes, besides what the calls
 *  need. */
VMB_MUST_CHECK int vmb_mac_self_test(const vmb_mac *m);

#ifdef __cplusplus
}
#endif

#endif
