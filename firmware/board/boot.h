/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file
 * What differs between the boot programs of boards (boot.c). */
#ifndef VMB_BOOT_H
#define VMB_BOOT_H

#include "vambrace/generic.h"

/** An algorithm that the program tests. */
typedef struct {
    const char *name;
    const vmb_aead *aead;
} vmb_board_algorithm;

/** The board and its point, such as "ulx3s ibex-ref/engine". */
extern const char vmb_board_name[];

/** The address after the RAM for job images: that of the stack. */
extern const uint32_t vmb_board_room_end;

/** The algorithms, then one without a name. */
extern const vmb_board_algorithm vmb_board_algorithms[];

#endif
