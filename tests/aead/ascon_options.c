/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-AEAD128 with options (vambrace/aead.h) beside Ascon-AEAD128: truncated tags and masked nonces by what
 * SP 800-232, sections 4.2.1 and 4.2.2, says of them, every bit of every tag, lengths that have to be asked for, and
 * the limits of vambrace/ascon_usage.h. Ends with 0, or the number of the check that failed.
 */
#include <string.h>

#include "vambrace/ascon_usage.h"
#include "vambrace/engine.h"
#include "vambrace/generic.h"

#define CHECK(number, condition) \
    do {                         \
        if (!(condition)) {      \
            return number;       \
        }                        \
    } while (0)

/* Every bit of a tag, or for a simulated core every such one. */
#ifndef EVERY
#define EVERY 1
#endif

enum { LENGTH = 37, AD = 9 };

static vmb_ascon_aead128_key plain;
static vmb_ascon_aead128_options_key key, masked;
static vmb_ascon_aead128_options_stream stream;
static uint8_t bytes[128], nonce[16], sealed[LENGTH + 16], right[LENGTH], tag[16], full[16], out[LENGTH];
static const uint8_t zeros[LENGTH];

/* How a call is told the length of a tag. */
static size_t asked(size_t n)
{
    return n < 8 ? VMB_SHORT_TAG(n) : n;
}

static int seal(const vmb_ascon_aead128_options_key *k, const uint8_t *its_nonce, size_t tag_len)
{
    memset(tag, 0x5a, sizeof tag);
    memset(out, 0x5a, sizeof out);
    return vmb_ascon_aead128_options_seal(k, out, tag, tag_len, its_nonce, 16, bytes, AD, bytes + 20, LENGTH);
}

static int open(const vmb_ascon_aead128_options_key *k, size_t tag_len)
{
    return vmb_ascon_aead128_options_open(k, out, tag, tag_len, nonce, 16, bytes, AD, right, LENGTH);
}

/* One message in two pieces; the status of its end. */
static int in_pieces(int opening, size_t tag_len)
{
    int status = opening ? vmb_ascon_aead128_options_open_start(&stream, &key, nonce, 16)
                         : vmb_ascon_aead128_options_seal_start(&stream, &key, nonce, 16);
    const uint8_t *in = opening ? right : bytes + 20;

    if (status == VMB_OK) {
        status = vmb_ascon_aead128_options_ad(&stream, bytes, AD);
    }
    if (status == VMB_OK) {
        status = vmb_ascon_aead128_options_update(&stream, out, in, 19);
    }
    if (status == VMB_OK) {
        status = vmb_ascon_aead128_options_update(&stream, out + 19, in + 19, LENGTH - 19);
    }
    if (status != VMB_OK) {
        return 100 + status;
    }
    return opening ? vmb_ascon_aead128_options_open_finish(&stream, tag, tag_len)
                   : vmb_ascon_aead128_options_seal_finish(&stream, tag, tag_len);
}

