/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The simulated systems, for programs on RIOT.
 */
#ifndef VMB_RIOT_H
#define VMB_RIOT_H

/** Ends the run with an exit code. exit() of the C library does the same; pm_off ends it with 0, pm_reboot with 121, a
 * kernel panic with 120, or as an unhandled exception. */
void vmb_riot_exit(int code) __attribute__((__noreturn__));

#endif
