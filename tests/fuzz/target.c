/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The fuzz target (fuzz.h). Byte 0 of an input chooses the algorithm, byte 1 the
 * scenario; the rest is the scenario's. The environment variable VMB_FUZZ_ALGORITHMS
 * names the algorithms to try, each between two commas; without it, all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

enum { MOST = 256 };

/* Of the algorithms, their numbers: those to try, and all. */
static uint8_t chosen[MOST];
static size_t chosen_count, every_count;

static int is_chosen(const char *name)
{
    const char *names = getenv("VMB_FUZZ_ALGORITHMS");
    char wanted[80];

    (void)snprintf(wanted, sizeof wanted, ",%s,", name);
    return names == NULL || strstr(names, wanted) != NULL;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    size_t i;

    (void)argc;
    (void)argv;
    for (i = 0; fuzz_speed()[i] != NULL && i < MOST; i++) {
        if (is_chosen(fuzz_speed()[i]->name)) {
            chosen[chosen_count++] = (uint8_t)i;
        }
    }
    every_count = i;
    if (chosen_count == 0) {
        fuzz_fail("VMB_FUZZ_ALGORITHMS names no algorithm", 0);
    }
    return 0;
}

/* The bytes behind the first two that choose most lengths and places. */
enum { CHOICES_END = 40 };

/* Random values for all choices or a quarter of them: coverage does not show libFuzzer that a
 * length is new. Returns the new size. */
static size_t choose_anew(uint8_t *data, size_t size, size_t room, uint32_t x)
{
    int all = (x & 4) != 0;
    size_t i;

    for (i = 2; i < room && i < CHOICES_END && (all || i < size); i++) {
        x = x * 1664525u + 1013904223u;
        if (all || x >> 30 == 0) {
            data[i] = (uint8_t)(x >> 16);
        }
    }
    return i > size ? i : size;
}

/* Inputs that chance makes name chosen algorithms; others come from a kept corpus. What libFuzzer
 * writes, the memory sanitizer does not see. */
__attribute__((no_sanitize("memory")))
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    size_t i;

    if (seed % 4 == 0 && size > 1) {
        size = choose_anew(data, size, room, seed);
    } else {
        size = LLVMFuzzerMutate(data, size, room);
    }
    if (size == 0) {
        return 0;
    }
    for (i = 0; i < chosen_count; i++) {
        if (chosen[i] == data[0] % every_count) {
            return size;
        }
    }
    data[0] = chosen[seed % chosen_count];
    return size;
}

static void play(const fuzz_algorithm *g, fuzz_input in)
{
    size_t scenario = fuzz_below(&in, 8);
    size_t mark = fuzz_mark();

    if (scenario == 7 && g->chunks_size != 0) {
        fuzz_try_chunks(g, &in);
    } else if (scenario < 4 || (g->kind == FUZZ_AEAD && (g->has & FUZZ_STREAM) == 0)) { /* GCM-SIV has no pieces */
        fuzz_try_whole(g, &in);
    } else if (g->kind == FUZZ_CIPHER && (scenario < 6 || (g->has & FUZZ_STREAM) == 0)) {
        fuzz_try_pieces(g, &in);
    } else {
        fuzz_try_steps(g, &in);
    }
    fuzz_release(mark);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    size_t number;

    in.next = data;
    in.left = size;
    number = fuzz_byte(&in) % every_count;
    if (memchr(chosen, (int)number, chosen_count) == NULL) {
        return 0;
    }
    fuzz_log_start("speed");
    play(fuzz_speed()[number], in);
    fuzz_log_start("size");
    play(fuzz_size()[number], in);
    fuzz_logs_are_equal();
    fuzz_log_end();
    return 0;
}
