/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * An echo server on UDP port 7 (after RFC 862) that works on its messages (message.h), by lwIP.
 */
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "lwip/priv/nd6_priv.h"
#include "lwip/udp.h"
#include "message.h"
#include "vmb_devices.h"
#include "vmb_freertos.h"
#include "vmb_lwip.h"

#define PACKETS(reg) VMB_DEVICE(VMB_PACKETS_BASE + VMB_PACKETS_##reg)

void _exit(int code) __attribute__((__noreturn__));

enum { PORT = 7, STACK_WORDS = 1024, PRIORITY = 6 };

static volatile uint32_t answered, refused;

/* Copies to words: in a contiguous frame, a datagram starts between two words. */
static void copy(void *to, const struct pbuf *datagram)
{
    const uint16_t *in = datagram->payload;
    uint16_t *out = to;

    for (unsigned i = 0; i < datagram->len / 2u; i++)
        out[i] = in[i];
}

/* Answers a datagram; false if there is nothing to answer. */
static bool reply(struct udp_pcb *pcb, const struct pbuf *data, const ip_addr_t *address, u16_t port)
{
    const u16_t length = (u16_t)datagram_length();
    struct pbuf *out;
    bool sent = false;

    if (data->tot_len != length || data->len != length)
        return false;
    out = pbuf_alloc(PBUF_TRANSPORT, length, PBUF_RAM);
    if (!out)
        return false;
    copy(out->payload, data);
    if (make_answer(out->payload))
        sent = udp_sendto(pcb, out, address, port) == ERR_OK;
    pbuf_free(out);
    return sent;
}

static void echo(void *unused, struct udp_pcb *pcb, struct pbuf *data, const ip_addr_t *address, u16_t port)
{
    (void)unused;
    if (reply(pcb, data, address, port))
        answered++;
    else
        refused++;
    pbuf_free(data);
}

/* The client's addresses (soc/sim/net/link.h), so that no address resolution is needed. */
static void know_client(struct netif *netif)
{
    static const u8_t address[] = {2, 0, 0, 0, 0, 2};
    struct nd6_neighbor_cache_entry *client = &neighbor_cache[0];

    ip6addr_aton("fe80::ff:fe00:2", &client->next_hop_address);
    ip6_addr_assign_zone(&client->next_hop_address, IP6_UNICAST, netif);
    memcpy(client->lladdr, address, sizeof address);
    client->netif = netif;
    client->state = ND6_REACHABLE;
    client->counter.reachable_time = UINT32_MAX;
}

static void ready(struct netif *netif)
{
    struct udp_pcb *pcb = udp_new();

    know_client(netif);
    udp_bind(pcb, IP6_ADDR_ANY, PORT);
    udp_recv(pcb, echo, NULL);
}

void load_start(void)
{
    if (!cipher_start()) {
        printf("load: error: the cipher of the echo server did not start: no accelerator?\n");
        _exit(1);
    }
    vmb_lwip_start(ready, STACK_WORDS, PRIORITY);
}

bool load_settled(void)
{
    return answered + refused >= 2;
}

void load_count(struct load_counts *counts)
{
    counts->offered = PACKETS(RECEIVED) + PACKETS(DROPPED);
    counts->answered = answered;
    counts->refused = refused;
    counts->turns = vmb_lwip_turns();
}
