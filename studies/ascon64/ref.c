/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128 in the report's ref style. */
#define VMB_STYLE ref
#define OPT64 0
#define KEEP_BY_SHIFTS 0
#include "bytes.h"

#include "mode.h"
