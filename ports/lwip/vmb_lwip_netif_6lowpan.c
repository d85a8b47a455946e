/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The packet interface with frames of IEEE 802.15.4, by lwIP's 6LoWPAN: compressed headers (RFC 6282) and fragments
 * (RFC 4944). Instead of vmb_lwip_netif.c.
 */
#include "vmb_lwip_netif.h"

#include "FreeRTOS.h"

#include "lwip/pbuf.h"
#include "lwip/stats.h"
#include "lwip/timeouts.h"
#include "netif/ieee802154.h"
#include "netif/lowpan6.h"
#include "vmb_devices.h"

#define PACKETS(reg) VMB_DEVICE(VMB_PACKETS_BASE + VMB_PACKETS_##reg)

enum { LARGEST = 125, CHECK_SEQUENCE = 2, EUI64 = 8, PAN = 0xabcd };

/* A frame without its check sequence, for which lwIP leaves space. */
static err_t send(struct netif *netif, struct pbuf *frame)
{
    u32_t words[(LARGEST + 3) / 4] = {0};
    u16_t length = (u16_t)(frame->tot_len - CHECK_SEQUENCE);

    (void)netif;
    if (frame->tot_len < CHECK_SEQUENCE || length > LARGEST)
        return ERR_VAL;
    pbuf_copy_partial(frame, words, length, 0);
    PACKETS(TX_LENGTH) = length;
    for (unsigned i = 0; i < (length + 3u) / 4; i++)
        PACKETS(TX_DATA) = words[i];
    PACKETS(TX_SEND) = 1;
    return ERR_OK;
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

static bool is_packet(u8_t dispatch)
{
    return dispatch == 0x41 || (dispatch & 0xe0) == 0x60; /* IPv6 uncompressed or compressed */
}

/* lwIP reads headers without checking the length of a frame, and expects a first fragment of IPv6 only. */
static bool is_whole(const struct pbuf *frame)
{
    const u8_t *bytes = frame->payload;
    u16_t control, at;

    if (frame->len < 3)
        return false;
    control = (u16_t)(bytes[0] | bytes[1] << 8);
    if ((control & (IEEE_802154_FC_FT_MASK | IEEE_802154_FC_SEC_EN)) != IEEE_802154_FC_FT_DATA ||
        IEEE_802154_FC_FRAME_VERSION_GET(control) > 1)
        return false;
    at = 3 + 2; /* control, sequence number, PAN */
    at += (control & IEEE_802154_FC_DST_ADDR_MODE_MASK) == IEEE_802154_FC_DST_ADDR_MODE_EXT ? 8 : 2;
    at += control & IEEE_802154_FC_PANID_COMPR ? 0 : 2;
    at += (control & IEEE_802154_FC_SRC_ADDR_MODE_MASK) == IEEE_802154_FC_SRC_ADDR_MODE_EXT ? 8 : 2;
    if (frame->len < at + 2)
        return false;
    if ((bytes[at] & 0xf8) == 0xc0) /* the first fragment */
        return frame->len >= at + 6 && is_packet(bytes[at + 4]);
    if ((bytes[at] & 0xf8) == 0xe0) /* a later one */
        return frame->len >= at + 6;
    return is_packet(bytes[at]);
}

/* Lost fragments: RFC 4944, section 5.3. */
static void second(void *unused)
{
    lowpan6_tmr();
    sys_timeout(LOWPAN6_TMR_INTERVAL, second, unused);
}

static err_t set_up(struct netif *netif)
{
    const u32_t address[2] = {PACKETS(ADDRESS_LOW), PACKETS(ADDRESS_HIGH)};

    configASSERT(PACKETS(LINK) == VMB_LINK_IEEE802154);
    lowpan6_if_init(netif);
    lowpan6_set_pan_id(PAN);
    netif->hwaddr_len = EUI64;
    SMEMCPY(netif->hwaddr, address, EUI64);
    netif->flags |= NETIF_FLAG_MLD6 | NETIF_FLAG_LINK_UP;
    netif->linkoutput = send;
    return ERR_OK;
}

/* fe80::/64 and the EUI-64 with its second bit inverted: RFC 4291, appendix A. */
static void set_link_local_address(struct netif *netif)
{
    ip6_addr_t address = {0};

    address.addr[0] = PP_HTONL(0xfe800000);
    SMEMCPY(&address.addr[2], netif->hwaddr, EUI64);
    *(u8_t *)&address.addr[2] ^= 2;
    ip6_addr_assign_zone(&address, IP6_UNICAST, netif);
    netif_ip6_addr_set(netif, 0, &address);
}

void vmb_lwip_netif_up(struct netif *netif)
{
    configASSERT(netif_add_noaddr(netif, NULL, set_up, lowpan6_input) != NULL);
    netif_set_default(netif);
    set_link_local_address(netif);
    netif_set_up(netif);
    netif_ip6_addr_set_state(netif, 0, IP6_ADDR_PREFERRED);
    second(NULL);
    PACKETS(CONTROL) = 1;
}

bool vmb_lwip_netif_input(struct netif *netif)
{
    const u32_t length = PACKETS(RX_LENGTH);
    struct pbuf *frame;

    if (length == 0)
        return false;
    frame = take(length);
    if (!frame || !is_whole(frame) || netif->input(frame, netif) != ERR_OK) {
        LINK_STATS_INC(link.drop);
        if (frame)
            pbuf_free(frame);
    }
    return true;
}
