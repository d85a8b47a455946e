/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Errors of a ring: wrong arguments, a full ring, packets that fail, pauses, bus errors, POLICY, the
 * end of a ring with packets in it. Ends with 0, or the line of a wrong result.
 */
#include "vambrace/aead.h"
#include "vambrace/engine.h"
#include "vambrace/engine_regs.h"
#include "vambrace/engine_ring.h"
#include "vambrace/engine_ring_regs.h"
#include "vmb_sim.h"

enum { COUNT = 4, BYTES = 86, AD = 25 };

#define NOWHERE ((uint8_t *)0x40000000)
#define REG(name) (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_##name))
#define CHECK(condition)     \
    do {                     \
        if (!(condition)) {  \
            return __LINE__; \
        }                    \
    } while (0)

static vmb_engine_ring_descriptor descriptors[COUNT];
static vmb_engine_ring ring, other;
static vmb_engine_ring_flow sealing, opening_flow, slots, closed;
static vmb_ascon_aead128_key key, slot, wiped;
static vmb_aes128_ccm_key ccm;
static const uint32_t nothing[16]; /* no key object */
static uint8_t bytes[32] = {1, 2, 3}, nonce[16], ad[AD], text[BYTES], sealed[BYTES], tag[16], out[8][BYTES],
               made[8][16], frame[16 + AD + BYTES + 16];

/* The arguments of a submission. */
typedef struct {
    const vmb_engine_ring_flow *flow;
    uint8_t *out, *tag;
    const uint8_t *nonce, *ad;
    size_t ad_len;
    const uint8_t *in;
    size_t len;
} packet_type;

/* A packet that seals: number n. */
static packet_type packet(unsigned n)
{
    const packet_type p = {&sealing, out[n], made[n], nonce, ad, AD, text, BYTES};

    return p;
}

/* One in a frame: nonce, associated data, message, tag. */
static packet_type framed(unsigned n)
{
    const packet_type p = {&sealing, frame + 16 + AD, frame + 16 + AD + BYTES, frame, frame + 16, AD, frame + 16 + AD,
                           BYTES};

    (void)n;
    return p;
}

/* The same, opened: `wrong` changes its tag. */
static packet_type opening(unsigned n, unsigned wrong)
{
    packet_type p = packet(n);
    unsigned i;

    for (i = 0; i < 16; i++) {
        made[n][i] = tag[i];
    }
    made[n][5] ^= (uint8_t)wrong;
    p.flow = &opening_flow;
    p.in = sealed;
    return p;
}

static int differ(const uint8_t *a, const uint8_t *b, unsigned n)
{
    unsigned i;

    for (i = 0; i < n && a[i] == b[i]; i++) {
    }
    return i != n;
}

static int is_zero(const uint8_t *a, unsigned n)
{
    unsigned i;

    for (i = 0; i < n && a[i] == 0; i++) {
    }
    return i == n;
}

static void mark(void)
{
    unsigned n, i;

    for (n = 0; n < 8; n++) {
        for (i = 0; i < BYTES; i++) {
            out[n][i] = 0xee;
        }
    }
}

static int submit(packet_type p)
{
    return vmb_engine_ring_submit(p.flow, p.out, p.tag, p.nonce, p.ad, p.ad_len, p.in, p.len);
}

static int flow_of(vmb_engine_ring_flow *flow, uint32_t open, const void *with)
{
    return vmb_engine_ring_flow_init(flow, &ring, VMB_ENGINE_RING_ASCON_AEAD128, open, with, 16, 16);
}

/* Waits for a packet: its status, 1 if the ring has paused, or 2 if it is another packet than n. */
static int ended(unsigned n)
{
    vmb_engine_packet_result r;
    int status;

    while ((status = vmb_engine_ring_reap(&ring, &r)) == VMB_ERR_STATE) {
    }
    if (status != VMB_OK) {
        return status == VMB_ERR_DEVICE ? 1 : status;
    }
    return r.out == out[n] ? r.status : 2;
}

