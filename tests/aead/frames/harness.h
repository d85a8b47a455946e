/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A program that makes calls of vambrace/frames/ and compares their results with those in the file CASES, which
 * tests/aead/frames/cases.py writes. Included by a file for each protocol, which defines frames_call. A case is, each
 * number with its least significant byte first:
 *
 *     function (1 byte) | status (1) | numbers: count (1), 8 bytes each | strings: count (1), length (2) and bytes each
 *     | frame before the call: length (2), bytes | the frame after it | results: count (1), 8 bytes each
 *
 * Ends with 0, or the number of the case that failed, from 1. Each frame is in a buffer of its own size: on a computer
 * with AddressSanitizer the end of an allocation, otherwise between bytes that must not change.
 */
#ifndef FRAMES_H
#define FRAMES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    size_t len;
} frames_string;

enum { FRAMES_MOST = 8 };

typedef struct {
    unsigned function;
    int status;
    unsigned numbers, strings, results;
    uint64_t number[FRAMES_MOST];
    frames_string string[FRAMES_MOST];
    frames_string before, after;
    uint64_t expected[FRAMES_MOST];
    uint64_t result[FRAMES_MOST]; /**< written by the call; zeros before it */
} frames_case;

/** Calls the function of a case with a frame of c->before.len bytes, and returns its status: of the including file. */
static int frames_call(frames_case *c, uint8_t *frame);

__asm__(".pushsection .rodata\n.global frames_cases\nframes_cases:\n.incbin \"" CASES
        "\"\n.global frames_cases_end\nframes_cases_end:\n.byte 0\n.popsection");
extern const uint8_t frames_cases[], frames_cases_end[];

enum { GUARD = 16, ROOM = 17000, MARK = 0xa5 };

static const uint8_t *at;

static uint64_t number(unsigned bytes)
{
    uint64_t x = 0;
    unsigned i;

    for (i = 0; i < bytes; i++) {
        x |= (uint64_t)*at++ << 8 * i;
    }
    return x;
}

static frames_string string(void)
{
    frames_string s;

    s.len = (size_t)number(2);
    s.bytes = at;
    at += s.len;
    return s;
}

static void read_case(frames_case *c)
{
    unsigned i;

    memset(c, 0, sizeof *c);
    c->function = (unsigned)number(1);
    c->status = -(int)number(1);
    c->numbers = (unsigned)number(1);
    for (i = 0; i < c->numbers; i++) {
        c->number[i] = number(8);
    }
    c->strings = (unsigned)number(1);
    for (i = 0; i < c->strings; i++) {
        c->string[i] = string();
    }
    c->before = string();
    c->after = string();
    c->results = (unsigned)number(1);
    for (i = 0; i < c->results; i++) {
        c->expected[i] = number(8);
    }
}

#if defined(__SANITIZE_ADDRESS__)
static uint8_t *place(const frames_case *c, unsigned offset)
{
    uint8_t *all = malloc(offset + c->before.len);

    return all == NULL ? NULL : all + offset;
}

static int release(const frames_case *c, uint8_t *frame, unsigned offset)
{
    (void)c;
    free(frame - offset);
    return 1;
}
#else
static uint8_t arena[GUARD + 4 + ROOM + GUARD];

static uint8_t *place(const frames_case *c, unsigned offset)
{
    memset(arena, MARK, GUARD + offset + c->before.len + GUARD);
    return arena + GUARD + offset;
}

static int release(const frames_case *c, uint8_t *frame, unsigned offset)
{
    int same = 1;
    unsigned i;

    for (i = 0; i < GUARD; i++) {
        same &= arena[i] == MARK && frame[c->before.len + i] == MARK;
    }
    for (i = 0; i < offset; i++) {
        same &= arena[GUARD + i] == MARK;
    }
    return same;
}
#endif

/* Nonzero if a call does what the case says, and no function reads or writes beyond its buffer. */
static int holds(frames_case *c, unsigned offset)
{
    uint8_t *frame = place(c, offset);
    int good;

    if (frame == NULL || c->before.len > ROOM) {
        return 0;
    }
    memcpy(frame, c->before.bytes, c->before.len);
    good = frames_call(c, frame) == c->status && c->after.len == c->before.len &&
           memcmp(frame, c->after.bytes, c->after.len) == 0 &&
           memcmp(c->result, c->expected, c->results * sizeof *c->result) == 0;
    return release(c, frame, offset) && good;
}

int main(void)
{
    frames_case c;
    int i;

    at = frames_cases;
    for (i = 1; at < frames_cases_end; i++) {
        read_case(&c);
        if (!holds(&c, (unsigned)i % 4)) {
#if defined(__riscv)
            return i > 255 ? 255 : i;
#else
            printf("%d\n", i);
            return 1;
#endif
        }
    }
    return 0;
}

#endif
