/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How calls take turns at an AEAD engine (vambrace/engine.h, which says what a program
 * can do about it) or an AES unit (vambrace/aes_unit.h), and at memory, the same way for
 * both.
 */
#ifndef VAMBRACE_LOCK_H
#define VAMBRACE_LOCK_H

#include "vambrace/backend/aes_unit.h"
#include "vambrace/backend/engine.h"
#include "vambrace/backend/engine_access.h"

#if VMB_ENGINE || VMB_AES_UNIT

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VMB_ENGINE_INLINE static inline __attribute__((always_inline))

#if VMB_ENGINE_LOCK
uint32_t vmb_engine_acquire(void);
void vmb_engine_release(uint32_t was);
#else

/** Begins a call's turn; the result is for vmb_engine_release. */
VMB_ENGINE_INLINE uint32_t vmb_engine_acquire(void)
{
    uint32_t was;

    /* csrrci was, mstatus, 8 (MIE), also where -march does not name Zicsr */
    __asm__ volatile(".insn i 0x73, 7, %0, x8, 0x300" : "=r"(was) : : "memory");
    return was;
}

/** Ends it. */
VMB_ENGINE_INLINE void vmb_engine_release(uint32_t was)
{
    /* csrrs x0, mstatus, the bit as it was */
    __asm__ volatile(".insn i 0x73, 2, x0, %0, 0x300" : : "r"(was & 8u) : "memory");
}

#endif /* VMB_ENGINE_LOCK */

/** Nonzero when instructions would trap: `was` is what vmb_engine_acquire gave. A program
 *  with a lock of its own sees to mstatus.XS itself. */
#if VMB_ENGINE_ROCC && !VMB_ENGINE_LOCK
#define vmb_engine_off(was) (((was) & 0x18000u) == 0)
#else
#define vmb_engine_off(was) 0
#endif

/** All that was written before is in memory, and what is read afterwards comes from
 *  there. */
VMB_ENGINE_INLINE void vmb_engine_fence(void)
{
    __asm__ volatile("fence" ::: "memory");
}

#ifdef __cplusplus
}
#endif

#endif

#endif
