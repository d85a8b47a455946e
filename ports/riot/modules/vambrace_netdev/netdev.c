/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "iolist.h"
#include "link.h"
#include "plic.h"
#include "vambrace_netdev.h"

enum { LARGEST = 1514, INTERRUPT_PRIORITY = 3 }; /* LARGEST: of every link */

static netdev_t *device;
static bool link_reported;

static void interrupt(int source)
{
    (void)source;
    PACKETS(INTERRUPTS) = 0; /* until the thread has taken all frames */
    netdev_trigger_event_isr(device);
}

static int init(netdev_t *netdev)
{
    if (PACKETS(LINK) != vambrace_link_type)
        return -ENODEV;
    device = netdev;
    vambrace_link_init(netdev);
    plic_set_isr_cb(VMB_PLIC_SOURCE_PACKETS, interrupt);
    plic_set_priority(VMB_PLIC_SOURCE_PACKETS, INTERRUPT_PRIORITY);
    plic_enable_interrupt(VMB_PLIC_SOURCE_PACKETS);
    netdev_trigger_event_isr(netdev); /* its thread reports the link and enables the receiver */
    return 0;
}

static void isr(netdev_t *netdev)
{
    if (!link_reported) {
        link_reported = true;
        PACKETS(CONTROL) = 1;
        netdev->event_callback(netdev, NETDEV_EVENT_LINK_UP);
    }
    while (PACKETS(RX_LENGTH))
        netdev->event_callback(netdev, NETDEV_EVENT_RX_COMPLETE);
    PACKETS(INTERRUPTS) = VMB_PACKETS_WAITING;
}

static int send(netdev_t *netdev, const iolist_t *iolist)
{
    static uint32_t words[(LARGEST + 3) / 4];
    ssize_t length = iolist_to_buffer(iolist, words, LARGEST);

    (void)netdev;
    if (length < 0 || (uint32_t)length > PACKETS(MAX_FRAME))
        return -ENOBUFS;
    PACKETS(TX_LENGTH) = (uint32_t)length;
    for (ssize_t i = 0; i < (length + 3) / 4; i++)
        PACKETS(TX_DATA) = words[i];
    PACKETS(TX_SEND) = 1;
    return (int)length; /* the peer has it already */
}

static int confirm_send(netdev_t *netdev, void *info)
{
    (void)netdev;
    (void)info;
    return -EOPNOTSUPP; /* no frame is ever pending */
}

/* Copies a frame from the device, word by word, to any address. */
static void take(uint8_t *to, uint32_t length)
{
    for (uint32_t at = 0; at < length; at += 4) {
        uint32_t word = PACKETS(RX_DATA);
        memcpy(to + at, &word, length - at < 4 ? length - at : 4);
    }
}

static int recv(netdev_t *netdev, void *buffer, size_t length, void *info)
{
    uint32_t waits = PACKETS(RX_LENGTH);
    int result = (int)waits;

    (void)netdev;
    (void)info;
    if (!buffer && length == 0)
        return result;
    if (buffer && waits <= length)
        take(buffer, waits);
    else if (buffer)
        result = -ENOBUFS;
    PACKETS(RX_RELEASE) = 1;
    return result;
}

static const netdev_driver_t driver = {
    .send = send,
    .recv = recv,
    .init = init,
    .isr = isr,
    .get = vambrace_link_get,
    .set = vambrace_link_set,
    .confirm_send = confirm_send,
};

void vambrace_netdev_setup(vambrace_netdev_t *one)
{
    netdev_t *netdev = (netdev_t *)one;

    netdev->driver = &driver;
    netdev_register(netdev, NETDEV_ANY, 0);
}
