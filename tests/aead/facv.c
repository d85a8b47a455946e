/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * FAC-V's calls (studies/facv/facv.h): every vector at several lengths and alignments, every
 * error and the memory that it must not change. `vectors` is in a header that the test makes.
 * Ends with 0, or with the number of the check that failed, at most 255. SOME is the step
 * through lengths, distances and alignments: 1 for all of them.
 */
#include "facv.h"

#define LONGEST 80

struct vector {
    uint8_t key_len;
    uint8_t key[32], plain[LONGEST], cipher[LONGEST];
};

#include VECTORS

#define COUNT (sizeof vectors / sizeof vectors[0])

static vmb_facv contexts[COUNT], c;
static uint8_t in[LONGEST + 4], out[LONGEST + 8];
static volatile unsigned wrong; /* the first check that failed */

static void check(unsigned number, int good)
{
    if (!good && wrong == 0) {
        wrong = number;
    }
}

static int same(const uint8_t *a, const uint8_t *b, size_t n)
{
    unsigned other = 0;

    while (n-- != 0) {
        other |= (unsigned)(*a++ ^ *b++);
    }
    return other == 0;
}

static int all(const void *p, size_t n, unsigned what)
{
    const uint8_t *b = (const uint8_t *)p;
    unsigned other = 0;

    while (n-- != 0) {
        other |= *b++ ^ what;
    }
    return other == 0;
}

static void fill(void *p, size_t n, uint8_t what)
{
    volatile uint8_t *b = (volatile uint8_t *)p;

    while (n-- != 0) {
        *b++ = what;
    }
}

static void copy(uint8_t *to, const uint8_t *from, size_t n)
{
    while (n-- != 0) {
        *to++ = *from++;
    }
}

/* One call, which writes nothing around its result. `at` is the place of both buffers; the call
 * is in place if it is 4 or more. */
static void vector(const struct vector *v, const vmb_facv *k, size_t len, unsigned at, int forward)
{
    const uint8_t *from = forward ? v->plain : v->cipher, *to = forward ? v->cipher : v->plain;
    uint8_t *o = out + (at & 3) + 1;
    const uint8_t *i = at < 4 ? in + (3 - at) : o;
    int status;

    fill(out, sizeof out, 0xa5);
    copy(at < 4 ? in + (3 - at) : o, from, len);
    status = forward ? vmb_facv_encrypt(k, o, i, len) : vmb_facv_decrypt(k, o, i, len);
    check(1, status == VMB_OK);
    check(2, same(o, to, len));
    check(3, all(out, (at & 3) + 1, 0xa5) && all(o + len, sizeof out - len - (at & 3) - 1, 0xa5));
    check(4, at >= 4 || same(i, from, len));
}

/* All contexts are set up before the first call: none uses another one's key. */
static void vectors_pass(void)
{
    size_t len;
    unsigned n, at;

    for (n = 0; n < COUNT; n++) {
        check(10, vmb_facv_init(&contexts[n], vectors[n].key, vectors[n].key_len) == VMB_OK);
    }
    for (len = 16; len <= LONGEST; len += 16) {
        for (at = 0; at < 8; at += SOME < 4 ? SOME : 3) {
            for (n = 0; n < COUNT; n++) {
                vector(&vectors[n], &contexts[n], len, at, 1);
                vector(&vectors[n], &contexts[n], len, at, 0);
            }
        }
    }
    for (n = 0; n < COUNT; n++) {
        vmb_facv_wipe(&contexts[n]);
        check(11, all(&contexts[n], sizeof c, 0));
    }
}

/* Both directions return `status`, and write nothing. */
static void refused(unsigned number, int status, const vmb_facv *k, uint8_t *to, const uint8_t *from, size_t len)
{
    fill(out, sizeof out, 0xa5);
    fill(in, sizeof in, 0x5a);
    check(number, vmb_facv_encrypt(k, to, from, len) == status);
    check(number + 1, vmb_facv_decrypt(k, to, from, len) == status);
    check(number + 2, all(out, sizeof out, 0xa5) && all(in, sizeof in, 0x5a));
}

static void lengths_that_are_none(void)
{
    size_t n;

    check(20, vmb_facv_init(&c, vectors[0].key, vectors[0].key_len) == VMB_OK);
    for (n = 0; n < 80; n += SOME) {
        if (n == 0 || n % 16 != 0) {
            refused(21, VMB_ERR_LENGTH, &c, out, in, n);
        }
    }
    refused(25, VMB_ERR_LENGTH, &c, out, in, 0x80000000u);
    refused(29, VMB_ERR_LENGTH, &c, out, in, 0xfffffff0u);
    refused(33, VMB_ERR_LENGTH, NULL, NULL, NULL, 0);
    for (n = 0; n < 300; n += SOME) {
        if (n == 16 || n == 24 || n == 32) {
            continue;
        }
        c.rounds = 10;
        check(37, vmb_facv_init(&c, vectors[0].key, n) == VMB_ERR_LENGTH);
        check(38, all(&c, sizeof c, 0));
    }
    check(39, vmb_facv_init(NULL, NULL, 15) == VMB_ERR_LENGTH);
}

static void no_key(void)
{
    static vmb_facv fresh;
    uint32_t rounds;

    refused(50, VMB_ERR_STATE, &fresh, out, in, 16);
    check(53, vmb_facv_init(&c, vectors[0].key, vectors[0].key_len) == VMB_OK);
    check(54, vmb_facv_init(&c, vectors[0].key, 17) == VMB_ERR_LENGTH);
    refused(55, VMB_ERR_STATE, &c, out, in, 32);
    check(58, vmb_facv_init(&c, vectors[0].key, vectors[0].key_len) == VMB_OK);
    vmb_facv_wipe(&c);
    refused(59, VMB_ERR_STATE, &c, out, in, 48);
    vmb_facv_wipe(NULL);
    for (rounds = 0; rounds < 20; rounds += SOME) { /* damaged */
        if (rounds != 10 && rounds != 12 && rounds != 14) {
            c.rounds = rounds;
            refused(62, VMB_ERR_STATE, &c, out, in, 16);
        }
    }
    vmb_facv_wipe(&c);
}

