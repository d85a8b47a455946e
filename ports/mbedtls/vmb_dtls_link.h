/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The functions of lwIP that Mbed TLS's DTLS needs: datagrams to and from one peer, and timers. Everything runs in
 * lwIP's task.
 */
#ifndef VMB_DTLS_LINK_H
#define VMB_DTLS_LINK_H

#include <stdbool.h>

#include "lwip/udp.h"
#include "mbedtls/ssl.h"

/** Calls Mbed TLS again: a datagram has arrived, or the time is up. */
typedef void (*vmb_dtls_step)(void);

typedef struct {
    struct udp_pcb *pcb;
    vmb_dtls_step step;
    bool has_peer; /* only its datagrams are accepted */
    ip_addr_t address;
    u16_t port;
    struct pbuf *waiting; /* a datagram, until Mbed TLS takes it */
    bool timed;
    u32_t intermediate, final; /* expiry times of Mbed TLS's two delays, in ms */
} vmb_dtls_link;

/** Binds a port, and gives the link to a context of Mbed TLS. false: out of memory. */
bool vmb_dtls_link_start(vmb_dtls_link *link, mbedtls_ssl_context *ssl, u16_t port, vmb_dtls_step step);

/** Takes a datagram from lwIP: false, without effect, if another peer sent it. The first one makes its sender the peer;
 * then calls step. */
bool vmb_dtls_link_take(vmb_dtls_link *link, struct pbuf *data, const ip_addr_t *address, u16_t port);

/** Forgets the peer. */
void vmb_dtls_link_forget(vmb_dtls_link *link);

#endif