/* The tag of n bytes is the beginning of the whole one, and no changed bit of it is accepted. */
static int tag_of(size_t n)
{
    size_t bit;

    CHECK(1, seal(&key, nonce, asked(n)) == VMB_OK);
    CHECK(2, memcmp(out, right, LENGTH) == 0 && memcmp(tag, full, n) == 0);
    CHECK(3, n == 16 || (tag[n] == 0x5a && tag[15] == 0x5a));
    CHECK(4, open(&key, asked(n)) == VMB_OK && memcmp(out, bytes + 20, LENGTH) == 0);
    for (bit = 0; bit < 8 * n; bit += EVERY) {
        tag[bit / 8] ^= (uint8_t)(1u << bit % 8);
        memset(out, 0x5a, sizeof out);
        CHECK(5, open(&key, asked(n)) == VMB_ERR_TAG && memcmp(out, zeros, LENGTH) == 0);
        CHECK(6, in_pieces(1, asked(n)) == VMB_ERR_TAG);
        tag[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(7, in_pieces(1, asked(n)) == VMB_OK && memcmp(out, bytes + 20, LENGTH) == 0);
    memset(tag, 0x5a, sizeof tag);
    CHECK(8, in_pieces(0, asked(n)) == VMB_OK && memcmp(out, right, LENGTH) == 0 && memcmp(tag, full, n) == 0);
    CHECK(9, n == 16 || (tag[n] == 0x5a && tag[15] == 0x5a));
    return 0;
}

/* Every other way to state a length is refused, and nothing is written. */
static int refused(size_t tag_len)
{
    CHECK(1, seal(&key, nonce, tag_len) == VMB_ERR_LENGTH);
    CHECK(2, tag[0] == 0x5a && tag[15] == 0x5a && out[0] == 0x5a && out[LENGTH - 1] == 0x5a);
    CHECK(3, open(&key, tag_len) == VMB_ERR_LENGTH && out[0] == 0x5a);
    CHECK(4, in_pieces(0, tag_len) == VMB_ERR_LENGTH && tag[0] == 0x5a);
    CHECK(5, in_pieces(1, tag_len) == VMB_ERR_LENGTH);
    CHECK(6, !vmb_aead_accepts(&vmb_aead_ascon_aead128_options, 16, tag_len, LENGTH));
    return 0;
}

static int lengths(void)
{
    const vmb_aead *a = &vmb_aead_ascon_aead128_options;
    size_t n;

    for (n = 0; n < 40; n++) {
        if (n < 8 || n > 16) {
            CHECK(1, refused(n) == 0);
        }
        if (n < 4 || n > 7) {
            CHECK(2, refused(VMB_SHORT_TAG(n)) == 0);
        }
    }
    CHECK(3, refused(VMB_SHORT_TAG(0) - 1) == 0 && refused((size_t)2 * VMB_SHORT_TAG(0) + 8) == 0);
    for (n = 4; n <= 16; n++) {
        CHECK(4, vmb_aead_accepts(a, 16, asked(n), LENGTH));
        CHECK(5, vmb_aead_seal_combined(a, &key, sealed, nonce, 16, bytes, AD, bytes + 20, LENGTH, asked(n)) == VMB_OK);
        CHECK(6, memcmp(sealed, right, LENGTH) == 0 && memcmp(sealed + LENGTH, full, n) == 0);
        CHECK(7, vmb_aead_open_combined(a, &key, out, nonce, 16, bytes, AD, sealed, LENGTH + n, asked(n)) == VMB_OK);
        CHECK(8, memcmp(out, bytes + 20, LENGTH) == 0);
        CHECK(9, vmb_aead_open_combined(a, &key, out, nonce, 16, bytes, AD, sealed, n - 1, asked(n)) == VMB_ERR_LENGTH);
    }
    /* Other algorithms have no short tags. */
    CHECK(10,
          vmb_ascon_aead128_seal(&plain, out, tag, VMB_SHORT_TAG(4), nonce, 16, NULL, 0, bytes, 1) == VMB_ERR_LENGTH);
    CHECK(11, !vmb_aead_accepts(&vmb_aead_ascon_aead128, 16, VMB_SHORT_TAG(4), 1));
    return 0;
}

/* A key of 32 bytes masks the nonce with its second half. */
static int masking(void)
{
    uint8_t other[16];
    size_t i;

    for (i = 0; i < 16; i++) {
        other[i] = nonce[i] ^ bytes[64 + i];
    }
    CHECK(1, seal(&masked, other, 16) == VMB_OK);
    CHECK(2, memcmp(out, right, LENGTH) == 0 && memcmp(tag, full, 16) == 0);
    for (i = 0; i < 16; i++) { /* each byte of the mask is in use */
        bytes[64 + i] ^= 0x80;
        CHECK(3, vmb_ascon_aead128_options_init(&masked, bytes + 48, 32) == VMB_OK);
        bytes[64 + i] ^= 0x80;
        CHECK(4, seal(&masked, other, 16) == VMB_OK && memcmp(tag, full, 16) != 0);
    }
    /* A stream checks all of the key object. */
    CHECK(5, vmb_ascon_aead128_options_seal_start(&stream, &key, nonce, 16) == VMB_OK);
    CHECK(6, vmb_ascon_aead128_options_update(&stream, (uint8_t *)&key, bytes, 1) == VMB_ERR_ARGUMENT);
    CHECK(7, vmb_ascon_aead128_options_update(&stream, out, bytes, 1) == VMB_ERR_STATE);
    CHECK(8, vmb_ascon_aead128_options_init(&masked, bytes + 48, 24) == VMB_ERR_LENGTH);
    CHECK(9, vmb_ascon_aead128_options_open_start(&stream, &key, nonce, 16) == VMB_OK);
    CHECK(10, vmb_ascon_aead128_options_seal_finish(&stream, tag, 16) == VMB_ERR_STATE);
    return 0;
}

static int usage(void)
{
    static const uint32_t logs[] = {32, 40, 48, 56};
    vmb_ascon_usage u = {0, 0, 0, 0};
    size_t n;

    CHECK(1, vmb_ascon_usage_message(&u, 16, 0, 0) == VMB_ERR_STATE && vmb_ascon_usage_more(&u, 0) == VMB_ERR_STATE);
    CHECK(2, vmb_ascon_usage_result(&u, VMB_OK) == VMB_ERR_STATE && vmb_ascon_usage_result(&u, -1) == VMB_ERR_TAG);
    CHECK(3,
          vmb_ascon_usage_start(NULL, 16, 0) == VMB_ERR_ARGUMENT && vmb_ascon_usage_more(NULL, 1) == VMB_ERR_ARGUMENT);
    CHECK(4, vmb_ascon_usage_message(NULL, 16, 0, 0) == VMB_ERR_ARGUMENT &&
                 vmb_ascon_usage_result(NULL, VMB_OK) == VMB_ERR_ARGUMENT);
    for (n = 0; n < 40; n++) {
        CHECK(5, (vmb_ascon_usage_start(&u, n, 0) == VMB_OK) == (n >= 8 && n <= 16));
        CHECK(6, (vmb_ascon_usage_start(&u, VMB_SHORT_TAG(n), 0) == VMB_OK) == (n >= 4 && n <= 7));
    }
    CHECK(7, u.tag_len == 16); /* unchanged since */

    /* Data: nonce, associated data and message, up to exactly 2^54. */
    CHECK(8, vmb_ascon_usage_start(&u, 16, 0) == VMB_OK);
    CHECK(9, vmb_ascon_usage_message(&u, 16, 100, 1000) == VMB_OK && u.bytes == 1116);
    CHECK(10, vmb_ascon_usage_more(&u, 7) == VMB_OK && u.bytes == 1123);
    CHECK(11, vmb_ascon_usage_message(&u, 12, 0, 0) == VMB_ERR_LENGTH && u.bytes == 1123);
    CHECK(12, vmb_ascon_usage_message(&u, 16, (size_t)VMB_MAX_BYTES + 1, 0) == VMB_ERR_LENGTH);
    CHECK(13, vmb_ascon_usage_message(&u, 16, 0, (size_t)VMB_MAX_BYTES + 1) == VMB_ERR_LENGTH);
    CHECK(14, vmb_ascon_usage_more(&u, (size_t)VMB_MAX_BYTES + 1) == VMB_ERR_LENGTH && u.bytes == 1123);
    u.bytes = VMB_ASCON_USAGE_BYTES - 40;
    CHECK(15, vmb_ascon_usage_message(&u, 16, 5, 20) == VMB_ERR_LIMIT && u.bytes == VMB_ASCON_USAGE_BYTES - 40);
    CHECK(16, vmb_ascon_usage_message(&u, 16, 4, 20) == VMB_OK && u.bytes == VMB_ASCON_USAGE_BYTES);
    CHECK(17, vmb_ascon_usage_message(&u, 16, 0, 0) == VMB_ERR_LIMIT && vmb_ascon_usage_more(&u, 1) == VMB_ERR_LIMIT);
    u.bytes = UINT64_MAX;
    CHECK(18, vmb_ascon_usage_more(&u, 1) == VMB_ERR_LIMIT && u.bytes == UINT64_MAX);

    /* Tags that did not match: 2^(bits - 32) of them, of tags below 8 bytes one, or what the caller says. */
    for (n = 8; n < 12; n++) {
        CHECK(19, vmb_ascon_usage_start(&u, n, 0) == VMB_OK && u.most_failures == (uint64_t)1 << logs[n - 8]);
        u.failures = u.most_failures - 1;
        CHECK(20, vmb_ascon_usage_message(&u, n, 0, 1) == VMB_OK);
        CHECK(21, vmb_ascon_usage_result(&u, VMB_ERR_TAG) == VMB_ERR_TAG);
        CHECK(22,
              vmb_ascon_usage_message(&u, n, 0, 1) == VMB_ERR_LIMIT && vmb_ascon_usage_more(&u, 1) == VMB_ERR_LIMIT);
    }
    for (n = 12; n <= 16; n++) {
        CHECK(23, vmb_ascon_usage_start(&u, n, 0) == VMB_OK && u.most_failures == UINT64_MAX);
    }
    for (n = 7; n >= 4; n--) {
        CHECK(24, vmb_ascon_usage_start(&u, VMB_SHORT_TAG(n), 0) == VMB_OK && u.most_failures == 1);
    }
    CHECK(25, vmb_ascon_usage_message(&u, 4, 0, 1) == VMB_ERR_LENGTH);
    CHECK(26, vmb_ascon_usage_message(&u, VMB_SHORT_TAG(4), 0, 1) == VMB_OK);
    CHECK(27, vmb_ascon_usage_result(&u, VMB_OK) == VMB_OK && vmb_ascon_usage_result(&u, -2) == VMB_ERR_LENGTH);
    CHECK(28, vmb_ascon_usage_message(&u, VMB_SHORT_TAG(4), 0, 1) == VMB_OK);
    CHECK(29, vmb_ascon_usage_result(&u, VMB_ERR_TAG) == VMB_ERR_TAG && u.failures == 1);
    CHECK(30, vmb_ascon_usage_message(&u, VMB_SHORT_TAG(4), 0, 1) == VMB_ERR_LIMIT);
    CHECK(31, vmb_ascon_usage_start(&u, 16, 2) == VMB_OK);
    CHECK(32, vmb_ascon_usage_result(&u, VMB_ERR_TAG) == VMB_ERR_TAG && vmb_ascon_usage_more(&u, 1) == VMB_OK);
    CHECK(33, vmb_ascon_usage_result(&u, VMB_ERR_TAG) == VMB_ERR_TAG && vmb_ascon_usage_more(&u, 1) == VMB_ERR_LIMIT);
    return 0;
}

int main(void)
{
    size_t i, n;
    int failed;

#if VMB_ENGINE
    if (vmb_engine_allow(VMB_ENGINE_ALLOW_MEMORY_KEYS | VMB_ENGINE_ALLOW_EARLY | VMB_ENGINE_ALLOW_SHORT_TAGS) !=
        VMB_OK) {
        return 2;
    }
#endif
    for (i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(11 * i + 3);
    }
    memcpy(nonce, bytes + 100, sizeof nonce);
    if (vmb_ascon_aead128_init(&plain, bytes + 48, 16) != VMB_OK ||
        vmb_ascon_aead128_options_init(&key, bytes + 48, 16) != VMB_OK ||
        vmb_ascon_aead128_options_init(&masked, bytes + 48, 32) != VMB_OK ||
        vmb_ascon_aead128_seal(&plain, right, full, 16, nonce, 16, bytes, AD, bytes + 20, LENGTH) != VMB_OK) {
        return 1;
    }
    for (n = 4; n <= 16; n++) {
        failed = tag_of(n);
        if (failed != 0) {
            return 10 + failed;
        }
    }
    failed = lengths();
    if (failed != 0) {
        return 30 + failed;
    }
    failed = masking();
    if (failed != 0) {
        return 50 + failed;
    }
    failed = usage();
    return failed == 0 ? 0 : 70 + failed;
}