static void nothing_there(void)
{
    check(70, vmb_facv_init(&c, NULL, 16) == VMB_ERR_ARGUMENT && c.rounds == 0);
    check(71, vmb_facv_init(NULL, vectors[0].key, 24) == VMB_ERR_ARGUMENT);
    check(72, vmb_facv_init(&c, vectors[0].key, vectors[0].key_len) == VMB_OK);
    refused(73, VMB_ERR_ARGUMENT, NULL, out, in, 16);
    refused(76, VMB_ERR_ARGUMENT, &c, NULL, in, 16);
    refused(79, VMB_ERR_ARGUMENT, &c, out, NULL, 16);
}

/* The 32 bytes of `out` share some with those of `in`, or with the context. */
static void overlaps(void)
{
    static union {
        vmb_facv k;
        uint8_t bytes[sizeof(vmb_facv) + 32];
    } around;
    uint8_t *const end = around.bytes + sizeof(vmb_facv);
    uint8_t *key = around.bytes + sizeof(vmb_facv) - 1;
    unsigned d;

    for (d = 1; d < 32; d += SOME) {
        refused(82, VMB_ERR_ARGUMENT, &c, out + d, out, 32);
        refused(85, VMB_ERR_ARGUMENT, &c, out, out + d, 32);
    }
    check(88, vmb_facv_init(&around.k, vectors[0].key, vectors[0].key_len) == VMB_OK);
    refused(89, VMB_ERR_ARGUMENT, &around.k, end - 1, in, 16);
    refused(92, VMB_ERR_ARGUMENT, &around.k, end - 4, in, 16);
    refused(95, VMB_ERR_ARGUMENT, &around.k, around.bytes, in, 16);
    check(98, vmb_facv_encrypt(&around.k, end, vectors[0].plain, 32) == VMB_OK);
    check(99, same(end, vectors[0].cipher, 32)); /* adjacent buffers do not overlap */
    check(100, vmb_facv_init(&around.k, key, 16) == VMB_ERR_ARGUMENT && around.k.rounds == 0);
    check(101, vmb_facv_init(&around.k, around.bytes, 32) == VMB_ERR_ARGUMENT);
    copy(end, vectors[0].key, vectors[0].key_len);
    check(102, vmb_facv_init(&around.k, end, vectors[0].key_len) == VMB_OK);
}

/* An accelerator keeps the key of the last context, except if others use it or it is wiped. */
static void used_by_others(void)
{
    static vmb_facv other;
    static vmb_aes256_key library;
    static uint32_t plain[LONGEST / 4], to[LONGEST / 4];
    uint8_t *p = (uint8_t *)plain, *o = (uint8_t *)to;
    const struct vector *v = &vectors[0], *w = &vectors[1];
    unsigned i;

    copy(p, v->plain, LONGEST);
    check(120, vmb_facv_init(&c, v->key, v->key_len) == VMB_OK);
    check(121, vmb_aes256_init(&library, vectors[2].key, 32) == VMB_OK);
    for (i = 0; i < 4; i++) {
        check(122, vmb_facv_encrypt(&c, o, p, LONGEST) == VMB_OK && same(o, v->cipher, LONGEST));
        check(123, vmb_facv_decrypt(&c, o, o, LONGEST) == VMB_OK && same(o, v->plain, LONGEST));
        if (i == 0) {
            check(124, vmb_aes256_ecb_encrypt(&library, o, p, 16) == VMB_OK && !same(o, v->cipher, 16));
        } else if (i == 1) {
            check(125, vmb_facv_init(&other, w->key, w->key_len) == VMB_OK);
        } else {
            copy(o, w->plain, LONGEST);
            check(126, vmb_facv_encrypt(&other, o, o, LONGEST) == VMB_OK && same(o, w->cipher, LONGEST));
            vmb_facv_wipe(&other);
        }
        check(127, vmb_facv_init(&other, w->key, w->key_len) == VMB_OK);
    }
    vmb_facv_wipe(&other);
    vmb_facv_wipe(&c);
}

/* Errors of memory that an engine reads by itself. */
static void nobody_answers(void)
{
#if VMB_ENGINE_PORT || VMB_ENGINE_MMIO || (VMB_AES_UNIT && VMB_AES_UNIT_MEMORY)
    const uint8_t *nowhere = (const uint8_t *)0x60000000;

    check(110, vmb_facv_init(&c, vectors[0].key, vectors[0].key_len) == VMB_OK);
    fill(out, sizeof out, 0xa5);
    check(111, vmb_facv_encrypt(&c, out, nowhere, 48) == VMB_ERR_DEVICE);
    check(112, all(out, 48, 0) && all(out + 48, sizeof out - 48, 0xa5));
    fill(out, sizeof out, 0xa5);
    check(113, vmb_facv_decrypt(&c, out, nowhere, 16) == VMB_ERR_DEVICE);
    check(114, all(out, 16, 0) && all(out + 16, sizeof out - 16, 0xa5));
    check(115, vmb_facv_encrypt(&c, out, vectors[0].plain, 80) == VMB_OK);
    check(116, same(out, vectors[0].cipher, 80));
#endif
}

int main(void)
{
    vectors_pass();
    lengths_that_are_none();
    no_key();
    nothing_there();
    used_by_others();
    overlaps();
    nobody_answers();
    return (int)wrong;
}
