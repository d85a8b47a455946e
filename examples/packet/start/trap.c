/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Reports an exception and ends the program. */
#include "board.h"
#include "print.h"

enum { TRAPPED = 5, DIGITS = 2 * sizeof(long) };

void trap_report(unsigned long cause, unsigned long pc, unsigned long value);

void trap_report(unsigned long cause, unsigned long pc, unsigned long value)
{
    print_text("trap: mcause ");
    print_hex(cause, DIGITS);
    print_text(", mepc ");
    print_hex(pc, DIGITS);
    print_text(", mtval ");
    print_hex(value, DIGITS);
    print_text("\n");
    board_exit(TRAPPED);
}
