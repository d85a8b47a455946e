/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-ECB with only the instructions or registers of an accelerator, for latency.c and coprocessor.c: the cost of a
 * coupling without a library. VMB_COMMANDS is 1 if the build is for a coupling, VMB_COMMANDS_FREE is
 * 1 if the accelerator works while the processor continues, VMB_COMMANDS_QUEUE is 1 if it accepts
 * a block while it processes another one.
 *
 *     vmb_commands_begin   once, before all others: registers that do not change
 *     vmb_commands_load    passes the key
 *     vmb_commands_ask     requests the status, also after the key
 *     vmb_commands_crypt   everything: returns the last word of the result, or the status
 *     vmb_commands_start   until the processor can continue
 *     vmb_commands_end     waits, and requests the status
 *     vmb_commands_wrong   the error in a status: 0 if a key is loaded and no job failed
 *     VMB_COMMANDS_BYTES   the argument of start, from a length in a register and as a constant
 *     VMB_COMMANDS_WAY     the argument of the last three: a job, or, if the direction is part of
 *                          an instruction, 0 to encrypt and 1 to decrypt
 *
 * Keys and blocks are words in memory order, aligned.
 */
#ifndef VMB_LATENCY_COMMANDS_H
#define VMB_LATENCY_COMMANDS_H

#include "vambrace/aes_unit.h"
#include "vambrace/engine.h"

#if VMB_ENGINE
#define VMB_COMMANDS 1
#define VMB_COMMANDS_WAY(job, decrypt) (job)
#define VMB_COMMANDS_BYTES(given, known) (given)
#define VMB_COMMANDS_FREE (VMB_ENGINE_PORT || VMB_ENGINE_MMIO)
#define VMB_COMMANDS_QUEUE 0

#include "vambrace/engine_regs.h"

#define VMB_COMMANDS_SLOT 1u
#define VMB_COMMANDS_KEY_LEN (VMB_LATENCY_KEY_BYTES / 8 - 2)
#define VMB_COMMANDS_JOB                                                                       \
    (VMB_ENGINE_UNIT_AES_FAMILY << VMB_ENGINE_REG_JOB_FAMILY_SHIFT |                           \
     VMB_COMMANDS_KEY_LEN << VMB_ENGINE_REG_JOB_KEY_LEN_SHIFT |                                \
     VMB_COMMANDS_SLOT << VMB_ENGINE_REG_JOB_KEY_SLOT_SHIFT | VMB_ENGINE_REG_JOB_AD_END_MASK | \
     VMB_ENGINE_REG_JOB_DATA_END_MASK)

/** The same for each direction. */
#define VMB_COMMANDS_ENCRYPT VMB_COMMANDS_JOB
#define VMB_COMMANDS_DECRYPT (VMB_COMMANDS_JOB | VMB_ENGINE_REG_JOB_DECRYPT_MASK)

#if VMB_ENGINE_INSTRUCTIONS
#define VMB_COMMANDS_PUT(name, n, value) vmb_engine_post(VMB_ENGINE_REG_##name / 4 + (n), value)
#define VMB_COMMANDS_GET(name) vmb_engine_get(VMB_ENGINE_REG_##name / 4)
#else
#define VMB_COMMANDS_REG(name) (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_##name))
#define VMB_COMMANDS_PUT(name, n, value) ((&VMB_COMMANDS_REG(name))[n] = (value))
#define VMB_COMMANDS_GET(name) VMB_COMMANDS_REG(name)
#endif

VMB_ENGINE_INLINE void vmb_commands_begin(void)
{
    VMB_COMMANDS_PUT(AD_LEN, 0, 0);
    VMB_COMMANDS_PUT(OUT_LEN, 0, 0);
}

VMB_ENGINE_INLINE void vmb_commands_load(const uint32_t *key)
{
    uint32_t words[VMB_LATENCY_KEY_BYTES / 4]; /* the processor waits for a loaded word when it is used */
    unsigned i;

    VMB_COMMANDS_PUT(SLOT, 0, VMB_COMMANDS_SLOT | VMB_ENGINE_REG_SLOT_OPEN_MASK);
#pragma GCC unroll 8
    for (i = 0; i < VMB_LATENCY_KEY_BYTES / 4; i++) {
        words[i] = key[i];
        __asm__ volatile("" : "+r"(words[i]));
    }
#pragma GCC unroll 8
    for (i = 0; i < VMB_LATENCY_KEY_BYTES / 4; i++) {
        VMB_COMMANDS_PUT(KEY, i, words[i]);
    }
    VMB_COMMANDS_PUT(SLOT, 0,
                     VMB_COMMANDS_SLOT | VMB_ENGINE_REG_SLOT_CLOSE_MASK |
                         VMB_COMMANDS_KEY_LEN << VMB_ENGINE_REG_SLOT_KEY_LEN_SHIFT);
}

