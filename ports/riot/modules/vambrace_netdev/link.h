/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of the driver that depends on the link: ethernet.c, or ieee802154.c.
 */
#ifndef LINK_H
#define LINK_H

#include "net/netdev.h"
#include "vmb_devices.h"

#define PACKETS(reg) VMB_DEVICE(VMB_PACKETS_BASE + VMB_PACKETS_##reg)

extern const uint32_t vambrace_link_type; /* in the register LINK */

/* Called once, before the receiver is enabled. */
void vambrace_link_init(netdev_t *netdev);
int vambrace_link_get(netdev_t *netdev, netopt_t option, void *value, size_t most);
int vambrace_link_set(netdev_t *netdev, netopt_t option, const void *value, size_t length);

#endif
