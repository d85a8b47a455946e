/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128: opt64 with one change, asconv's two shifts at the end of an opened message. */
#define VMB_STYLE opt64_shift
#define OPT64 1
#define KEEP_BY_SHIFTS 1
#include "words.h"

#include "mode.h"
