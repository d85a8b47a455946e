/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Executes a job image (firmware/jobs.h) under Valgrind, with its secrets undefined:
 *
 *     secret_calls IMAGE SECRETS
 *
 * SECRETS are pairs of 32-bit words: the offset of a secret in the image, and its length.
 * Memcheck reports each branch and each address that depends on undefined bytes. The results
 * of the functions that the library declares public (configs/declassified.toml) become
 * defined where they return; VMB_DECLASSIFIED has them. The image is written back.
 */
#include <stdio.h>
#include <stdlib.h>

#include <valgrind/memcheck.h>

#include "jobs.h"

/* Arguments are passed on as they are, however many there are. */
#define VMB_PUBLIC(name)                                                                      \
    long I_WRAP_SONAME_FNNAME_ZU(NONE, name)(long a, long b, long c, long d);                 \
    long I_WRAP_SONAME_FNNAME_ZU(NONE, name)(long a, long b, long c, long d)                  \
    {                                                                                         \
        OrigFn original;                                                                      \
        long result;                                                                          \
                                                                                              \
        VALGRIND_GET_ORIG_FN(original);                                                       \
        CALL_FN_W_WWWW(result, original, a, b, c, d);                                         \
        (void)VALGRIND_MAKE_MEM_DEFINED(&result, sizeof result);                              \
        return result;                                                                        \
    }
VMB_DECLASSIFIED

static uint32_t *contents(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint32_t *data = NULL;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        data = malloc(*size + 4);
        if (data != NULL && fread(data, 1, *size, file) != *size) {
            data = NULL;
        }
        (void)fclose(file);
    }
    return data;
}

int main(int argc, char **argv)
{
    size_t image_size = 0, secrets_size = 0, i;
    uint32_t *image = argc == 3 ? contents(argv[1], &image_size) : NULL;
    uint32_t *secrets = argc == 3 ? contents(argv[2], &secrets_size) : NULL;
    FILE *file;

    if (image == NULL || secrets == NULL) {
        return 2;
    }
    for (i = 0; i < secrets_size / 8; i++) {
        (void)VALGRIND_MAKE_MEM_UNDEFINED((uint8_t *)image + secrets[2 * i], secrets[2 * i + 1]);
    }
    if (vmb_jobs_run(image) != 0) {
        return 3;
    }
    (void)VALGRIND_MAKE_MEM_DEFINED(image, image_size);
    file = fopen(argv[1], "wb");
    if (file == NULL || fwrite(image, 1, image_size, file) != image_size || fclose(file) != 0) {
        return 4;
    }
    return 0;
}