static int wrong_arguments(void)
{
    vmb_engine_packet_result r;
    packet_type p;

    CHECK(submit(packet(0)) == VMB_ERR_STATE && vmb_engine_ring_kick(&ring) == VMB_ERR_STATE);
    CHECK(submit(framed(0)) == VMB_ERR_STATE && flow_of(&sealing, 0, &key) == VMB_ERR_STATE);
    CHECK(vmb_engine_ring_reap(&ring, &r) == VMB_ERR_STATE && vmb_engine_ring_stop(&ring) == VMB_ERR_STATE);
    vmb_engine_ring_close(&ring);
    vmb_engine_ring_close(NULL);
    CHECK(vmb_engine_ring_init(&ring, descriptors, 0, 0) == VMB_ERR_LENGTH);
    CHECK(vmb_engine_ring_init(&ring, descriptors, 3, 0) == VMB_ERR_LENGTH);
    CHECK(vmb_engine_ring_init(&ring, descriptors, 65536, 0) == VMB_ERR_LENGTH);
    CHECK(vmb_engine_ring_init(NULL, descriptors, COUNT, 0) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_init(&ring, NULL, COUNT, 0) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_init(&ring, descriptors, COUNT, 4) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_init(&ring, (void *)((uint8_t *)descriptors + 32), 2, 0) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_init((void *)&descriptors[1], descriptors, COUNT, 0) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_init(&ring, descriptors, COUNT, 0) == VMB_OK);

    CHECK(vmb_engine_ring_kick(NULL) == VMB_ERR_ARGUMENT && vmb_engine_ring_stop(NULL) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_reap(NULL, &r) == VMB_ERR_ARGUMENT && vmb_engine_ring_reap(&ring, NULL) == VMB_ERR_ARGUMENT);

#define FLOW(flow, its_ring, algorithm, open, with, nonces, tags, status)                                   \
    do {                                                                                                    \
        CHECK(vmb_engine_ring_flow_init(flow, its_ring, algorithm, open, with, nonces, tags) == (status) && \
              closed.ring == NULL);                                                                         \
    } while (0)
    FLOW(NULL, &ring, 0, 0, &key, 16, 16, VMB_ERR_ARGUMENT);
    FLOW(&closed, NULL, 0, 0, &key, 16, 16, VMB_ERR_ARGUMENT);
    FLOW(&closed, &other, 0, 0, &key, 16, 16, VMB_ERR_STATE);
    FLOW(&closed, &ring, 11, 0, &key, 16, 16, VMB_ERR_ARGUMENT);
    FLOW(&closed, &ring, VMB_ENGINE_RING_AES128_GCM, 0, &key, 12, 16, VMB_ERR_ARGUMENT); /* not in this build */
    FLOW(&closed, &ring, 0, 2, &key, 16, 16, VMB_ERR_ARGUMENT);
    FLOW(&closed, &ring, 0, 0, NULL, 16, 16, VMB_ERR_ARGUMENT);
    FLOW((void *)&key, &ring, 0, 0, &key, 16, 16, VMB_ERR_ARGUMENT);
    FLOW((void *)&ring, &ring, 0, 0, &key, 16, 16, VMB_ERR_ARGUMENT);
    FLOW((void *)&descriptors[1], &ring, 0, 0, &key, 16, 16, VMB_ERR_ARGUMENT);
    FLOW(&closed, &ring, 0, 0, nothing, 16, 16, VMB_ERR_STATE);
    FLOW(&closed, &ring, VMB_ENGINE_RING_ASCON128, 0, &key, 16, 16, VMB_ERR_STATE); /* a key of another algorithm */
    /* The lengths of other algorithms; with them right, only the key is wrong. */
#define LENGTHS(which, nonces, tags, status) FLOW(&closed, &ring, which, 0, nothing, nonces, tags, status)
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128, 15, 16, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128, 16, 12, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_CHACHA20_POLY1305, 12, 16, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_CHACHA20_POLY1305, 13, 16, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_CHACHA20_POLY1305, 12, 15, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 7, 4, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_AES192_CCM, 13, 16, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 6, 16, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES256_CCM, 14, 16, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 13, 2, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 13, 7, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 13, 18, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128_OPTIONS, 16, 8, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128_OPTIONS, 16, VMB_SHORT_TAG(4), VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128_OPTIONS, 16, 4, VMB_ERR_LENGTH);

    CHECK(submit(packet(0)) == VMB_ERR_STATE && submit(framed(0)) == VMB_ERR_STATE); /* no flow yet */
    CHECK(flow_of(&sealing, 0, &key) == VMB_OK && flow_of(&opening_flow, 1, &key) == VMB_OK);
    CHECK(flow_of(&slots, 0, &slot) == VMB_OK);
#define WRONG_OF(make, field, value, status)                 \
    do {                                                     \
        p = make(0);                                         \
        p.field = value;                                     \
        CHECK(submit(p) == (status) && ring.submitted == 0); \
        CHECK(out[0][0] == 0xee && frame[16 + AD] == 0);     \
    } while (0)