VMB_ENGINE_INLINE uint32_t vmb_commands_ask(void)
{
    return VMB_COMMANDS_GET(STATUS);
}

VMB_ENGINE_INLINE uint32_t vmb_commands_end(void)
{
    uint32_t status;

    do {
        status = VMB_COMMANDS_GET(STATUS);
    } while ((status & VMB_ENGINE_REG_STATUS_BUSY_MASK) != 0);
    return status;
}

/* Bit 31 of an instruction's result: rejected. */
VMB_ENGINE_INLINE uint32_t vmb_commands_wrong(uint32_t status)
{
    const uint32_t loaded = VMB_COMMANDS_SLOT << VMB_ENGINE_REG_STATUS_LOADED_SHIFT;

    return (status & (0x80000000u | VMB_ENGINE_REG_STATUS_BUSY_MASK | VMB_ENGINE_REG_STATUS_ERROR_MASK)) |
           (~status & loaded);
}

#if VMB_ENGINE_PORT

VMB_ENGINE_INLINE void vmb_commands_start(uint32_t job, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    vmb_engine_set(2, (uint32_t)(uintptr_t)from, bytes);
    vmb_engine_set(3, (uint32_t)(uintptr_t)to, 0);
    (void)vmb_engine_go(job);
}

VMB_ENGINE_INLINE uint32_t vmb_commands_crypt(uint32_t job, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    vmb_engine_set(2, (uint32_t)(uintptr_t)from, bytes);
    vmb_engine_set(3, (uint32_t)(uintptr_t)to, 0);
    return vmb_engine_run(job);
}

#elif VMB_ENGINE_MMIO

VMB_ENGINE_INLINE void vmb_commands_start(uint32_t job, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    VMB_COMMANDS_PUT(IN_ADDR, 0, (uint32_t)(uintptr_t)from);
    VMB_COMMANDS_PUT(DATA_LEN, 0, bytes);
    VMB_COMMANDS_PUT(OUT_ADDR, 0, (uint32_t)(uintptr_t)to);
    VMB_COMMANDS_PUT(JOB, 0, job);
}

VMB_ENGINE_INLINE uint32_t vmb_commands_crypt(uint32_t job, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    vmb_commands_start(job, to, from, bytes);
    return vmb_commands_end();
}

#else

#if VMB_ENGINE_PORT_PIO
#define VMB_COMMANDS_IN(a, b) vmb_engine_feed2(a, b)
#define VMB_COMMANDS_OUT() vmb_engine_take()
#else
#define VMB_COMMANDS_IN(a, b) (VMB_COMMANDS_REG(DIN) = (a), VMB_COMMANDS_REG(DIN) = (b))
#define VMB_COMMANDS_OUT() VMB_COMMANDS_REG(DOUT)
#endif

/* Two words of the next block are written before two words of this one are read; the processor
 * waits for an answer when it is used, so all four are requested first. If `bytes` is constant, no
 * branch remains. */
