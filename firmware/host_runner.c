/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Executes a job image (jobs.h) on a little-endian host, under a sanitizer if
 * built so:
 *
 *     host_runner FILE [--relocate]
 *
 * FILE is read, executed and written back. With --relocate each buffer moves
 * into an allocation that ends where the buffer ends, so that a sanitizer sees
 * every byte beyond it; buffers that overlap move together. Alignment is kept
 * modulo 16. The number of each job is printed before it runs: the last one
 * printed is the one that crashed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a job image is little-endian, and this runner does not convert"
#endif

enum { BUFFERS = 6, ALIGNMENT = 16 };

/* One buffer of a job; `home` is its address in the image. */
typedef struct {
    uint32_t offset; /* 0: null */
    uint32_t len;
    uint8_t *home;
    uint8_t *moved;
} buffer;

/* One allocation and the stretch of the image that it replaces. */
typedef struct {
    uint32_t from, to;
    uint8_t *memory;
    uint8_t *start;
} stretch;

static void die(const char *what)
{
    (void)fprintf(stderr, "host_runner: %s\n", what);
    exit(2);
}

/* Allocates `s` so that it ends at the allocation's last byte. An empty one gets space in front of it, because an
 * allocation of zero bytes may be one byte. */
static void allocate(stretch *s, const uint8_t *record)
{
    size_t len = s->to - s->from;
    size_t lead = (size_t)((uintptr_t)(record + s->from) % ALIGNMENT) + (len ? 0 : ALIGNMENT);

    s->memory = malloc(lead + len);
    if (s->memory == NULL) {
        die("out of memory");
    }
    memset(s->memory, 0xa5, lead);
    s->start = s->memory + lead;
    memcpy(s->start, record + s->from, len);
}

/* Sorts the non-null buffers into stretches of overlapping ones; returns their number. */
static int group(const buffer *buffers, stretch *stretches)
{
    int count = 0;
    int i, j;

    for (i = 0; i < BUFFERS; i++) {
        stretch s = {buffers[i].offset, buffers[i].offset + buffers[i].len, NULL, NULL};

        if (s.from == 0) {
            continue;
        }
        for (j = 0; j < count;) {
            if (s.from < stretches[j].to && stretches[j].from < s.to) {
                s.from = s.from < stretches[j].from ? s.from : stretches[j].from;
                s.to = s.to > stretches[j].to ? s.to : stretches[j].to;
                stretches[j] = stretches[--count];
                j = 0; /* the grown stretch may reach one already visited */
            } else {
                j++;
            }
        }
        stretches[count++] = s;
    }
    return count;
}

static void run_job(uint32_t *record, int relocate)
{
    /* clang-format off */
    static const int words[BUFFERS][2] = {
        {VMB_JOB_KEY, VMB_JOB_KEY_LEN}, {VMB_JOB_NONCE, VMB_JOB_NONCE_LEN},
        {VMB_JOB_AD, VMB_JOB_AD_LEN},   {VMB_JOB_IN, VMB_JOB_LEN},
        {VMB_JOB_OUT, VMB_JOB_LEN},     {VMB_JOB_TAG, VMB_JOB_TAG_LEN}};
    /* clang-format on */
    uint8_t *base = (uint8_t *)record;
    vmb_job_pointers at;
    buffer b[BUFFERS];
    stretch s[BUFFERS];
    int count = 0;
    int i, j;

    for (i = 0; i < BUFFERS; i++) {
        b[i].offset = record[words[i][0]];
        b[i].len = record[words[i][1]];
        b[i].home = b[i].offset ? base + b[i].offset : NULL;
        b[i].moved = b[i].home;
    }
    if (relocate && (record[VMB_JOB_FLAGS] & VMB_JOB_PINNED) == 0) {
        count = group(b, s);
    }
    for (j = 0; j < count; j++) {
        if (s[j].to < s[j].from || s[j].to > record[VMB_JOB_BYTES]) {
            die("a buffer leaves its record");
        }
        allocate(&s[j], base);
        for (i = 0; i < BUFFERS; i++) {
            if (b[i].offset >= s[j].from && b[i].offset + b[i].len <= s[j].to) {
                b[i].moved = b[i].offset ? s[j].start + (b[i].offset - s[j].from) : NULL;
            }
        }
    }
    at.key = b[0].moved;
    at.nonce = b[1].moved;
    at.ad = b[2].moved;
    at.in = b[3].moved;
    at.out = b[4].moved;
    at.tag = b[5].moved;
    vmb_job_run(record, &at);
    for (j = 0; j < count; j++) {
        memcpy(base + s[j].from, s[j].start, s[j].to - s[j].from);
        free(s[j].memory);
    }
}

/* Checks the image's frame before any offset in it is used. */
static void check(const uint32_t *image, size_t bytes)
{
    size_t at = VMB_JOBS_IMAGE_WORDS * sizeof *image;
    uint32_t left;

    if (bytes < at || image[VMB_JOBS_IMAGE_MAGIC] != VMB_JOBS_MAGIC || image[VMB_JOBS_IMAGE_BYTES] != bytes) {
        die("not a job image");
    }
    for (left = image[VMB_JOBS_IMAGE_COUNT]; left != 0; left--) {
        uint32_t size = bytes - at < 4 ? 0 : image[at / 4 + VMB_JOB_BYTES];

        if (size < VMB_JOB_WORDS * sizeof *image || size % 4 != 0 || size > bytes - at) {
            die("a record leaves the image");
        }
        at += size;
    }
    if (at != bytes) {
        die("bytes behind the last record");
    }
}

static void run_image(uint32_t *image, int relocate)
{
    uint32_t *record = image + VMB_JOBS_IMAGE_WORDS;
    uint32_t i;

    if (!relocate) {
        if (vmb_jobs_run(image) != 0) {
            die("not a job image");
        }
        return;
    }
    for (i = 0; i < image[VMB_JOBS_IMAGE_COUNT]; i++) {
        (void)printf("%lu\n", (unsigned long)i);
        run_job(record, relocate);
        record += record[VMB_JOB_BYTES] / 4;
    }
}

int main(int argc, char **argv)
{
    uint32_t *image;
    long bytes;
    FILE *f;

    if (argc < 2 || argc > 3 || (argc == 3 && strcmp(argv[2], "--relocate") != 0)) {
        die("usage: host_runner FILE [--relocate]");
    }
    (void)setvbuf(stdout, NULL, _IONBF, 0);
    f = fopen(argv[1], "r+b");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (bytes = ftell(f)) < 0) {
        die("cannot read the image");
    }
    rewind(f);
    image = malloc((size_t)bytes + 4);
    if (image == NULL || fread(image, 1, (size_t)bytes, f) != (size_t)bytes) {
        die("cannot read the image");
    }
    check(image, (size_t)bytes);
    run_image(image, argc == 3);
    rewind(f);
    if (fwrite(image, 1, (size_t)bytes, f) != (size_t)bytes || fclose(f) != 0) {
        die("cannot write the image");
    }
    free(image);
    return 0;
}
