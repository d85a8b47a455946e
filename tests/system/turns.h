/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * For programs whose calls are interrupted at any time by a handler that makes calls too: the
 * timer's interrupt comes after each of TURNS delays, from the first cycle of the program's
 * calls to their last. Each has its own keys, and the same results as without the other.
 */
#ifndef VMB_TEST_TURNS_H
#define VMB_TEST_TURNS_H

#include "interrupted.h"
#include "vambrace/aead.h"

enum { CALL_FAILED = 1, OTHER_RESULT, HANDLER_FAILED, HANDLERS_OTHER_RESULT, NOT_SERVED };

static volatile unsigned wrong; /* the number of an error in the handler */

static int differ(const void *p, const void *q, unsigned n)
{
    const uint8_t *x = p, *y = q;
    unsigned other = 0;

    while (n-- != 0) {
        other |= (unsigned)*x++ ^ *y++;
    }
    return other != 0;
}

/* Returns 0, or the number of the error. `calls` are the program's calls, whose results `right` checks. */
static int turns(int (*calls)(void), int (*right)(void))
{
    unsigned before, turn;
    uint32_t cycles = now();

    if (calls() != VMB_OK) {
        return CALL_FAILED;
    }
    cycles = now() - cycles;
    __asm__ volatile("csrs mie, %0; csrsi mstatus, 8" : : "r"(0x80));
    for (turn = 0; turn < TURNS && wrong == 0; turn++) {
        before = served;
        VMB_SIM_REGISTER(VMB_SIM_TIMER) = 1 + cycles * turn / TURNS;
        if (calls() != VMB_OK) {
            return CALL_FAILED;
        }
        if (!right()) {
            return OTHER_RESULT;
        }
        if (served != before + 1) {
            return NOT_SERVED;
        }
    }
    return (int)wrong;
}

#endif
