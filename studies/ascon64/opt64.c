/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128: words, rounds unrolled, the end of a message byte by byte. */
#define VMB_STYLE opt64
#define KEEP_BY_SHIFTS 0
#define ENDS_BY_SHIFTS 0
#include "words.h"