#define WRONG(field, value, status)             \
    do {                                        \
        WRONG_OF(packet, field, value, status); \
        WRONG_OF(framed, field, value, status); \
    } while (0)
    mark();
    WRONG(flow, NULL, VMB_ERR_ARGUMENT);
    WRONG(flow, &closed, VMB_ERR_STATE);
    WRONG(nonce, NULL, VMB_ERR_ARGUMENT);
    WRONG(nonce, p.out - 15, VMB_ERR_ARGUMENT);
    WRONG(nonce, p.out + BYTES - 1, VMB_ERR_ARGUMENT);
    WRONG(nonce, p.tag + 15, VMB_ERR_ARGUMENT);
    WRONG(ad, NULL, VMB_ERR_ARGUMENT);
    WRONG(ad, p.out - AD + 1, VMB_ERR_ARGUMENT);
    WRONG(ad, p.tag + 15, VMB_ERR_ARGUMENT);
    WRONG(in, NULL, VMB_ERR_ARGUMENT);
    WRONG(in, p.out + 1, VMB_ERR_ARGUMENT);
    WRONG(in, p.tag - BYTES + 1, VMB_ERR_ARGUMENT);
    WRONG(out, NULL, VMB_ERR_ARGUMENT);
    WRONG(out, (uint8_t *)&descriptors[3], VMB_ERR_ARGUMENT);
    WRONG(out, (uint8_t *)&ring - BYTES + 1, VMB_ERR_ARGUMENT);
    WRONG(out, (uint8_t *)&key - BYTES + 1, VMB_ERR_ARGUMENT);
    WRONG(tag, NULL, VMB_ERR_ARGUMENT);
    WRONG(tag, p.out + 3, VMB_ERR_ARGUMENT);
    WRONG(tag, (uint8_t *)&descriptors[0], VMB_ERR_ARGUMENT);
    WRONG(tag, (uint8_t *)&ring + 1, VMB_ERR_ARGUMENT);
    WRONG(tag, (uint8_t *)&key + 1, VMB_ERR_ARGUMENT);
    WRONG(len, VMB_MAX_BYTES + 1u, VMB_ERR_LENGTH);
    WRONG(ad_len, VMB_MAX_BYTES + 1u, VMB_ERR_LENGTH);
    /* In place, with the tag after the message, and one of them where it must not be. */
#define IN_PLACE(where, status)                              \
    do {                                                     \
        p = framed(0);                                       \
        p.out = (uint8_t *)(where);                          \
        p.in = p.out;                                        \
        p.tag = p.out + BYTES;                               \
        CHECK(submit(p) == (status) && ring.submitted == 0); \
    } while (0)
    IN_PLACE(NULL, VMB_ERR_ARGUMENT);
    IN_PLACE(&descriptors[3], VMB_ERR_ARGUMENT);
    IN_PLACE((uint8_t *)descriptors - BYTES - 15, VMB_ERR_ARGUMENT);
    IN_PLACE((uint8_t *)(&ring + 1) - 1, VMB_ERR_ARGUMENT);
    IN_PLACE((uint8_t *)&ring - BYTES - 15, VMB_ERR_ARGUMENT);
    IN_PLACE((uint8_t *)(&key + 1) - 1, VMB_ERR_ARGUMENT);
    IN_PLACE((uint8_t *)&key - BYTES - 15, VMB_ERR_ARGUMENT);
    IN_PLACE(frame + 15, VMB_ERR_ARGUMENT);
    IN_PLACE(frame + 16 + AD - 1, VMB_ERR_ARGUMENT);
    CHECK(vmb_ascon_aead128_init(&wiped, bytes, 16) == VMB_OK && flow_of(&closed, 0, &wiped) == VMB_OK);
    vmb_ascon_aead128_wipe(&wiped);
    WRONG(flow, &closed, VMB_ERR_STATE);
    CHECK(vmb_aes128_ccm_init(&ccm, bytes, 16) == VMB_OK);
    CHECK(vmb_engine_ring_flow_init(&closed, &ring, VMB_ENGINE_RING_AES128_CCM, 0, &ccm, 13, 16) == VMB_OK);
    p = framed(0);
    p.flow = &closed;
    p.len = 65536;
    CHECK(submit(p) == VMB_ERR_LENGTH);
    p.tag = p.out + p.len;
    CHECK(submit(p) == VMB_ERR_LENGTH);
    CHECK(vmb_engine_ring_kick(&ring) == VMB_OK && vmb_engine_ring_reap(&ring, &r) == VMB_ERR_STATE);
    return 0;
}

