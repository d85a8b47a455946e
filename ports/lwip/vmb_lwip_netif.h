/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The packet interface as an interface of lwIP. */
#ifndef VMB_LWIP_NETIF_H
#define VMB_LWIP_NETIF_H

#include <stdbool.h>

#include "lwip/netif.h"

/* Brings it up with its link-local address and enables its receiver. */
void vmb_lwip_netif_up(struct netif *netif);

/* Takes a waiting frame; false if there is none. */
bool vmb_lwip_netif_input(struct netif *netif);

#endif
