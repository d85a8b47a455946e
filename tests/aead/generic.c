/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One loop over all algorithms of vambrace/generic.h: lengths that objects name against lengths that calls
 * accept, ciphertext with the tag after it, pieces, and storage that serves one after another. Ends with 0, or
 * with the number of the check that failed, plus 20 for each algorithm before. With LISTED it also prints the
 * contents of the objects.
 */
#include <stddef.h>
#include <string.h>

#ifdef LISTED
#include <stdio.h>
#endif

#include "vambrace/generic.h"

enum { LENGTH = 50, USED = 128, MOST = 70000 };

static vmb_aead_key key;
static vmb_aead_stream stream;
static uint8_t bytes[MOST], sealed[MOST + 16], again[MOST + 16], tag[16];

static int all_are(const uint8_t *p, size_t n, uint8_t value)
{
    uint32_t different = 0;

    while (n-- != 0) {
        different |= (uint32_t)(p[n] ^ value);
    }
    return different == 0;
}

/* Returns whether calls accept the lengths that the object names, and no others. */
static int lengths_agree(const vmb_aead *a)
{
    static const size_t messages[] = {0, 1, 65535, 65536};
    size_t nonce_len, tag_len, i;

    for (nonce_len = 0; nonce_len <= 26; nonce_len++) {
        for (tag_len = 0; tag_len <= 33; tag_len++) {
            /* With a rejected argument, the lengths are checked without encrypting a message. */
            int status = a->seal(&key, sealed, NULL, tag_len, bytes, nonce_len, NULL, 0, bytes, 1);

            if ((status == VMB_ERR_LENGTH) == vmb_aead_accepts(a, nonce_len, tag_len, 1)) {
                return 0;
            }
            status = a->seal(&key, sealed, NULL, VMB_SHORT_TAG(tag_len), bytes, nonce_len, NULL, 0, bytes, 1);
            if ((status == VMB_ERR_LENGTH) == vmb_aead_accepts(a, nonce_len, VMB_SHORT_TAG(tag_len), 1)) {
                return 0;
            }
        }
    }
    for (nonce_len = a->nonce_least; nonce_len <= a->nonce_least + 6; nonce_len++) {
        for (i = 0; i < sizeof messages / sizeof messages[0]; i++) {
            int status = a->seal(&key, sealed, NULL, 16, bytes, nonce_len, NULL, 0, bytes, messages[i]);

            if ((status == VMB_ERR_LENGTH) == vmb_aead_accepts(a, nonce_len, 16, messages[i])) {
                return 0;
            }
        }
    }
    return !vmb_aead_accepts(a, a->nonce_len, 16, (size_t)VMB_MAX_BYTES + 1) &&
           !vmb_aead_accepts(a, (size_t)VMB_MAX_BYTES + 1, 16, 0) && !vmb_aead_accepts(a, a->nonce_len, 48, 0);
}

/* A key whose bytes are overwritten afterwards. */
static int init(const vmb_aead *a)
{
    uint8_t copy[32];
    int status;

    memcpy(copy, bytes, sizeof copy);
    status = a->init(&key, copy, a->key_len);
    vmb_wipe(copy, sizeof copy);
    return status;
}

/* The message in two pieces to `again`; returns the status of the first call that fails. The nonce is overwritten. */
static int in_pieces(const vmb_aead *a, int open, const uint8_t *in, uint8_t *its_tag)
{
    uint8_t nonce[32];
    int status;

    memcpy(nonce, bytes, sizeof nonce);
    status = open ? a->open_start(&stream, &key, nonce, a->nonce_len)
                  : a->seal_start(&stream, &key, nonce, a->nonce_len);
    vmb_wipe(nonce, sizeof nonce);
    if (status == VMB_OK && a->lengths != NULL) {
        status = a->lengths(&stream, 20, LENGTH, a->tag_len);
    }
    if (status == VMB_OK) {
        status = a->ad(&stream, bytes, 20);
    }
    if (status == VMB_OK) {
        status = a->update(&stream, again, in, 17);
    }
    if (status == VMB_OK) {
        status = a->update(&stream, again + 17, in + 17, LENGTH - 17);
    }
    if (status == VMB_OK) {
        status = open ? a->open_finish(&stream, its_tag, a->tag_len) : a->seal_finish(&stream, its_tag, a->tag_len);
    }
    return status;
}

