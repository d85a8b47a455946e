/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The interrupt of a ring: the program sleeps until all packets have ended, and again until the ring
 * has paused because of an error. Ends with 0, or the number of the error.
 */
#include "vambrace/aead.h"
#include "vambrace/engine_ring.h"
#include "vmb_sim.h"

enum { COUNT = 8, BYTES = 86 };

static vmb_engine_ring_descriptor descriptors[COUNT];
static vmb_engine_ring ring;
static vmb_engine_ring_flow flows[2];
static uint8_t text[BYTES], out[COUNT][BYTES], tag[16];
static vmb_ascon_aead128_key key;
static volatile unsigned seen, ended, failed;

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    vmb_engine_packet_result r;

    (void)value;
    if (cause != 0x8000000bu) {
        vmb_sim_exit(80);
    }
    vmb_engine_ring_acknowledge();
    seen++;
    while (vmb_engine_ring_reap(&ring, &r) == VMB_OK) {
        ended++;
        failed += r.status != VMB_OK;
    }
    return pc;
}

static int submit(unsigned n, uint32_t open)
{
    return vmb_engine_ring_submit(&flows[open], out[n], tag, text, text, 25, text, BYTES);
}

static void sleep_until(unsigned interrupts)
{
    while (seen != interrupts) {
        __asm__ volatile("csrci mstatus, 8" ::: "memory");
        if (seen != interrupts) {
            __asm__ volatile("wfi" ::: "memory");
        }
        __asm__ volatile("csrsi mstatus, 8" ::: "memory");
    }
}

int main(void)
{
    unsigned n;

    if (vmb_ascon_aead128_init(&key, text, 16) != VMB_OK)
        return 1;
    if (vmb_engine_ring_init(&ring, descriptors, COUNT, VMB_ENGINE_RING_IRQ | VMB_ENGINE_RING_STOP) != VMB_OK)
        return 2;
    for (n = 0; n < 2; n++) {
        if (vmb_engine_ring_flow_init(&flows[n], &ring, VMB_ENGINE_RING_ASCON_AEAD128, n, &key, 16, 16) != VMB_OK)
            return 10;
    }
    __asm__ volatile("csrs mie, %0; csrsi mstatus, 8" : : "r"(0x800) : "memory");
    for (n = 0; n < COUNT; n++) {
        if (submit(n, 0) != VMB_OK)
            return 3;
    }
    if (vmb_engine_ring_kick(&ring) != VMB_OK)
        return 4;
    sleep_until(1);
    if (ended != COUNT || failed != 0)
        return 5;
    tag[3] ^= 1;
    if (submit(0, 1) != VMB_OK || submit(1, 0) != VMB_OK || vmb_engine_ring_kick(&ring) != VMB_OK)
        return 6;
    sleep_until(2);
    if (ended != COUNT + 1 || failed != 1)
        return 7;
    if (vmb_engine_ring_kick(&ring) != VMB_OK)
        return 8;
    sleep_until(3);
    return ended == COUNT + 2 && failed == 1 ? 0 : 9;
}
