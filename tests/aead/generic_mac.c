/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One loop over all algorithms of vambrace/generic_mac.h: lengths that objects name against lengths that calls
 * accept, tags at once and in pieces, and storage that serves one after another; and vmb_mac_self_test with each
 * defect that it should find. Ends with 0, or with the number of the check that failed, plus 30 for each algorithm
 * before. With LISTED it also prints the contents of the objects.
 */
#include <string.h>

#ifdef LISTED
#include <stdio.h>
#endif

#include "vambrace/generic_mac.h"

enum { LENGTH = 50, TAG = 16 };

static vmb_mac_key key;
static vmb_mac_stream stream;
static uint8_t bytes[128], tag[48], again[48], answer[TAG];
static const vmb_mac *real;

static int all_are(const void *at, size_t n, uint8_t value)
{
    const uint8_t *p = at;
    size_t i;

    for (i = 0; i < n; i++) {
        if (p[i] != value) {
            return 0;
        }
    }
    return 1;
}

/* Every call accepts the lengths that the object names, and no others. */
static int lengths_agree(const vmb_mac *m)
{
    size_t nonce_len, tag_len;

    for (nonce_len = 0; nonce_len <= 20; nonce_len++) {
        for (tag_len = 0; tag_len <= 40; tag_len++) {
            int accepts = vmb_mac_accepts(m, nonce_len, tag_len);
            int made, right, started;

            memset(tag, 0xaa, sizeof tag);
            made = m->compute(&key, tag, tag_len, bytes, nonce_len, bytes, LENGTH);
            if (made != (accepts ? VMB_OK : VMB_ERR_LENGTH)) {
                return 0;
            }
            if (!all_are(tag + (accepts ? tag_len : 0), sizeof tag - (accepts ? tag_len : 0), 0xaa)) {
                return 0;
            }
            right = m->verify(&key, tag, tag_len, bytes, nonce_len, bytes, LENGTH);
            started = m->start(&stream, &key, bytes, nonce_len);
            if (right != made || (started == VMB_OK) != vmb_mac_accepts(m, nonce_len, TAG) ||
                (started != VMB_OK && (started != VMB_ERR_LENGTH || !all_are(&stream, m->stream_size, 0)))) {
                return 0;
            }
            if (started == VMB_OK && m->finish(&stream, again, tag_len) != (accepts ? VMB_OK : VMB_ERR_LENGTH)) {
                return 0;
            }
        }
    }
    return !vmb_mac_accepts(m, m->nonce_len, 48) && !vmb_mac_accepts(m, (size_t)VMB_MAX_BYTES + 1, TAG) &&
           vmb_mac_accepts(m, m->nonce_len, m->tag_len);
}

static int compute(const vmb_mac *m, uint8_t *to)
{
    return m->compute(&key, to, TAG, bytes, m->nonce_len, bytes, LENGTH);
}

/* A key whose bytes are overwritten afterwards. */
static int init(const vmb_mac *m)
{
    uint8_t copy[32];
    int status;

    memcpy(copy, bytes, sizeof copy);
    status = m->init(&key, copy, m->key_len);
    vmb_wipe(copy, sizeof copy);
    return status;
}

/* The message in two pieces. The nonce is overwritten. */
static int in_pieces(const vmb_mac *m)
{
    uint8_t nonce[16];
    int status;

    memcpy(nonce, bytes, sizeof nonce);
    status = m->start(&stream, &key, nonce, m->nonce_len);
    vmb_wipe(nonce, sizeof nonce);
    if (status == VMB_OK) {
        status = m->update(&stream, bytes, 17);
    }
    if (status == VMB_OK) {
        status = m->update(&stream, bytes + 17, LENGTH - 17);
    }
    return status;
}

