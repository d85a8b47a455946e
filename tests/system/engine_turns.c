/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Two contexts on one engine: the program and the handler of the timer's interrupt,
 * which comes after 1, 2, ... cycles of a call, so that it occurs at every point of it.
 * Both make the same calls repeatedly, whole and in pieces; their results must be
 * the same as without interrupts.
 *
 * With VMB_ENGINE_LOCK the program provides its own lock, which leaves interrupts on: the
 * handler makes no calls while it is taken, and sees the engine busy.
 *
 * Ends with 0, or the number of the error. TURNS: the number of delays; STEP: the cycles between two of them.
 */
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/engine.h"
#include "vambrace/hash.h"

#include "interrupted.h"

#define BYTES 75
#define BLOCKS 64 /* bytes of whole blocks, word-aligned */
#ifndef BLOCKS_ALONE
#define BLOCKS_ALONE 0 /* 1: no other calls */
#endif
#define MTIE 0x80u /* in mie: the timer's interrupt */

enum { CALL_FAILED = 1, OTHER_RESULT, HANDLER_FAILED, NOT_SERVED, ENABLED_ANOTHER, NOT_INSIDE, NESTED, NO_JOB_MET };

typedef struct {
    uint8_t sealed[BYTES + 16] __attribute__((aligned(4))); /* ciphertext and tag */
    uint8_t digest[32];
    uint8_t blocks[BLOCKS + 16] __attribute__((aligned(4))), opened[BLOCKS], stream[BLOCKS];
} results;

static uint8_t text[BYTES] __attribute__((aligned(4)));
static vmb_ascon_aead128_key ascon;
static vmb_chacha20_poly1305_key chacha;
static vmb_aes128_ccm_key ccm;
static vmb_aes128_key aes;
static results expected, found;
static results handlers_expected, handlers_found;
static volatile unsigned inside, met_a_job;
static unsigned wrong;

static int same(const results *a, const results *b)
{
    typedef uint32_t __attribute__((may_alias)) word;
    const word *x = (const void *)a, *y = (const void *)b;
    uint32_t i, differ = 0;

    for (i = 0; i < sizeof *a / 4; i++) { /* whole words: in static memory, padding between fields is 0 */
        differ |= x[i] ^ y[i];
    }
    return differ == 0;
}

/* Several messages: whole blocks in both directions, CTR with an unaligned counter, one in pieces; and a digest. */
static int calls(results *r)
{
    vmb_chacha20_poly1305_stream s;
    vmb_ascon_hash256_stream h;
    uint8_t tag[16], out[BYTES], counter[20] __attribute__((aligned(4))) = {9};
    int status;

    status = vmb_ascon_aead128_seal(&ascon, r->blocks, r->blocks + BLOCKS, 16, text, 16, NULL, 0, text, BLOCKS);
    status |= vmb_ascon_aead128_open(&ascon, r->opened, r->blocks + BLOCKS, 16, text, 16, NULL, 0, r->blocks, BLOCKS);
    status |= vmb_aes128_ctr(&aes, counter + 1, r->stream, text, BLOCKS);
    if (BLOCKS_ALONE) return status;
    status |= vmb_chacha20_poly1305_seal_start(&s, &chacha, text, 12);
    status |= vmb_chacha20_poly1305_ad(&s, text, 7);
    status |= vmb_chacha20_poly1305_update(&s, out, text, 20);
    status |= vmb_ascon_aead128_seal(&ascon, r->sealed, r->sealed + BYTES, 16, text, 16, text, 9, text, BYTES);
    status |= vmb_chacha20_poly1305_update(&s, out + 20, text + 20, BYTES - 20);
    status |= vmb_chacha20_poly1305_seal_finish(&s, tag, 16);
    status |= vmb_ascon_hash256_start(&h);
    status |= vmb_ascon_hash256_update(&h, out, BYTES);
    status |= vmb_ascon_hash256_update(&h, tag, 16);
    status |= vmb_ascon_hash256_finish(&h, r->digest, 32);
    return status;
}

/* A step of a message that continues from interrupt to interrupt, and a whole message. */
static int handlers_calls(results *r)
{
    static vmb_aes128_ccm_stream s;
    static unsigned step;
    uint8_t tag[16];
    int status = 0;

    switch (step++ % 4) {
    case 0:
        status = vmb_aes128_ccm_open_start(&s, &ccm, text, 13);
        status |= vmb_aes128_ccm_lengths(&s, 3, BYTES, 8);
        status |= vmb_aes128_ccm_ad(&s, text, 3);
        break;
    case 1: status = vmb_aes128_ccm_update(&s, r->sealed, text, 33); break;
    case 2: status = vmb_aes128_ccm_update(&s, r->sealed + 33, text + 33, BYTES - 33); break;
    default: status = vmb_aes128_ccm_open_finish(&s, text, 8) == VMB_ERR_TAG ? VMB_OK : CALL_FAILED; break;
    }
    status |= vmb_ascon_aead128_seal(&ascon, r->digest, tag, 16, text, 16, NULL, 0, text + 5, 32);
    return status;
}

#if VMB_ENGINE_LOCK
uint32_t vmb_engine_acquire(void)
{
    if (inside) {
        vmb_sim_exit(NESTED);
    }
    inside = 1;
    return 5;
}

void vmb_engine_release(uint32_t was)
{
    if (was != 5 || !inside) {
        vmb_sim_exit(NOT_INSIDE);
    }
    inside = 0;
}
#endif

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    serve(cause, pc, value);
    if (inside) {
#if VMB_ENGINE_PORT
        met_a_job += vmb_engine_get(13) & 1u; /* STATUS.busy */
#endif
    } else if (handlers_calls(&handlers_found) != VMB_OK) {
        wrong = HANDLER_FAILED;
    } else if (served % 4 == 3 && !same(&handlers_found, &handlers_expected) && !VMB_ENGINE_LOCK) {
        wrong = OTHER_RESULT + 10;
    }
    return pc;
}

int main(void)
{
    unsigned i, delay;
    uint32_t mie;

    for (i = 0; i < BYTES; i++) {
        text[i] = (uint8_t)(37 * i + 11);
    }
    if (vmb_ascon_aead128_init(&ascon, text + 1, 16) != VMB_OK || vmb_chacha20_poly1305_init(&chacha, text + 2, 32) != VMB_OK ||
        vmb_aes128_ccm_init(&ccm, text + 3, 16) != VMB_OK || vmb_aes128_init(&aes, text + 4, 16) != VMB_OK || calls(&expected) != VMB_OK) {
        return CALL_FAILED;
    }
    for (i = 0; i < 4; i++) {
        if (handlers_calls(&handlers_expected) != VMB_OK) {
            return HANDLER_FAILED;
        }
    }
    __asm__ volatile("csrs mie, %0" : : "r"(MTIE));
    __asm__ volatile("csrsi mstatus, 8");
    for (delay = 1; delay <= TURNS * STEP && wrong == 0; delay += STEP) {
        i = served;
        VMB_SIM_REGISTER(VMB_SIM_TIMER) = delay;
        if (calls(&found) != VMB_OK) {
            return CALL_FAILED;
        }
        if (!same(&found, &expected)) {
            return OTHER_RESULT;
        }
        if (served != i + 1) {
            return NOT_SERVED;
        }
        __asm__ volatile("csrr %0, mie" : "=r"(mie));
        if (mie != MTIE) {
            return ENABLED_ANOTHER;
        }
    }
    if (wrong != 0) {
        return (int)wrong;
    }
#if VMB_ENGINE_LOCK
    return met_a_job == 0 ? NO_JOB_MET : 0;
#else
    return 0;
#endif
}
