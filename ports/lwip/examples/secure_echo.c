/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * An encrypted echo server on UDP port 7: it decrypts each request, and sends its message back, encrypted again
 * (secure_channel.h). A forged or repeated request gets no answer and is counted; a task of low priority prints the
 * counters when they have changed.
 */
#include <stdio.h>

#include "lwip/udp.h"
#include "secure_channel.h"
#include "vambrace/secure.h"
#include "vmb_devices.h"
#include "vmb_freertos.h"
#include "vmb_lwip.h"

#include "FreeRTOS.h"
#include "task.h"

#if LWIP_STATS
#include "lwip/memp.h"
#include "lwip/stats.h"
#endif

#define PACKETS(reg) VMB_DEVICE(VMB_PACKETS_BASE + VMB_PACKETS_##reg)

#ifndef LARGEST_MESSAGE
#define LARGEST_MESSAGE 512 /* bytes */
#endif
#ifndef REPORT_MS
#define REPORT_MS 1000
#endif

enum { PORT = 7, STACK_WORDS = 1024, PRIORITY = 3, REPORTING = 1, LARGEST = LARGEST_MESSAGE + CHANNEL_OVERHEAD };

/* FOR THIS EXAMPLE ONLY. A device has a key of its own, outside its program. */
static const uint8_t example_key[CHANNEL_KEY] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Counts of datagrams: by result, or too long, or accepted without an answer, for lack of memory. */
typedef struct { uint32_t results[CHANNEL_FAILED + 1], too_long, unanswered; } counters;

static channel server;
static counters counted;
static uint32_t buffer[(LARGEST + 3) / 4]; /* word-aligned, which is fastest */

static err_t answer(struct udp_pcb *pcb, u16_t length, const ip_addr_t *address, u16_t port)
{
    struct pbuf *out;
    err_t sent = ERR_VAL;

    if (channel_answer(&server, (uint8_t *)buffer, length) != CHANNEL_OK)
        return ERR_VAL;
    out = pbuf_alloc(PBUF_TRANSPORT, length, PBUF_RAM);
    if (!out)
        return ERR_MEM;
    if (pbuf_take(out, buffer, length) == ERR_OK)
        sent = udp_sendto(pcb, out, address, port);
    pbuf_free(out);
    return sent;
}

static void received(void *unused, struct udp_pcb *pcb, struct pbuf *data, const ip_addr_t *address, u16_t port)
{
    const u16_t length = data->tot_len;

    (void)unused;
    if (length > LARGEST) {
        counted.too_long++;
    } else {
        channel_result result;

        pbuf_copy_partial(data, buffer, length, 0);
        result = channel_open(&server, (uint8_t *)buffer, length);
        counted.results[result]++;
        if (result == CHANNEL_OK && answer(pcb, length, address, port) != ERR_OK) {
            counted.unanswered++;
            vmb_wipe(buffer, sizeof buffer); /* it may contain plaintext */
        }
    }
    pbuf_free(data);
}

static void ready(struct netif *netif)
{
    struct udp_pcb *pcb = udp_new();

    udp_bind(pcb, IP6_ADDR_ANY, PORT);
    udp_recv(pcb, received, NULL);
    printf("listening: %s, UDP port %d\n", ip6addr_ntoa(netif_ip6_addr(netif, 0)), PORT);
}

static uint32_t datagrams(const counters *c)
{
    uint32_t total = c->too_long;

    for (unsigned i = 0; i <= CHANNEL_FAILED; i++)
        total += c->results[i];
    return total;
}

/* lwIP answers or drops all other frames. */
static void print(const counters *c)
{
    const uint32_t frames = PACKETS(RECEIVED);

    printf("accepted %u, too short %u, too long %u, too old %u, replayed %u, forged %u, failed %u, unanswered %u\n",
           (unsigned)c->results[CHANNEL_OK], (unsigned)c->results[CHANNEL_SHORT], (unsigned)c->too_long,
           (unsigned)c->results[CHANNEL_OLD], (unsigned)c->results[CHANNEL_REPLAYED],
           (unsigned)c->results[CHANNEL_FORGED], (unsigned)c->results[CHANNEL_FAILED], (unsigned)c->unanswered);
    printf("frames: received %u, lost %u, other %u\n", (unsigned)frames, (unsigned)PACKETS(DROPPED),
           (unsigned)(frames - datagrams(c)));
#if LWIP_STATS
    printf("lwIP: dropped %u, bytes %u, packet buffers %u\n",
           (unsigned)(lwip_stats.link.drop + lwip_stats.ip6.drop + lwip_stats.udp.drop + lwip_stats.icmp6.drop),
           (unsigned)lwip_stats.mem.used, (unsigned)memp_pools[MEMP_PBUF_POOL]->stats->used);
#endif
    printf("heap: free %u\n", (unsigned)xPortGetFreeHeapSize());
}

static void report(void *unused)
{
    uint32_t before = 0;

    (void)unused;
    for (;;) {
        counters now;

        vTaskDelay(pdMS_TO_TICKS(REPORT_MS));
        taskENTER_CRITICAL();
        now = counted;
        taskEXIT_CRITICAL();
        if (datagrams(&now) != before)
            print(&now);
        before = datagrams(&now);
    }
}

int main(void)
{
    if (channel_start(&server, example_key) != CHANNEL_OK) {
        printf("the accelerator failed\n");
        return 1;
    }
    vmb_lwip_start(ready, STACK_WORDS, PRIORITY);
    xTaskCreate(report, "report", configMINIMAL_STACK_SIZE, NULL, REPORTING, NULL);
    vmb_freertos_run();
}
