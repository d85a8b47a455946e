/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-GCM-SIV (RFC 8452): keys of the message from the key and the nonce, a tag that is
 * the initial counter, counter mode with a little-endian counter. One body serves the two
 * key sizes. Blocks are little-endian words.
 */
#include "aes/aes_words.h"
#include "aes/ghash/polyval.h"
#include "aes/modes/aes_modes.h"
#include "aes/modes/gcm.h"
#include "vambrace/aead.h"

/* Bytes of a key object. */
#define VMB_SIV_KEY_SIZE(rounds) (4 * VMB_GCM_SIV_OBJECT_WORDS(rounds))

/* vmb_wiped where C may have spilled. */
#if VMB_AES_IN_C || VMB_GHASH_IN_C
#define VMB_SIV_WIPED(status) vmb_wiped(status)
#else
#define VMB_SIV_WIPED(status) (status)
#endif

/* Words of an expanded key of either size: an AES unit may have one of them. */
#define VMB_SIV_KEY_WORDS \
    (VMB_AES_KEY_WORDS(14) > VMB_AES_KEY_WORDS(10) ? VMB_AES_KEY_WORDS(14) : VMB_AES_KEY_WORDS(10))

/* Blocks of keystream at a time: an even number, as backends may do two at once. An AES unit that looks for
 * interrupts does one. */
#define VMB_SIV_TOGETHER (VMB_AES_UNIT_ASKS ? 1 : 4)

/* The keys of one message, and its hash so far. */
typedef struct {
    uint32_t key[VMB_SIV_KEY_WORDS] VMB_AES_KEY_ALIGNED; /* expanded */
    uint32_t hash_key[4];
    uint32_t hash[4];
    vmb_ctr_work work;
    uint32_t tag[4];
} vmb_siv_message;

/* Encrypts blocks in place. */
static int vmb_siv_encrypt(const uint32_t *key, unsigned rounds, uint32_t *blocks, size_t n)
{
    vmb_aes_turn turn;
    int status = vmb_aes_begin(key, rounds, &turn);

    if (status == VMB_OK) {
        vmb_aes_encrypt_blocks(key, rounds, (uint8_t *)blocks, (const uint8_t *)blocks, n);
        status = vmb_aes_end(rounds, &turn);
    }
    return status;
}

/* RFC 8452, section 4, derive_keys: the first halves of encrypted blocks, of which each has its number in front of
 * the nonce. The key of POLYVAL is stored as polyval.h wants it. */
static int vmb_siv_derive(vmb_siv_message *m, const uint32_t *key, unsigned rounds, const uint8_t *nonce)
{
    uint32_t blocks[4 * 6];
    unsigned n = rounds == 10 ? 4 : 6, i;
    int status;

    for (i = 0; i < n; i++) {
        blocks[4 * i] = i;
        vmb_aes_copy((uint8_t *)(blocks + 4 * i + 1), nonce, 12);
    }
    status = vmb_siv_encrypt(key, rounds, blocks, n);
    m->hash_key[0] = blocks[5];
    m->hash_key[1] = blocks[4];
    m->hash_key[2] = blocks[1];
    m->hash_key[3] = blocks[0];
    for (i = 2; i < n; i++) {
        blocks[2 * i - 4] = blocks[4 * i];
        blocks[2 * i - 3] = blocks[4 * i + 1];
    }
    vmb_aes_expand(m->key, (const uint8_t *)blocks, rounds);
    vmb_wipe(blocks, sizeof blocks);
    return status;
}

/* The tag of associated data and plaintext: RFC 8452, section 4. */
static int vmb_siv_tag(vmb_siv_message *m, const vmb_call *c, unsigned rounds, const uint8_t *plaintext)
{
    uint32_t nonce[3];
    unsigned i;

    vmb_aes_zero(m->hash, 4);
    vmb_polyval_bytes(m->hash_key, m->hash, c->ad, c->ad_len);
    vmb_polyval_bytes(m->hash_key, m->hash, plaintext, c->len);
    vmb_polyval_lengths(m->hash_key, m->hash, c->ad_len, c->len);
    vmb_aes_copy((uint8_t *)nonce, c->nonce, 12);
    for (i = 0; i < 3; i++) {
        m->tag[i] = m->hash[3 - i] ^ nonce[i];
    }
    m->tag[3] = m->hash[0] & 0x7fffffffu;
    return vmb_siv_encrypt(m->key, rounds, m->tag, 1);
}

