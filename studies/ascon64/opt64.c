/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128 in the report's opt64 style. */
#define VMB_STYLE opt64
#define OPT64 1
#define KEEP_BY_SHIFTS 0
#include "words.h"

#include "mode.h"
