/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What DTLS of Mbed TLS needs of lwIP: datagrams to and from one peer, and timers. Everything runs in lwIP's task.
 */
#ifndef VMB_DTLS_LINK_H
#define VMB_DTLS_LINK_H

#include <stdbool.h>

#include "lwip/udp.h"
#include "mbedtls/ssl.h"

/** Calls Mbed TLS again: a datagram waits, or the time is up. */
typedef void (*vmb_dtls_step)(void);

typedef struct {
    struct udp_pcb *pcb;
    vmb_dtls_step step;
    bool has_peer; /* only its datagrams are taken */
    ip_addr_t address;
    u16_t port;
    struct pbuf *waiting; /* a datagram, until Mbed TLS takes it */
    bool timed;
    u32_t intermediate, final; /* the times at which the two delays of Mbed TLS are over, in ms */
} vmb_dtls_link;

/** Binds a port, and gives the link to a context of Mbed TLS. false: there is no memory. */
bool vmb_dtls_link_start(vmb_dtls_link *link, mbedtls_ssl_context *ssl, u16_t port, vmb_dtls_step step);

/** Takes a datagram of lwIP: false, and nothing is done, if another peer sent it. The first one makes its sender the
 *  peer; then calls step. */
bool vmb_dtls_link_take(vmb_dtls_link *link, struct pbuf *data, const ip_addr_t *address, u16_t port);

/** Has no peer any more. */
void vmb_dtls_link_forget(vmb_dtls_link *link);

#endif
