/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The algorithms of vambrace/aead.h as objects, for programs that choose one at run time: an
 * object has a name, the lengths that the algorithm accepts, and pointers to its calls. Also
 * calls that append the tag to the ciphertext, and a self-test.
 *
 *     const vmb_aead *a = vmb_aead_find(vmb_aeads, "aes-128-ccm");
 *     static vmb_aead_key key;
 *     int status = a->init(&key, bytes, a->key_len);
 *
 * A program links the algorithms whose objects it refers to, each with its one-shot and stream
 * calls; `vmb_aeads` refers to all. A program that only calls the functions of vambrace/aead.h
 * links none of this.
 *
 * The contract of each call through an object is that of the function that it points to:
 * vambrace/aead.h. `key` and `s` point to objects of the algorithm, or to memory of their
 * size and alignment: vmb_aead_key and vmb_aead_stream are large enough for all. Zero or wipe
 * such an object before you use it for another algorithm.
 *
 * Contract of every function here:
 *
 * - Results: those that a function names, and what is written: as in vambrace/aead.h.
 * - Alignment: none for bytes; key objects as above.
 * - Overlap: `out` may equal `in`; a function says more.
 * - Timing: depends on names, lengths, addresses and whether the tag matches; not on the bytes of
 *   key, nonce, associated data, message or tag.
 * - Wiping: as in vambrace/aead.h. vmb_aead_self_test uses no secrets, and wipes its key.
 * - Threads: reentrant; objects and tables are constant.
 * - Standard: that of the algorithm.
 */
#ifndef VAMBRACE_GENERIC_H
#define VAMBRACE_GENERIC_H

#include "vambrace/aead.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Marks the pointers to functions that have VMB_MUST_CHECK. */
#if defined(__GNUC__)
#define VMB_MUST_CHECK_CALL __attribute__((__warn_unused_result__))
#else
#define VMB_MUST_CHECK_CALL
#endif

/** Where tag_lens has short tags. */
#define VMB_AEAD_SHORT_TAGS 17

/** The length of a tag of AEGIS-128L that is twice tag_len. */
#define VMB_AEAD_LONG_TAG 32

/** An algorithm. Lengths are in bytes. */
typedef struct {
    const char *name;       /**< such as "aes-128-ccm" */
    size_t key_size;        /**< size of a key object, */
    size_t key_align;       /**< and its alignment */
    size_t stream_size;     /**< size of a stream, */
    size_t stream_align;    /**< and its alignment */
    uint32_t key_len;       /**< length of a key; ascon-aead128-options also accepts 16 */
    uint32_t nonce_len;     /**< usual length of a nonce; */
    uint32_t nonce_least;   /**< every length from this */
    uint32_t nonce_most;    /**< to this is accepted */
    uint32_t tag_len;       /**< maximum length of a tag, except for AEGIS-128L; */
    uint32_t tag_lens;      /**< bit n is set if a tag of n bytes is accepted,
                             *   bit VMB_AEAD_SHORT_TAGS + n if a tag_len of VMB_SHORT_TAG(n) is, bit 0 if a tag
                             *   of VMB_AEAD_LONG_TAG bytes is */
    uint32_t counter_shares; /**< AES-CCM: bytes that the nonce and the length of the message share, so
                              *   a message is shorter than 2^(8 * (counter_shares - nonce_len)).
                              *   Others: 0, no such limit */

    /* One message, and the key. */
    int (*init)(void *key, const uint8_t *bytes, size_t key_len) VMB_MUST_CHECK_CALL;
    int (*seal)(const void *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len) VMB_MUST_CHECK_CALL;
    int (*open)(const void *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len) VMB_MUST_CHECK_CALL;
    void (*wipe)(void *key);

    /** Refers to a key in a slot of the engine; null without an engine, or if engines lack it. */
    int (*init_slot)(void *key, unsigned slot) VMB_MUST_CHECK_CALL;

    /* Streams; all null, with stream_size 0, if the algorithm has none: AES-GCM-SIV. What
     * update outputs when it decrypts is not yet verified: vambrace/aead.h. */
    int (*seal_start)(void *s, const void *key, const uint8_t *nonce, size_t nonce_len) VMB_MUST_CHECK_CALL;
    int (*open_start)(void *s, const void *key, const uint8_t *nonce, size_t nonce_len) VMB_MUST_CHECK_CALL;
    /** Must directly follow start; null if the algorithm does not need the lengths first. */
    int (*lengths)(void *s, size_t ad_len, size_t len, size_t tag_len) VMB_MUST_CHECK_CALL;
    int (*ad)(void *s, const uint8_t *ad, size_t len) VMB_MUST_CHECK_CALL;
    int (*update)(void *s, uint8_t *out, const uint8_t *in, size_t len) VMB_MUST_CHECK_CALL;
    int (*seal_finish)(void *s, uint8_t *tag, size_t tag_len) VMB_MUST_CHECK_CALL;
    int (*open_finish)(void *s, const uint8_t *tag, size_t tag_len) VMB_MUST_CHECK_CALL;
    void (*abort)(void *s);

    const uint8_t *answer; /**< the known answer of vmb_aead_self_test */
} vmb_aead;

