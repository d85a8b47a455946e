/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "link.h"
#include "net/ethernet.h"
#include "net/netdev/eth.h"

const uint32_t vambrace_link_type = VMB_LINK_ETHERNET;

void vambrace_link_init(netdev_t *netdev)
{
    (void)netdev;
}

int vambrace_link_get(netdev_t *netdev, netopt_t option, void *value, size_t most)
{
    const uint32_t address[2] = {PACKETS(ADDRESS_LOW), PACKETS(ADDRESS_HIGH)};

    if (option != NETOPT_ADDRESS)
        return netdev_eth_get(netdev, option, value, most);
    if (most < ETHERNET_ADDR_LEN)
        return -EINVAL;
    memcpy(value, address, ETHERNET_ADDR_LEN);
    return ETHERNET_ADDR_LEN;
}

int vambrace_link_set(netdev_t *netdev, netopt_t option, const void *value, size_t length)
{
    return netdev_eth_set(netdev, option, value, length);
}
