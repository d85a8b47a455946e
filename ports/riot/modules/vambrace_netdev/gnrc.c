/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The GNRC interface, created when RIOT creates those of its own devices. */
#include "kernel_defines.h"

#if IS_USED(MODULE_AUTO_INIT_GNRC_NETIF)
#include "auto_init_priorities.h"
#include "auto_init_utils.h"
#include "net/gnrc/netif/ethernet.h"
#include "net/gnrc/netif/ieee802154.h"
#include "thread.h"

#include "vambrace_netdev.h"

static vambrace_netdev_t device;
static gnrc_netif_t interface;
static char stack[THREAD_STACKSIZE_DEFAULT];

static void create(void)
{
    vambrace_netdev_setup(&device);
#if IS_USED(MODULE_NETDEV_IEEE802154)
    gnrc_netif_ieee802154_create(&interface, stack, sizeof(stack), GNRC_NETIF_PRIO, "packets", &device.netdev);
#else
    gnrc_netif_ethernet_create(&interface, stack, sizeof(stack), GNRC_NETIF_PRIO, "packets", &device);
#endif
}

AUTO_INIT(create, AUTO_INIT_PRIO_MOD_GNRC_NETIF);
#endif
