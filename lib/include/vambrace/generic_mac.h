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
 * Calls take a nonce for all algorithms. If the algorithm has none, nonce_len must be 0 and the
 * pointer may be null.
 *
 * What a program links, and the use of objects, are as in vambrace/generic.h, with vmb_mac_key and
 * vmb_mac_stream. The contract of each call through an object is that of the function that it
 * points to: vambrace/mac.h.
 *
 * Contract of every function here:
 *
 * - Results: those that a function names.
 * - Alignment: as in vambrace/generic.h.
 * - Overlap: no function has an output but its result.
 * - Timing: depends on names and lengths; not on the bytes of a key, a message or a tag.
 * - Wiping: vmb_mac_self_test uses no secrets, and wipes its key.
 * - Threads: reentrant; objects and tables are constant.
 * - Standard: that of the algorithm.
 */
#ifndef VAMBRACE_GENERIC_MAC_H
#define VAMBRACE_GENERIC_MAC_H

#include "vambrace/generic.h"
#include "vambrace/mac.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An algorithm. Lengths are in bytes. */
typedef struct {
    const char *name;     /**< such as "aes-128-cmac" */
    size_t key_size;      /**< size of a key object, */
    size_t key_align;     /**< and its alignment */
    size_t stream_size;   /**< size of a stream, */
    size_t stream_align;  /**< and its alignment */
    uint32_t key_len;     /**< length of a key; HMAC: usual length */
    uint32_t nonce_len;   /**< usual length of a nonce, 0 if there is none; */
    uint32_t nonce_least; /**< every length from this */
    uint32_t nonce_most;  /**< to this is accepted */
    uint32_t tag_len;     /**< maximum length of a tag; */
    uint32_t tag_lens;    /**< bit n is set if a tag of n bytes is accepted, and
                           *   bit VMB_AEAD_SHORT_TAGS + n if a tag_len of VMB_SHORT_TAG(n) is; HMAC,
                           *   whose lengths do not fit: 0, see vmb_mac_accepts */
    uint32_t one_message; /**< 1 if a key is for one message only: Poly1305 */

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

    const uint8_t *answer; /**< the known answer of vmb_mac_self_test */
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
    vmb_hmac_sha256_key hmac_sha256;
} vmb_mac_key;

/** The same for a stream. */
typedef union {
    vmb_aes128_cmac_stream cmac;
    vmb_aes128_gmac_stream gmac;
    vmb_poly1305_stream poly1305;
    vmb_ascon_mac_stream ascon_mac;
    vmb_hmac_sha256_stream hmac_sha256;
} vmb_mac_stream;

/* The sizes above depend on the build: vambrace/detail/names.h. */
#define vmb_mac_aes128_cmac VMB_AEAD_NAME(vmb_mac_aes128_cmac)
#define vmb_mac_aes192_cmac VMB_AEAD_NAME(vmb_mac_aes192_cmac)
#define vmb_mac_aes256_cmac VMB_AEAD_NAME(vmb_mac_aes256_cmac)
#define vmb_mac_aes128_gmac VMB_AEAD_NAME(vmb_mac_aes128_gmac)
#define vmb_mac_aes192_gmac VMB_AEAD_NAME(vmb_mac_aes192_gmac)
#define vmb_mac_aes256_gmac VMB_AEAD_NAME(vmb_mac_aes256_gmac)
#define vmb_mac_poly1305 VMB_AEAD_NAME(vmb_mac_poly1305)
#define vmb_mac_ascon_mac VMB_AEAD_NAME(vmb_mac_ascon_mac)
#define vmb_mac_hmac_sha256 VMB_AEAD_NAME(vmb_mac_hmac_sha256)
#define vmb_macs VMB_AEAD_NAME(vmb_macs)

extern const vmb_mac vmb_mac_aes128_cmac; /**< "aes-128-cmac" */
extern const vmb_mac vmb_mac_aes192_cmac; /**< "aes-192-cmac" */
extern const vmb_mac vmb_mac_aes256_cmac; /**< "aes-256-cmac" */
extern const vmb_mac vmb_mac_aes128_gmac; /**< "aes-128-gmac" */
extern const vmb_mac vmb_mac_aes192_gmac; /**< "aes-192-gmac" */
extern const vmb_mac vmb_mac_aes256_gmac; /**< "aes-256-gmac" */
extern const vmb_mac vmb_mac_poly1305;    /**< "poly1305" */
extern const vmb_mac vmb_mac_ascon_mac;   /**< "ascon-mac" */
extern const vmb_mac vmb_mac_hmac_sha256; /**< "hmac-sha256" */

/** All of these in this order, terminated by null. */
extern const vmb_mac *const vmb_macs[];

/** Finds an algorithm by its name. Contract: top of this file.
 *
 *  @param[in] table  objects, terminated by null: vmb_macs, or the program's own, which links less
 *  @param[in] name  such as "aes-128-cmac", terminated by 0
 *  @return The object, or null if the table does not have it or a pointer is null. */
const vmb_mac *vmb_mac_find(const vmb_mac *const *table, const char *name);

/** Checks lengths: calls with others return VMB_ERR_LENGTH. Contract: top of this file.
 *
 *  @param[in] m  an algorithm, not null
 *  @param nonce_len  any number
 *  @param tag_len  any number, also a VMB_SHORT_TAG
 *  @return 1 if the algorithm accepts a nonce and a tag of these lengths, and 0 if not. */
VMB_MUST_CHECK int vmb_mac_accepts(const vmb_mac *m, size_t nonce_len, size_t tag_len);

/** A power-on self-test of the algorithm: computes the tag of a message of 37 bytes in one call
 *  and in pieces, compares it with a known answer, verifies it, and checks that another tag, a
 *  message of another length and a wiped key are rejected. It needs a vmb_mac_key, a
 *  vmb_mac_stream and 140 bytes of stack in addition to what the calls need. Contract: top of this
 *  file.
 *
 *  @param[in] m  an algorithm, not null
 *  @return VMB_OK; VMB_ERR_TAG if a result is wrong; otherwise the error of a call that should not
 *          have failed: VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE or VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_mac_self_test(const vmb_mac *m);

#ifdef __cplusplus
}
#endif

#endif
