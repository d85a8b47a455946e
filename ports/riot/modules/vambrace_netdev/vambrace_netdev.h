/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The packet interface (docs/reference/devices.md) as a network device of RIOT. With auto_init_gnrc_netif it is an
 * interface of GNRC without a call. VAMBRACE_LINK selects the link for which it is built.
 */
#ifndef VAMBRACE_NETDEV_H
#define VAMBRACE_NETDEV_H

#include "kernel_defines.h"
#include "net/netdev.h"

#if IS_USED(MODULE_NETDEV_IEEE802154)
#include "net/netdev/ieee802154.h"

typedef netdev_ieee802154_t vambrace_netdev_t; /**< the device: begins with a netdev_t */
#else
typedef netdev_t vambrace_netdev_t; /**< the device */
#endif

/** Sets up the only device. */
void vambrace_netdev_setup(vambrace_netdev_t *device);

#endif
