/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Functions of a board: boards/NAME.c, or host.c on a machine with an operating system.
 */
#ifndef BOARD_H
#define BOARD_H

/** Prints one byte. */
void board_putc(char c);

/** Ends the program with an exit code from 0 to 255. Not on a host, where main returns. */
void board_exit(int code) __attribute__((__noreturn__));

/** Called before main. Optional: the default in start/crt0.S does nothing. */
void board_start(void);

#endif
