/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * vambrace/chunks.h with every algorithm: messages of every length in chunks of several sizes, each chunk against a
 * one-shot call with a nonce computed here; every sequence of chunks and ends except the sealed one; the end of the
 * chunk numbers; arguments. Ends with 0, or the number of the check that failed. With PRINTED, it prints the chunks of
 * one message instead.
 */
#include <string.h>

#ifdef PRINTED
#include <stdio.h>
#endif

#include "vambrace/chunks.h"

enum { MOST = 96, ROOM = 1024, COUNT = 4, CHUNK = 9 };

static vmb_aead_key key;
static vmb_chunks s, other;
static uint8_t bytes[MOST], sealed[ROOM], again[ROOM];
static const uint8_t zeros[ROOM];

/* A prefix as long as one with the algorithm's usual nonce. */
static size_t prefix_of(const vmb_aead *a)
{
    return a->nonce_len - VMB_CHUNK_COUNT_LEN;
}

/* The nonce of a chunk. */
static void nonce_of(uint8_t *nonce, size_t prefix_len, uint32_t number, int last)
{
    memcpy(nonce, bytes, prefix_len);
    nonce[prefix_len] = (uint8_t)(number >> 24);
    nonce[prefix_len + 1] = (uint8_t)(number >> 16);
    nonce[prefix_len + 2] = (uint8_t)(number >> 8);
    nonce[prefix_len + 3] = (uint8_t)number;
    nonce[prefix_len + 4] = last ? 1 : 0;
}

static int is_wiped(const vmb_chunks *one)
{
    return memcmp(one, zeros, sizeof *one) == 0;
}

/* A message of len bytes in chunks of `size`, there and back in place. */
static int message(const vmb_aead *a, size_t len, size_t size)
{
    uint8_t nonce[32], one[MOST + 16];
    size_t done, n, at = 0, prefix_len = prefix_of(a);
    uint32_t number = 0;

    if (vmb_chunks_seal_start(&s, a, &key, bytes, prefix_len) != VMB_OK) {
        return 1;
    }
    for (done = 0, n = 0; done < len || number == 0; done += n, number++) {
        n = len - done < size ? len - done : size;
        if (vmb_chunks_seal(&s, sealed + at, bytes, number % 5, bytes + done, n, done + n == len) != VMB_OK) {
            return 2;
        }
        nonce_of(nonce, prefix_len, number, done + n == len);
        if (vmb_aead_seal_combined(a, &key, one, nonce, a->nonce_len, bytes, number % 5, bytes + done, n, 16) !=
                VMB_OK ||
            memcmp(one, sealed + at, n + 16) != 0) {
            return 3;
        }
        at += n + 16;
    }
    if (vmb_chunks_finish(&s) != VMB_OK || !is_wiped(&s)) {
        return 4;
    }
    if (vmb_chunks_open_start(&s, a, &key, bytes, prefix_len) != VMB_OK) {
        return 5;
    }
    for (done = 0, at = 0, number = 0; done < len || number == 0; done += n, number++) {
        n = len - done < size ? len - done : size;
        if (vmb_chunks_open(&s, sealed + at, bytes, number % 5, sealed + at, n + 16, done + n == len) != VMB_OK ||
            memcmp(sealed + at, bytes + done, n) != 0) {
            return 6;
        }
        at += n + 16;
    }
    return vmb_chunks_finish(&s) == VMB_OK ? 0 : 7;
}

/* COUNT chunks of CHUNK bytes and less, of which the last is empty, at a distance of MOST each. */
static int seal_some(const vmb_aead *a)
{
    int i;

    if (vmb_chunks_seal_start(&s, a, &key, bytes, prefix_of(a)) != VMB_OK) {
        return 0;
    }
    for (i = 0; i < COUNT; i++) {
        size_t n = i == COUNT - 1 ? 0 : CHUNK;

        if (vmb_chunks_seal(&s, sealed + i * MOST, bytes, 3, bytes + i, n, i == COUNT - 1) != VMB_OK) {
            return 0;
        }
    }
    return vmb_chunks_finish(&s) == VMB_OK;
}

static size_t sealed_len(int i)
{
    return (i == COUNT - 1 ? 0 : CHUNK) + 16;
}

/* Every sequence of up to `most` chunks, each marked as the last or not: a chunk opens only in its place and with its
 * own mark, and the message is complete only with its last chunk. */
