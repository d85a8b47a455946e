/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128 in the style of the report's own program, asconv. */
#define VMB_STYLE asconv
#define OPT64 0
#define KEEP_BY_SHIFTS 1
#include "words.h"

#include "mode.h"
