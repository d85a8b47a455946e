/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Echoes each datagram to UDP port 7 (RFC 862). */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "net/gnrc/netif.h"
#include "net/ipv6/addr.h"
#include "net/netif.h"
#include "net/sock/udp.h"

enum { PORT = 7, LARGEST = 1452, PREFIX = 64 };

static uint8_t datagram[LARGEST];

/* Gives the interface its link-local address, usable at once; returns whether it has it. */
static bool link_local(netif_t *netif, ipv6_addr_t *address)
{
    const uint16_t flags = PREFIX << 8 | GNRC_NETIF_IPV6_ADDRS_FLAGS_STATE_VALID;

    ipv6_addr_set_link_local_prefix(address);
    return netif_get_opt(netif, NETOPT_IPV6_IID, 0, &address->u64[1], sizeof(address->u64[1])) > 0 &&
           netif_set_opt(netif, NETOPT_IPV6_ADDR, flags, address, sizeof(*address)) >= 0;
}

int main(void)
{
    sock_udp_ep_t local = SOCK_IPV6_EP_ANY, remote;
    ipv6_addr_t address;
    char text[IPV6_ADDR_MAX_STR_LEN];
    sock_udp_t sock;

    local.port = PORT;
    if (sock_udp_create(&sock, &local, NULL, 0) != 0)
        exit(1);
    if (!link_local(netif_iter(NULL), &address))
        exit(2);
    printf("listening: %s, UDP port %d\n", ipv6_addr_to_str(text, &address, sizeof(text)), PORT);
    for (;;) {
        ssize_t length = sock_udp_recv(&sock, datagram, sizeof(datagram), SOCK_NO_TIMEOUT, &remote);
        if (length >= 0)
            sock_udp_send(&sock, datagram, (size_t)length, &remote);
    }
}
