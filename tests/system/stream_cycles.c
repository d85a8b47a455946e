/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A message in one call, then as a stream in pieces of each of PIECES bytes, in both directions; stream_cycles.py counts
 * the cycles of the calls. The macros of firmware/jobs_algorithm.h name the algorithm. Returns 0 if every piece and tag
 * is that of the one call.
 */
#include <stdint.h>
#include <string.h>

#include "vambrace/aead.h"
#include "vambrace/mac.h"

#define VMB_PASTE_(a, b) a##b
#define VMB_PASTE(a, b) VMB_PASTE_(a, b)
#define VMB_ALG_(suffix) VMB_PASTE(VMB_ALG, suffix)

#define BYTES 192
#define AD_BYTES 16

static VMB_ALG_(_key) key;
static VMB_ALG_(_stream) stream;
static uint8_t text[BYTES] __attribute__((aligned(8))), whole[BYTES] __attribute__((aligned(8)));
static uint8_t out[BYTES] __attribute__((aligned(8))), ad[AD_BYTES] __attribute__((aligned(8)));
static uint8_t bytes[32] __attribute__((aligned(8))), nonce[NONCE_BYTES + 1] __attribute__((aligned(8)));
static uint8_t tag[16] __attribute__((aligned(8))), found[16] __attribute__((aligned(8)));
static const size_t pieces[] = {PIECES};

static uint32_t failed;

static void check(int status)
{
    failed |= (uint32_t)status;
}

static void check_equal(const uint8_t *a, const uint8_t *b, size_t len)
{
    check(memcmp(a, b, len));
}

#if defined VMB_KIND_AEAD

static void run_pieces(size_t piece)
{
    size_t at;

    check(VMB_ALG_(_seal_start)(&stream, &key, nonce, NONCE_BYTES));
#ifdef VMB_HAS_LENGTHS
    check(VMB_ALG_(_lengths)(&stream, AD_BYTES, BYTES, 16));
#endif
    check(VMB_ALG_(_ad)(&stream, ad, AD_BYTES));
    for (at = 0; at < BYTES; at += piece) {
        check(VMB_ALG_(_update)(&stream, out + at, text + at, piece));
    }
    check(VMB_ALG_(_seal_finish)(&stream, found, 16));
    check_equal(out, whole, BYTES);
    check_equal(found, tag, 16);
    check(VMB_ALG_(_open_start)(&stream, &key, nonce, NONCE_BYTES));
#ifdef VMB_HAS_LENGTHS
    check(VMB_ALG_(_lengths)(&stream, AD_BYTES, BYTES, 16));
#endif
    check(VMB_ALG_(_ad)(&stream, ad, AD_BYTES));
    for (at = 0; at < BYTES; at += piece) {
        check(VMB_ALG_(_update)(&stream, out + at, whole + at, piece));
    }
    check(VMB_ALG_(_open_finish)(&stream, tag, 16));
    check_equal(out, text, BYTES);
}

static void run_whole(void)
{
    check(VMB_FORWARD(&key, whole, tag, 16, nonce, NONCE_BYTES, ad, AD_BYTES, text, BYTES));
    check(VMB_BACKWARD(&key, out, tag, 16, nonce, NONCE_BYTES, ad, AD_BYTES, whole, BYTES));
    check_equal(out, text, BYTES);
}

#else

static void run_pieces(size_t piece)
{
    size_t at;

    check(VMB_ALG_(_start)(&stream, &key));
    for (at = 0; at < BYTES; at += piece) {
        check(VMB_ALG_(_update)(&stream, text + at, piece));
    }
    check(VMB_ALG_(_finish)(&stream, found, 16));
    check_equal(found, tag, 16);
    check(VMB_ALG_(_start)(&stream, &key));
    for (at = 0; at < BYTES; at += piece) {
        check(VMB_ALG_(_update)(&stream, text + at, piece));
    }
    check(VMB_ALG_(_verify_finish)(&stream, tag, 16));
}

static void run_whole(void)
{
    check(VMB_FORWARD(&key, tag, 16, text, BYTES));
    check(VMB_BACKWARD(&key, tag, 16, text, BYTES));
}

#endif

int main(void)
{
    size_t i;

    for (i = 0; i < BYTES; i++) {
        text[i] = (uint8_t)(7 * i + 1);
    }
    for (i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(3 * i + 5);
    }
    for (i = 0; i < AD_BYTES; i++) {
        ad[i] = (uint8_t)(5 * i + 9);
    }
    check(VMB_ALG_(_init)(&key, bytes, KEY_BYTES));
    run_whole();
    for (i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        run_pieces(pieces[i]);
    }
    return failed != 0;
}
