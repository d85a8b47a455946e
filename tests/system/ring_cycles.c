/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycles of 64 packets of 25 + BYTES bytes, sealed in place with Ascon-AEAD128, the tag after the
 * message, for rtl/ring/README.md: by calls; through a ring that is kicked once; through one that is
 * kicked after each packet; and of the core alone, which submits, kicks once, does something else, and
 * reaps.
 */
#include "vambrace/aead.h"
#include "vambrace/engine_ring.h"
#include "vambrace/engine_ring_regs.h"

enum { COUNT = 64, AD = 25 };

uint32_t cycles[4];

static vmb_engine_ring_descriptor descriptors[COUNT];
static vmb_engine_ring ring;
static vmb_engine_ring_flow flow;
static uint8_t nonces[COUNT][16], ad[COUNT][28], text[COUNT][BYTES + 16 + -BYTES % 4u]; /* word-aligned */
static vmb_ascon_aead128_key key;

static inline uint32_t now(void)
{
    uint32_t cycle;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycle) : : "memory");
    return cycle;
}

static int by_calls(void)
{
    unsigned n;

    for (n = 0; n < COUNT; n++) {
        if (vmb_ascon_aead128_seal(&key, text[n], text[n] + BYTES, 16, nonces[n], 16, ad[n], AD, text[n], BYTES) !=
            VMB_OK) {
            return 1;
        }
    }
    return 0;
}

/* Kicks after `every` packets; `otherwise` is what the core does until all have ended, if it does not reap. */
static int through_ring(unsigned every, uint32_t *otherwise)
{
    vmb_engine_packet_result r;
    uint32_t start;
    unsigned n, left = every;
    int status;

    for (n = 0; n < COUNT; n++) {
        if (vmb_engine_ring_submit(&flow, text[n], text[n] + BYTES, nonces[n], ad[n], AD, text[n], BYTES) != VMB_OK)
            return 1;
        if (--left == 0) {
            left = every;
            if (vmb_engine_ring_kick(&ring) != VMB_OK)
                return 2;
        }
    }
    if (otherwise != NULL) {
        start = now();
        while ((*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_RING_STATUS) &
                VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) != 0) {
        }
        *otherwise = now() - start;
    }
    for (n = 0; n < COUNT; n++) {
        while ((status = vmb_engine_ring_reap(&ring, &r)) == VMB_ERR_STATE) {
        }
        if (status != VMB_OK || r.status != VMB_OK)
            return 3;
    }
    return 0;
}

int main(void)
{
    uint32_t start, otherwise;

    if (vmb_ascon_aead128_init(&key, nonces[0], 16) != VMB_OK)
        return 90;
    if (vmb_engine_ring_init(&ring, descriptors, COUNT, 0) != VMB_OK)
        return 91;
    if (vmb_engine_ring_flow_init(&flow, &ring, VMB_ENGINE_RING_ASCON_AEAD128, 0, &key, 16, 16) != VMB_OK)
        return 96;
    start = now();
    if (by_calls() != 0)
        return 92;
    cycles[0] = now() - start;
    start = now();
    if (through_ring(COUNT, NULL) != 0)
        return 93;
    cycles[1] = now() - start;
    start = now();
    if (through_ring(1, NULL) != 0)
        return 94;
    cycles[2] = now() - start;
    start = now();
    if (through_ring(COUNT, &otherwise) != 0)
        return 95;
    cycles[3] = now() - start - otherwise;
    return 0;
}
