/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls the ciphers of studies/ciphers with what standard input says. A request is a line
 * CIPHER KEY BLOCK, the last two in hexadecimal digits. Answers a line each: the block encrypted,
 * that decrypted again, and the block decrypted (of Ascon, whose blocks encrypted have a tag,
 * what came of a tag that is wrong by a bit: 1 where it was refused).
 *
 * Key, block and results have allocations of their own, of the right size and at an odd address, so
 * that a sanitizer detects reads and writes outside of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ciphers.h"

/* Bytes of `digits`, in an allocation that ends with them. */
static uint8_t *from_hex(const char *digits, size_t *len)
{
    *len = strlen(digits) / 2;
    uint8_t *base = malloc(*len + 1);

    for (size_t i = 0; i < *len; i++) {
        unsigned byte;

        if (sscanf(digits + 2 * i, "%2x", &byte) != 1) {
            exit(2);
        }
        base[1 + i] = (uint8_t)byte;
    }
    return base + 1;
}

static void print(const uint8_t *bytes, size_t len, char end)
{
    for (size_t i = 0; i < len; i++) {
        printf("%02x", bytes[i]);
    }
    putchar(end);
}

#define CIPHER(name, key_len, block_len, sealed_len)                              \
    static void call_##name(const uint8_t *bytes, size_t n, uint8_t *in, size_t m) \
    {                                                                             \
        vmb_study_##name##_key *k = malloc(sizeof *k), *l = malloc(sizeof *l);    \
        uint8_t *sealed = (uint8_t *)malloc(sealed_len + 1) + 1;                  \
        uint8_t *out = (uint8_t *)malloc(block_len + 1) + 1;                      \
                                                                                  \
        if (n != key_len || m != block_len) {                                     \
            exit(3);                                                              \
        }                                                                         \
        vmb_study_##name##_setup(k, bytes);                                       \
        vmb_study_##name##_setup_decrypt(l, bytes);                               \
        vmb_study_##name##_encrypt(k, sealed, in);                                \
        print(sealed, sealed_len, ' ');                                           \
        if (vmb_study_##name##_decrypt(l, out, sealed) != 0) {                    \
            exit(4);                                                              \
        }                                                                         \
        print(out, block_len, ' ');                                               \
        if (sealed_len != block_len) {                                            \
            sealed[sealed_len - 1] ^= 1;                                          \
            printf("%d\n", vmb_study_##name##_decrypt(l, out, sealed) != 0);      \
        } else {                                                                  \
            vmb_study_##name##_encrypt(k, out, out); /* in place */               \
            if (memcmp(out, sealed, block_len) != 0) {                            \
                exit(6);                                                          \
            }                                                                     \
            (void)vmb_study_##name##_decrypt(l, in, in);                          \
            print(in, block_len, '\n');                                           \
        }                                                                         \
        free(k), free(l), free(sealed - 1), free(out - 1);                        \
    }

CIPHER(ascon, 16, 16, 32)
CIPHER(aria, 16, 16, 16)
CIPHER(gost, 32, 8, 8)
CIPHER(hight, 16, 8, 8)
CIPHER(idea, 16, 8, 8)
CIPHER(noekeon, 16, 16, 16)
CIPHER(seed, 16, 16, 16)
CIPHER(simon, 16, 8, 8)
CIPHER(simon_128, 16, 16, 16)

static const struct {
    const char *name;
    void (*call)(const uint8_t *bytes, size_t n, uint8_t *in, size_t m);
} ciphers[] = {
    {"ascon", call_ascon}, {"aria", call_aria}, {"gost", call_gost}, {"hight", call_hight},
    {"idea", call_idea}, {"noekeon", call_noekeon}, {"seed", call_seed}, {"simon", call_simon},
    {"simon-128", call_simon_128},
};

int main(void)
{
    char name[16], key[80], block[80];

    while (scanf("%15s %79s %79s", name, key, block) == 3) {
        size_t n, m, i = 0;
        uint8_t *bytes = from_hex(key, &n), *in = from_hex(block, &m);

        while (strcmp(ciphers[i].name, name) != 0) {
            if (++i == sizeof ciphers / sizeof ciphers[0]) {
                return 5;
            }
        }
        ciphers[i].call(bytes, n, in, m);
        free(bytes - 1), free(in - 1);
    }
    return 0;
}
