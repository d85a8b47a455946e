/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The known-answer test of an algorithm (vambrace/generic.h). Key, nonce, associated data and message are the bytes
 * 7 * i + 1 from i = 0, 32, 48 and 68; the answer is the object's.
 */
#include "common/common.h"
#include "vambrace/generic.h"

enum {
    VMB_TEST_NONCE = 32,
    VMB_TEST_AD = 48,
    VMB_TEST_AD_LEN = 20,
    VMB_TEST_TEXT = VMB_TEST_AD + VMB_TEST_AD_LEN,
    VMB_TEST_LEN = 37,
    VMB_TEST_TAG_LEN = 16,
    VMB_TEST_FIRST = 17 /* bytes of the first piece */
};

/* What a test works with. */
typedef struct {
    vmb_aead_key key;
    vmb_aead_stream stream;
    uint8_t bytes[VMB_TEST_TEXT + VMB_TEST_LEN];
    uint8_t sealed[VMB_TEST_LEN + VMB_TEST_TAG_LEN];
    uint8_t out[VMB_TEST_LEN + VMB_TEST_TAG_LEN];
} vmb_test;

/* VMB_OK for the expected status; otherwise the status, or VMB_ERR_TAG instead of VMB_OK. */
static int vmb_test_expect(int status, int wanted)
{
    if (status == wanted) {
        return VMB_OK;
    }
    return status == VMB_OK ? VMB_ERR_TAG : status;
}

/* VMB_OK if the output is the same, whatever `status` was before. */
static int vmb_test_same(int status, const uint8_t *out, const uint8_t *wanted, size_t len)
{
    if (status == VMB_OK && vmb_differ(out, wanted, len) != 0) {
        status = VMB_ERR_TAG;
    }
    return status;
}

static int vmb_test_seal(const vmb_aead *a, vmb_test *t)
{
    return vmb_aead_seal_combined(a, &t->key, t->sealed, t->bytes + VMB_TEST_NONCE, a->nonce_len,
                                  t->bytes + VMB_TEST_AD, VMB_TEST_AD_LEN, t->bytes + VMB_TEST_TEXT, VMB_TEST_LEN,
                                  VMB_TEST_TAG_LEN);
}

static int vmb_test_open(const vmb_aead *a, vmb_test *t, size_t ad_len)
{
    size_t i;

    for (i = 0; i < VMB_TEST_LEN; i++) {
        t->out[i] = 0xff; /* must be overwritten */
    }
    return vmb_aead_open_combined(a, &t->key, t->out, t->bytes + VMB_TEST_NONCE, a->nonce_len, t->bytes + VMB_TEST_AD,
                                  ad_len, t->sealed, sizeof t->sealed, VMB_TEST_TAG_LEN);
}

/* The same message in two pieces. */
static int vmb_test_pieces(const vmb_aead *a, vmb_test *t)
{
    const uint8_t *text = t->bytes + VMB_TEST_TEXT;
    int status = a->seal_start(&t->stream, &t->key, t->bytes + VMB_TEST_NONCE, a->nonce_len);

    if (status == VMB_OK && a->lengths != NULL) {
        status = a->lengths(&t->stream, VMB_TEST_AD_LEN, VMB_TEST_LEN, VMB_TEST_TAG_LEN);
    }
    if (status == VMB_OK) {
        status = a->ad(&t->stream, t->bytes + VMB_TEST_AD, VMB_TEST_AD_LEN);
    }
    if (status == VMB_OK) {
        status = a->update(&t->stream, t->out, text, VMB_TEST_FIRST);
    }
    if (status == VMB_OK) {
        status = a->update(&t->stream, t->out + VMB_TEST_FIRST, text + VMB_TEST_FIRST, VMB_TEST_LEN - VMB_TEST_FIRST);
    }
    if (status == VMB_OK) {
        status = a->seal_finish(&t->stream, t->out + VMB_TEST_LEN, VMB_TEST_TAG_LEN);
    }
    return vmb_test_same(status, t->out, a->answer, sizeof t->out);
}

/* Opening fails, and leaves zeros, if a bit of byte `at` of the sealed message is changed, or the associated data is
 * shorter. */
static int vmb_test_forged(const vmb_aead *a, vmb_test *t, size_t at, uint8_t bit, size_t ad_len)
{
    static const uint8_t zeros[VMB_TEST_LEN] = {0};
    int status;

    t->sealed[at] ^= bit;
    status = vmb_test_expect(vmb_test_open(a, t, ad_len), VMB_ERR_TAG);
    t->sealed[at] ^= bit;
    return vmb_test_same(status, t->out, zeros, VMB_TEST_LEN);
}

static int vmb_test_messages(const vmb_aead *a, vmb_test *t)
{
    int status = vmb_test_same(vmb_test_seal(a, t), t->sealed, a->answer, sizeof t->sealed);

    if (status == VMB_OK && a->seal_start != NULL) {
        status = vmb_test_pieces(a, t);
    }
    if (status == VMB_OK) {
        status = vmb_test_same(vmb_test_open(a, t, VMB_TEST_AD_LEN), t->out, t->bytes + VMB_TEST_TEXT, VMB_TEST_LEN);
    }
    if (status == VMB_OK) {
        status = vmb_test_forged(a, t, 0, 1, VMB_TEST_AD_LEN);
    }
    if (status == VMB_OK) {
        status = vmb_test_forged(a, t, sizeof t->sealed - 1, 0x80, VMB_TEST_AD_LEN);
    }
    if (status == VMB_OK) {
        status = vmb_test_forged(a, t, 0, 0, VMB_TEST_AD_LEN - 1);
    }
    return status;
}

int vmb_aead_self_test(const vmb_aead *a)
{
    vmb_test t;
    size_t i;
    int status;

    vmb_wipe(&t, sizeof t);
    for (i = 0; i < sizeof t.bytes; i++) {
        t.bytes[i] = (uint8_t)(7 * i + 1);
    }
    status = a->init(&t.key, t.bytes, a->key_len);
    if (status == VMB_OK) {
        status = vmb_test_messages(a, &t);
        a->wipe(&t.key);
    }
    if (status == VMB_OK) {
        status = vmb_test_expect(vmb_test_seal(a, &t), VMB_ERR_STATE); /* a wiped key is none */
    }
    return status;
}
