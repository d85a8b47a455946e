/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The simulated systems as a board of RIOT. */
#ifndef BOARD_H
#define BOARD_H

#include "cpu.h"

/* ztimer counts mtime. */
#define CONFIG_ZTIMER_USEC_BASE_FREQ RTC_FREQ

#endif
