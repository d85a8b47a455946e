/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Coherence of the engine with Rocket's data cache. The message and the buffer for the result
 * are in lines that are clean, dirty, or not in the cache; the program reads the result while
 * the cache may still contain the old data, and again when it must come from memory.
 * Ends with 0, or the number of the error.
 */
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vmb_sim.h"

enum { BYTES = 320, CACHE = 4096 };
enum { CLEAN, DIRTY, GONE, STATES };
static _Alignas(4096) uint8_t text[CACHE], room[CACHE], other[CACHE];
static uint8_t want[BYTES];
static vmb_aes128_key key;

static void touch(volatile uint8_t *p, unsigned bytes)
{
    unsigned i;

    for (i = 0; i < bytes; i += 16) {
        (void)p[i];
    }
}

static uint8_t at(unsigned i, unsigned round)
{
    return (uint8_t)(i * 29 + i / 256 + round * 101);
}

static void fill(volatile uint8_t *p, unsigned round, unsigned state)
{
    unsigned i;

    for (i = 0; i < BYTES; i++) {
        p[i] = at(i, round);
    }
    if (state != DIRTY) {
        touch(other, CACHE); /* the same sets */
    }
    if (state == CLEAN) {
        touch(p, BYTES);
    }
}

int main(void)
{
    unsigned in, out, shift, i, round = 0;

    if (vmb_aes128_init(&key, (const uint8_t *)"0123456789abcdef", 16) != VMB_OK) {
        return 1;
    }
    for (shift = 0; shift < 4; shift += 3) {
        for (in = 0; in < STATES; in++) {
            for (out = 0; out < STATES; out++) {
                uint8_t *a = text + shift, *b = room + 1024 + 2 * shift;

                round++;
                fill(b, round + 50, out);
                fill(a, round, in);
                if (vmb_aes128_ecb_encrypt(&key, b, a, BYTES) != VMB_OK) {
                    return 1;
                }
                for (i = 0; i < BYTES; i++) { /* at once: the contents of the cache */
                    want[i] = b[i];
                }
                touch(other, CACHE);
                for (i = 0; i < BYTES; i++) { /* and those of memory */
                    if (b[i] != want[i]) {
                        return 2;
                    }
                }
                for (i = 0; i < sizeof other; i++) {
                    other[i] = (uint8_t)i;
                }
                if (vmb_aes128_ecb_decrypt(&key, b, b, BYTES) != VMB_OK) { /* in place */
                    return 3;
                }
                for (i = 0; i < BYTES; i++) {
                    if (b[i] != at(i, round) || a[i] != at(i, round)) {
                        return 4;
                    }
                }
                for (i = 0; i < BYTES && want[i] == at(i, round); i++) {
                }
                if (i == BYTES) { /* the job had no effect */
                    return 5;
                }
            }
        }
    }
    return 0;
}
