/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * An accelerator that stores the key of a context of facv.c: an AES unit, or slot 1 of an engine. Part
 * of facv.c. All functions except the first are for a caller that holds the accelerator (vambrace/detail/lock.h).
 *
 *     vmb_keeper_has     whether it supports keys for this number of rounds: 1 or 0
 *     vmb_keeper_begin   ends a job that another call left; nonzero if the key is lost
 *     vmb_keeper_open    drops the key; returns the argument of start
 *     vmb_keeper_start   begins to load another one: VMB_OK, or VMB_ERR_DEVICE
 *     vmb_keeper_loaded  waits for it: VMB_OK, or VMB_ERR_DEVICE if it was not loaded
 *     vmb_keeper_crypt   processes up to VMB_KEEPER_BLOCKS blocks. KEEPER_LOST: there was no key, and
 *                        nothing is written
 *     vmb_keeper_wipe    clears the key
 *
 * Words are little-endian, blocks and keys aligned. No time depends on key or blocks. Between two
 * calls interrupts are enabled as in the program, so VMB_KEEPER_BLOCKS limits their latency.
 */
#ifndef VMB_FACV_KEEPER_H
#define VMB_FACV_KEEPER_H

#include "common/common.h"
#include "vambrace/aes_unit.h"
#include "vambrace/engine.h"

#define VMB_KEEPER (VMB_AES_UNIT || VMB_ENGINE)

enum { KEEPER_DONE, KEEPER_LOST, KEEPER_FAILED };

#if VMB_AES_UNIT

VMB_INLINE int vmb_keeper_has(unsigned rounds)
{
    return VMB_AES_UNIT_HAS(rounds);
}

VMB_INLINE int vmb_keeper_begin(uint32_t turn)
{
    (void)turn;
    return 0;
}

/* The bits of a status that mean an error. */
#define VMB_KEEPER_WRONG (VMB_AES_UNIT_ERROR | (VMB_AES_UNIT_BASE ? 0u : VMB_AES_UNIT_NONE))

/* The status when no job is in progress, as an error: the key is missing, or another one. */
VMB_INLINE int vmb_keeper_end(uint32_t status)
{
    uint32_t all = status;

    while (VMB_RARELY((status & VMB_AES_UNIT_BUSY) != 0)) {
        status = vmb_aes_unit_wait();
        all |= status;
    }
    all &= VMB_KEEPER_WRONG;
    if (VMB_RARELY(all != 0)) {
        return all == VMB_AES_UNIT_NO_KEY ? KEEPER_LOST : KEEPER_FAILED;
    }
    return KEEPER_DONE;
}

VMB_INLINE int vmb_keeper_loaded(void)
{
    return vmb_keeper_end(vmb_aes_unit_wait()) == KEEPER_DONE ? VMB_OK : VMB_ERR_DEVICE;
}

VMB_INLINE void vmb_keeper_wipe(void)
{
    vmb_aes_unit_wipe();
}

#if VMB_AES_UNIT_MEMORY

#define VMB_KEEPER_BLOCKS 5u

VMB_INLINE uint32_t vmb_keeper_open(void)
{
    uint32_t features;

    vmb_engine_fence(); /* the key is in memory */
    features = vmb_aes_unit_features();
    vmb_aes_unit_wipe();
    return features;
}

VMB_INLINE int vmb_keeper_start(const uint32_t *key, unsigned rounds, uint32_t features)
{
    if (VMB_RARELY((features & VMB_AES_UNIT_PORT) == 0)) {
        return VMB_ERR_DEVICE;
    }
    if (rounds == 10) {
        vmb_aes_unit_key(0, key);
    } else if (rounds == 12) {
        vmb_aes_unit_key(1, key);
    } else {
        vmb_aes_unit_key(2, key);
    }
    return VMB_OK;
}

VMB_INLINE int vmb_keeper_crypt(unsigned rounds, int decrypt, uint32_t *out, const uint32_t *in, size_t blocks,
                                uint32_t turn)
{
    uint32_t status;

    (void)rounds;
    (void)turn;
    vmb_engine_fence();
    if (blocks == 1) {
        if (decrypt) {
            VMB_AES_UNIT_FEW_CRYPT(status, 1, 1, out, in);
        } else {
            VMB_AES_UNIT_FEW_CRYPT(status, 1, 0, out, in);
        }
    } else {
        vmb_aes_unit_count((uint32_t)blocks);
        status = vmb_aes_unit_crypt(decrypt, out, in);
    }
    vmb_engine_fence();
    return vmb_keeper_end(status);
}

#else

#define VMB_KEEPER_BLOCKS (VMB_AES_UNIT_BASE ? 2u : 4u)

VMB_INLINE uint32_t vmb_keeper_open(void)
{
    vmb_aes_unit_wipe();
    return 0;
}

