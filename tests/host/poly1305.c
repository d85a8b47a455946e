/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls Poly1305 (lib/src/poly1305/poly1305.h) itself, with keys and accumulators that no
 * cipher would ever give it. tests/aead/poly1305.py makes the cases, which lie behind the
 * program in RAM, on a host in the file that is named:
 *
 *     u32 number of cases, then each: CASE_WORDS words as indexed below, then the
 *     pieces, each filled up to a word
 */
#include "poly1305/poly1305.h"

enum { PIECES = 3 };
enum {
    WANTS_TAG,                   /* else the accumulator */
    KEY,                         /* r, then s */
    H = KEY + 8,                 /* the accumulator */
    TAG = H + 5,                 /* written: the tag */
    LENGTH = TAG + 4,            /* of each piece, in bytes */
    CASE_WORDS = LENGTH + PIECES
};

static void run(uint32_t *image)
{
    uint32_t *c = image + 1;
    uint32_t left;

    for (left = image[0]; left != 0; left--) {
        vmb_piece pieces[PIECES];
        uint32_t *data = c + CASE_WORDS;
        unsigned i;

        for (i = 0; i < PIECES; i++) {
            pieces[i].data = c[LENGTH + i] ? (const uint8_t *)data : (const uint8_t *)0;
            pieces[i].len = c[LENGTH + i];
            data += (c[LENGTH + i] + 3) / 4;
        }
        vmb_poly1305(c[WANTS_TAG] ? (uint8_t *)(c + TAG) : (uint8_t *)0, c + KEY, pieces, PIECES, c + H);
        c = data;
    }
}

#if defined(__riscv)

extern uint32_t vmb_job_image[];

int main(void)
{
    run(vmb_job_image);
    return 0;
}

#else

#include <stdio.h>

static uint32_t words[1 << 20];

int main(int argc, char **argv)
{
    FILE *f = argc == 2 ? fopen(argv[1], "r+b") : NULL;
    size_t size;

    if (f == NULL || (size = fread(words, 4, sizeof words / 4, f)) == 0) {
        return 1;
    }
    run(words);
    rewind(f);
    return fwrite(words, 4, size, f) != size || fclose(f) != 0;
}

#endif
