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
static vmb_ascon_aead128_key key, slot;
static uint8_t bytes[32] = {1, 2, 3}, nonce[16], ad[AD], text[BYTES], sealed[BYTES], tag[16], out[8][BYTES],
               made[8][16];

/* A packet that seals: number n. */
static vmb_engine_packet packet(unsigned n)
{
    const vmb_engine_packet p = {
        VMB_ENGINE_RING_ASCON_AEAD128, 0, &key, nonce, 16, ad, AD, text, BYTES, out[n], made[n], 16, &out[n]};

    return p;
}

/* The same, opened: `wrong` changes its tag. */
static vmb_engine_packet opening(unsigned n, unsigned wrong)
{
    vmb_engine_packet p = packet(n);
    unsigned i;

    for (i = 0; i < 16; i++) {
        made[n][i] = tag[i];
    }
    made[n][5] ^= (uint8_t)wrong;
    p.open = 1;
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

static int submit(vmb_engine_packet p)
{
    return vmb_engine_ring_submit(&ring, &p);
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
    return r.user == &out[n] ? r.status : 2;
}

static int wrong_arguments(void)
{
    vmb_engine_packet_result r;
    vmb_engine_packet p;

    CHECK(vmb_engine_ring_submit(&ring, NULL) == VMB_ERR_STATE && vmb_engine_ring_kick(&ring) == VMB_ERR_STATE);
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

    CHECK(vmb_engine_ring_submit(NULL, &p) == VMB_ERR_ARGUMENT &&
          vmb_engine_ring_submit(&ring, NULL) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_kick(NULL) == VMB_ERR_ARGUMENT && vmb_engine_ring_stop(NULL) == VMB_ERR_ARGUMENT);
    CHECK(vmb_engine_ring_reap(NULL, &r) == VMB_ERR_ARGUMENT && vmb_engine_ring_reap(&ring, NULL) == VMB_ERR_ARGUMENT);
#define WRONG(field, value, status)                                               \
    do {                                                                          \
        p = packet(0);                                                            \
        p.field = value;                                                          \
        CHECK(submit(p) == (status) && ring.submitted == 0 && out[0][0] == 0xee); \
    } while (0)
    mark();
    WRONG(algorithm, 11, VMB_ERR_ARGUMENT);
    WRONG(algorithm, VMB_ENGINE_RING_AES128_GCM, VMB_ERR_ARGUMENT); /* not in this build */
    WRONG(open, 2, VMB_ERR_ARGUMENT);
    WRONG(key, NULL, VMB_ERR_ARGUMENT);
    WRONG(nonce, NULL, VMB_ERR_ARGUMENT);
    WRONG(ad, NULL, VMB_ERR_ARGUMENT);
    WRONG(in, NULL, VMB_ERR_ARGUMENT);
    WRONG(in, out[0] + 1, VMB_ERR_ARGUMENT);
    WRONG(out, NULL, VMB_ERR_ARGUMENT);
    WRONG(out, (uint8_t *)&descriptors[3], VMB_ERR_ARGUMENT);
    WRONG(out, (uint8_t *)&ring - BYTES + 1, VMB_ERR_ARGUMENT);
    WRONG(tag, NULL, VMB_ERR_ARGUMENT);
    WRONG(tag, out[0] + 3, VMB_ERR_ARGUMENT);
    WRONG(tag, (uint8_t *)&descriptors[0], VMB_ERR_ARGUMENT);
    WRONG(nonce_len, 15, VMB_ERR_LENGTH);
    WRONG(tag_len, 12, VMB_ERR_LENGTH);
    WRONG(len, VMB_MAX_BYTES + 1u, VMB_ERR_LENGTH);
    WRONG(ad_len, VMB_MAX_BYTES + 1u, VMB_ERR_LENGTH);
    WRONG(key, bytes, VMB_ERR_STATE);
    WRONG(algorithm, VMB_ENGINE_RING_ASCON128, VMB_ERR_STATE); /* a key of another algorithm */
    CHECK(vmb_engine_ring_kick(&ring) == VMB_OK && vmb_engine_ring_reap(&ring, &r) == VMB_ERR_STATE);

    /* The lengths of other algorithms; with them right, only the key is wrong. */
#define LENGTHS(which, nonces, tags, bytes_of_text, status) \
    do {                                                    \
        p = packet(0);                                      \
        p.algorithm = which;                                \
        p.nonce_len = nonces;                               \
        p.tag_len = tags;                                   \
        p.len = bytes_of_text;                              \
        CHECK(submit(p) == (status));                       \
    } while (0)
    LENGTHS(VMB_ENGINE_RING_CHACHA20_POLY1305, 12, 16, 9, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_CHACHA20_POLY1305, 13, 16, 9, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_CHACHA20_POLY1305, 12, 15, 9, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 7, 4, 9, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_AES192_CCM, 13, 16, 9, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 6, 16, 9, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES256_CCM, 14, 16, 9, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 13, 2, 9, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 13, 7, 9, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 13, 18, 9, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_AES128_CCM, 13, 16, 65536, VMB_ERR_LENGTH);
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128_OPTIONS, 16, 8, 9, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128_OPTIONS, 16, VMB_SHORT_TAG(4), 9, VMB_ERR_STATE);
    LENGTHS(VMB_ENGINE_RING_ASCON_AEAD128_OPTIONS, 16, 4, 9, VMB_ERR_LENGTH);
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
    CHECK((REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) == 0 && ring.head == 5);
    CHECK(ended(0) == VMB_OK && ended(1) == VMB_OK && ended(2) == VMB_OK && ring.head == 8);
    for (n = 0; n < 4; n++) {
        CHECK(!differ(out[n], sealed, BYTES) && !differ(made[n], tag, 16));
    }
    return 0;
}

/* A packet fails: the others do not, and nothing of it is released. */
static int failures(void)
{
    vmb_engine_packet p;

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
    p.key = &slot;
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
    static int (*const cases[])(void) = {wrong_arguments, full, calls, failures, pauses, closing};
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