static int sequences(const vmb_aead *a, int most)
{
    int code, n, i, right, status, total = 1;

    for (n = 0; n <= most; n++, total *= 2 * COUNT) {
        for (code = 0; code < total; code++) {
            int rest = code;

            if (vmb_chunks_open_start(&s, a, &key, bytes, prefix_of(a)) != VMB_OK) {
                return 8;
            }
            for (i = 0, right = 1; i < n && right; i++, rest /= 2 * COUNT) {
                int chunk = rest % COUNT, last = rest / COUNT % 2;

                memset(again, 0xaa, CHUNK + 1);
                status = vmb_chunks_open(&s, again, bytes, 3, sealed + chunk * MOST, sealed_len(chunk), last);
                right = i < COUNT && chunk == i && last == (chunk == COUNT - 1);
                if (status != (right ? VMB_OK : i < COUNT ? VMB_ERR_TAG : VMB_ERR_STATE)) {
                    return 9;
                }
                if (memcmp(again, right ? bytes + i : zeros, sealed_len(chunk) - 16) != 0 && i < COUNT) {
                    return 10;
                }
                if (again[CHUNK] != 0xaa || (!right && !is_wiped(&s))) {
                    return 11;
                }
            }
            if (!right && vmb_chunks_open(&s, again, bytes, 3, sealed, sealed_len(0), 0) != VMB_ERR_STATE) {
                return 12; /* nothing is opened after a rejected chunk */
            }
            if (vmb_chunks_finish(&s) != (right && n == COUNT ? VMB_OK : VMB_ERR_STATE) || !is_wiped(&s)) {
                return 13;
            }
        }
    }
    return 0;
}

