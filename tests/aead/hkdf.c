/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * HKDF-SHA-256 (vambrace/kdf.h): the vectors that test_hkdf.py puts before this text, in one call and in two; every
 * length of the output around hashes, with a guard; alignments; arguments; and on RISC-V what a call leaves on the
 * stack. Ends with 0, or the number of the check that failed.
 */
#include <string.h>

#include "vambrace/kdf.h"
#include "vambrace/mac.h"

#define CHECK(number, condition) \
    do {                         \
        if (!(condition)) {      \
            return number;       \
        }                        \
    } while (0)

enum { HASH = 32, GUARD = 8 };

static uint8_t out[VMB_HKDF_SHA256_MAX + GUARD + 4], prk[HASH + GUARD], input[200];

static int guarded(const uint8_t *p)
{
    int i;

    for (i = 0; i < GUARD; i++) {
        if (p[i] != 0x5a) {
            return 0;
        }
    }
    return 1;
}

static int check_vectors(void)
{
    size_t i;

    for (i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const struct vector *v = &vectors[i];

        memset(out, 0x5a, sizeof out);
        CHECK(1, vmb_hkdf_sha256(out, v->size, v->ikm, v->ikm_len, v->salt, v->salt_len, v->info, v->info_len) ==
                     (v->valid ? VMB_OK : VMB_ERR_LENGTH));
        if (!v->valid) {
            CHECK(2, guarded(out));
            continue;
        }
        CHECK(3, memcmp(out, v->okm, v->size) == 0 && guarded(out + v->size));
        CHECK(4, vmb_hkdf_sha256_extract(prk, HASH, v->ikm, v->ikm_len, v->salt, v->salt_len) == VMB_OK);
        CHECK(5, v->prk == NULL || memcmp(prk, v->prk, HASH) == 0);
        memset(out, 0x5a, sizeof out);
        CHECK(6, vmb_hkdf_sha256_expand(out, v->size, prk, HASH, v->info, v->info_len) == VMB_OK);
        CHECK(7, memcmp(out, v->okm, v->size) == 0 && guarded(out + v->size));
    }
    return 0;
}

/* Shorter outputs are prefixes of longer ones; an output of no bytes writes none. */
static int check_lengths(void)
{
    static uint8_t longest[VMB_HKDF_SHA256_MAX];
    size_t n, at;

    CHECK(10, vmb_hkdf_sha256(longest, sizeof longest, input, 40, input + 40, 13, input + 60, 10) == VMB_OK);
    for (n = 0; n <= sizeof longest; n += n < 130 ? 1 : 997) {
        at = n % 4;
        memset(out, 0x5a, sizeof out);
        CHECK(11, vmb_hkdf_sha256(out + at, n, input, 40, input + 40, 13, input + 60, 10) == VMB_OK);
        CHECK(12, memcmp(out + at, longest, n) == 0 && guarded(out + at + n) && (at == 0 || out[at - 1] == 0x5a));
    }
    CHECK(13, vmb_hkdf_sha256(NULL, 0, NULL, 0, NULL, 0, NULL, 0) == VMB_OK);
    /* A salt of no bytes is one of 32 zeros. */
    memset(input, 0, HASH);
    CHECK(14, vmb_hkdf_sha256(out, 50, input + 50, 60, input, HASH, NULL, 0) == VMB_OK);
    CHECK(15,
          vmb_hkdf_sha256(longest, 50, input + 50, 60, NULL, 0, NULL, 0) == VMB_OK && memcmp(out, longest, 50) == 0);
    /* The first hash is HMAC of info and 1. */
    {
        vmb_hmac_sha256_key key;
        uint8_t text[11];

        memcpy(text, input + 60, 10);
        text[10] = 1;
        CHECK(16, vmb_hkdf_sha256_expand(out, HASH, input + 3, 45, text, 10) == VMB_OK);
        CHECK(17, vmb_hmac_sha256_init(&key, input + 3, 45) == VMB_OK);
        CHECK(18, vmb_hmac_sha256_verify(&key, out, HASH, text, 11) == VMB_OK);
    }
    return 0;
}

