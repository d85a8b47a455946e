/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A DTLS 1.2 server (RFC 6347) on UDP port 4433 that sends every message back, for one client at a time, with a
 * pre-shared key: TLS_PSK_WITH_AES_128_CCM_8 (RFC 6655) or TLS_PSK_WITH_CHACHA20_POLY1305_SHA256 (RFC 7905), as the
 * client chooses. It prints how many cycles handshakes and messages take.
 */
#include <stdio.h>
#include <string.h>

#include "lwip/timeouts.h"
#include "mbedtls/ssl_ciphersuites.h"
#include "mbedtls/ssl_cookie.h"
#include "psa/crypto.h"
#include "vmb_devices.h"
#include "vmb_dtls_link.h"
#include "vmb_freertos.h"
#include "vmb_lwip.h"

enum { PORT = 4433, STACK_WORDS = 4096, PRIORITY = 3, IDLE_MS = 60000 };

/* FOR THIS EXAMPLE ONLY. A device has a key of its own, outside its program. */
static const uint8_t key[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const char identity[] = "vambrace";

static const int suites[] = {MBEDTLS_TLS_PSK_WITH_AES_128_CCM_8, MBEDTLS_TLS_PSK_WITH_CHACHA20_POLY1305_SHA256, 0};

static mbedtls_ssl_config config;
static mbedtls_ssl_cookie_ctx cookies;
static mbedtls_ssl_context ssl;
static vmb_dtls_link udp_link;
static bool connected;
static uint32_t handshake;                              /* its cycles so far */
static uint8_t message[MBEDTLS_SSL_IN_CONTENT_LEN];

static uint32_t cycles(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

static int random_bytes(void *unused, unsigned char *bytes, size_t length)
{
    (void)unused;
    return psa_generate_random(bytes, length) == PSA_SUCCESS ? 0 : MBEDTLS_ERR_SSL_HW_ACCEL_FAILED;
}

static void idle(void *unused);

/* Ready for the next client. */
static void end(void)
{
    sys_untimeout(idle, NULL);
    connected = false;
    handshake = 0;
    vmb_dtls_link_forget(&udp_link);
    memset(message, 0, sizeof message);
    if (mbedtls_ssl_session_reset(&ssl) != 0)
        printf("no memory for a session\n");
}

static void idle(void *unused)
{
    (void)unused;
    mbedtls_ssl_close_notify(&ssl);
    end();
}

static int shake_hands(void)
{
    const uint32_t start = cycles();
    const int result = mbedtls_ssl_handshake(&ssl);

    handshake += cycles() - start;
    connected = result == 0;
    if (connected)
        printf("handshake: %s, %u cycles\n", mbedtls_ssl_get_ciphersuite(&ssl), (unsigned)handshake);
    return result;
}

static int echo(void)
{
    const uint32_t start = cycles();
    const int length = mbedtls_ssl_read(&ssl, message, sizeof message);
    const uint32_t middle = cycles();
    uint32_t last;
    int written;

    if (length <= 0)
        return length == 0 ? MBEDTLS_ERR_SSL_CONN_EOF : length;
    written = mbedtls_ssl_write(&ssl, message, (size_t)length);
    last = cycles();
    if (written < 0)
        return written;
    printf("message: %d bytes, received in %u cycles, sent in %u\n", length, (unsigned)(middle - start),
           (unsigned)(last - middle));
    sys_untimeout(idle, NULL);
    sys_timeout(IDLE_MS, idle, NULL);
    return 0;
}

/* Continues until it has to wait for the client, or the session is over. */
static void step(void)
{
    int result = 0;

    while (result == 0) {
        result = connected ? echo() : shake_hands();
        if (result == MBEDTLS_ERR_SSL_CLIENT_RECONNECT) { /* it forgot the session: RFC 6347, section 4.2.8 */
            connected = false;
            handshake = 0;
            result = 0;
        }
    }
    if (result == MBEDTLS_ERR_SSL_WANT_READ)
        return;
    if (result == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY)
        mbedtls_ssl_close_notify(&ssl);
    else if (result != MBEDTLS_ERR_SSL_HELLO_VERIFY_REQUIRED)
        printf("session over: -0x%x\n", (unsigned)-result);
    end();
}

static void received(void *unused, struct udp_pcb *pcb, struct pbuf *data, const ip_addr_t *address, u16_t port)
{
    struct {
        ip6_addr_t address;
        u16_t port;
    } client;

    (void)unused;
    (void)pcb;
    if (!udp_link.has_peer) { /* its cookie belongs to its address: a client that returns it owns the address */
        memset(&client, 0, sizeof client);
        client.address = *ip_2_ip6(address);
        client.port = port;
        mbedtls_ssl_set_client_transport_id(&ssl, (const unsigned char *)&client, sizeof client);
    }
    vmb_dtls_link_take(&udp_link, data, address, port);
    pbuf_free(data);
}

static bool set_up(void)
{
    mbedtls_ssl_config_init(&config);
    mbedtls_ssl_cookie_init(&cookies);
    mbedtls_ssl_init(&ssl);
    if (psa_crypto_init() != PSA_SUCCESS ||
        mbedtls_ssl_config_defaults(&config, MBEDTLS_SSL_IS_SERVER, MBEDTLS_SSL_TRANSPORT_DATAGRAM,
                                    MBEDTLS_SSL_PRESET_DEFAULT) != 0 ||
        mbedtls_ssl_conf_psk(&config, key, sizeof key, (const unsigned char *)identity, strlen(identity)) != 0 ||
        mbedtls_ssl_cookie_setup(&cookies, random_bytes, NULL) != 0)
        return false;
    mbedtls_ssl_conf_rng(&config, random_bytes, NULL);
    mbedtls_ssl_conf_ciphersuites(&config, suites);
    mbedtls_ssl_conf_dtls_cookies(&config, mbedtls_ssl_cookie_write, mbedtls_ssl_cookie_check, &cookies);
    return mbedtls_ssl_setup(&ssl, &config) == 0 && vmb_dtls_link_start(&udp_link, &ssl, PORT, step);
}

static void ready(struct netif *netif)
{
    if (!set_up()) {
        printf("DTLS could not be set up: too little memory?\n");
        return;
    }
    udp_recv(udp_link.pcb, received, NULL);
    printf("listening: %s, UDP port %d\n", ip6addr_ntoa(netif_ip6_addr(netif, 0)), PORT);
}

int main(void)
{
    vmb_lwip_start(ready, STACK_WORDS, PRIORITY);
    vmb_freertos_run();
}
