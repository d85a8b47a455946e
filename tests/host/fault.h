/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The fault that the environment variable VMB_FAULT names, for tests of the tests.
 */
#ifndef VMB_FAULT_H
#define VMB_FAULT_H

#include <stdlib.h>
#include <string.h>

/** Nonzero when this is the fault. */
static int fault(const char *name)
{
    const char *chosen = getenv("VMB_FAULT");

    return chosen != NULL && strcmp(chosen, name) == 0;
}

#endif