/** Room for a key object of any algorithm, for its size and alignment only. */
typedef union {
    vmb_aes128_ccm_key aes128_ccm;
    vmb_aes192_ccm_key aes192_ccm;
    vmb_aes256_ccm_key aes256_ccm;
    vmb_aes128_gcm_key aes128_gcm;
    vmb_aes192_gcm_key aes192_gcm;
    vmb_aes256_gcm_key aes256_gcm;
    vmb_aes128_gcm_siv_key aes128_gcm_siv;
    vmb_aes256_gcm_siv_key aes256_gcm_siv;
    vmb_ascon_aead128_key ascon_aead128;
    vmb_ascon_aead128_options_key ascon_aead128_options;
    vmb_ascon128_key ascon128;
    vmb_ascon128a_key ascon128a;
    vmb_chacha20_poly1305_key chacha20_poly1305;
    vmb_xchacha20_poly1305_key xchacha20_poly1305;
    vmb_aegis128l_key aegis128l;
} vmb_aead_key;

/** The same for a stream. */
typedef union {
    vmb_aes128_ccm_stream ccm;
    vmb_aes128_gcm_stream gcm;
    vmb_ascon_aead128_stream ascon;
    vmb_ascon_aead128_options_stream ascon_aead128_options;
    vmb_chacha20_poly1305_stream chacha20_poly1305;
    vmb_xchacha20_poly1305_stream xchacha20_poly1305;
    vmb_aegis128l_stream aegis128l;
} vmb_aead_stream;

/* The sizes above depend on the build: vambrace/detail/names.h. */
#if VMB_ENGINE_GCM && VMB_ISE_ZKNED
#define VMB_AEAD_NAME(name) name##_engine_gcm_zkned
#elif VMB_ENGINE_GCM && VMB_SIZE
#define VMB_AEAD_NAME(name) name##_engine_gcm_size
#elif VMB_ENGINE_GCM
#define VMB_AEAD_NAME(name) name##_engine_gcm
#elif VMB_ENGINE && VMB_ISE_ZKNED
#define VMB_AEAD_NAME(name) name##_engine_zkned
#elif VMB_ENGINE && VMB_SIZE
#define VMB_AEAD_NAME(name) name##_engine_size
#elif VMB_ENGINE
#define VMB_AEAD_NAME(name) name##_engine
#elif VMB_AES_UNIT
#define VMB_AEAD_NAME(name) VMB_UNIT_NAME(name)
#elif VMB_ISE_ZKNED
#define VMB_AEAD_NAME(name) name##_zkned
#elif VMB_SIZE
#define VMB_AEAD_NAME(name) name##_size
#else
#define VMB_AEAD_NAME(name) name
#endif
#define vmb_aead_aes128_ccm VMB_AEAD_NAME(vmb_aead_aes128_ccm)
#define vmb_aead_aes192_ccm VMB_AEAD_NAME(vmb_aead_aes192_ccm)
#define vmb_aead_aes256_ccm VMB_AEAD_NAME(vmb_aead_aes256_ccm)
#define vmb_aead_aes128_gcm VMB_AEAD_NAME(vmb_aead_aes128_gcm)
#define vmb_aead_aes192_gcm VMB_AEAD_NAME(vmb_aead_aes192_gcm)
#define vmb_aead_aes256_gcm VMB_AEAD_NAME(vmb_aead_aes256_gcm)
#define vmb_aead_aes128_gcm_siv VMB_AEAD_NAME(vmb_aead_aes128_gcm_siv)
#define vmb_aead_aes256_gcm_siv VMB_AEAD_NAME(vmb_aead_aes256_gcm_siv)
#define vmb_aead_ascon_aead128 VMB_AEAD_NAME(vmb_aead_ascon_aead128)
#define vmb_aead_ascon_aead128_options VMB_AEAD_NAME(vmb_aead_ascon_aead128_options)
#define vmb_aead_ascon128 VMB_AEAD_NAME(vmb_aead_ascon128)
#define vmb_aead_ascon128a VMB_AEAD_NAME(vmb_aead_ascon128a)
#define vmb_aead_chacha20_poly1305 VMB_AEAD_NAME(vmb_aead_chacha20_poly1305)
#define vmb_aead_xchacha20_poly1305 VMB_AEAD_NAME(vmb_aead_xchacha20_poly1305)
#define vmb_aead_aegis128l VMB_AEAD_NAME(vmb_aead_aegis128l)
#define vmb_aeads VMB_AEAD_NAME(vmb_aeads)