VMB_ENGINE_INLINE uint32_t vmb_commands_crypt(uint32_t job, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    uint32_t a, b, c, d;

    VMB_COMMANDS_PUT(DATA_LEN, 0, bytes);
    VMB_COMMANDS_PUT(JOB, 0, job);
    VMB_COMMANDS_IN(from[0], from[1]);
    VMB_COMMANDS_IN(from[2], from[3]);
#pragma GCC unroll 8
    for (from += 4; (bytes -= 16) != 0; from += 4, to += 4) {
        VMB_COMMANDS_IN(from[0], from[1]);
        a = VMB_COMMANDS_OUT();
        b = VMB_COMMANDS_OUT();
        VMB_COMMANDS_IN(from[2], from[3]);
        c = VMB_COMMANDS_OUT();
        d = VMB_COMMANDS_OUT();
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
    a = VMB_COMMANDS_OUT();
    b = VMB_COMMANDS_OUT();
    c = VMB_COMMANDS_OUT();
    d = VMB_COMMANDS_OUT();
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
    return d;
}

#endif

#elif VMB_AES_UNIT
#define VMB_COMMANDS VMB_AES_UNIT_HAS(VMB_LATENCY_KEY_BYTES / 4 + 6)
#define VMB_COMMANDS_FREE VMB_AES_UNIT_MEMORY
#define VMB_COMMANDS_QUEUE VMB_AES_UNIT_MEMORY
#define VMB_COMMANDS_ENCRYPT 0
#define VMB_COMMANDS_DECRYPT 1
#define VMB_COMMANDS_WAY(job, decrypt) (decrypt)
#define VMB_COMMANDS_BYTES(given, known) (known)

VMB_ENGINE_INLINE void vmb_commands_begin(void)
{
    vmb_aes_unit_wipe();
}

/* No interrupt is enabled: waiting for the status ends when no job is in progress. */
VMB_ENGINE_INLINE uint32_t vmb_commands_end(void)
{
    uint32_t status;

    do {
        status = vmb_aes_unit_wait();
    } while (VMB_AES_UNIT_BASE != 0 && (status & VMB_AES_UNIT_BUSY) != 0);
    return status;
}

VMB_ENGINE_INLINE uint32_t vmb_commands_ask(void)
{
    return vmb_commands_end();
}

/* With a key, there is no error. */
VMB_ENGINE_INLINE uint32_t vmb_commands_wrong(uint32_t status)
{
    return status;
}

#if VMB_AES_UNIT_MEMORY

VMB_ENGINE_INLINE void vmb_commands_load(const uint32_t *key)
{
    vmb_aes_unit_key(VMB_LATENCY_KEY_BYTES / 8 - 2, key);
}

VMB_ENGINE_INLINE void vmb_commands_start(int decrypt, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    VMB_AES_UNIT_FEW(bytes / 16, decrypt, to, from);
}

VMB_ENGINE_INLINE uint32_t vmb_commands_crypt(int decrypt, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    uint32_t status;

    VMB_AES_UNIT_FEW_CRYPT(status, bytes / 16, decrypt, to, from);
    return status;
}

#else

VMB_ENGINE_INLINE void vmb_commands_load(const uint32_t *key)
{
    uint32_t words[VMB_LATENCY_KEY_BYTES / 4]; /* the processor waits for a loaded word when it is used */
    unsigned i;

#pragma GCC unroll 8
    for (i = 0; i < VMB_LATENCY_KEY_BYTES / 4; i++) {
        words[i] = key[i];
        __asm__ volatile("" : "+r"(words[i]));
    }
#pragma GCC unroll 4
    for (i = 0; i < VMB_LATENCY_KEY_BYTES / 8 - 1; i++) {
        vmb_aes_unit_pair(i, words[2 * i], words[2 * i + 1]);
    }
    vmb_aes_unit_last(i, words[2 * i], words[2 * i + 1]);
}

/* The next block's first words are written while the unit works, its last ones when the result is
 * requested: a block that starts overwrites the result. The processor waits for an answer when it is
 * used, so all four are requested first. If `bytes` is constant, no branch remains. */
VMB_ENGINE_INLINE uint32_t vmb_commands_crypt(int decrypt, uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    uint32_t a, b, c, d;

    vmb_aes_unit_write(from[0], from[1]);
#pragma GCC unroll 8
    for (; bytes > 16; bytes -= 16, from += 4, to += 4) {
        vmb_aes_unit_start(decrypt, from[2], from[3]);
        vmb_aes_unit_write(from[4], from[5]);
        a = vmb_aes_unit_read(0);
        b = vmb_aes_unit_read(1);
        c = vmb_aes_unit_read(2);
        d = vmb_aes_unit_read(3);
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
    vmb_aes_unit_start(decrypt, from[2], from[3]);
    a = vmb_aes_unit_read(0);
    b = vmb_aes_unit_read(1);
    c = vmb_aes_unit_read(2);
    d = vmb_aes_unit_read(3);
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
    return d;
}

#endif

#else
#define VMB_COMMANDS 0
#define VMB_COMMANDS_QUEUE 0
#endif

#endif