/* Packets without associated data or message, also at null. */
static int empty(void)
{
    vmb_engine_packet_result r;
    packet_type p;
    unsigned n;

    for (n = 0; n < 8; n++) {
        p = (n & 4) != 0 ? framed(0) : packet(0);
        if ((n & 1) != 0) {
            p.ad = NULL;
            p.ad_len = 0;
        }
        if ((n & 2) != 0) {
            p.out = (n & 4) != 0 ? p.tag : NULL;
            p.in = p.out;
            p.len = 0;
        }
        CHECK(submit(p) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK);
        while (vmb_engine_ring_reap(&ring, &r) == VMB_ERR_STATE) {
        }
        CHECK(r.status == VMB_OK && r.out == p.out);
        CHECK(vmb_ascon_aead128_seal(&key, out[1], made[1], 16, p.nonce, 16, p.ad, p.ad_len, text, p.len) == VMB_OK);
        CHECK((n & 4) != 0 || (!differ(made[0], made[1], 16) && !differ(out[0], out[1], (unsigned)p.len)));
    }
    return 0;
}

static int full(void)
{
    unsigned n;

    for (n = 0; n < COUNT; n++) {
        CHECK(submit(packet(n)) == VMB_OK);
    }
    CHECK(submit(packet(4)) == VMB_ERR_LIMIT && vmb_engine_ring_kick(&ring) == VMB_OK);
    CHECK(ended(0) == VMB_OK && submit(packet(4)) == VMB_OK && submit(packet(5)) == VMB_ERR_LIMIT);
    CHECK(ended(1) == VMB_OK && ended(2) == VMB_OK && ended(3) == VMB_OK);
    CHECK(vmb_engine_ring_kick(&ring) == VMB_OK && ended(4) == VMB_OK);
    for (n = 0; n < 5; n++) {
        CHECK(!differ(out[n], sealed, BYTES) && !differ(made[n], tag, 16));
    }
    return 0;
}

/* A call waits for the ring, and the ring for a call. */
static int calls(void)
{
    unsigned n;

    mark();
    for (n = 0; n < 3; n++) {
        CHECK(submit(packet(n)) == VMB_OK);
    }
    CHECK(vmb_engine_ring_kick(&ring) == VMB_OK && (REG(STATUS) & VMB_ENGINE_REG_STATUS_BUSY_MASK) != 0);
    CHECK(vmb_ascon_aead128_seal(&key, out[3], made[3], 16, nonce, 16, ad, AD, text, BYTES) == VMB_OK);
    CHECK((REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) == 0 && ring.head == 13);
    CHECK(ended(0) == VMB_OK && ended(1) == VMB_OK && ended(2) == VMB_OK && ring.head == 16);
    for (n = 0; n < 4; n++) {
        CHECK(!differ(out[n], sealed, BYTES) && !differ(made[n], tag, 16));
    }
    return 0;
}

/* A packet fails: the others do not, and nothing of it is released. */
static int failures(void)
{
    packet_type p;

    mark();
    CHECK(submit(opening(0, 0)) == VMB_OK && submit(opening(1, 8)) == VMB_OK);
    p = packet(2);
    p.in = NOWHERE;
    CHECK(submit(p) == VMB_OK && submit(opening(3, 0)) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK);
    CHECK(ended(0) == VMB_OK && ended(1) == VMB_ERR_TAG && ended(2) == VMB_ERR_DEVICE && ended(3) == VMB_OK);
    CHECK(!differ(out[0], text, BYTES) && is_zero(out[1], BYTES) && is_zero(out[2], BYTES) && is_zero(made[2], 16));
    CHECK(!differ(out[3], text, BYTES));

    CHECK(vmb_engine_allow(VMB_ENGINE_ALLOW_EARLY) == VMB_OK); /* keys in slots alone */
    mark();
    p = packet(1);
    p.flow = &slots;
    CHECK(submit(packet(0)) == VMB_OK && submit(p) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK);
    CHECK(ended(0) == VMB_ERR_DEVICE && is_zero(out[0], BYTES) && is_zero(made[0], 16));
    CHECK(ended(1) == VMB_OK && !differ(out[1], sealed, BYTES) && !differ(made[1], tag, 16));
    CHECK(vmb_engine_allow(VMB_ENGINE_ALLOW_EARLY | VMB_ENGINE_ALLOW_MEMORY_KEYS) == VMB_OK);
    return 0;
}

