/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * 64 packets of 25 and 86 bytes, sealed and then opened in place, some of them with a changed tag.
 * With VMB_ENGINE_RING through a ring of COUNT descriptors, half of the keys in slots; otherwise by
 * calls. Both leave the same in `results`: of each packet the status and outputs, sealed and opened.
 */
#include "vambrace/aead.h"
#include "vambrace/engine.h"
#include "vambrace/engine_ring.h"

enum { PACKETS = 64, AD = 25, BYTES = 86, KINDS = 5 };

typedef struct {
    uint8_t nonce[16], ad[AD], text[BYTES], tag[16];
    int status;
} message;

static message messages[PACKETS];
message results[2][PACKETS];
static uint8_t bytes[32];
static vmb_ascon_aead128_key aead128[2];
static vmb_ascon128_key ascon128[2];
static vmb_chacha20_poly1305_key chacha[2];
static vmb_aes128_ccm_key ccm128[2];
static vmb_aes256_ccm_key ccm256[2];
static const uint8_t nonces[KINDS] = {16, 16, 12, 13, 12}, tags[KINDS] = {16, 16, 16, 8, 16};

static void fill(uint8_t *p, size_t n, unsigned first)
{
    while (n-- != 0) {
        *p++ = (uint8_t)first;
        first += 37;
    }
}

#define INIT(name, object, size) (name##_init(&(object)[0], bytes, size) | name##_init(&(object)[1], bytes, size))

static int init(void)
{
    int status;

    fill(bytes, 32, 3);
    status = INIT(vmb_ascon_aead128, aead128, 16) | INIT(vmb_ascon128, ascon128, 16) |
             INIT(vmb_chacha20_poly1305, chacha, 32) | INIT(vmb_aes128_ccm, ccm128, 16) |
             INIT(vmb_aes256_ccm, ccm256, 32);
#if VMB_ENGINE_RING
    status |= vmb_engine_check() | vmb_engine_load_key(1, bytes, 16) | vmb_engine_load_key(2, bytes, 32);
    status |= vmb_ascon_aead128_init_slot(&aead128[1], 1) | vmb_ascon128_init_slot(&ascon128[1], 1) |
              vmb_chacha20_poly1305_init_slot(&chacha[1], 2) | vmb_aes128_ccm_init_slot(&ccm128[1], 1) |
              vmb_aes256_ccm_init_slot(&ccm256[1], 2);
#endif
    return status;
}

#if VMB_ENGINE_RING

static vmb_engine_ring_descriptor descriptors[COUNT];
static vmb_engine_ring ring;

static vmb_engine_ring_flow flows[2][2][KINDS];

static int init_flows(void)
{
    static const uint32_t algorithms[KINDS] = {VMB_ENGINE_RING_ASCON_AEAD128, VMB_ENGINE_RING_ASCON128,
                                               VMB_ENGINE_RING_CHACHA20_POLY1305, VMB_ENGINE_RING_AES128_CCM,
                                               VMB_ENGINE_RING_AES256_CCM};
    unsigned i;
    int status = VMB_OK;

    for (i = 0; i < 4 * KINDS; i++) {
        const unsigned k = i % KINDS, slot = i / KINDS % 2;
        const void *keys[KINDS] = {&aead128[slot], &ascon128[slot], &chacha[slot], &ccm128[slot], &ccm256[slot]};
        const uint32_t open = i / (2 * KINDS);

        status |= vmb_engine_ring_flow_init(&flows[open][slot][k], &ring, algorithms[k], open, keys[k], nonces[k],
                                            tags[k]);
    }
    return status;
}

static int submit(unsigned i, uint32_t open)
{
    message *m = &messages[i];

    return vmb_engine_ring_submit(&flows[open][i / KINDS % 2][i % KINDS], m->text, m->tag, m->nonce, m->ad, AD, m->text,
                                  BYTES);
}

/* All packets, as many at a time as the ring has room for; the results of each in their order. */
static int all(uint32_t open)
{
    unsigned in = 0, out = 0, full = 0;
    vmb_engine_packet_result result;
    int status;

    while (out < PACKETS) {
        while (in < PACKETS && (status = submit(in, open)) == VMB_OK) {
            in++;
        }
        if (in < PACKETS) {
            full += status == VMB_ERR_LIMIT;
            if (status != VMB_ERR_LIMIT || in - out != COUNT)
                return 1;
        }
        if (vmb_engine_ring_kick(&ring) != VMB_OK)
            return 2;
        while ((status = vmb_engine_ring_reap(&ring, &result)) == VMB_OK) {
            if (result.out != messages[out].text)
                return 3;
            messages[out++].status = result.status;
        }
        if (status != VMB_ERR_STATE)
            return 4;
    }
    return full != 0 ? 0 : 5;
}

#else

#define CALL(name, object)                                                                                      \
    (open ? name##_open(&(object)[0], m->text, m->tag, tags[k], m->nonce, nonces[k], m->ad, AD, m->text, BYTES) \
          : name##_seal(&(object)[0], m->text, m->tag, tags[k], m->nonce, nonces[k], m->ad, AD, m->text, BYTES))

static int all(uint32_t open)
{
    unsigned i;

    for (i = 0; i < PACKETS; i++) {
        const unsigned k = i % KINDS;
        message *m = &messages[i];

        switch (k) {
        case 0:
            m->status = CALL(vmb_ascon_aead128, aead128);
            break;
        case 1:
            m->status = CALL(vmb_ascon128, ascon128);
            break;
        case 2:
            m->status = CALL(vmb_chacha20_poly1305, chacha);
            break;
        case 3:
            m->status = CALL(vmb_aes128_ccm, ccm128);
            break;
        default:
            m->status = CALL(vmb_aes256_ccm, ccm256);
            break;
        }
    }
    return 0;
}

#endif

int main(void)
{
    unsigned i;
    int status;

    if (init() != VMB_OK)
        return 90;
    for (i = 0; i < PACKETS; i++) {
        fill(messages[i].nonce, 16, 50 + i);
        fill(messages[i].ad, AD, 90 + i);
        fill(messages[i].text, BYTES, 130 + i);
    }
#if VMB_ENGINE_RING
    if (vmb_engine_ring_init(&ring, descriptors, COUNT, 0) != VMB_OK)
        return 91;
    if (init_flows() != VMB_OK)
        return 93;
#endif
    if ((status = all(0)) != 0)
        return status;
    for (i = 0; i < PACKETS; i++) {
        results[0][i] = messages[i];
        if (i % 7 == 3) {
            messages[i].tag[i % tags[i % KINDS]] ^= (uint8_t)(1u << i % 8);
        }
    }
    if ((status = all(1)) != 0)
        return 10 + status;
    for (i = 0; i < PACKETS; i++) {
        results[1][i] = messages[i];
    }
#if VMB_ENGINE_RING
    vmb_engine_ring_close(&ring);
    if (vmb_engine_ring_kick(&ring) != VMB_ERR_STATE)
        return 92;
#endif
    return 0;
}
