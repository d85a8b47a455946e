/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The AEAD engine (rtl/engine) under the library: its instructions, as C functions
 * and as assembler macros, and how calls take turns at it. Registers: vambrace/engine_regs.h
 * and docs/reference/engine-registers.md.
 *
 * Nothing of a message stays in the engine between calls: its state lies in the
 * caller's stream. So any number of messages may be under way, in any number of
 * threads and interrupt handlers, and only single jobs take turns.
 *
 * By default the library turns interrupts off (mstatus.MIE; machine mode) while it starts
 * a job and waits for its end. It lets a pending interrupt in while the job runs: on Ibex
 * at most 200 cycles after it is there, as far as was measured (docs/user/library.md). A
 * handler or another thread that makes a call meanwhile waits for the end of that job;
 * without a memory port it moves the rest of its words, so the memory of every call is to be
 * within its reach. A thread must not be deleted while it is in a call.
 *
 * A program that runs in another mode or on several harts, or wants threads to sleep while
 * they wait for the engine, builds the library with VMB_ENGINE_LOCK=1 and brings both
 * functions, between which a call is for as long as its job runs:
 *
 *     uint32_t vmb_engine_acquire(void)      waits for its turn; any number
 *     void vmb_engine_release(uint32_t was)  gets that number
 *
 * A mutex is enough where no interrupt handler calls the library. Interrupts are then
 * served while a job runs. Without threads and such handlers both may do nothing.
 *
 * VMB_ENGINE_IRQ takes machine mode too. The engine's interrupt is enabled only while a
 * call sleeps with interrupts off: the program's handlers never see it.
 *
 * A memory that does not grant or answer a request within the cycles of the engine's
 * watchdog (Watchdog of rtl/engine) ends the call with VMB_ERR_DEVICE; with Watchdog = 0,
 * or without a memory port, nothing does. CONTROL.abort ends a job of another
 * context with VMB_ERR_DEVICE; with VMB_ENGINE_PIO it must not be used, because words
 * that come behind a job's end are a bus error.
 *
 * A call that traps, because the program gave it memory that is not there, need not be
 * returned to: the next call ends what it left, and nothing of it stays in the engine. The
 * interrupts that it turned off, or the lock, are for the handler of the trap to restore.
 */
#ifndef VAMBRACE_ENGINE_H
#define VAMBRACE_ENGINE_H

#include "vambrace/backend/engine.h"
#include "vambrace/backend/engine_access.h"

/*
 * Instructions: `.insn r VMB_ENGINE_OPCODE, funct3, funct7, rd, rs1, rs2`. Registers of
 * the engine are numbered by words: R[n] is the one at byte offset 4 n.
 *
 *                funct3 funct7  effect; x: refused, a job runs
 *   set n          3      n     n = 0..5: R[2n], R[2n+1] = rs1, rs2, but for x
 *   run            6     0x20   JOB = rs1; wait; rd = x << 31 | STATUS
 *   go             6     0x21   JOB = rs1; rd = x << 31
 *   wait           4     0x22   waits until no job runs, or an interrupt, an NMI or a
 *                               request to debug is pending; rd = STATUS
 *   get            6     0x23   rd = R[rs1], 0 if there is none to read
 *   put            7     0x24   R[rs1] = rs2; rd = x << 31, or if it cannot be written
 *   post           3     0x24   R[rs1] = rs2, but for x
 *   feed2          3     0x25   DIN = rs1; DIN = rs2
 *   feed           2     0x26   DIN = rs1
 *   take           4     0x27   rd = DOUT
 *
 * feed2, feed and take are for an engine without a memory port. They wait until it wants
 * the words, or has one, as DIN and DOUT do on a bus: with the same limit to patience.
 * After a refused set or post no job starts: the next run, go, or put to JOB is refused too.
 * run waits as wait does: STATUS.busy reports that the job goes on. An instruction
 * with another funct3, funct7 or n is illegal.
 */

#ifdef __ASSEMBLER__

#if VMB_ENGINE_INSTRUCTIONS
.macro vmb.engine.set n, rs1, rs2
    .if ((\n) < 0) || ((\n) > 5)
    .error "vambrace/engine.h: no such pair of registers"
    .endif
    .insn r VMB_ENGINE_OPCODE, 3, \n, x0, \rs1, \rs2
