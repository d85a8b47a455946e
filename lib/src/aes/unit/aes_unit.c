/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A call's turn at the AES unit (aes_backend.h): its key goes in at the begin, nothing
 * stays at the end. The unit keeps the first error until it is asked: once, then.
 */
#include "aes/modes/aes_modes.h"
#include "aes/aes_words.h"
#include "aes/unit/aes_unit_keys.h"
#include "vambrace/aes_unit.h"

#if VMB_AES_UNIT

/* A key is a byte sequence: in memory as in FIPS 197. */
void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds)
{
#if !VMB_AES_UNIT_WHOLE
    if (!vmb_aes_in_unit(rounds)) {
        vmb_aes_software_expand(rk, key, rounds);
        return;
    }
#endif
    vmb_aes_copy((uint8_t *)rk, key, 4 * (rounds - 6));
}

VMB_INLINE void vmb_unit_key(const uint32_t *rk, unsigned rounds)
{
#if VMB_AES_UNIT_MEMORY
    vmb_engine_fence();
    if (rounds == 10) {
        vmb_aes_unit_key(0, rk);
    } else if (rounds == 12) {
        vmb_aes_unit_key(1, rk);
    } else {
        vmb_aes_unit_key(2, rk);
    }
#else
    vmb_aes_unit_pair(0, rk[0], rk[1]);
    if (rounds == 10) {
        vmb_aes_unit_last(1, rk[2], rk[3]);
        return;
    }
    vmb_aes_unit_pair(1, rk[2], rk[3]);
    if (rounds == 12) {
        vmb_aes_unit_last(2, rk[4], rk[5]);
        return;
    }
    vmb_aes_unit_pair(2, rk[4], rk[5]);
    vmb_aes_unit_last(3, rk[6], rk[7]);
#endif
}

#if VMB_AES_UNIT_MEMORY || VMB_AES_UNIT_CHAIN
#define VMB_AES_UNIT_NEEDED \
    ((VMB_AES_UNIT_MEMORY ? VMB_AES_UNIT_PORT : 0u) | (VMB_AES_UNIT_CHAIN ? VMB_AES_UNIT_CHAINS : 0u))

/* Whether the unit has the memory port, and chains blocks, if this library was built for that. RoCC cannot refuse an
 * instruction: a unit ignores those that it does not have, and its status reports no error. A key length that the unit
 * lacks is an error of its status. */
int vmb_aes_there(unsigned rounds)
{
    uint32_t turn;
    int there = 1;

    if (vmb_aes_in_unit(rounds)) {
        turn = vmb_engine_acquire();
        there = !vmb_engine_off(turn) && (~vmb_aes_unit_features() & VMB_AES_UNIT_NEEDED) == 0;
        vmb_engine_release(turn);
    }
    return there ? VMB_OK : VMB_ERR_DEVICE;
}
#endif

#if VMB_AES_UNIT_ASKS
uintptr_t vmb_aes_unit_now;
#endif

int vmb_aes_begin(const uint32_t *rk, unsigned rounds, vmb_aes_turn *turn)
{
    if (!vmb_aes_in_unit(rounds)) {
        return VMB_OK;
    }
#if VMB_AES_UNIT_ASKS && VMB_AES_UNIT_FAR
    /* Loads the key into a cache while interrupts are on. A unit with a memory port may read keys that the processor
     * does not: then the data after them. */
#if !VMB_AES_UNIT_MEMORY
    (void)*(const volatile uint32_t *)rk;
#endif
    (void)*(const volatile uint32_t *)(rk + rounds - 6);
    (void)*(const volatile uintptr_t *)&vmb_aes_unit_now;
    turn->rounds = rounds;
#endif
    turn->was = vmb_engine_acquire();
    if (vmb_engine_off(turn->was)) {
        vmb_engine_release(turn->was);
        return VMB_ERR_DEVICE;
    }
    vmb_aes_unit_wipe(); /* what another program left there */
    vmb_unit_key(rk, rounds);
#if VMB_AES_UNIT_ASKS
    turn->rk = rk;
    turn->rounds = rounds;
    vmb_aes_unit_now = (uintptr_t)turn + (turn->was >> 3 & VMB_AES_UNIT_MAY); /* mstatus.MIE */
    vmb_aes_unit_let_in_here();
#endif
    return VMB_OK;
}

int vmb_aes_end(unsigned rounds, const vmb_aes_turn *turn)
{
    uint32_t all = 0, status;

    if (!vmb_aes_in_unit(rounds)) {
        return VMB_OK;
    }
    do {
        status = vmb_aes_unit_wait();
        all |= status;
    } while ((status & VMB_AES_UNIT_BUSY) != 0);
    vmb_aes_unit_wipe();
    vmb_engine_release(turn->was);
    return (all & (VMB_AES_UNIT_ERROR | VMB_AES_UNIT_NONE)) == 0 ? VMB_OK : VMB_ERR_DEVICE;
}

#endif
