/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * IEEE 802.15.4 as the packet interface has it: data frames with 64-bit addresses, sent without carrier sense and
 * acknowledgement. The interface adds and checks the frame check sequence.
 */
#include <errno.h>
#include <string.h>

#include "container.h"
#include "link.h"
#include "net/netdev/ieee802154.h"

const uint32_t vambrace_link_type = VMB_LINK_IEEE802154;

static netdev_ieee802154_t *of(netdev_t *netdev)
{
    return container_of(netdev, netdev_ieee802154_t, netdev);
}

void vambrace_link_init(netdev_t *netdev)
{
    const uint32_t address[2] = {PACKETS(ADDRESS_LOW), PACKETS(ADDRESS_HIGH)};
    const uint8_t *first = (const uint8_t *)address;

    netdev_ieee802154_reset(of(netdev));
    of(netdev)->flags |= NETDEV_IEEE802154_SRC_MODE_LONG;
    of(netdev)->chan = CONFIG_IEEE802154_DEFAULT_CHANNEL;
    memcpy(of(netdev)->long_addr, first, IEEE802154_LONG_ADDRESS_LEN);
    memcpy(of(netdev)->short_addr, first + IEEE802154_LONG_ADDRESS_LEN - IEEE802154_SHORT_ADDRESS_LEN,
           IEEE802154_SHORT_ADDRESS_LEN);
}

int vambrace_link_get(netdev_t *netdev, netopt_t option, void *value, size_t most)
{
    return netdev_ieee802154_get(of(netdev), option, value, most);
}

int vambrace_link_set(netdev_t *netdev, netopt_t option, const void *value, size_t length)
{
    return netdev_ieee802154_set(of(netdev), option, value, length);
}