.endm
.macro vmb.engine.run rd, rs1
    .insn r VMB_ENGINE_OPCODE, 6, 0x20, \rd, \rs1, x0
.endm
.macro vmb.engine.go rd, rs1
    .insn r VMB_ENGINE_OPCODE, 6, 0x21, \rd, \rs1, x0
.endm
.macro vmb.engine.wait rd
    .insn r VMB_ENGINE_OPCODE, 4, 0x22, \rd, x0, x0
.endm
.macro vmb.engine.get rd, rs1
    .insn r VMB_ENGINE_OPCODE, 6, 0x23, \rd, \rs1, x0
.endm
.macro vmb.engine.put rd, rs1, rs2
    .insn r VMB_ENGINE_OPCODE, 7, 0x24, \rd, \rs1, \rs2
.endm
.macro vmb.engine.post rs1, rs2
    .insn r VMB_ENGINE_OPCODE, 3, 0x24, x0, \rs1, \rs2
.endm
.macro vmb.engine.feed2 rs1, rs2
    .insn r VMB_ENGINE_OPCODE, 3, 0x25, x0, \rs1, \rs2
.endm
.macro vmb.engine.feed rs1
    .insn r VMB_ENGINE_OPCODE, 2, 0x26, x0, \rs1, x0
.endm
.macro vmb.engine.take rd
    .insn r VMB_ENGINE_OPCODE, 4, 0x27, \rd, x0, x0
.endm
#endif

#else

#include <stddef.h>
#include <stdint.h>

#include "vambrace/lock.h"
#include "vambrace/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#if VMB_ENGINE

#if VMB_ENGINE_INSTRUCTIONS

#define VMB_ENGINE_TEXT_OF(x) #x
#define VMB_ENGINE_TEXT(x) VMB_ENGINE_TEXT_OF(x)
#define VMB_ENGINE_INSN ".insn r " VMB_ENGINE_TEXT(VMB_ENGINE_OPCODE)

#define VMB_ENGINE_SET(n, even, odd)                                           \
    __asm__ volatile(VMB_ENGINE_INSN ", 3, " #n ", x0, %0, %1" : : "r"(even), "r"(odd))

/** Registers 2n and 2n + 1 for n = 0 to 5; any other n traps. Refused while a job runs:
 *  then the next instruction that would start a job is refused instead. */
VMB_ENGINE_INLINE void vmb_engine_set(unsigned n, uint32_t even, uint32_t odd)
{
    switch (n) {
    case 0: VMB_ENGINE_SET(0, even, odd); break;
    case 1: VMB_ENGINE_SET(1, even, odd); break;
    case 2: VMB_ENGINE_SET(2, even, odd); break;
    case 3: VMB_ENGINE_SET(3, even, odd); break;
    case 4: VMB_ENGINE_SET(4, even, odd); break;
    case 5: VMB_ENGINE_SET(5, even, odd); break;
    default: __builtin_trap();
    }
}

/** Begins a job and waits: STATUS, and bit 31 when it was refused. STATUS.busy: an
 *  interrupt, an NMI or a request to debug is pending, the job goes on. */
VMB_ENGINE_INLINE uint32_t vmb_engine_run(uint32_t job)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 6, 0x20, %0, %1, x0" : "=r"(d) : "r"(job) : "memory");
    return d;
}

/** Begins a job: 0, or bit 31 when it was refused. */
VMB_ENGINE_INLINE uint32_t vmb_engine_go(uint32_t job)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 6, 0x21, %0, %1, x0" : "=r"(d) : "r"(job) : "memory");
    return d;
}

/** Waits until no job runs, or an interrupt, an NMI or a request to debug is pending: STATUS. */
VMB_ENGINE_INLINE uint32_t vmb_engine_wait(void)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 4, 0x22, %0, x0, x0" : "=r"(d) : : "memory");
    return d;
}

/** A register by its number, 0 if it cannot be read. */
VMB_ENGINE_INLINE uint32_t vmb_engine_get(uint32_t n)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 6, 0x23, %0, %1, x0" : "=r"(d) : "r"(n));
    return d;
}