#if VMB_AES_OWN_SIV
#define vmb_siv_ctr vmb_aes_siv_blocks
#elif VMB_AES_CTR_KEYSTREAM
/* A vmb_aes_mode whose first word counts, modulo 2^32. */
static void vmb_siv_ctr(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    uint32_t count = ctr[0];
    size_t i;

    (void)in;
    for (i = 0; i != 16 * blocks; i += 16) {
        vmb_put_word(out + i, count++);
        VMB_OPAQUE(count); /* as below */
        vmb_put_word(out + i + 4, ctr[1]);
        vmb_put_word(out + i + 8, ctr[2]);
        vmb_put_word(out + i + 12, ctr[3]);
    }
    ctr[0] = count;
    vmb_aes_encrypt_blocks(rk, rounds, out, out, blocks);
}
#else
/* XORs keystream to whole blocks that vmb_is_aligned: a vmb_aes_mode whose first word counts, modulo 2^32. */
static void vmb_siv_ctr_blocks(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                               size_t blocks)
{
    uint32_t ks[4 * VMB_SIV_TOGETHER], count = ctr[0];
    size_t n, i;

    for (; blocks != 0; blocks -= n) {
        n = blocks < VMB_SIV_TOGETHER ? blocks : VMB_SIV_TOGETHER;
        for (i = 0; i < 4 * n; i += 4) {
            ks[i] = count++;
            VMB_OPAQUE(count); /* or the compiler ends the loop by its value, which depends on the message */
            ks[i + 1] = ctr[1];
            ks[i + 2] = ctr[2];
            ks[i + 3] = ctr[3];
        }
        vmb_aes_let_in(rounds);
        vmb_aes_encrypt_blocks(rk, rounds, (uint8_t *)ks, (const uint8_t *)ks, n);
        vmb_aes_let_in(rounds);
        for (i = 0; i < 4 * n; i++, in += 4, out += 4) {
            vmb_put_word(out, vmb_get_word(in) ^ ks[i]);
        }
        vmb_aes_let_in(rounds);
    }
    ctr[0] = count;
    vmb_wipe(ks, sizeof ks);
}

/* The same for unaligned blocks, as backends with their own CTR get them. */
#if VMB_ISE_ZKNED64
static void vmb_siv_ctr(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    if (vmb_is_aligned(in) && vmb_is_aligned(out)) {
        vmb_siv_ctr_blocks(rk, rounds, ctr, out, in, blocks);
    } else {
        vmb_aes_bounce(vmb_siv_ctr_blocks, rk, rounds, ctr, out, in, blocks);
    }
}
#else
#define vmb_siv_ctr vmb_siv_ctr_blocks
#endif
#endif

/* Encrypts or decrypts; the initial counter is the tag in m, its highest bit set. */
static int vmb_siv_crypt(vmb_siv_message *m, const vmb_call *c, unsigned rounds)
{
    vmb_aes_turn turn;
    int status;
    unsigned i;

    for (i = 0; i < 3; i++) {
        m->work.ctr[i] = m->tag[i];
    }
    m->work.ctr[3] = m->tag[3] | 0x80000000u;
    m->work.used = 16;
    status = vmb_aes_begin(m->key, rounds, &turn);
    if (status == VMB_OK) {
        vmb_aes_ctr_bytes(vmb_siv_ctr, m->key, rounds, &m->work, c->out, c->in, c->len);
        status = vmb_aes_end(rounds, &turn);
    }
    return status;
}