static int seal(const vmb_aead *a, uint8_t *out, const uint8_t *in, size_t tag_len)
{
    return vmb_aead_seal_combined(a, &key, out, bytes, a->nonce_len, bytes, 20, in, LENGTH, tag_len);
}

static int open(const vmb_aead *a, uint8_t *out, const uint8_t *in, size_t len, size_t tag_len)
{
    return vmb_aead_open_combined(a, &key, out, bytes, a->nonce_len, bytes, 20, in, len, tag_len);
}

/* Ciphertext and tag together: in another buffer, and in place. */
static int check_combined(const vmb_aead *a)
{
    size_t least = 0;
    size_t len = LENGTH + a->tag_len;

    while (!vmb_aead_accepts(a, a->nonce_len, least, 0)) {
        least++;
    }
    memset(sealed, 0xaa, USED);
    if (seal(a, sealed, bytes, a->tag_len) != VMB_OK || !all_are(sealed + len, 8, 0xaa) ||
        a->seal(&key, again, tag, a->tag_len, bytes, a->nonce_len, bytes, 20, bytes, LENGTH) != VMB_OK ||
        memcmp(again, sealed, LENGTH) != 0 || memcmp(tag, sealed + LENGTH, a->tag_len) != 0) {
        return 1;
    }
    memset(again, 0xaa, USED);
    if (open(a, again, sealed, len, a->tag_len) != VMB_OK || memcmp(again, bytes, LENGTH) != 0 ||
        !all_are(again + LENGTH, 8, 0xaa)) {
        return 2;
    }
    memcpy(again, bytes, LENGTH);
    if (seal(a, again, again, a->tag_len) != VMB_OK || memcmp(again, sealed, len) != 0 ||
        open(a, again, again, len, a->tag_len) != VMB_OK || memcmp(again, bytes, LENGTH) != 0) {
        return 3;
    }
    again[0] = 1;
    sealed[len - 1] ^= 0x80;
    if (open(a, again, sealed, len, a->tag_len) != VMB_ERR_TAG || !all_are(again, LENGTH, 0)) {
        return 4;
    }
    if (open(a, sealed, sealed, len, a->tag_len) != VMB_ERR_TAG || !all_are(sealed, LENGTH, 0)) {
        return 5;
    }
    if (open(a, again, sealed, 15, 16) != VMB_ERR_LENGTH || open(a, again, sealed, 15, 15 + LENGTH) != VMB_ERR_LENGTH ||
        open(a, again, sealed, len, 0) != VMB_ERR_LENGTH || seal(a, again, bytes, 17) != VMB_ERR_LENGTH ||
        vmb_aead_seal_combined(a, &key, again, bytes, a->nonce_len, NULL, 0, bytes, (size_t)VMB_MAX_BYTES + 1, 16) !=
            VMB_ERR_LENGTH ||
        vmb_aead_open_combined(a, &key, again, bytes, a->nonce_len, NULL, 0, bytes, (size_t)VMB_MAX_BYTES + 17, 16) !=
            VMB_ERR_LENGTH) {
        return 6;
    }
    /* An output with its tag overlaps an input: after `out` in a seal, or inside `in`. */
    memcpy(again, bytes, LENGTH + 16);
    if (seal(a, NULL, bytes, 16) != VMB_ERR_ARGUMENT || open(a, again, NULL, 16, 16) != VMB_ERR_ARGUMENT ||
        vmb_aead_seal_combined(a, &key, again, bytes, a->nonce_len, again + LENGTH, 16, again, LENGTH, 16) !=
            VMB_ERR_ARGUMENT ||
        open(a, again + 16, again, LENGTH + 16, 16) != VMB_ERR_ARGUMENT || memcmp(again, bytes, LENGTH + 16) != 0) {
        return 7;
    }
    /* No message, and the shortest tag. */
    if (vmb_aead_seal_combined(a, &key, again, bytes, a->nonce_len, NULL, 0, NULL, 0, least) != VMB_OK ||
        vmb_aead_open_combined(a, &key, NULL, bytes, a->nonce_len, NULL, 0, again, least, least) != VMB_OK) {
        return 8;
    }
    return 0;
}

