/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A ring and calls of another context on one engine (turns.h). With HANDLER_HAS_RING=1 the handler
 * submits packets, and the program makes calls; otherwise the other way round.
 */
#include "turns.h"
#include "vambrace/engine_ring.h"

enum { BYTES = 43, COUNT = 4 };

static vmb_engine_ring_descriptor descriptors[COUNT];
static vmb_engine_ring ring;
static vmb_engine_ring_flow flow;
static uint8_t text[BYTES], out[COUNT][BYTES], tags[COUNT][16], called[BYTES], called_tag[16];
static uint8_t sealed[2][BYTES], made[2][16]; /* expected: of packets, of calls */
static vmb_aes128_ccm_key ccm;
static vmb_ascon_aead128_key ascon;
static unsigned next, taken;

static int packet(void)
{
    const unsigned n = next % COUNT;
    int status = vmb_engine_ring_submit(&flow, out[n], tags[n], text, text, 9, text, BYTES);

    next += status == VMB_OK;
    return status;
}

/* Reaps packets that have ended: 0, or the number of the error. */
static int reaped(void)
{
    vmb_engine_packet_result r;
    unsigned n, i;
    int status;

    while ((status = vmb_engine_ring_reap(&ring, &r)) == VMB_OK) {
        n = taken++ % COUNT;
        if (r.status != VMB_OK || r.out != out[n])
            return CALL_FAILED;
        if (differ(out[n], sealed[0], BYTES) || differ(tags[n], made[0], 16))
            return OTHER_RESULT;
        for (i = 0; i < BYTES; i++) {
            out[n][i] = 0;
        }
    }
    return status == VMB_ERR_STATE ? 0 : CALL_FAILED;
}

static int ring_turn(void)
{
    int status, first = packet(), second = packet();

    if ((first != VMB_OK && first != VMB_ERR_LIMIT) || (second != VMB_OK && second != VMB_ERR_LIMIT))
        return CALL_FAILED;
    if (vmb_engine_ring_kick(&ring) != VMB_OK)
        return CALL_FAILED;
    do {
        status = reaped();
    } while (!HANDLER_HAS_RING && status == 0 && taken != next);
    return status;
}

static int call_turn(void)
{
    return vmb_ascon_aead128_seal(&ascon, called, called_tag, 16, text, 16, text, 25, text, BYTES);
}

static int call_right(void)
{
    int right = !differ(called, sealed[1], BYTES) && !differ(called_tag, made[1], 16);

    called[0] = 0;
    return right;
}

static int always(void)
{
    return 1;
}

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    serve(cause, pc, value);
    if (HANDLER_HAS_RING ? ring_turn() != 0 : call_turn() != VMB_OK) {
        wrong = HANDLER_FAILED;
    } else if (!HANDLER_HAS_RING && !call_right()) {
        wrong = HANDLERS_OTHER_RESULT;
    }
    return pc;
}

int main(void)
{
    unsigned i;
    int status;

    for (i = 0; i < BYTES; i++) {
        text[i] = (uint8_t)(11 * i);
    }
    if (vmb_aes128_ccm_init(&ccm, text, 16) != VMB_OK || vmb_ascon_aead128_init(&ascon, text, 16) != VMB_OK)
        return 90;
    if (vmb_aes128_ccm_seal(&ccm, sealed[0], made[0], 16, text, 13, text, 9, text, BYTES) != VMB_OK)
        return 91;
    if (vmb_ascon_aead128_seal(&ascon, sealed[1], made[1], 16, text, 16, text, 25, text, BYTES) != VMB_OK)
        return 92;
    if (vmb_engine_ring_init(&ring, descriptors, COUNT, 0) != VMB_OK)
        return 93;
    if (vmb_engine_ring_flow_init(&flow, &ring, VMB_ENGINE_RING_AES128_CCM, 0, &ccm, 13, 16) != VMB_OK)
        return 95;
    status = HANDLER_HAS_RING ? turns(call_turn, call_right) : turns(ring_turn, always);
    __asm__ volatile("csrci mstatus, 8");
    while (status == 0 && taken != next) {
        status = reaped();
    }
    return status != 0 ? status : next > TURNS / 2 ? 0 : 94;
}
