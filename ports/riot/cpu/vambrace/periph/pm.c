/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Power management: sleep until the next interrupt; off and reboot end the run. */
#include "periph/pm.h"

#include "vmb_riot.h"

enum { REBOOTED = 121 };

void pm_set_lowest(void)
{
    __asm__ volatile("wfi");
}

void pm_off(void)
{
    vmb_riot_exit(0);
}

void pm_reboot(void)
{
    vmb_riot_exit(REBOOTED);
}