extern const vmb_aead vmb_aead_aes128_ccm;        /**< "aes-128-ccm" */
extern const vmb_aead vmb_aead_aes192_ccm;        /**< "aes-192-ccm" */
extern const vmb_aead vmb_aead_aes256_ccm;        /**< "aes-256-ccm" */
extern const vmb_aead vmb_aead_aes128_gcm;        /**< "aes-128-gcm" */
extern const vmb_aead vmb_aead_aes192_gcm;        /**< "aes-192-gcm" */
extern const vmb_aead vmb_aead_aes256_gcm;        /**< "aes-256-gcm" */
extern const vmb_aead vmb_aead_aes128_gcm_siv;    /**< "aes-128-gcm-siv" */
extern const vmb_aead vmb_aead_aes256_gcm_siv;    /**< "aes-256-gcm-siv" */
extern const vmb_aead vmb_aead_ascon_aead128;     /**< "ascon-aead128" */
extern const vmb_aead vmb_aead_ascon_aead128_options; /**< "ascon-aead128-options" */
extern const vmb_aead vmb_aead_ascon128;          /**< "ascon-128" */
extern const vmb_aead vmb_aead_ascon128a;         /**< "ascon-128a" */
extern const vmb_aead vmb_aead_chacha20_poly1305; /**< "chacha20-poly1305" */
extern const vmb_aead vmb_aead_xchacha20_poly1305; /**< "xchacha20-poly1305" */
extern const vmb_aead vmb_aead_aegis128l;         /**< "aegis-128l" */

/** All of these in this order, terminated by null. */
extern const vmb_aead *const vmb_aeads[];

/** Finds an algorithm by its name. Contract: top of this file.
 *
 *  @param[in] table  objects, terminated by null: vmb_aeads, or the program's own, which links less
 *  @param[in] name  such as "aes-128-ccm", terminated by 0
 *  @return The object, or null if the table does not have it or a pointer is null. */
const vmb_aead *vmb_aead_find(const vmb_aead *const *table, const char *name);

/** Checks lengths: calls with others return VMB_ERR_LENGTH. Contract: top of this file.
 *
 *  @param[in] a  an algorithm, not null
 *  @param nonce_len  any number
 *  @param tag_len  any number, also a VMB_SHORT_TAG
 *  @param len  any number, the length of a message
 *  @return 1 if the algorithm accepts a nonce and a tag of these lengths with a message of len
 *          bytes, and 0 if not. */
VMB_MUST_CHECK int vmb_aead_accepts(const vmb_aead *a, size_t nonce_len, size_t tag_len, size_t len);

/** Seals, with the tag directly after the ciphertext. Contract: top of this file.
 *
 *  @param[in] a  an algorithm, not null
 *  @param[in] key  a key object of this algorithm, initialised
 *  @param[out] out  len + VMB_TAG_BYTES(tag_len) bytes, not null; may equal `in`
 *  @param[in] nonce  nonce_len bytes, as for `seal`
 *  @param nonce_len  of the algorithm
 *  @param[in] ad  ad_len bytes of associated data; may be null if ad_len is 0
 *  @param ad_len  0 to VMB_MAX_BYTES
 *  @param[in] in  len bytes of plaintext; may be null if len is 0
 *  @param len  0 to VMB_MAX_BYTES, of AES-CCM less
 *  @param tag_len  of the algorithm
 *  @return What `seal` does: VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE or
 *          VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_aead_seal_combined(const vmb_aead *a, const void *key, uint8_t *out, const uint8_t *nonce,
                                          size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                          size_t len, size_t tag_len);

/** Opens what vmb_aead_seal_combined makes. Contract: top of this file.
 *
 *  @param[in] a  an algorithm, not null
 *  @param[in] key  a key object of this algorithm, initialised
 *  @param[out] out  len - VMB_TAG_BYTES(tag_len) bytes: the plaintext, or zeros if the tag does not match; may
 *                   equal `in`, and be null if it has no bytes
 *  @param[in] nonce  nonce_len bytes
 *  @param nonce_len  of the algorithm
 *  @param[in] ad  ad_len bytes of associated data; may be null if ad_len is 0
 *  @param ad_len  0 to VMB_MAX_BYTES
 *  @param[in] in  len bytes, not null: ciphertext and tag
 *  @param len  VMB_TAG_BYTES(tag_len) or more; without the tag as for vmb_aead_seal_combined
 *  @param tag_len  of the algorithm
 *  @return What `open` does: VMB_OK, VMB_ERR_TAG, VMB_ERR_LENGTH (also: len is less than the tag),
 *          VMB_ERR_ARGUMENT, VMB_ERR_STATE or VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_aead_open_combined(const vmb_aead *a, const void *key, uint8_t *out, const uint8_t *nonce,
                                          size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                          size_t len, size_t tag_len);

/** A power-on self-test of the algorithm: seals a message of 37 bytes in one call and, if the
 *  algorithm has streams, in pieces, compares the result with a known answer, opens it, and
 *  checks that forgeries are rejected and leave no plaintext, and that a wiped key is rejected.
 *  With an engine it uses a key in memory, which the engine's policy must still allow. It needs
 *  a vmb_aead_key, a vmb_aead_stream and 250 bytes of stack in addition to what the calls need.
 *  Contract: top of this file.
 *
 *  @param[in] a  an algorithm, not null
 *  @return VMB_OK; VMB_ERR_TAG if a result is wrong; otherwise the error of a call that should not
 *          have failed: VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE or VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_aead_self_test(const vmb_aead *a);

#ifdef __cplusplus
}
#endif

#endif
