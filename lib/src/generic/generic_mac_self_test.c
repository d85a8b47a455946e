/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The known-answer test of a MAC (vambrace/generic_mac.h). Key, nonce and message are the
 * bytes 7 * i + 1 from i = 0, 32 and 48; the answer is the object's.
 */
#include "common/common.h"
#include "vambrace/generic_mac.h"

enum {
    VMB_MAC_TEST_NONCE = 32,
    VMB_MAC_TEST_TEXT = 48,
    VMB_MAC_TEST_LEN = 37,
    VMB_MAC_TEST_TAG_LEN = 16,
    VMB_MAC_TEST_FIRST = 17 /* bytes of the first piece */
};

/* What a test works with. */
typedef struct {
    vmb_mac_key key;
    vmb_mac_stream stream;
    uint8_t bytes[VMB_MAC_TEST_TEXT + VMB_MAC_TEST_LEN];
    uint8_t tag[VMB_MAC_TEST_TAG_LEN];
} vmb_mac_test;

/* VMB_OK for the expected status; otherwise the status, or VMB_ERR_TAG instead of VMB_OK. */
static int vmb_mac_test_expect(int status, int wanted)
{
    if (status == wanted) {
        return VMB_OK;
    }
    return status == VMB_OK ? VMB_ERR_TAG : status;
}

/* VMB_OK if the tag is the answer, whatever `status` was before. */
static int vmb_mac_test_same(const vmb_mac *m, const vmb_mac_test *t, int status)
{
    if (status == VMB_OK && vmb_differ(t->tag, m->answer, VMB_MAC_TEST_TAG_LEN) != 0) {
        status = VMB_ERR_TAG;
    }
    return status;
}

static int vmb_mac_test_compute(const vmb_mac *m, vmb_mac_test *t)
{
    return m->compute(&t->key, t->tag, VMB_MAC_TEST_TAG_LEN, t->bytes + VMB_MAC_TEST_NONCE, m->nonce_len,
                      t->bytes + VMB_MAC_TEST_TEXT, VMB_MAC_TEST_LEN);
}

static int vmb_mac_test_verify(const vmb_mac *m, vmb_mac_test *t, size_t len)
{
    return m->verify(&t->key, t->tag, VMB_MAC_TEST_TAG_LEN, t->bytes + VMB_MAC_TEST_NONCE, m->nonce_len,
                     t->bytes + VMB_MAC_TEST_TEXT, len);
}

/* The same message in two pieces, to compute a tag or to compare it with the existing one. */
static int vmb_mac_test_pieces(const vmb_mac *m, vmb_mac_test *t, int verify)
{
    const uint8_t *text = t->bytes + VMB_MAC_TEST_TEXT;
    int status = m->start(&t->stream, &t->key, t->bytes + VMB_MAC_TEST_NONCE, m->nonce_len);

    if (status == VMB_OK) {
        status = m->update(&t->stream, text, VMB_MAC_TEST_FIRST);
    }
    if (status == VMB_OK) {
        status = m->update(&t->stream, text + VMB_MAC_TEST_FIRST, VMB_MAC_TEST_LEN - VMB_MAC_TEST_FIRST);
    }
    if (status != VMB_OK) {
        return status;
    }
    return verify ? m->verify_finish(&t->stream, t->tag, VMB_MAC_TEST_TAG_LEN)
                  : m->finish(&t->stream, t->tag, VMB_MAC_TEST_TAG_LEN);
}

/* A tag of which a bit of byte `at` is another is refused, at once and in pieces. */
static int vmb_mac_test_forged(const vmb_mac *m, vmb_mac_test *t, size_t at, uint8_t bit)
{
    int status;

    t->tag[at] ^= bit;
    status = vmb_mac_test_expect(vmb_mac_test_verify(m, t, VMB_MAC_TEST_LEN), VMB_ERR_TAG);
    if (status == VMB_OK) {
        status = vmb_mac_test_expect(vmb_mac_test_pieces(m, t, 1), VMB_ERR_TAG);
    }
    t->tag[at] ^= bit;
    return status;
}

static int vmb_mac_test_messages(const vmb_mac *m, vmb_mac_test *t)
{
    int status = vmb_mac_test_same(m, t, vmb_mac_test_compute(m, t));

    if (status == VMB_OK) {
        vmb_wipe(t->tag, sizeof t->tag);
        status = vmb_mac_test_same(m, t, vmb_mac_test_pieces(m, t, 0));
    }
    if (status == VMB_OK) {
        status = vmb_mac_test_verify(m, t, VMB_MAC_TEST_LEN);
    }
    if (status == VMB_OK) {
        status = vmb_mac_test_pieces(m, t, 1);
    }
    if (status == VMB_OK) {
        status = vmb_mac_test_forged(m, t, 0, 1);
    }
    if (status == VMB_OK) {
        status = vmb_mac_test_forged(m, t, VMB_MAC_TEST_TAG_LEN - 1, 0x80);
    }
    if (status == VMB_OK) {
        status = vmb_mac_test_expect(vmb_mac_test_verify(m, t, VMB_MAC_TEST_LEN - 1), VMB_ERR_TAG);
    }
    return status;
}

int vmb_mac_self_test(const vmb_mac *m)
{
    vmb_mac_test t;
    size_t i;
    int status;

    vmb_wipe(&t, sizeof t);
    for (i = 0; i < sizeof t.bytes; i++) {
        t.bytes[i] = (uint8_t)(7 * i + 1);
    }
    status = m->init(&t.key, t.bytes, m->key_len);
    if (status == VMB_OK) {
        status = vmb_mac_test_messages(m, &t);
        m->wipe(&t.key);
    }
    if (status == VMB_OK) {
        status = vmb_mac_test_expect(vmb_mac_test_compute(m, &t), VMB_ERR_STATE); /* a wiped key is none */
    }
    return status;
}
