/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Serialises calls that use an AEAD engine (vambrace/engine.h, which describes how a
 * program can replace this lock) or an AES unit (vambrace/aes_unit.h), and orders memory
 * accesses.
 */
#ifndef VAMBRACE_LOCK_H
#define VAMBRACE_LOCK_H

#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/engine_access.h"

#if VMB_ENGINE || VMB_AES_UNIT

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VMB_ENGINE_INLINE static inline __attribute__((always_inline))

#if VMB_ENGINE_LOCK
/** Acquires the lock: the program provides it. Contract: vambrace/engine.h.
 *
 *  @return Any number, for vmb_engine_release. */
uint32_t vmb_engine_acquire(void);

/** Releases the lock: the program provides it. Contract: vambrace/engine.h.
 *
 *  @param was  what vmb_engine_acquire returned */
void vmb_engine_release(uint32_t was);
#else

/** Acquires the lock: disables interrupts. Contract: vambrace/engine.h.
 *
 *  @return What vmb_engine_release needs: mstatus before. */
VMB_ENGINE_INLINE uint32_t vmb_engine_acquire(void)
{
    uint32_t was;

    /* csrrci was, mstatus, 8 (MIE), also where -march does not name Zicsr */
    __asm__ volatile(".insn i 0x73, 7, %0, x8, 0x300" : "=r"(was) : : "memory");
    return was;
}

/** Releases the lock: enables interrupts if they were before. Contract: vambrace/engine.h.
 *
 *  @param was  what vmb_engine_acquire returned */
VMB_ENGINE_INLINE void vmb_engine_release(uint32_t was)
{
    /* csrrs x0, mstatus, the bit as it was */
    __asm__ volatile(".insn i 0x73, 2, x0, %0, 0x300" : : "r"(was & 8u) : "memory");
}

#endif /* VMB_ENGINE_LOCK */

/** Nonzero if the instructions would trap; `was` is the result of vmb_engine_acquire. A
 *  program with its own lock must set mstatus.XS itself. */
#if VMB_ENGINE_ROCC && !VMB_ENGINE_LOCK
#define vmb_engine_off(was) (((was) & 0x18000u) == 0)
#else
#define vmb_engine_off(was) 0
#endif

/** Orders earlier writes before and later reads after accesses by the engine or unit. Contract:
 *  vambrace/engine.h. */
VMB_ENGINE_INLINE void vmb_engine_fence(void)
{
    __asm__ volatile("fence" ::: "memory");
}

#ifdef __cplusplus
}
#endif

#endif

#endif