static int check_tags(const vmb_mac *m)
{
    if (compute(m, tag) != VMB_OK || in_pieces(m) != VMB_OK || m->finish(&stream, again, TAG) != VMB_OK ||
        memcmp(tag, again, TAG) != 0 || !all_are(&stream, m->stream_size, 0)) {
        return 1;
    }
    if (in_pieces(m) != VMB_OK || m->verify_finish(&stream, tag, TAG) != VMB_OK) {
        return 2;
    }
    tag[TAG - 1] ^= 0x80;
    if (m->verify(&key, tag, TAG, bytes, m->nonce_len, bytes, LENGTH) != VMB_ERR_TAG || in_pieces(m) != VMB_OK ||
        m->verify_finish(&stream, tag, TAG) != VMB_ERR_TAG || !all_are(&stream, m->stream_size, 0)) {
        return 3;
    }
    tag[TAG - 1] ^= 0x80;
    if (m->verify(&key, tag, TAG, bytes, m->nonce_len, bytes, LENGTH - 1) != VMB_ERR_TAG) {
        return 4;
    }
    /* A nonce, if there is one, must have an effect. */
    if (m->nonce_len != 0 && m->verify(&key, tag, TAG, bytes + 1, m->nonce_len, bytes, LENGTH) != VMB_ERR_TAG) {
        return 5;
    }
    if (m->start(NULL, &key, bytes, m->nonce_len) != VMB_ERR_ARGUMENT ||
        m->start(NULL, &key, bytes, m->nonce_most + (size_t)1) != VMB_ERR_ARGUMENT || in_pieces(m) != VMB_OK) {
        return 6;
    }
    m->abort(&stream);
    m->abort(NULL);
    return all_are(&stream, m->stream_size, 0) ? 0 : 7;
}

static int check_objects(const vmb_mac *m)
{
    if (m->key_size > sizeof key || m->stream_size > sizeof stream || m->key_align == 0 || m->stream_align == 0 ||
        (uintptr_t)&key % m->key_align != 0 || (uintptr_t)&stream % m->stream_align != 0) {
        return 8;
    }
    if (m->tag_len == TAG &&
        (m->init(&key, bytes, m->key_len + 1) != VMB_ERR_LENGTH || compute(m, tag) != VMB_ERR_STATE)) {
        return 9;
    }
    if (m->tag_len > TAG && (m->init(&key, NULL, 0) != VMB_OK || m->init(&key, bytes, sizeof bytes) != VMB_OK)) {
        return 26; /* HMAC has keys of any length */
    }
    if (m->init(&key, bytes, m->key_len) != VMB_OK || compute(m, again) != VMB_OK || init(m) != VMB_OK ||
        compute(m, tag) != VMB_OK || memcmp(tag, again, TAG) != 0 ||
        m->one_message != (strcmp(m->name, "poly1305") == 0)) {
        return 10;
    }
    return 0;
}

/* Defects that the self-test must find. */

static int computes_another_bit(const void *k, uint8_t *to, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                                const uint8_t *in, size_t len)
{
    int status = real->compute(k, to, tag_len, nonce, nonce_len, in, len);

    to[tag_len - 1] ^= (uint8_t)(status == VMB_OK);
    return status;
}

static int computes_without_key(const void *k, uint8_t *to, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                                const uint8_t *in, size_t len)
{
    int status = real->compute(k, to, tag_len, nonce, nonce_len, in, len);

    return status == VMB_ERR_STATE ? VMB_OK : status;
}

static int verifies_anything(const void *k, const uint8_t *given, size_t tag_len, const uint8_t *nonce,
                             size_t nonce_len, const uint8_t *in, size_t len)
{
    int status = real->verify(k, given, tag_len, nonce, nonce_len, in, len);

    return status == VMB_ERR_TAG ? VMB_OK : status;
}

static int verifies_another_length(const void *k, const uint8_t *given, size_t tag_len, const uint8_t *nonce,
                                   size_t nonce_len, const uint8_t *in, size_t len)
{
    (void)len;
    return real->verify(k, given, tag_len, nonce, nonce_len, in, 37);
}

