/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128: ref with one change, asconv's two shifts at the end of an opened message. */
#define VMB_STYLE ref_shift
#define OPT64 0
#define KEEP_BY_SHIFTS 1
#include "bytes.h"

#include "mode.h"