/* A chunk with one bit changed, fewer or more bytes, other associated data or another prefix. */
static int changes(const vmb_aead *a)
{
    size_t i;

    for (i = 0; i < 8 * sealed_len(0); i++) {
        sealed[i / 8] ^= (uint8_t)(1 << i % 8);
        if (vmb_chunks_open_start(&s, a, &key, bytes, prefix_of(a)) != VMB_OK ||
            vmb_chunks_open(&s, again, bytes, 3, sealed, sealed_len(0), 0) != VMB_ERR_TAG || !is_wiped(&s)) {
            return 14;
        }
        sealed[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    for (i = 0; i <= sealed_len(0) + 1; i++) {
        int wanted = i == sealed_len(0) ? VMB_OK : i < 16 ? VMB_ERR_LENGTH : VMB_ERR_TAG;

        if (vmb_chunks_open_start(&s, a, &key, bytes, prefix_of(a)) != VMB_OK ||
            vmb_chunks_open(&s, again, bytes, 3, sealed, i, 0) != wanted) {
            return 15;
        }
    }
    if (vmb_chunks_open_start(&s, a, &key, bytes, prefix_of(a)) != VMB_OK ||
        vmb_chunks_open(&s, again, bytes, 2, sealed, sealed_len(0), 0) != VMB_ERR_TAG ||
        vmb_chunks_open_start(&s, a, &key, bytes + 1, prefix_of(a)) != VMB_OK ||
        vmb_chunks_open(&s, again, bytes, 3, sealed, sealed_len(0), 0) != VMB_ERR_TAG) {
        return 16;
    }
    return 0;
}

/* The last possible numbers. */
static int numbers(const vmb_aead *a)
{
    int opening, i;

    for (opening = 0; opening < 2; opening++) {
        for (i = 0; i < 3; i++) {
            int status = opening ? vmb_chunks_open_start(&s, a, &key, bytes, prefix_of(a))
                                 : vmb_chunks_seal_start(&s, a, &key, bytes, prefix_of(a));
            uint8_t *at = again + i * MOST;

            s.number = 0xffffffffu;
            if (status != VMB_OK) {
                return 17;
            }
            if (i < 2) { /* as the last chunk, and as another one */
                status = opening ? vmb_chunks_open(&s, at, NULL, 0, at, 17, i == 0)
                                 : vmb_chunks_seal(&s, at, NULL, 0, bytes, 1, i == 0);
                if (status != VMB_OK || (opening && at[0] != bytes[0])) {
                    return 18;
                }
            }
            if (i == 1) {
                status = opening ? vmb_chunks_open(&s, at, NULL, 0, at, 17, 1)
                                 : vmb_chunks_seal(&s, at + 32, NULL, 0, bytes, 1, 1);
                if (status != VMB_ERR_LENGTH || !is_wiped(&s)) {
                    return 19;
                }
            }
        }
    }
    return 0;
}

static int start(const vmb_aead *a, const uint8_t *prefix, size_t prefix_len)
{
    int one = vmb_chunks_seal_start(&s, a, &key, prefix, prefix_len);
    int two = vmb_chunks_open_start(&other, a, &key, prefix, prefix_len);

    return one != two || (one != VMB_OK && (!is_wiped(&s) || !is_wiped(&other))) ? 1 : one;
}

/* Rejected arguments. Each is tried with an object that is valid otherwise. */
#define REFUSED(number, status, call)                                                                   \
    do {                                                                                                \
        if (start(a, bytes, prefix_of(a)) != VMB_OK || (call) != (status) || !is_wiped(&s)) {           \
            return number;                                                                              \
        }                                                                                               \
    } while (0)

static int arguments(const vmb_aead *a)
{
    uint8_t *own = (uint8_t *)&s;
    size_t i, room = sizeof s;

    for (i = 0; i <= 40; i++) {
        int has = i <= VMB_CHUNK_PREFIX_MOST && vmb_aead_accepts(a, i + VMB_CHUNK_COUNT_LEN, 16, 0);

        if (start(a, bytes, i) != (has ? VMB_OK : VMB_ERR_LENGTH)) {
            return 20;
        }
        if (i != 0 && start(a, NULL, i) != (has ? VMB_ERR_ARGUMENT : VMB_ERR_LENGTH)) {
            return 21;
        }
    }
    if (vmb_chunks_seal_start(NULL, a, &key, bytes, prefix_of(a)) != VMB_ERR_ARGUMENT ||
        vmb_chunks_open_start(NULL, a, &key, bytes, prefix_of(a)) != VMB_ERR_ARGUMENT ||
        vmb_chunks_seal(NULL, again, NULL, 0, bytes, 1, 0) != VMB_ERR_ARGUMENT ||
        vmb_chunks_open(NULL, again, NULL, 0, bytes, 17, 0) != VMB_ERR_ARGUMENT ||
        vmb_chunks_finish(NULL) != VMB_ERR_ARGUMENT) {
        return 22;
    }
    REFUSED(23, VMB_ERR_ARGUMENT, vmb_chunks_seal_start(&s, NULL, &key, bytes, 11));
    REFUSED(24, VMB_ERR_ARGUMENT, vmb_chunks_seal_start(&s, a, NULL, bytes, prefix_of(a)));
    REFUSED(25, VMB_ERR_ARGUMENT, vmb_chunks_seal_start(&s, a, own, bytes, prefix_of(a)));
    REFUSED(26, VMB_ERR_ARGUMENT, vmb_chunks_open_start(&s, a, &key, own + room - 1, prefix_of(a)));
    /* The object's first and last byte, for each buffer; then other overlaps and missing buffers. */
    for (i = 0; i < room; i += room - 1) {
        REFUSED(27, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, own + i, NULL, 0, bytes, 5, 0));
        REFUSED(28, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, own + i - 20, NULL, 0, bytes, 5, 0));
        REFUSED(29, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, again, own + i, 1, bytes, 5, 0));
        REFUSED(30, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, again, NULL, 0, own + i, 1, 0));
    }
    REFUSED(31, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, NULL, NULL, 0, bytes, 0, 0));
    REFUSED(32, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, again, NULL, 1, bytes, 5, 0));
    REFUSED(33, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, again, NULL, 0, NULL, 5, 0));
    REFUSED(34, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, again, again + 20, 1, bytes, 5, 0));
    REFUSED(35, VMB_ERR_ARGUMENT, vmb_chunks_seal(&s, again, NULL, 0, again + 20, 5, 0));
    REFUSED(36, VMB_ERR_LENGTH, vmb_chunks_seal(&s, again, NULL, 0, bytes, (size_t)VMB_MAX_BYTES + 1, 0));
    REFUSED(37, VMB_ERR_LENGTH, vmb_chunks_seal(&s, again, bytes, (size_t)VMB_MAX_BYTES + 1, bytes, 5, 0));
    REFUSED(38, VMB_ERR_STATE, vmb_chunks_open(&s, again, NULL, 0, bytes, 20, 0));
    REFUSED(39, VMB_ERR_STATE, vmb_chunks_finish(&s));
    if (start(a, bytes, prefix_of(a)) != VMB_OK || vmb_chunks_seal(&s, again, NULL, 0, bytes, 5, 1) != VMB_OK ||
        vmb_chunks_seal(&s, again, NULL, 0, bytes, 5, 1) != VMB_ERR_STATE || !is_wiped(&s) ||
        vmb_chunks_finish(&s) != VMB_ERR_STATE) {
        return 40;
    }
    if (vmb_chunks_open(&other, again, NULL, 0, bytes, 15, 1) != VMB_ERR_LENGTH || !is_wiped(&other) ||
        start(a, bytes, prefix_of(a)) != VMB_OK ||
        vmb_chunks_open(&other, NULL, NULL, 0, bytes, 16, 1) != VMB_ERR_TAG ||
        start(a, bytes, prefix_of(a)) != VMB_OK ||
        vmb_chunks_seal(&other, again, NULL, 0, bytes, 5, 0) != VMB_ERR_STATE || !is_wiped(&other)) {
        return 41;
    }
    return 0;
}

