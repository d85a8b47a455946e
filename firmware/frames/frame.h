/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file What the adaptors of protocols share (firmware/jobs_frame.h). */
#ifndef VMB_FRAME_H
#define VMB_FRAME_H

#include <stddef.h>
#include <stdint.h>

/* Names of an algorithm: its key, functions and object for vambrace/generic.h. */
#define VMB_FRAME_PASTE_(a, b, c) a##b##c
#define VMB_FRAME_PASTE(a, b, c) VMB_FRAME_PASTE_(a, b, c)
#define VMB_FRAME_ALG(suffix) VMB_FRAME_PASTE(vmb_, VMB_FRAME_AEAD, suffix)
#define VMB_FRAME_OBJECT VMB_FRAME_PASTE(vmb_aead_, VMB_FRAME_AEAD, )

/* The number of `bytes` bytes, the least significant first. */
static inline uint64_t vmb_frame_number(const uint8_t *p, unsigned bytes)
{
    uint64_t x = 0;

    while (bytes-- != 0) {
        x = x << 8 | p[bytes];
    }
    return x;
}

/* Wipes all of a key object, pointers too. */
static inline void vmb_frame_clear(void *p, size_t bytes)
{
    volatile uint8_t *b = p;

    while (bytes-- != 0) {
        b[bytes] = 0;
    }
}

#endif
