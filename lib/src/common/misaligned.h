/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A branch for pointers that words cannot be loaded from: an assembler macro. Pointers are
 * public.
 */
#ifndef VMB_COMMON_MISALIGNED_H
#define VMB_COMMON_MISALIGNED_H

#include "vambrace/detail/backend/misaligned.h"

/* Goes to `where` unless p is word-aligned; nowhere if the core executes misaligned loads
 * and stores. Destroys t. */
.macro vmb.if_unaligned t, p, where
#if !VMB_MISALIGNED
    andi \t, \p, 3
    bnez \t, \where
#endif
.endm

#endif