/** Writes a register: 0, or bit 31 when it was refused. */
VMB_ENGINE_INLINE uint32_t vmb_engine_put(uint32_t n, uint32_t value)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 7, 0x24, %0, %1, %2" : "=r"(d) : "r"(n), "r"(value));
    return d;
}

/** Writes a register, and does not wait for an answer. Refused, silently, as put says. */
VMB_ENGINE_INLINE void vmb_engine_post(uint32_t n, uint32_t value)
{
    __asm__ volatile(VMB_ENGINE_INSN ", 3, 0x24, x0, %0, %1" : : "r"(n), "r"(value));
}

/** Two words to DIN, one, and a word from DOUT, 0 if there is none. */
VMB_ENGINE_INLINE void vmb_engine_feed2(uint32_t first, uint32_t second)
{
    __asm__ volatile(VMB_ENGINE_INSN ", 3, 0x25, x0, %0, %1" : : "r"(first), "r"(second));
}

VMB_ENGINE_INLINE void vmb_engine_feed(uint32_t word)
{
    __asm__ volatile(VMB_ENGINE_INSN ", 2, 0x26, x0, %0, x0" : : "r"(word));
}

VMB_ENGINE_INLINE uint32_t vmb_engine_take(void)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 4, 0x27, %0, x0, x0" : "=r"(d));
    return d;
}

#endif /* VMB_ENGINE_INSTRUCTIONS */

/** Whether this is the engine that the build is for, with or without a memory port:
 *  VMB_OK or VMB_ERR_DEVICE. For a program's start: calls do not ask, and on the wrong
 *  one may never end. Waits for the engine to be ready after a reset. */
VMB_MUST_CHECK int vmb_engine_check(void);

/** Loads the key_len bytes at `bytes` (16, 24 or 32) into a key slot, 1 to 3, instead of
 *  what it held. Jobs can name the slot (init_slot of vambrace/aead.h), nothing can read
 *  it. VMB_OK, or with nothing loaded VMB_ERR_LENGTH, VMB_ERR_ARGUMENT (null, or no such
 *  number), VMB_ERR_DEVICE (this engine has fewer slots). */
VMB_MUST_CHECK int vmb_engine_load_key(unsigned slot, const uint8_t *bytes, size_t key_len);

/** Wipes all key slots, locked ones too. */
void vmb_engine_wipe_keys(void);

/** What jobs may do (the register POLICY of docs/reference/engine-registers.md). After a
 *  reset: EARLY and MEMORY_KEYS. */
/** Open a message longer than the engine withholds by reading it twice; without a memory port it needs EARLY too. */
#define VMB_ENGINE_ALLOW_TWO_PASSES 1u
#define VMB_ENGINE_ALLOW_EARLY 2u       /**< give out plaintext before its tag is checked: `update` of open_start */
#define VMB_ENGINE_ALLOW_MEMORY_KEYS 4u /**< use keys that are in memory; without it, keys in slots alone */

/** Allows just what `allowed` names, until the next call or a reset. VMB_OK, or with
 *  nothing changed VMB_ERR_ARGUMENT (an unknown bit) or VMB_ERR_DEVICE (the policy is
 *  locked, or this engine lacks one of them).
 *
 *  Without TWO_PASSES, `open` of a message longer than 4 * (FEATURES.hold_words - 1)
 *  bytes returns VMB_ERR_DEVICE. With it, another bus master that changes the
 *  message between the passes can cause unverified plaintext to be in `out` until the call
 *  ends: allow it only where there is none. */
VMB_MUST_CHECK int vmb_engine_allow(uint32_t allowed);

/** Locks the policy, or a key slot, 1 to 3, until the next reset: vmb_engine_allow, or
 *  vmb_engine_load_key of that slot, then return VMB_ERR_DEVICE, and a write that goes
 *  around them raises the engine's alert. Load a slot before you lock it; its key stays
 *  until vmb_engine_wipe_keys. VMB_OK, VMB_ERR_ARGUMENT or VMB_ERR_DEVICE (no such slot). */
VMB_MUST_CHECK int vmb_engine_lock_policy(void);
VMB_MUST_CHECK int vmb_engine_lock_slot(unsigned slot); /**< @copydoc vmb_engine_lock_policy */

#endif /* VMB_ENGINE */

#ifdef __cplusplus
}
#endif

#endif /* __ASSEMBLER__ */

#endif
