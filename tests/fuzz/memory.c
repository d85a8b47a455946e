/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Buffers of the fuzz target (fuzz.h). Each is an allocation that ends where the
 * buffer ends, so that the sanitizer detects an access to any byte beyond it; the
 * bytes before it, for its alignment, are compared like all others. A call may
 * change only its outputs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORGET(at, len) __msan_poison(at, len)
#define KNOW(at, len) __msan_unpoison(at, len)
#endif
#endif
#ifndef FORGET
#define FORGET(at, len) ((void)(at), (void)(len))
#define KNOW(at, len) ((void)(at), (void)(len))
#endif

enum { BLOCKS = 128, ALIGNMENT = 16 };

typedef struct {
    uint8_t *memory;
    uint8_t *before; /* what was there when fuzz_watch was called */
    size_t size;
} block;

static block blocks[BLOCKS];
static size_t count;

static uint8_t *allocate(size_t n)
{
    uint8_t *p = malloc(n);

    if (p == NULL) {
        fuzz_fail("out of memory", n);
    }
    return p;
}

/* Writes bytes that differ from their neighbours, and from those of another `first`. */
static void fill(uint8_t *to, size_t n, uint8_t first)
{
    static uint8_t pattern[1024];
    size_t i;

    if (pattern[1] == 0) {
        for (i = 0; i < sizeof pattern; i++) {
            pattern[i] = (uint8_t)(29 * i);
        }
    }
    for (; n != 0; n -= i, to += i) {
        i = n < sizeof pattern - 256 ? n : sizeof pattern - 256;
        memcpy(to, pattern + first, i);
    }
}

uint8_t *fuzz_new(size_t len, size_t lead)
{
    block *b = &blocks[count];

    if (count == BLOCKS) {
        fuzz_fail("more buffers than the target has room for", count);
    }
    count++;
    /* An allocation of nothing may be one byte: room in front of it. */
    b->size = lead % ALIGNMENT + (len ? 0 : ALIGNMENT) + len;
    b->memory = allocate(b->size);
    b->before = allocate(b->size);
    fill(b->memory, b->size, (uint8_t)(41 * count)); /* the same for both builds */
    return b->memory + (b->size - len);
}

uint8_t *fuzz_copy(const void *from, size_t len, size_t lead)
{
    uint8_t *p = fuzz_new(len, lead);

    if (len != 0) {
        memcpy(p, from, len);
    }
    return p;
}

size_t fuzz_mark(void)
{
    return count;
}

void fuzz_release(size_t mark)
{
    while (count > mark) {
        count--;
        free(blocks[count].memory);
        free(blocks[count].before);
    }
}

void fuzz_watch(void)
{
    size_t i;

    for (i = 0; i < count; i++) {
        memcpy(blocks[i].before, blocks[i].memory, blocks[i].size);
    }
}

/* Makes an output look as it was before, so that one comparison does. */
static void set_back(const block *b, uint8_t *now, const fuzz_range *r)
{
    uintptr_t from = (uintptr_t)r->at, start = (uintptr_t)b->memory;

    if (r->len != 0 && from >= start && from - start < b->size) {
        memcpy(now + (from - start), b->before + (from - start), r->len);
    }
}

void fuzz_only_changed(const fuzz_range *ranges, size_t n)
{
    static uint8_t *now;
    static size_t room;
    size_t i, j;

    for (i = 0; i < count; i++) {
        const block *b = &blocks[i];

        if (room < b->size) {
            room = 2 * b->size;
            free(now);
            now = allocate(room);
        }
        memcpy(now, b->memory, b->size);
        for (j = 0; j < n; j++) {
            set_back(b, now, &ranges[j]);
        }
        KNOW(now, b->size);
        KNOW(b->before, b->size);
        fuzz_is_equal(now, b->before, b->size, "a byte changed that is no output of the call");
    }
}

void fuzz_forget(const void *at, size_t len)
{
    FORGET(at, len);
}

void fuzz_is_zero(const void *at, size_t len, const char *what)
{
    const uint8_t *p = at;
    size_t i;

    for (i = 0; i < len; i++) {
        if (p[i] != 0) {
            fuzz_fail(what, i);
        }
    }
}

void fuzz_is_equal(const void *a, const void *b, size_t len, const char *what)
{
    const uint8_t *p = a, *q = b;
    size_t i;

    if (len == 0 || memcmp(p, q, len) == 0) {
        return;
    }
    for (i = 0; i < len && p[i] == q[i]; i++) {
    }
    fuzz_fail(what, i);
}

void fuzz_fail(const char *what, size_t at)
{
    (void)fprintf(stderr, "vambrace-fuzz: %s (byte %lu)\n", what, (unsigned long)at);
    abort();
}
