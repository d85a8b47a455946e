/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Runs job images (firmware/jobs.h) one after the other in one place, and keeps the data
 * that each leaves in memory. tests/aead/memory.py writes the data after the program:
 *
 *     u32 number of images, u32 address to run them at, u32 address for the data that they leave,
 *     u32 address and u32 number of words of the program's variables,
 *     then the images, back to back
 *
 * The data that an image leaves is the STACK_WORDS words below this function's frame, the
 * lowest first, then the variables.
 */
#include "jobs.h"

enum { COUNT, PLACE, LEFT, VARIABLES, VARIABLES_WORDS, NEXT, HEADER_WORDS };
#define PAINT 0x7a3c91e5u

extern uint32_t vmb_job_image[];

/* Volatile: no loop becomes a call of memcpy, which has a frame of its own. */
static volatile uint32_t *copy(volatile uint32_t *to, const volatile uint32_t *from, uint32_t words)
{
    for (; words >= 8; words -= 8, to += 8, from += 8) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
        to[4] = from[4];
        to[5] = from[5];
        to[6] = from[6];
        to[7] = from[7];
    }
    for (; words != 0; words--) {
        *to++ = *from++;
    }
    return to;
}

int main(void)
{
    /* The state is kept in memory and not in registers, which a callee would save on the
     * examined stack. */
    volatile uint32_t *state = vmb_job_image;
    volatile uint32_t *image = vmb_job_image + HEADER_WORDS;
    volatile uint32_t *below;
    uint32_t words, i;

    __asm__ volatile("mv %0, sp" : "=r"(below));
    below -= STACK_WORDS;
    state[NEXT] = (uint32_t)(uintptr_t)image;
    for (; state[COUNT] != 0; state[COUNT]--) {
        image = (volatile uint32_t *)(uintptr_t)state[NEXT];
        (void)copy((volatile uint32_t *)(uintptr_t)state[PLACE], image, image[VMB_JOBS_IMAGE_BYTES] / 4);
        for (i = 0; i < STACK_WORDS; i += 4) {
            below[i] = PAINT;
            below[i + 1] = PAINT;
            below[i + 2] = PAINT;
            below[i + 3] = PAINT;
        }
        if (vmb_jobs_run((void *)(uintptr_t)state[PLACE]) != 0) {
            return 1;
        }
        image = copy((volatile uint32_t *)(uintptr_t)state[LEFT], below, STACK_WORDS);
        image = copy(image, (const volatile uint32_t *)(uintptr_t)state[VARIABLES], state[VARIABLES_WORDS]);
        state[LEFT] = (uint32_t)(uintptr_t)image;
        image = (volatile uint32_t *)(uintptr_t)state[NEXT];
        words = image[VMB_JOBS_IMAGE_BYTES] / 4;
        state[NEXT] = (uint32_t)(uintptr_t)copy(image, (volatile uint32_t *)(uintptr_t)state[PLACE], words);
    }
    return 0;
}
