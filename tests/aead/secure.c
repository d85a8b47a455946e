/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Checks vmb_wipe and vmb_verify (vambrace/secure.h). Ends with 0, or the number of the
 * check that failed. With TIMED, calls both on CONTENTS contents of each of SHAPES shapes, in
 * this order, and checks their effects.
 */
#include "vambrace/secure.h"

#include <stdint.h>

enum { ROOM = 64, LONGEST = 40 };

/* Separate buffers, so that a sanitizer sees accesses beyond them. */
static uint8_t first[ROOM], second[ROOM];

static void fill(uint8_t *at, size_t n, uint8_t seed)
{
    volatile uint8_t *to = at;
    size_t i;

    for (i = 0; i < n; i++) {
        to[i] = (uint8_t)(seed + 31 * i);
    }
}

#ifdef TIMED

enum { SHAPES = 3, CONTENTS = 8, TIMED_BYTES = 37 };

/* The contents, with which all calls of a shape must execute the same instructions. */
static void make_differ(uint8_t *b, size_t n, unsigned content)
{
    size_t i;

    switch (content) {
    case 0: case 1: break; /* equal */
    case 2: b[0] ^= 1; break;
    case 3: b[n - 1] ^= 0x80; break;
    case 4: b[n / 2] ^= 0x10; break;
    case 5: b[4] ^= 1; b[8] ^= 1; break;
    case 6: b[1] ^= 0xff; break;
    default:
        for (i = 0; i < n; i++) {
            b[i] ^= 0xff;
        }
    }
}

int main(void)
{
    unsigned shape, content;

    for (shape = 0; shape < SHAPES; shape++) {
        for (content = 0; content < CONTENTS; content++) {
            uint8_t *a = first + (shape == 2), *b = second + (shape != 0);
            int wanted = content < 2 ? VMB_OK : VMB_ERR_TAG;

            fill(a, TIMED_BYTES, (uint8_t)(content * 77));
            fill(b, TIMED_BYTES, (uint8_t)(content * 77));
            make_differ(b, TIMED_BYTES, content);
            if (vmb_verify(a, b, TIMED_BYTES) != wanted) {
                return 1;
            }
            vmb_wipe(a, TIMED_BYTES);
            if (a[0] != 0 || a[TIMED_BYTES - 1] != 0) {
                return 2;
            }
        }
    }
    return 0;
}

#else

/* n bytes that begin `before` bytes before the last place for them. */
static uint8_t *place(uint8_t *room, size_t n, size_t before)
{
    return room + ROOM - n - before;
}

/* Each of n bytes matters, and no two differences cancel. */
static int check_verify(const uint8_t *a, uint8_t *b, size_t n)
{
    size_t i, j;
    unsigned bit;

    if (vmb_verify(a, b, n) != VMB_OK || vmb_verify(b, b, n) != VMB_OK) {
        return 1;
    }
    for (i = 0; i < n; i++) {
        for (bit = 0; bit < 8; bit++) {
            b[i] = (uint8_t)(b[i] ^ 1u << bit);
            if (vmb_verify(a, b, n) != VMB_ERR_TAG || vmb_verify(b, a, n) != VMB_ERR_TAG) {
                return 2;
            }
            for (j = i + 1; j < n; j += j < i + 4 ? 1 : 4) {
                b[j] = (uint8_t)(b[j] ^ 1u << bit);
                if (vmb_verify(a, b, n) != VMB_ERR_TAG) {
                    return 3;
                }
                b[j] = (uint8_t)(b[j] ^ 1u << bit);
            }
            b[i] = (uint8_t)(b[i] ^ 1u << bit);
        }
    }
    return 0;
}

/* The n bytes at p, in a buffer full of 0xa5, become zero, and no others do. */
static int check_wipe(const uint8_t *room, uint8_t *p, size_t n)
{
    const uint8_t *at;

    vmb_wipe(p, n);
    for (at = room; at != room + ROOM; at++) {
        if (*at != (at >= p && at < p + n ? 0 : 0xa5)) {
            return 4;
        }
    }
    return 0;
}

static int check_arguments(void)
{
    vmb_wipe(NULL, 0);
    if (vmb_verify(NULL, NULL, 0) != VMB_OK || vmb_verify(first, NULL, 0) != VMB_OK) {
        return 5;
    }
    if (vmb_verify(NULL, first, 1) != VMB_ERR_ARGUMENT || vmb_verify(first, NULL, 1) != VMB_ERR_ARGUMENT ||
        vmb_verify(NULL, NULL, 1) != VMB_ERR_ARGUMENT) {
        return 6;
    }
    return 0;
}

int main(void)
{
    int failed = check_arguments();
    size_t n, i, before;

    for (n = 0; n <= LONGEST && failed == 0; n++) {
        for (before = 0; before < 4 && failed == 0; before++) {
            uint8_t *a = place(first, n, before), *b = place(second, n, n & 3);

            fill(a, n, (uint8_t)n);
            fill(b, n, (uint8_t)n);
            failed = check_verify(a, b, n);
            for (i = 0; i < ROOM; i++) {
                ((volatile uint8_t *)first)[i] = 0xa5;
            }
            failed = failed != 0 ? failed : check_wipe(first, a, n);
        }
    }
    return failed;
}

#endif