/* Pauses: after an error, by the program, and after a bus error at a descriptor. */
static int pauses(void)
{
    vmb_engine_packet_result r;

    vmb_engine_ring_close(&ring);
    CHECK(vmb_engine_ring_init(&ring, descriptors, COUNT, VMB_ENGINE_RING_STOP) == VMB_OK);
    mark();
    CHECK(submit(opening(0, 0)) == VMB_OK && submit(opening(1, 1)) == VMB_OK && submit(opening(2, 0)) == VMB_OK);
    CHECK(vmb_engine_ring_kick(&ring) == VMB_OK && ended(0) == VMB_OK && ended(1) == VMB_ERR_TAG && ended(2) == 1);
    CHECK(is_zero(out[1], BYTES) && out[2][0] == 0xee && vmb_engine_ring_reap(&ring, &r) == VMB_ERR_DEVICE);
    CHECK(vmb_engine_ring_init(&other, descriptors, COUNT, 0) == VMB_OK); /* this one is disabled */
    CHECK(vmb_engine_ring_init(&ring, descriptors, COUNT, VMB_ENGINE_RING_STOP) == VMB_OK);
    CHECK(submit(opening(2, 0)) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK);
    CHECK(vmb_engine_ring_init(&other, descriptors, COUNT, 0) == VMB_ERR_DEVICE);
    CHECK(ended(2) == VMB_OK && !differ(out[2], text, BYTES));

    mark();
    CHECK(submit(packet(0)) == VMB_OK && submit(packet(1)) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK);
    CHECK(vmb_engine_ring_stop(&ring) == VMB_OK && ended(0) == VMB_OK && ended(1) == 1 && out[1][0] == 0xee);
    CHECK(submit(packet(2)) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK);
    CHECK(ended(1) == VMB_OK && ended(2) == VMB_OK && !differ(out[2], sealed, BYTES));

    vmb_engine_ring_close(&ring);
    CHECK(vmb_engine_ring_init(&ring, descriptors, COUNT, 0) == VMB_OK);
    REG(RING_ADDR) = (uint32_t)(uintptr_t)NOWHERE;
    mark();
    CHECK(submit(packet(0)) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK && ended(0) == 1 && ended(0) == 1);
    CHECK((REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ERROR_MASK) == 2u << VMB_ENGINE_REG_RING_STATUS_ERROR_SHIFT);
    REG(RING_ADDR) = (uint32_t)(uintptr_t)descriptors;
    CHECK(vmb_engine_ring_kick(&ring) == VMB_OK && ended(0) == VMB_OK && !differ(out[0], sealed, BYTES));
    return 0;
}

/* The end with packets that run, wait, and were not started. */
static int closing(void)
{
    unsigned i;

    mark();
    for (i = 0; i < 3; i++) {
        CHECK(submit(packet(i)) == VMB_OK);
    }
    CHECK(vmb_engine_ring_kick(&ring) == VMB_OK && submit(packet(3)) == VMB_OK);
    made[3][0] = 1;
    vmb_engine_ring_close(&ring);
    CHECK((REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) == 0 && REG(RING_TAIL) == 0);
    for (i = 0; i < 4; i++) {
        CHECK(is_zero(out[i], BYTES) && is_zero(made[i], 16));
    }
    CHECK(out[4][0] == 0xee && is_zero((uint8_t *)descriptors, sizeof descriptors));
    CHECK(is_zero((uint8_t *)&ring, sizeof ring) && submit(packet(0)) == VMB_ERR_STATE);
    CHECK(vmb_ascon_aead128_seal(&key, out[3], made[3], 16, nonce, 16, ad, AD, text, BYTES) == VMB_OK);
    CHECK(!differ(out[3], sealed, BYTES));
    CHECK(vmb_engine_ring_init(&ring, descriptors, 1, 0) == VMB_OK && submit(packet(0)) == VMB_OK);
    CHECK(submit(packet(1)) == VMB_ERR_LIMIT && vmb_engine_ring_kick(&ring) == VMB_OK && ended(0) == VMB_OK);
    CHECK(submit(packet(1)) == VMB_OK && vmb_engine_ring_kick(&ring) == VMB_OK && ended(1) == VMB_OK);
    return 0;
}

int main(void)
{
    static int (*const cases[])(void) = {wrong_arguments, empty, full, calls, failures, pauses, closing};
    unsigned i;
    int line;

    for (i = 0; i < BYTES; i++) {
        text[i] = (uint8_t)(7 * i + 1);
    }
    CHECK(vmb_engine_check() == VMB_OK && vmb_engine_load_key(1, bytes, 16) == VMB_OK);
    CHECK(vmb_ascon_aead128_init(&key, bytes, 16) == VMB_OK && vmb_ascon_aead128_init_slot(&slot, 1) == VMB_OK);
    CHECK(vmb_ascon_aead128_seal(&key, sealed, tag, 16, nonce, 16, ad, AD, text, BYTES) == VMB_OK);
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        line = cases[i]();
        if (line != 0) {
            return line;
        }
    }
    return 0;
}
