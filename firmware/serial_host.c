/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Serves job images (serial_jobs.h) over standard input and output: the host of `vambrace acvp`. */
#include <stdio.h>

#include "serial_jobs.h"

static uint32_t room[(16u << 20) / 4];

int vmb_serial_get(void)
{
    return getchar();
}

void vmb_serial_put(const void *p, size_t n)
{
    (void)fwrite(p, 1, n, stdout);
    (void)fflush(stdout);
}

int main(void)
{
    vmb_serial_serve(room, sizeof room);
    return 0;
}
