/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Echoes each datagram to UDP port 7 (RFC 862). */
#include <stdio.h>

#include "lwip/udp.h"
#include "vmb_freertos.h"
#include "vmb_lwip.h"

enum { PORT = 7, STACK_WORDS = 1024, PRIORITY = 3 };

static void echo(void *unused, struct udp_pcb *pcb, struct pbuf *data, const ip_addr_t *address, u16_t port)
{
    (void)unused;
    udp_sendto(pcb, data, address, port);
    pbuf_free(data);
}

static void ready(struct netif *netif)
{
    struct udp_pcb *pcb = udp_new();

    udp_bind(pcb, IP6_ADDR_ANY, PORT);
    udp_recv(pcb, echo, NULL);
    printf("listening: %s, UDP port %d\n", ip6addr_ntoa(netif_ip6_addr(netif, 0)), PORT);
}

int main(void)
{
    vmb_lwip_start(ready, STACK_WORDS, PRIORITY);
    vmb_freertos_run();
}
