/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20-Poly1305 with one fault, which the environment variable VMB_FAULT
 * names (broken.c): for tests of the tests.
 */
#ifndef VMB_BROKEN_H
#define VMB_BROKEN_H

#ifndef __ASSEMBLER__ /* the option -include reaches start-up code too */

#include "vambrace/aead.h"

typedef vmb_chacha20_poly1305_key vmb_broken_key;
typedef vmb_chacha20_poly1305_stream vmb_broken_stream;
VMB_AEAD_DECLARE_ALL(vmb_broken)

#endif

#endif