static int check_arguments(void)
{
    const size_t huge = (size_t)VMB_MAX_BYTES + 1;

    memset(out, 0x5a, sizeof out);
    CHECK(20, vmb_hkdf_sha256(out, VMB_HKDF_SHA256_MAX + 1, input, 9, input, 9, input, 9) == VMB_ERR_LENGTH);
    CHECK(21, vmb_hkdf_sha256_expand(out, VMB_HKDF_SHA256_MAX + 1, input, HASH, input, 9) == VMB_ERR_LENGTH);
    CHECK(22, vmb_hkdf_sha256_expand(out, 9, input, HASH - 1, input, 9) == VMB_ERR_LENGTH);
    CHECK(23, vmb_hkdf_sha256_extract(out, HASH - 1, input, 9, input, 9) == VMB_ERR_LENGTH);
    CHECK(24, vmb_hkdf_sha256_extract(out, HASH + 1, input, 9, input, 9) == VMB_ERR_LENGTH);
    CHECK(25, vmb_hkdf_sha256_extract(out, HASH, input, huge, input, 9) == VMB_ERR_LENGTH);
    CHECK(26, vmb_hkdf_sha256_extract(out, HASH, input, 9, input, huge) == VMB_ERR_LENGTH);
    CHECK(27, vmb_hkdf_sha256_expand(out, 9, input, huge, input, 9) == VMB_ERR_LENGTH);
    CHECK(28, vmb_hkdf_sha256(out, 9, input, 9, input, 9, input, huge) == VMB_ERR_LENGTH);
    CHECK(29, vmb_hkdf_sha256(NULL, 9, input, 9, input, 9, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(30, vmb_hkdf_sha256(out, 9, NULL, 9, input, 9, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(31, vmb_hkdf_sha256(out, 9, input, 9, NULL, 9, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(32, vmb_hkdf_sha256(out, 9, input, 9, input, 9, NULL, 9) == VMB_ERR_ARGUMENT);
    CHECK(33, vmb_hkdf_sha256_expand(out, 9, NULL, HASH, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(34, vmb_hkdf_sha256(out, 9, out + 8, 9, input, 9, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(35, vmb_hkdf_sha256(out, 9, input, 9, out + 8, 9, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(36, vmb_hkdf_sha256(out + 8, 9, input, 9, input, 9, out, 9) == VMB_ERR_ARGUMENT);
    CHECK(37, vmb_hkdf_sha256_expand(out, HASH, out, HASH, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(38, vmb_hkdf_sha256_extract(out, HASH, out + 31, 1, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(39, vmb_hkdf_sha256_extract(NULL, HASH, input, 9, input, 9) == VMB_ERR_ARGUMENT);
    CHECK(40, guarded(out));
    CHECK(41, vmb_hkdf_sha256(out, 9, out + 9, 9, out + 18, 9, out + 27, 9) == VMB_OK);
    return 0;
}

#ifdef __riscv
enum { BELOW = 700 };

static uint32_t seen[2][BELOW];

__attribute__((noinline)) static void paint(void)
{
    volatile uint32_t room[BELOW];
    int i;

    for (i = 0; i < BELOW; i++) {
        room[i] = 0x5a5a5a5a;
    }
}

__attribute__((noinline)) static void look(uint32_t *to)
{
    volatile uint32_t room[BELOW];
    int i;

    __asm__("" : "=m"(room)); /* what earlier calls left there */
    for (i = 0; i < BELOW; i++) {
        to[i] = room[i];
    }
}

static volatile uint8_t secret;

/* Always with the same registers of its caller, which a call saves on the stack. */
__attribute__((noinline)) static int leave(void)
{
    int status;

    input[90] = secret;
    paint();
    status = vmb_hkdf_sha256(out, 77, input + 80, 41, input, 7, input, 3);
    look(seen[1]);
    return status;
}

/* Two secrets leave the same. */
static int check_stack(void)
{
    int i;

    CHECK(50, leave() == VMB_OK && seen[1][0] == 0x5a5a5a5a); /* deeper than any frame */
    memcpy(seen[0], seen[1], sizeof seen[0]);
    secret = 1;
    CHECK(51, leave() == VMB_OK);
    CHECK(52, memcmp(seen[0], seen[1], sizeof seen[0]) == 0);
    return 0;
}
#endif

int main(void)
{
    int failed, i;

    for (i = 0; i < (int)sizeof input; i++) {
        input[i] = (uint8_t)(11 * i + 3);
    }
    failed = check_vectors();
    failed = failed != 0 ? failed : check_arguments();
    failed = failed != 0 ? failed : check_lengths();
#ifdef __riscv
    failed = failed != 0 ? failed : check_stack();
#endif
    return failed;
}
