/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128: opt64 with the whole end of a message handled by shifts of one register. */
#define VMB_STYLE asconv
#define KEEP_BY_SHIFTS 1
#define ENDS_BY_SHIFTS 1
#include "words.h"