static int skips_pieces(void *s, const uint8_t *in, size_t len)
{
    return real->update(s, in, len - 1);
}

static int ends_with_anything(void *s, const uint8_t *given, size_t tag_len)
{
    int status = real->verify_finish(s, given, tag_len);

    return status == VMB_ERR_TAG ? VMB_OK : status;
}

static int finds_no_device(void *k, const uint8_t *from, size_t key_len)
{
    (void)k;
    (void)from;
    (void)key_len;
    return VMB_ERR_DEVICE;
}

static int takes_no_pieces(void *s, const uint8_t *in, size_t len)
{
    (void)s;
    (void)in;
    (void)len;
    return VMB_ERR_DEVICE;
}

static void wipes_nothing(void *k)
{
    (void)k;
}

#define CHECK(number, member, value, wanted)        \
    do {                                            \
        fake = *real;                               \
        fake.member = value;                        \
        if (vmb_mac_self_test(&fake) != (wanted)) { \
            return number;                          \
        }                                           \
    } while (0)

static int check_self_test(void)
{
    vmb_mac fake;
    int at;

    if (vmb_mac_self_test(real) != VMB_OK) {
        return 11;
    }
    for (at = 0; at < TAG; at++) { /* each byte of the answer must matter */
        memcpy(answer, real->answer, TAG);
        answer[at] ^= 0x10;
        CHECK(12, answer, answer, VMB_ERR_TAG);
    }
    CHECK(13, compute, computes_another_bit, VMB_ERR_TAG);
    CHECK(14, compute, computes_without_key, VMB_ERR_TAG);
    CHECK(15, verify, verifies_anything, VMB_ERR_TAG);
    CHECK(16, verify, verifies_another_length, VMB_ERR_TAG);
    CHECK(17, update, skips_pieces, VMB_ERR_TAG);
    CHECK(18, verify_finish, ends_with_anything, VMB_ERR_TAG);
    CHECK(19, init, finds_no_device, VMB_ERR_DEVICE);
    CHECK(20, wipe, wipes_nothing, VMB_ERR_TAG);
    CHECK(21, nonce_len, real->nonce_most + 1, VMB_ERR_LENGTH);
    CHECK(25, update, takes_no_pieces, VMB_ERR_DEVICE);
    return 0;
}

static int check(void)
{
    int failed = check_objects(real);

    if (failed == 0) {
        failed = check_tags(real);
    }
    if (failed == 0 && !lengths_agree(real)) {
        failed = 22;
    }
    if (failed != 0) {
        return failed;
    }
    real->wipe(&key);
    real->wipe(NULL);
    if (!all_are(&key, real->key_size, 0)) {
        return 23;
    }
    return vmb_mac_find(vmb_macs, real->name) == real ? check_self_test() : 24;
}

int main(void)
{
    static const vmb_mac *const own[] = {&vmb_mac_ascon_mac, &vmb_mac_poly1305, NULL};
    int i, failed;

    for (i = 0; i < (int)sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 7 + 1);
    }
    for (i = 0; vmb_macs[i] != NULL; i++) {
        real = vmb_macs[i];
#ifdef LISTED
        printf("%s %u %u %u %u %u %x\n", real->name, (unsigned)real->key_len, (unsigned)real->nonce_len,
               (unsigned)real->nonce_least, (unsigned)real->nonce_most, (unsigned)real->tag_len,
               (unsigned)real->tag_lens);
#endif
        failed = check();
        if (failed != 0) {
            return failed + 30 * i;
        }
    }
    failed = vmb_mac_find(vmb_macs, "poly130") != NULL || vmb_mac_find(vmb_macs, "") != NULL ||
             vmb_mac_find(NULL, "poly1305") != NULL || vmb_mac_find(vmb_macs, NULL) != NULL ||
             vmb_mac_find(own, "aes-128-cmac") != NULL || vmb_mac_find(own, "poly1305") != own[1] || i != 9;
    return failed != 0 ? 255 : 0;
}
