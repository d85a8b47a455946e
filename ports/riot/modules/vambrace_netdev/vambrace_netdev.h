/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The packet interface (docs/reference/devices.md) as a network device of RIOT. With auto_init_gnrc_netif it is an
 * interface of GNRC without a call.
 */
#ifndef VAMBRACE_NETDEV_H
#define VAMBRACE_NETDEV_H

#include "net/netdev.h"

/** Sets the device up: there is one. Its link has to be Ethernet. */
void vambrace_netdev_setup(netdev_t *netdev);

#endif
