/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "vmb_lwip_netif.h"

#include "FreeRTOS.h"

#include "lwip/ethip6.h"
#include "lwip/pbuf.h"
#include "lwip/stats.h"
#include "netif/ethernet.h"
#include "vmb_devices.h"

#define PACKETS(reg) VMB_DEVICE(VMB_PACKETS_BASE + VMB_PACKETS_##reg)

enum { MTU = 1500, LARGEST = 1514 };

/* The bytes of a frame, at an even address: the frame itself, or a copy if it is in pieces. A header of 14 bytes leaves
 * most frames between two words. */
static const u16_t *halves_of(const struct pbuf *frame)
{
    static u16_t copy[(LARGEST + 3) / 2];

    if (frame->len == frame->tot_len && (uintptr_t)frame->payload % 2 == 0)
        return frame->payload;
    pbuf_copy_partial(frame, copy, frame->tot_len, 0);
    return copy;
}

static err_t send(struct netif *netif, struct pbuf *frame)
{
    const u16_t length = frame->tot_len, *halves;
    u32_t last = 0;

    (void)netif;
    if (length > LARGEST)
        return ERR_VAL;
    halves = halves_of(frame);
    PACKETS(TX_LENGTH) = length;
    for (unsigned i = 0; i < length / 4u; i++, halves += 2)
        PACKETS(TX_DATA) = halves[0] | (u32_t)halves[1] << 16;
    SMEMCPY(&last, halves, length % 4);
    if (length % 4)
        PACKETS(TX_DATA) = last;
    PACKETS(TX_SEND) = 1;
    return ERR_OK;
}

static err_t set_up(struct netif *netif)
{
    const u32_t address[2] = {PACKETS(ADDRESS_LOW), PACKETS(ADDRESS_HIGH)};

    configASSERT(PACKETS(LINK) == VMB_LINK_ETHERNET);
    netif->name[0] = 'v';
    netif->name[1] = 'b';
    netif->hwaddr_len = ETH_HWADDR_LEN;
    SMEMCPY(netif->hwaddr, address, ETH_HWADDR_LEN);
    netif->mtu = MTU;
    netif->flags = NETIF_FLAG_BROADCAST | NETIF_FLAG_ETHERNET | NETIF_FLAG_MLD6 | NETIF_FLAG_LINK_UP;
    netif->output_ip6 = ethip6_output;
    netif->linkoutput = send;
    return ERR_OK;
}

void vmb_lwip_netif_up(struct netif *netif)
{
    configASSERT(netif_add_noaddr(netif, NULL, set_up, ethernet_input) != NULL);
    netif_set_default(netif);
    netif_create_ip6_linklocal_address(netif, 1);
    netif_set_up(netif);
    netif_ip6_addr_set_state(netif, 0, IP6_ADDR_PREFERRED);
    PACKETS(CONTROL) = 1;
}

static struct pbuf *take(u32_t length)
{
    struct pbuf *frame = pbuf_alloc(PBUF_RAW, (u16_t)length, PBUF_POOL); /* in one piece: PBUF_POOL_BUFSIZE */

    if (frame) {
        u32_t *words = frame->payload;
        for (unsigned i = 0; i < (length + 3) / 4; i++)
            words[i] = PACKETS(RX_DATA);
    }
    PACKETS(RX_RELEASE) = 1;
    return frame;
}

static bool has_ipv6(const struct pbuf *frame)
{
    return frame->len > SIZEOF_ETH_HDR && ((const struct eth_hdr *)frame->payload)->type == PP_HTONS(ETHTYPE_IPV6);
}

bool vmb_lwip_netif_input(struct netif *netif)
{
    const u32_t length = PACKETS(RX_LENGTH);
    struct pbuf *frame;

    if (length == 0)
        return false;
    frame = take(length);
    if (!frame || !has_ipv6(frame) || netif->input(frame, netif) != ERR_OK) {
        LINK_STATS_INC(link.drop);
        if (frame)
            pbuf_free(frame);
    }
    return true;
}
