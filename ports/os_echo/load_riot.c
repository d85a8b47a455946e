/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * An echo server on UDP port 7 (after RFC 862) that works on its messages (message.h), by GNRC, RIOT's network stack.
 * With VMB_LOAD_IDLE no client is expected: the system is the same, without messages.
 */
#include <string.h>

#include "load.h"
#include "message.h"
#include "net/gnrc/netif.h"
#include "net/ipv6/addr.h"
#include "net/netif.h"
#include "net/sock/udp.h"
#include "panic.h"
#include "thread.h"
#include "vmb_devices.h"

#define PACKETS(reg) VMB_DEVICE(VMB_PACKETS_BASE + VMB_PACKETS_##reg)

/* More urgent than the first thread, less than those of GNRC. */
enum { PORT = 7, LARGEST = 128, PREFIX = 64, PRIORITY = THREAD_PRIORITY_MAIN - 1 };

static char stack[THREAD_STACKSIZE_MAIN];
static sock_udp_t sock;
static uint32_t datagram[LARGEST / 4]; /* longer ones are truncated and rejected */
static volatile uint32_t answered, refused;

/* Gives the interface its link-local address, usable at once; returns whether it has it. */
static bool link_local(netif_t *netif)
{
    const uint16_t flags = PREFIX << 8 | GNRC_NETIF_IPV6_ADDRS_FLAGS_STATE_VALID;
    ipv6_addr_t address;

    ipv6_addr_set_link_local_prefix(&address);
    return netif_get_opt(netif, NETOPT_IPV6_IID, 0, &address.u64[1], sizeof(address.u64[1])) > 0 &&
           netif_set_opt(netif, NETOPT_IPV6_ADDR, flags, &address, sizeof(address)) >= 0;
}

static void *serve(void *unused)
{
    sock_udp_ep_t client;

    (void)unused;
    for (;;) {
        ssize_t length = sock_udp_recv(&sock, datagram, sizeof(datagram), SOCK_NO_TIMEOUT, &client);

        if (length == (ssize_t)datagram_length() && make_answer((uint8_t *)datagram) &&
            sock_udp_send(&sock, datagram, (size_t)length, &client) == length)
            answered++;
        else
            refused++;
    }
    return NULL;
}

void load_start(void)
{
    sock_udp_ep_t local = SOCK_IPV6_EP_ANY;

    if (!cipher_start())
        core_panic(PANIC_GENERAL_ERROR, "the cipher of the echo server did not start: no accelerator?");
    local.port = PORT;
    if (!link_local(netif_iter(NULL)) || sock_udp_create(&sock, &local, NULL, 0) != 0 ||
        !pid_is_valid(thread_create(stack, sizeof(stack), PRIORITY, 0, serve, NULL, "server")))
        core_panic(PANIC_GENERAL_ERROR, "the echo server did not start");
}

bool load_settled(void)
{
#ifdef VMB_LOAD_IDLE
    static unsigned calls; /* one per tick, until GNRC has created the interface and searched for routers */

    return ++calls > 50;
#else
    return answered + refused > 0;
#endif
}

void load_count(struct load_counts *counts)
{
    counts->offered = PACKETS(RECEIVED) + PACKETS(DROPPED);
    counts->answered = answered;
    counts->refused = refused;
    counts->turns = 0; /* a preempted thread stays the first of its priority */
}
