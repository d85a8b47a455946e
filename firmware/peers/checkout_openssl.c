/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CCM (SP 800-38C) and, for RV64, AES-GCM (SP 800-38D, nonces of 12 bytes) with OpenSSL's functions for blocks,
 * called the way firmware/jobs.c calls libvambrace. Does no more than is needed to be fast: it checks no argument and
 * wipes nothing but a forged text. Texts, nonces and tags are at a word of the core.
 */
#include "checkout_openssl.h"

#include <string.h>

#include "vambrace/status.h"

#if __riscv_xlen == 64
#define ENCRYPT rv64i_zkne_encrypt
#define SET_KEY rv64i_zkne_set_encrypt_key
#else
#define ENCRYPT rv32i_zkne_encrypt
#define SET_KEY rv32i_zkne_set_encrypt_key
#endif

/* OpenSSL's functions. */
void ENCRYPT(const uint8_t *in, uint8_t *out, const vmb_openssl_aes *key);
int SET_KEY(const uint8_t *user_key, int bits, vmb_openssl_aes *key);

typedef unsigned long word __attribute__((may_alias));

enum { BLOCK = 16, WORDS = BLOCK / sizeof(word) };

typedef union {
    uint8_t bytes[BLOCK];
    word words[WORDS];
} block;

/* to ^= a block of bytes */
static inline void add(block *to, const uint8_t *bytes)
{
    size_t i;

    for (i = 0; i < WORDS; i++) {
        to->words[i] ^= ((const word *)bytes)[i];
    }
}

/* out = in ^ keystream, for fewer bytes than a block too */
static inline void apply(uint8_t *out, const uint8_t *in, const block *keystream, size_t len)
{
    size_t i;

    if (len == BLOCK) {
        for (i = 0; i < WORDS; i++) {
            ((word *)out)[i] = ((const word *)in)[i] ^ keystream->words[i];
        }
    } else {
        for (i = 0; i < len; i++) {
            out[i] = in[i] ^ keystream->bytes[i];
        }
    }
}

/* A part of a text as a block with zeros at its end. */
static inline const uint8_t *padded(block *to, const uint8_t *bytes, size_t len)
{
    memset(to, 0, BLOCK);
    memcpy(to, bytes, len);
    return to->bytes;
}

/* The next counter block: the last four bytes count. */
static inline void count(block *counter)
{
    uint32_t *last = (uint32_t *)(void *)(counter->bytes + 12);

    *last = __builtin_bswap32(__builtin_bswap32(*last) + 1);
}

/* `out` = CTR of `in` from the block after `counter`. */
static void crypt(const vmb_openssl_aes *key, block *counter, uint8_t *out, const uint8_t *in, size_t len)
{
    block keystream;
    size_t n;

    for (; len; len -= n, out += n, in += n) {
        n = len < BLOCK ? len : BLOCK;
        count(counter);
        ENCRYPT(counter->bytes, keystream.bytes, key);
        apply(out, in, &keystream, n);
    }
}

static int differs(const block *a, const uint8_t *b, size_t len)
{
    uint8_t d = 0;
    size_t i;

    for (i = 0; i < len; i++) {
        d |= a->bytes[i] ^ b[i];
    }
    return d != 0;
}

/* The calls of `name`. name_aes returns the key of AES, name_start makes the first counter block, and name_tag computes
 * a tag of 16 bytes with that block encrypted: from the plaintext if `of_plaintext`, otherwise from the ciphertext. */