/* Even in assembly, the surrounding C may have spilled: first below the frame of the message, whose rest the call wipes
 * itself; if all is C, then its frame as well (VMB_SIV_WIPED). */
static void vmb_siv_end(vmb_siv_message *m)
{
    vmb_wipe_stack();
    vmb_wipe(m, sizeof *m);
}

static int vmb_siv_check(const vmb_call *c)
{
    if (c->nonce_len != 12 || c->tag_len != 16) {
        return VMB_ERR_LENGTH;
    }
    return vmb_check_call(c, c->key_size, VMB_MARK_GCM_SIV);
}

VMB_NOINLINE static int vmb_siv_seal(const vmb_call *c, unsigned rounds, uint8_t *tag)
{
    int status = vmb_siv_check(c);
    vmb_siv_message m;

    if (status == VMB_OK) {
        status = vmb_siv_derive(&m, (const uint32_t *)c->key, rounds, c->nonce);
        if (status == VMB_OK) {
            status = vmb_siv_tag(&m, c, rounds, c->in);
        }
        if (status == VMB_OK) {
            status = vmb_siv_crypt(&m, c, rounds);
            vmb_aes_copy(tag, (const uint8_t *)m.tag, 16);
        }
        vmb_siv_end(&m);
    }
    return vmb_aes_return(vmb_aes_return(status, tag, 16), c->out, c->len);
}

VMB_NOINLINE static int vmb_siv_open(const vmb_call *c, unsigned rounds)
{
    int status = vmb_siv_check(c);
    vmb_siv_message m;

    if (status == VMB_OK) {
        status = vmb_siv_derive(&m, (const uint32_t *)c->key, rounds, c->nonce);
        if (status == VMB_OK) {
            vmb_aes_copy((uint8_t *)m.tag, c->tag, 16);
            status = vmb_siv_crypt(&m, c, rounds);
        }
        if (status == VMB_OK) {
            status = vmb_siv_tag(&m, c, rounds, c->out);
        }
        /* The tag depends on the plaintext, which is released only after verification. The result of the comparison is
         * public: the call returns it. */
        if (status == VMB_OK && vmb_differ(c->tag, (const uint8_t *)m.tag, 16) != 0) {
            vmb_wipe(c->out, c->len);
            status = VMB_ERR_TAG;
        }
        vmb_siv_end(&m);
    }
    return vmb_aes_return(status, c->out, c->len);
}

VMB_NOINLINE static int vmb_siv_init(uint32_t *key, unsigned rounds, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_SIV_KEY_SIZE(rounds), bytes, key_len, 4 * (rounds - 6));

    if (status == VMB_OK) {
        status = vmb_aes_return(vmb_aes_there(rounds), (uint8_t *)key, VMB_SIV_KEY_SIZE(rounds));
    }
    if (status == VMB_OK) {
        vmb_aes_expand(key, bytes, rounds);
        vmb_set_mark(key, VMB_SIV_KEY_SIZE(rounds), VMB_MARK_GCM_SIV);
    }
    return status;
}

#define VMB_SIV_DEFINE(name, rounds)                                                                               \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len)                                         \
    {                                                                                                              \
        return vmb_aes_wiped(rounds, vmb_siv_init((uint32_t *)key, rounds, bytes, key_len));                       \
    }                                                                                                              \
    int name##_seal(const name##_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,       \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};        \
                                                                                                                   \
        return VMB_SIV_WIPED(vmb_siv_seal(&c, rounds, tag));                                                       \
    }                                                                                                              \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)             \
    {                                                                                                              \
        const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};        \
                                                                                                                   \
        return VMB_SIV_WIPED(vmb_siv_open(&c, rounds));                                                            \
    }                                                                                                              \
    void name##_wipe(name##_key *key)                                                                              \
    {                                                                                                              \
        vmb_wipe_object(key, sizeof *key);                                                                         \
    }

VMB_SIV_DEFINE(vmb_aes128_gcm_siv, 10)
VMB_SIV_DEFINE(vmb_aes256_gcm_siv, 14)
