/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Linked first: constants, data and variables of tests and kernel then have the same lines in a direct-mapped cache of
 * up to 4 KiB, whatever is linked after them, and code the same addresses.
 */
#define FIRST __attribute__((aligned(4096), used, retain))

static FIRST const char constants[4] = {1};
static FIRST char data[4] = {1};
static FIRST char variables[4];
