/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-128: opt64 with one thing exchanged: opening, shifts keep the state's own bytes of the last block. */
#define VMB_STYLE opt64_shift
#define KEEP_BY_SHIFTS 1
#define ENDS_BY_SHIFTS 0
#include "words.h"