static int check(const vmb_aead *a)
{
    static const size_t sizes[] = {1, 16, 33, MOST};
    size_t len, i;
    int failed = a->init(&key, bytes, a->key_len) == VMB_OK ? 0 : 42;

    for (i = 0; i < sizeof sizes / sizeof sizes[0] && failed == 0; i++) {
        for (len = 0; len <= 50 && failed == 0; len += i == 0 ? 7 : 1) {
            failed = message(a, len, sizes[i]);
        }
    }
    if (failed == 0) {
        failed = seal_some(a) ? changes(a) : 43;
    }
    if (failed == 0) {
        failed = sequences(a, a == &vmb_aead_ascon_aead128 ? 5 : 2);
    }
    if (failed == 0) {
        failed = numbers(a);
    }
    if (failed == 0) {
        failed = arguments(a);
    }
    if (failed != 0) {
        return failed;
    }
    /* The key is wiped in the middle of a message. */
    if (start(a, bytes, prefix_of(a)) != VMB_OK) {
        return 44;
    }
    a->wipe(&key);
    return vmb_chunks_seal(&s, again, NULL, 0, bytes, 5, 0) == VMB_ERR_STATE && is_wiped(&s) ? 0 : 45;
}

#ifdef PRINTED

int main(int argc, char **argv)
{
    static const size_t parts[] = {33, 0, 16, 5};
    const vmb_aead *a = vmb_aead_find(vmb_aeads, argc == 2 ? argv[1] : "");
    size_t i, n, done = 0;

    for (i = 0; i < MOST; i++) {
        bytes[i] = (uint8_t)(i * 7 + 1);
    }
    if (a == NULL || a->init(&key, bytes, a->key_len) != VMB_OK || start(a, bytes, prefix_of(a)) != VMB_OK) {
        return 1;
    }
    for (i = 0; i < 4; i++) {
        if (vmb_chunks_seal(&s, sealed, bytes, i, bytes + done, parts[i], i == 3) != VMB_OK) {
            return 2;
        }
        for (n = 0; n < parts[i] + 16; n++) {
            printf("%02x", sealed[n]);
        }
        printf("\n");
        done += parts[i];
    }
    return vmb_chunks_finish(&s) == VMB_OK ? check(a) : 3;
}

#else

int main(void)
{
    int i, failed;

    for (i = 0; i < MOST; i++) {
        bytes[i] = (uint8_t)(i * 7 + 1);
    }
    if (vmb_chunks_seal(&s, again, NULL, 0, bytes, 5, 0) != VMB_ERR_STATE ||
        vmb_chunks_open(&s, again, NULL, 0, bytes, 20, 0) != VMB_ERR_STATE || vmb_chunks_finish(&s) != VMB_ERR_STATE) {
        return 46; /* never started */
    }
    for (i = 0; vmb_aeads[i] != NULL; i++) {
        failed = check(vmb_aeads[i]);
        if (failed != 0) {
            return failed;
        }
    }
    return i > 10 ? 0 : 47;
}

#endif