VMB_INLINE int vmb_keeper_start(const uint32_t *key, unsigned rounds, uint32_t none)
{
    (void)none;
    vmb_aes_unit_pair(0, key[0], key[1]);
    if (rounds == 10) {
        vmb_aes_unit_last(1, key[2], key[3]);
    } else if (rounds == 12) {
        vmb_aes_unit_pair(1, key[2], key[3]);
        vmb_aes_unit_last(2, key[4], key[5]);
    } else {
        vmb_aes_unit_pair(1, key[2], key[3]);
        vmb_aes_unit_pair(2, key[4], key[5]);
        vmb_aes_unit_last(3, key[6], key[7]);
    }
    return VMB_OK;
}

/* A missing key is detected when the first block has started: nothing is written before. */
VMB_INLINE int vmb_keeper_crypt(unsigned rounds, int decrypt, uint32_t *out, const uint32_t *in, size_t blocks,
                                uint32_t turn)
{
    uint32_t a, b, c, d, status;

    (void)rounds;
    (void)turn;
    vmb_aes_unit_write(in[0], in[1]);
    vmb_aes_unit_start(decrypt, in[2], in[3]);
    status = vmb_aes_unit_wait();
    if (VMB_RARELY((status & VMB_KEEPER_WRONG) != 0)) {
        return vmb_keeper_end(status & VMB_KEEPER_WRONG);
    }
    for (;;) {
        a = vmb_aes_unit_read(0);
        b = vmb_aes_unit_read(1);
        c = vmb_aes_unit_read(2);
        d = vmb_aes_unit_read(3);
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
        if (--blocks == 0) {
            return KEEPER_DONE;
        }
        in += 4;
        out += 4;
        vmb_aes_unit_write(in[0], in[1]);
        vmb_aes_unit_start(decrypt, in[2], in[3]);
    }
}

#endif

#elif VMB_ENGINE

#include "engine/engine_job.h"

#define VMB_KEEPER_SLOT 1u
#define VMB_KEEPER_LOADED (VMB_KEEPER_SLOT << VMB_ENGINE_REG_STATUS_LOADED_SHIFT)
#define VMB_KEEPER_JOB(rounds, decrypt) \
    (VMB_JOB_AES_ECB(rounds) | VMB_JOB(KEY_SLOT, VMB_KEEPER_SLOT) | VMB_JOB_WHOLE | VMB_JOB(DECRYPT, decrypt))

#if VMB_ENGINE_INSTRUCTIONS
#define VMB_KEEPER_PUT(name, n, value) vmb_engine_post(VMB_ENGINE_REG_##name / 4 + (n), value)
#define VMB_KEEPER_GET(name) vmb_engine_get(VMB_ENGINE_REG_##name / 4)
#else
#define VMB_KEEPER_REG(name) (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_##name))
#define VMB_KEEPER_PUT(name, n, value) ((&VMB_KEEPER_REG(name))[n] = (value))
#define VMB_KEEPER_GET(name) VMB_KEEPER_REG(name)
#endif

VMB_INLINE int vmb_keeper_has(unsigned rounds)
{
    (void)rounds;
    return 1;
}

VMB_INLINE uint32_t vmb_keeper_open(void)
{
    VMB_KEEPER_PUT(SLOT, 0, VMB_KEEPER_SLOT | VMB_ENGINE_REG_SLOT_OPEN_MASK);
    return 0;
}

VMB_INLINE int vmb_keeper_start(const uint32_t *key, unsigned rounds, uint32_t none)
{
    uint32_t w0 = key[0], w1 = key[1], w2 = key[2], w3 = key[3];

    (void)none;
    VMB_KEEPER_PUT(KEY, 0, w0);
    VMB_KEEPER_PUT(KEY, 1, w1);
    VMB_KEEPER_PUT(KEY, 2, w2);
    VMB_KEEPER_PUT(KEY, 3, w3);
    if (rounds > 10) {
        VMB_KEEPER_PUT(KEY, 4, key[4]);
        VMB_KEEPER_PUT(KEY, 5, key[5]);
    }
    if (rounds > 12) {
        VMB_KEEPER_PUT(KEY, 6, key[6]);
        VMB_KEEPER_PUT(KEY, 7, key[7]);
    }
    VMB_KEEPER_PUT(SLOT, 0,
                   VMB_KEEPER_SLOT | VMB_ENGINE_REG_SLOT_CLOSE_MASK |
                       (rounds - 10) / 2 << VMB_ENGINE_REG_SLOT_KEY_LEN_SHIFT | 3u << VMB_ENGINE_REG_SLOT_FAMILY_SHIFT);
    return VMB_OK;
}

VMB_INLINE int vmb_keeper_loaded(void)
{
    return (VMB_KEEPER_GET(STATUS) & VMB_KEEPER_LOADED) != 0 ? VMB_OK : VMB_ERR_DEVICE;
}

/* Opening a slot removes its key. */
VMB_INLINE void vmb_keeper_wipe(void)
{
    VMB_KEEPER_PUT(SLOT, 0, VMB_KEEPER_SLOT | VMB_ENGINE_REG_SLOT_OPEN_MASK);
}

VMB_INLINE int vmb_keeper_end(uint32_t status)
{
    return vmb_engine_result(status) == VMB_OK ? KEEPER_DONE : KEEPER_FAILED;
}

