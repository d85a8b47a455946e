/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "vmb_dtls_link.h"

#include "lwip/sys.h"
#include "lwip/timeouts.h"

static int send(void *context, const unsigned char *bytes, size_t length)
{
    vmb_dtls_link *link = context;
    struct pbuf *out = pbuf_alloc(PBUF_TRANSPORT, (u16_t)length, PBUF_RAM);

    if (!out)
        return (int)length; /* treated as lost: it is sent again, or an application asks again */
    pbuf_take(out, bytes, (u16_t)length);
    udp_sendto(link->pcb, out, &link->address, link->port);
    pbuf_free(out);
    return (int)length;
}

static int receive(void *context, unsigned char *bytes, size_t room)
{
    vmb_dtls_link *link = context;
    struct pbuf *data = link->waiting;
    u16_t length;

    if (!data)
        return MBEDTLS_ERR_SSL_WANT_READ;
    link->waiting = NULL;
    length = data->tot_len <= room ? pbuf_copy_partial(data, bytes, data->tot_len, 0) : 0;
    pbuf_free(data);
    return length > 0 ? length : MBEDTLS_ERR_SSL_WANT_READ;
}

static void time_is_up(void *context)
{
    ((vmb_dtls_link *)context)->step();
}

/* As mbedtls_ssl_set_timer_t and mbedtls_ssl_get_timer_t require. */
static void set_timer(void *context, uint32_t intermediate, uint32_t final)
{
    vmb_dtls_link *link = context;

    sys_untimeout(time_is_up, link);
    link->timed = final != 0;
    if (!link->timed)
        return;
    link->intermediate = sys_now() + intermediate;
    link->final = sys_now() + final;
    sys_timeout(final, time_is_up, link);
}

static int get_timer(void *context)
{
    const vmb_dtls_link *link = context;

    if (!link->timed)
        return -1;
    if ((s32_t)(sys_now() - link->final) >= 0)
        return 2;
    return (s32_t)(sys_now() - link->intermediate) >= 0;
}

bool vmb_dtls_link_start(vmb_dtls_link *link, mbedtls_ssl_context *ssl, u16_t port, vmb_dtls_step step)
{
    link->pcb = udp_new();
    if (!link->pcb || udp_bind(link->pcb, IP6_ADDR_ANY, port) != ERR_OK)
        return false;
    link->step = step;
    link->has_peer = false;
    link->waiting = NULL;
    link->timed = false;
    mbedtls_ssl_set_bio(ssl, link, send, receive, NULL);
    mbedtls_ssl_set_timer_cb(ssl, link, set_timer, get_timer);
    return true;
}

bool vmb_dtls_link_take(vmb_dtls_link *link, struct pbuf *data, const ip_addr_t *address, u16_t port)
{
    if (link->has_peer && (!ip_addr_cmp(&link->address, address) || link->port != port))
        return false;
    ip_addr_copy(link->address, *address);
    link->port = port;
    link->has_peer = true;
    link->waiting = data;
    pbuf_ref(data);
    link->step();
    if (link->waiting) {
        pbuf_free(link->waiting);
        link->waiting = NULL;
    }
    return true;
}

void vmb_dtls_link_forget(vmb_dtls_link *link)
{
    link->has_peer = false;
}
