/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * memory.c for this computer: runs job images (firmware/jobs.h) one after the other in one place, each
 * on a painted stack of its own, and keeps what each leaves there.
 *
 *     memory_here IN OUT
 *
 * IN (tests/aead/memory.py): u32 number of images, then for each the u32 number of its algorithm in
 * ALGORITHMS, and the image. OUT: for each the image and then the stack, the lowest byte first.
 *
 * ALGORITHMS is a list of RUN(name): the functions vmb_jobs_run_name are firmware/jobs.c, compiled once
 * for each algorithm.
 */
#define _XOPEN_SOURCE 700
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "jobs.h"

#define RUN(name) int vmb_jobs_run_##name(void *image);
ALGORITHMS
#undef RUN
#define RUN(name) vmb_jobs_run_##name,
static int (*const run[])(void *) = {ALGORITHMS};

enum { LARGEST = 1 << 16 };
#define PAINT 0x7a3c91e5u

static _Alignas(64) uint32_t stack[STACK_WORDS];
static _Alignas(64) uint32_t place[LARGEST / 4];
static ucontext_t caller, callee, fresh;
static int (*chosen)(void *);
static int failed;

static void call(void)
{
    failed |= chosen(place);
}

static void read_or_die(void *to, size_t bytes, FILE *file)
{
    if (fread(to, 1, bytes, file) != bytes) {
        exit(2);
    }
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *out = argc == 3 ? fopen(argv[2], "wb") : NULL;
    uint32_t count, which, bytes, i;

    /* Called once, so that the registers that a callee saves are the same for each image. */
    if (in == NULL || out == NULL || getcontext(&fresh) != 0) {
        return 2;
    }
    for (read_or_die(&count, sizeof count, in); count != 0; count--) {
        read_or_die(&which, sizeof which, in);
        read_or_die(place, 4 * VMB_JOBS_IMAGE_WORDS, in);
        bytes = place[VMB_JOBS_IMAGE_BYTES];
        if (bytes > LARGEST || which >= sizeof run / sizeof run[0]) {
            return 3;
        }
        read_or_die(place + VMB_JOBS_IMAGE_WORDS, bytes - 4 * VMB_JOBS_IMAGE_WORDS, in);
        for (i = 0; i < STACK_WORDS; i++) {
            stack[i] = PAINT;
        }
        chosen = run[which];
        callee = fresh;
        callee.uc_stack.ss_sp = stack;
        callee.uc_stack.ss_size = sizeof stack;
        callee.uc_link = &caller;
        makecontext(&callee, call, 0);
        if (swapcontext(&caller, &callee) != 0 || failed) {
            return 4;
        }
        if (fwrite(place, 1, bytes, out) != bytes || fwrite(stack, 1, sizeof stack, out) != sizeof stack) {
            return 5;
        }
    }
    return fclose(out) != 0;
}