/* Storage serves one algorithm after another; wiped storage is not a key. */
static int check_objects(const vmb_aead *a)
{
    if ((a->stream_size == 0) != (strstr(a->name, "siv") != NULL) || a->key_size > sizeof key ||
        a->stream_size > sizeof stream || a->key_align == 0 || a->stream_align == 0 ||
        (uintptr_t)&key % a->key_align != 0 || (uintptr_t)&stream % a->stream_align != 0) {
        return 9;
    }
    if (a->init(&key, bytes, a->key_len + 1) != VMB_ERR_LENGTH || seal(a, sealed, bytes, 16) != VMB_ERR_STATE) {
        return 10;
    }
    if (a->init(&key, bytes, a->key_len) != VMB_OK || seal(a, again, bytes, 16) != VMB_OK || init(a) != VMB_OK ||
        seal(a, sealed, bytes, 16) != VMB_OK || memcmp(sealed, again, LENGTH + 16) != 0) {
        return 11;
    }
    return 0;
}

/* Checks of an algorithm with streams. */
static int check_streams(const vmb_aead *a)
{
    if (seal(a, sealed, bytes, 16) != VMB_OK || in_pieces(a, 0, bytes, tag) != VMB_OK ||
        memcmp(again, sealed, LENGTH) != 0 || memcmp(tag, sealed + LENGTH, 16) != 0) {
        return 13;
    }
    if (in_pieces(a, 1, sealed, tag) != VMB_OK || memcmp(again, bytes, LENGTH) != 0) {
        return 14;
    }
    tag[15] ^= 1;
    if (in_pieces(a, 1, sealed, tag) != VMB_ERR_TAG || !all_are((const uint8_t *)&stream, a->stream_size, 0)) {
        return 15;
    }
    if (a->seal_start(&stream, &key, bytes, a->nonce_len) != VMB_OK) {
        return 16;
    }
    a->abort(&stream);
    a->abort(NULL);
    return all_are((const uint8_t *)&stream, a->stream_size, 0) ? 0 : 16;
}

/* Checks of an algorithm without streams. */
static int has_no_streams(const vmb_aead *a)
{
    return a->seal_start == NULL && a->open_start == NULL && a->lengths == NULL && a->ad == NULL && a->update == NULL &&
           a->seal_finish == NULL && a->open_finish == NULL && a->abort == NULL;
}

static int check(const vmb_aead *a)
{
    int failed = check_objects(a);

    if (failed == 0) {
        failed = check_combined(a);
    }
    if (failed != 0) {
        return failed;
    }
    if (!lengths_agree(a)) {
        return 12;
    }
    failed = a->stream_size != 0 ? check_streams(a) : has_no_streams(a) ? 0 : 13;
    if (failed != 0) {
        return failed;
    }
    a->wipe(&key);
    if (!all_are((const uint8_t *)&key, a->key_size, 0)) {
        return 17;
    }
    a->wipe(NULL);
    if (vmb_aead_find(vmb_aeads, a->name) != a) {
        return 18;
    }
    if (vmb_aead_self_test(a) != VMB_OK ||
        (a->init_slot != NULL) != (VMB_ENGINE && strstr(a->name, "gcm") == NULL && strstr(a->name, "options") == NULL &&
                                   a->name[0] != 'x' && strstr(a->name, "aegis") == NULL)) {
        return 19;
    }
    return 0;
}

int main(void)
{
    static const vmb_aead *const own[] = {&vmb_aead_ascon128a, &vmb_aead_ascon128, NULL};
    int i, failed;

    for (i = 0; i < USED; i++) {
        bytes[i] = (uint8_t)(i * 7 + 1);
    }
    for (i = 0; vmb_aeads[i] != NULL; i++) {
#ifdef LISTED
        const vmb_aead *a = vmb_aeads[i];

        printf("%s %u %u %u %u %u %x %d %d\n", a->name, (unsigned)a->key_len, (unsigned)a->nonce_len,
               (unsigned)a->nonce_least, (unsigned)a->nonce_most, (unsigned)a->tag_len, (unsigned)a->tag_lens,
               a->lengths != NULL, a->init_slot != NULL);
#endif
        failed = check(vmb_aeads[i]);
        if (failed != 0) {
            return i < 12 ? failed + 20 * i : 240 + i; /* at most 255 */
        }
    }
    failed = vmb_aead_find(vmb_aeads, "ascon-12") != NULL || vmb_aead_find(vmb_aeads, "ascon-128ab") != NULL ||
             vmb_aead_find(vmb_aeads, "") != NULL || vmb_aead_find(NULL, "ascon-128") != NULL ||
             vmb_aead_find(vmb_aeads, NULL) != NULL || vmb_aead_find(own, "aes-128-ccm") != NULL ||
             vmb_aead_find(own, "ascon-128") != own[1] || i != 15;
    return failed != 0 ? 255 : 0;
}