#if VMB_ENGINE_PORT || VMB_ENGINE_MMIO

#include "engine/engine_access.h"

#define VMB_KEEPER_BLOCKS 5u
#define VMB_KEEPER_ADDRESS(p) ((uint32_t)(uintptr_t)(p))

#if VMB_DMA_LINE || VMB_DMA_TRANSLATE
#error "facv.h is for engines whose memory port sees the memory of the core at the same addresses"
#endif

#if VMB_ENGINE_LOCK
#define VMB_KEEPER_UNREAD 0
#else
#define VMB_KEEPER_UNREAD (vmb_engine_unread.status != NULL)
#endif

VMB_INLINE int vmb_keeper_begin(uint32_t turn)
{
    uint32_t status = vmb_engine_status();

    if (VMB_RARELY(VMB_KEEPER_UNREAD) || VMB_RARELY((status & VMB_ENGINE_BUSY) != 0)) {
        vmb_engine_begin(turn);
        status = vmb_engine_status();
    }
    return (status & VMB_KEEPER_LOADED) == 0;
}

VMB_INLINE int vmb_keeper_crypt(unsigned rounds, int decrypt, uint32_t *out, const uint32_t *in, size_t blocks,
                                uint32_t turn)
{
    uint32_t status;

    vmb_engine_fence();
#if VMB_ENGINE_PORT
    vmb_engine_set(1, 0, 0);
    vmb_engine_set(2, VMB_KEEPER_ADDRESS(in), 16 * (uint32_t)blocks);
    vmb_engine_set(3, VMB_KEEPER_ADDRESS(out), 0);
#else
    VMB_ENGINE_REG(AD_LEN) = 0;
    VMB_ENGINE_REG(IN_ADDR) = VMB_KEEPER_ADDRESS(in);
    VMB_ENGINE_REG(DATA_LEN) = 16 * (uint32_t)blocks;
    VMB_ENGINE_REG(OUT_ADDR) = VMB_KEEPER_ADDRESS(out);
#endif
    status = vmb_engine_finish(VMB_KEEPER_JOB(rounds, decrypt), turn);
    vmb_engine_fence();
    return vmb_keeper_end(status);
}

#else

#include "engine/engine_pio_turn.h"

#if VMB_ENGINE_PORT_PIO
#define VMB_KEEPER_IN(first, second) vmb_engine_feed2(first, second)
#define VMB_KEEPER_OUT() vmb_engine_take()
#else
#define VMB_KEEPER_IN(first, second) (VMB_KEEPER_REG(DIN) = (first), VMB_KEEPER_REG(DIN) = (second))
#define VMB_KEEPER_OUT() VMB_KEEPER_REG(DOUT)
#endif

#define VMB_KEEPER_BLOCKS (VMB_ENGINE_PORT_PIO ? 4u : 2u)

#if VMB_ENGINE_LOCK
#define VMB_KEEPER_PAUSED 0
#else
#define VMB_KEEPER_PAUSED (vmb_engine_paused != NULL)
#endif

VMB_INLINE int vmb_keeper_begin(uint32_t turn)
{
    uint32_t status = VMB_PIO_READ(STATUS);

    if (VMB_RARELY(VMB_KEEPER_PAUSED) || VMB_RARELY((status & VMB_PIO_BUSY) != 0)) {
        vmb_engine_begin(turn);
        status = VMB_PIO_READ(STATUS);
    }
    return (status & VMB_KEEPER_LOADED) == 0;
}

VMB_INLINE int vmb_keeper_crypt(unsigned rounds, int decrypt, uint32_t *out, const uint32_t *in, size_t blocks,
                                uint32_t turn)
{
    uint32_t a, b, c, d, status;

    (void)turn;
#if VMB_ENGINE_PORT_PIO
    vmb_engine_set(1, 0, 0);
    vmb_engine_set(2, 0, 16 * (uint32_t)blocks);
#else
    VMB_KEEPER_PUT(AD_LEN, 0, 0);
    VMB_KEEPER_PUT(DATA_LEN, 0, 16 * (uint32_t)blocks);
#endif
    VMB_KEEPER_PUT(JOB, 0, VMB_KEEPER_JOB(rounds, decrypt));
    VMB_KEEPER_IN(in[0], in[1]);
    VMB_KEEPER_IN(in[2], in[3]);
    for (; --blocks != 0; in += 4, out += 4) {
        VMB_KEEPER_IN(in[4], in[5]);
        a = VMB_KEEPER_OUT();
        b = VMB_KEEPER_OUT();
        VMB_KEEPER_IN(in[6], in[7]);
        c = VMB_KEEPER_OUT();
        d = VMB_KEEPER_OUT();
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
    }
    a = VMB_KEEPER_OUT();
    b = VMB_KEEPER_OUT();
    c = VMB_KEEPER_OUT();
    d = VMB_KEEPER_OUT();
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
    do {
        status = VMB_PIO_READ(STATUS);
    } while ((status & VMB_PIO_BUSY) != 0);
    return vmb_keeper_end(status);
}

#endif

#endif

#endif
