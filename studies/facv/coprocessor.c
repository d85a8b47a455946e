/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Processes a block with the commands of a coupling (commands.h), or with the library in software. An
 * AES unit with a memory port accepts a block and the next one after it: its calls do not wait for
 * the result. An engine accepts one job at a time, and without a memory port the processor moves the
 * words: those calls return when the result is in memory.
 */
#include "coprocessor.h"

#include "commands.h"

#if VMB_COMMANDS

#define XS 0x18000u /* in mstatus: the coprocessor is enabled */
#define WORDS(p) ((const uint32_t *)(const void *)(p))

VMB_ENGINE_INLINE void crypt(uint32_t job, const uint8_t *from, uint8_t *to)
{
#if VMB_COMMANDS_QUEUE
    vmb_commands_start(VMB_COMMANDS_WAY(job, (int)job), (uint32_t *)(void *)to, WORDS(from), 16);
#else
    (void)vmb_commands_crypt(VMB_COMMANDS_WAY(job, (int)job), (uint32_t *)(void *)to, WORDS(from), 16);
#endif
}

void coprocessor_init(const uint8_t *key)
{
#if VMB_ENGINE_ROCC
    uint32_t mstatus;

    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus));
    if ((mstatus & XS) == 0) { /* a write flushes the pipeline */
        __asm__ volatile("csrs mstatus, %0" : : "r"(XS));
    }
#endif
    vmb_commands_load(WORDS(key));
}

void coprocessor_encrypt(const uint8_t *plain, uint8_t *encrypted)
{
    crypt(VMB_COMMANDS_ENCRYPT, plain, encrypted);
}

void coprocessor_decrypt(const uint8_t *encrypted, uint8_t *plain)
{
    crypt(VMB_COMMANDS_DECRYPT, encrypted, plain);
}

#else

#include "vambrace/aes.h"

#if VMB_LATENCY_KEY_BYTES == 16
#define AES(name) vmb_aes128_##name
#elif VMB_LATENCY_KEY_BYTES == 24
#define AES(name) vmb_aes192_##name
#else
#define AES(name) vmb_aes256_##name
#endif

#define MUST(call)          \
    if ((call) != VMB_OK) { \
        __builtin_trap();   \
    }

static AES(key) vmb_facv_key;

void coprocessor_init(const uint8_t *key)
{
    MUST(AES(init)(&vmb_facv_key, key, VMB_LATENCY_KEY_BYTES))
}

void coprocessor_encrypt(const uint8_t *plain, uint8_t *encrypted)
{
    MUST(AES(ecb_encrypt)(&vmb_facv_key, encrypted, plain, 16))
}

void coprocessor_decrypt(const uint8_t *encrypted, uint8_t *plain)
{
    MUST(AES(ecb_decrypt)(&vmb_facv_key, plain, encrypted, 16))
}

#endif
