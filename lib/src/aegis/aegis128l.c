/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AEGIS-128L (draft-irtf-cfrg-aegis-aead-18, section 3), the public functions of keys and whole messages.
 *
 * A message is a list of parts for the backend (aegis_backend.h), from the first update to the last. Opening, the last
 * block of a message that is not whole comes between two lists: its keystream is cut before the update.
 */
#include "aegis/aegis.h"

/* One message. */
typedef struct {
    uint32_t state[VMB_AEGIS_WORDS];
    uint32_t first[8];  /* nonce and key, */
    uint32_t ad[8];     /* the last blocks, if they are not whole, */
    uint32_t text[8];
    uint32_t lengths[8];
    vmb_aegis_list list;
} vmb_aegis_message;

static int vmb_aegis_init(vmb_aegis128l_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_AEGIS_KEY_SIZE, bytes, key_len, 16);
    unsigned i;

    if (status != VMB_OK) {
        return status;
    }
    for (i = 0; i < 4; i++) {
        key->words[i] = vmb_load32_le(bytes + 4 * i);
    }
    vmb_set_mark(key->words, VMB_AEGIS_KEY_SIZE, VMB_MARK_AEGIS128L);
    return VMB_OK;
}

int vmb_aegis128l_init(vmb_aegis128l_key *key, const uint8_t *bytes, size_t key_len)
{
    return vmb_aegis_init(key, bytes, key_len);
}

void vmb_aegis128l_wipe(vmb_aegis128l_key *key)
{
    vmb_wipe_object(key, sizeof *key);
}

/* One more part, of a buffer in the message. */
static void vmb_aegis_add(vmb_aegis_message *m, size_t kind, uint32_t *block, size_t blocks)
{
    vmb_aegis_set(&m->list.part[m->list.parts++], kind, (uint8_t *)block, (const uint8_t *)block, blocks);
}

/* Copies n < 32 bytes to any alignment: ciphertext, or plaintext of a message whose tag is not yet verified. */
static void vmb_aegis_put(uint8_t *to, const uint32_t *block, size_t n)
{
    const uint8_t *from = (const uint8_t *)block, *end = from + n;
    uint32_t x;

    if (vmb_is_aligned(to)) {
        for (; end - from >= 4; from += 4, to += 4) {
            x = *(const vmb_word *)(const void *)from;
            VMB_OPAQUE(x);
            vmb_put_word(to, x);
        }
    }
    while (from != end) {
        x = *from++;
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        *to++ = (uint8_t)x;
    }
}

/* Decrypts the last block, n bytes, which leaves plaintext and zeros in m->text. */
static void vmb_aegis_open_last(vmb_aegis_message *m, const vmb_call *c, size_t at, size_t n)
{
    uint32_t *z = m->lengths, zero = 0;
    uint8_t *text = (uint8_t *)m->text;
    unsigned i;

    vmb_aegis_add(m, VMB_AEGIS_KEYSTREAM, z, 1);
    vmb_aegis_flush(m->state, &m->list);
    for (i = 0; i < 8; i++) {
        m->text[i] ^= z[i];
    }
    vmb_aegis_put(c->out + at, m->text, n);
    VMB_OPAQUE(zero); /* or the compiler calls memset */
    for (; (n & 3) != 0; n++) {
        text[n] = (uint8_t)zero;
    }
    for (; n != VMB_AEGIS_RATE; n += 4) {
        m->text[n / 4] = zero;
    }
    vmb_aegis_add(m, VMB_AEGIS_ABSORB, m->text, 1);
}

/* Encrypts or decrypts, and leaves the state from which the tag comes. */
static void vmb_aegis_crypt_message(vmb_aegis_message *m, const vmb_call *c, size_t kind)
{
    size_t rest = c->ad_len % VMB_AEGIS_RATE, whole = c->len - c->len % VMB_AEGIS_RATE;

    m->list.parts = 0;
    vmb_aegis_first(m->state, m->first, (const uint32_t *)c->key, c->nonce);
    vmb_aegis_add(m, VMB_AEGIS_REPEAT, m->first, 10);
    if (c->ad_len >= VMB_AEGIS_RATE) {
        vmb_aegis_blocks(m->state, &m->list, VMB_AEGIS_ABSORB, NULL, c->ad, c->ad_len / VMB_AEGIS_RATE);
    }
    if (rest != 0) {
        vmb_aegis_pad(m->ad, c->ad + (c->ad_len - rest), rest);
        vmb_aegis_add(m, VMB_AEGIS_ABSORB, m->ad, 1);
    }
    if (whole != 0) {
        vmb_aegis_blocks(m->state, &m->list, kind, c->out, c->in, whole / VMB_AEGIS_RATE);
    }
    rest = c->len - whole;
    if (rest != 0) {
        vmb_aegis_pad(m->text, c->in + whole, rest);
        if (kind == VMB_AEGIS_SEAL) {
            vmb_aegis_add(m, VMB_AEGIS_SEAL, m->text, 1);
        } else {
            vmb_aegis_open_last(m, c, whole, rest);
        }
    }
    vmb_aegis_lengths(m->lengths, c->ad_len, c->len);
    vmb_aegis_add(m, VMB_AEGIS_FINISH, m->lengths, 7);
    vmb_aegis_flush(m->state, &m->list);
    if (rest != 0 && kind == VMB_AEGIS_SEAL) {
        vmb_aegis_put(c->out + whole, m->text, rest);
    }
}

static int vmb_aegis_check(const vmb_call *c)
{
    if (!vmb_aegis_has_tag(c->tag_len) || c->nonce_len != VMB_AEGIS_NONCE) {
        return VMB_ERR_LENGTH;
    }
    return vmb_check_call(c, VMB_AEGIS_KEY_SIZE, VMB_MARK_AEGIS128L);
}

VMB_AEGIS_BODY int vmb_aegis_seal(const vmb_call *c, uint8_t *tag)
{
    vmb_aegis_message m;
    int status = vmb_aegis_check(c);
    size_t i;

    if (status == VMB_OK) {
        vmb_aegis_crypt_message(&m, c, VMB_AEGIS_SEAL);
        vmb_aegis_tag(m.first, m.state, c->tag_len);
        for (i = 0; i < c->tag_len; i += 4) {
            vmb_store32_le(tag + i, m.first[i / 4]);
        }
        vmb_wipe(&m, offsetof(vmb_aegis_message, list));
    }
    return status;
}

VMB_AEGIS_BODY int vmb_aegis_open(const vmb_call *c)
{
    vmb_aegis_message m;
    int status = vmb_aegis_check(c);

    if (status == VMB_OK) {
        vmb_aegis_crypt_message(&m, c, VMB_AEGIS_OPEN);
        vmb_aegis_tag(m.first, m.state, c->tag_len);
        /* The result of the comparison is public: the call returns it. */
        if (vmb_differ(c->tag, (const uint8_t *)m.first, c->tag_len) != 0) {
            vmb_wipe(c->out, c->len);
            status = VMB_ERR_TAG;
        }
        vmb_wipe(&m, offsetof(vmb_aegis_message, list));
    }
    return status;
}

int vmb_aegis128l_seal(const vmb_aegis128l_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                       size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};

    return VMB_AEGIS_WIPED(vmb_aegis_seal(&c, tag));
}

int vmb_aegis128l_open(const vmb_aegis128l_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                       const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                       size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};

    return VMB_AEGIS_WIPED(vmb_aegis_open(&c));
}