#define CALLS(name, of_plaintext)                                                                  \
    VMB_PEER_SEAL(name)                                                                            \
    {                                                                                              \
        block counter, first, whole;                                                               \
                                                                                                   \
        name##_start(&counter, nonce, nonce_len);                                                  \
        ENCRYPT(counter.bytes, first.bytes, name##_aes(expanded));                                 \
        if (of_plaintext) {                                                                        \
            name##_tag(expanded, &whole, &first, tag_len, nonce, nonce_len, ad, ad_len, in, len);  \
        }                                                                                          \
        crypt(name##_aes(expanded), &counter, out, in, len);                                       \
        if (!(of_plaintext)) {                                                                     \
            name##_tag(expanded, &whole, &first, tag_len, nonce, nonce_len, ad, ad_len, out, len); \
        }                                                                                          \
        memcpy(tag, whole.bytes, tag_len);                                                         \
        return VMB_OK;                                                                             \
    }                                                                                              \
    VMB_PEER_OPEN(name)                                                                            \
    {                                                                                              \
        block counter, first, whole;                                                               \
                                                                                                   \
        name##_start(&counter, nonce, nonce_len);                                                  \
        ENCRYPT(counter.bytes, first.bytes, name##_aes(expanded));                                 \
        if (!(of_plaintext)) {                                                                     \
            name##_tag(expanded, &whole, &first, tag_len, nonce, nonce_len, ad, ad_len, in, len);  \
        }                                                                                          \
        crypt(name##_aes(expanded), &counter, out, in, len);                                       \
        if (of_plaintext) {                                                                        \
            name##_tag(expanded, &whole, &first, tag_len, nonce, nonce_len, ad, ad_len, out, len); \
        }                                                                                          \
        if (differs(&whole, tag, tag_len)) {                                                       \
            memset(out, 0, len);                                                                   \
            return VMB_ERR_TAG;                                                                    \
        }                                                                                          \
        return VMB_OK;                                                                             \
    }                                                                                              \
    void name##_wipe(name##_key *expanded)                                                         \
    {                                                                                              \
        memset(expanded, 0, sizeof *expanded);                                                     \
    }                                                                                              \
    typedef int name##_defined

/* CCM. */

static inline const vmb_openssl_aes *vmb_openssl_aes_ccm_aes(const vmb_openssl_aes_ccm_key *expanded)
{
    return &expanded->context;
}

int vmb_openssl_aes_ccm_init(vmb_openssl_aes_ccm_key *expanded, const uint8_t *key, size_t key_len)
{
    return SET_KEY(key, (int)key_len * 8, &expanded->context) ? VMB_ERR_ARGUMENT : VMB_OK;
}

static inline void vmb_openssl_aes_ccm_start(block *counter, const uint8_t *nonce, size_t nonce_len)
{
    memset(counter, 0, BLOCK);
    counter->bytes[0] = (uint8_t)(14 - nonce_len);
    memcpy(counter->bytes + 1, nonce, nonce_len);
}

/* CBC-MAC of `len` bytes with zeros up to a block, after `mac`. */
static void chain(const vmb_openssl_aes *key, block *mac, const uint8_t *bytes, size_t len)
{
    block last;

    for (; len >= BLOCK; len -= BLOCK, bytes += BLOCK) {
        add(mac, bytes);
        ENCRYPT(mac->bytes, mac->bytes, key);
    }
    if (len) {
        add(mac, padded(&last, bytes, len));
        ENCRYPT(mac->bytes, mac->bytes, key);
    }
}

static void vmb_openssl_aes_ccm_tag(const vmb_openssl_aes_ccm_key *expanded, block *mac, const block *first,
                                    size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,
                                    size_t ad_len, const uint8_t *text, size_t len)
{
    const vmb_openssl_aes *key = &expanded->context;

    memset(mac, 0, BLOCK);
    mac->bytes[0] = (uint8_t)((ad_len ? 0x40 : 0) + (tag_len - 2) / 2 * 8 + 14 - nonce_len);
    memcpy(mac->bytes + 1, nonce, nonce_len);
    mac->bytes[14] = (uint8_t)(len >> 8);
    mac->bytes[15] = (uint8_t)len;
    ENCRYPT(mac->bytes, mac->bytes, key);
    if (ad_len) {
        block head;
        size_t n = ad_len < 14 ? ad_len : 14;

        memset(&head, 0, BLOCK);
        head.bytes[0] = (uint8_t)(ad_len >> 8);
        head.bytes[1] = (uint8_t)ad_len;
        memcpy(head.bytes + 2, ad, n);
        chain(key, mac, head.bytes, BLOCK);
        for (ad += n, ad_len -= n; ad_len; ad += n, ad_len -= n) {
            n = ad_len < BLOCK ? ad_len : BLOCK; /* `ad` is no longer at a word */
            chain(key, mac, padded(&head, ad, n), BLOCK);
        }
    }
    chain(key, mac, text, len);
    add(mac, first->bytes);
}

CALLS(vmb_openssl_aes_ccm, 1);

#if __riscv_xlen == 64

#ifdef __riscv_zbkb
#define GHASH_INIT gcm_init_rv64i_zbc__zbkb
#define GHASH gcm_ghash_rv64i_zbc__zbkb
#else
#define GHASH_INIT gcm_init_rv64i_zbc
#define GHASH gcm_ghash_rv64i_zbc
#endif

/* OpenSSL's functions. `hash` is the key as two numbers of the core. */
void GHASH_INIT(uint64_t table[2], const uint64_t hash[2]);
void GHASH(uint64_t sum[2], const uint64_t table[2], const uint8_t *in, size_t len);

static inline const vmb_openssl_aes *vmb_openssl_aes_gcm_aes(const vmb_openssl_aes_gcm_key *expanded)
{
    return &expanded->context.aes;
}

int vmb_openssl_aes_gcm_init(vmb_openssl_aes_gcm_key *expanded, const uint8_t *key, size_t key_len)
{
    block hash;
    uint64_t numbers[2];

    if (SET_KEY(key, (int)key_len * 8, &expanded->context.aes)) {
        return VMB_ERR_ARGUMENT;
    }
    memset(&hash, 0, BLOCK);
    ENCRYPT(hash.bytes, hash.bytes, &expanded->context.aes);
    numbers[0] = __builtin_bswap64(hash.words[0]);
    numbers[1] = __builtin_bswap64(hash.words[1]);
    GHASH_INIT(expanded->context.hash, numbers);
    return VMB_OK;
}

static inline void vmb_openssl_aes_gcm_start(block *counter, const uint8_t *nonce, size_t nonce_len)
{
    (void)nonce_len;
    memcpy(counter->bytes, nonce, 12);
    memset(counter->bytes + 12, 0, 3);
    counter->bytes[15] = 1;
}

/* GHASH of `len` bytes with zeros up to a block. */
static void hash(const vmb_openssl_gcm *key, block *sum, const uint8_t *bytes, size_t len)
{
    size_t whole = len & ~(size_t)(BLOCK - 1);
    block last;

    if (whole) {
        GHASH((uint64_t *)sum->words, key->hash, bytes, whole);
    }
    if (len != whole) {
        GHASH((uint64_t *)sum->words, key->hash, padded(&last, bytes + whole, len - whole), BLOCK);
    }
}

static void vmb_openssl_aes_gcm_tag(const vmb_openssl_aes_gcm_key *expanded, block *sum, const block *first,
                                    size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,
                                    size_t ad_len, const uint8_t *text, size_t len)
{
    const vmb_openssl_gcm *key = &expanded->context;
    block lengths;

    (void)tag_len;
    (void)nonce;
    (void)nonce_len;
    memset(sum, 0, BLOCK);
    hash(key, sum, ad, ad_len);
    hash(key, sum, text, len);
    lengths.words[0] = __builtin_bswap64(8 * ad_len);
    lengths.words[1] = __builtin_bswap64(8 * len);
    hash(key, sum, lengths.bytes, BLOCK);
    add(sum, first->bytes);
}

CALLS(vmb_openssl_aes_gcm, 0);

#endif
