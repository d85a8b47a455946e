/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The AEAD engine (rtl/engine): its instructions, as C functions and as assembler macros,
 * and how the library's calls are serialised. Registers: vambrace/engine_regs.h and
 * docs/reference/engine-registers.md.
 *
 * The engine keeps no message state between calls: it is in the caller's stream. Any number
 * of messages may be in progress, in any number of threads and interrupt handlers; only
 * individual jobs are serialised.
 *
 * By default the library disables interrupts (mstatus.MIE; machine mode) while it starts a
 * job and waits for its end. It allows pending interrupts while the job runs: after at
 * most 200 cycles, as measured (docs/user/library.md). A handler or another thread that
 * makes a call in the meantime waits for the end of that job; without a memory port it
 * moves the remaining words of that job, so it must be able to access the memory of every
 * call. A thread must not be deleted while it is in a call.
 *
 * A program that runs in another mode or on several harts, or whose threads should sleep
 * while they wait for the engine, builds the library with VMB_ENGINE_LOCK=1 and provides
 * two functions. A call acquires the lock before its job and releases it after the job:
 *
 *     uint32_t vmb_engine_acquire(void)      waits for the lock; returns any number
 *     void vmb_engine_release(uint32_t was)  receives that number
 *
 * A mutex is sufficient if no interrupt handler calls the library; interrupts are then
 * served while a job runs. Without threads and such handlers, both functions may be empty.
 *
 * VMB_ENGINE_IRQ also requires machine mode. The engine's interrupt is enabled only while a
 * call sleeps with interrupts globally disabled: the program's handlers never see it.
 *
 * If memory does not grant or respond to a request within the engine's watchdog period
 * (parameter Watchdog of rtl/engine), the call returns VMB_ERR_DEVICE; with Watchdog = 0 it
 * waits forever. CONTROL.abort ends a job of another context with VMB_ERR_DEVICE; with
 * VMB_ENGINE_PIO it must not be used, because words that are moved after the end of a job
 * are bus errors.
 *
 * The library expects that the core and the engine's memory port see the same memory at the same
 * addresses. Where a data cache is not coherent with the port, or the addresses differ, the
 * program provides the functions of vambrace/dma.h.
 *
 * If a call traps, for example on an invalid address, it can be abandoned: the next call
 * ends its job, and no data of it stays in the engine. The trap handler must enable
 * interrupts again, or release the lock.
 *
 * Contract of every function here; what registers and fields mean: docs/reference/engine-registers.md.
 *
 * - Results: those that a function names. With VMB_ENGINE_ROCC, while mstatus.XS disables its
 *   instructions, VMB_ERR_DEVICE; vmb_engine_wipe_keys then does nothing.
 * - Alignment: none for bytes.
 * - Overlap: no function has an output in memory.
 * - Timing: depends on lengths, addresses, what the engine is doing and interrupts; not on the bytes
 *   of a key.
 * - Wiping: a key slot keeps its key until vmb_engine_wipe_keys or another one replaces it; the
 *   program wipes `bytes`.
 * - Threads: functions that return a status, and vmb_engine_wipe_keys, acquire the lock. Those that
 *   are one instruction do not: call them between vmb_engine_acquire and vmb_engine_release.
 * - Standard: this project, docs/reference/engine-registers.md.
 */
#ifndef VAMBRACE_ENGINE_H
#define VAMBRACE_ENGINE_H

#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/engine_access.h"

/*
 * Instructions: `.insn r VMB_ENGINE_OPCODE, funct3, funct7, rd, rs1, rs2`. Registers of
 * the engine are numbered by words: R[n] is the one at byte offset 4 n.
 *
 *                funct3 funct7  effect; x: rejected because a job runs
 *   set n          3      n     n = 0..5: R[2n], R[2n+1] = rs1, rs2, unless x
 *   run            6     0x20   JOB = rs1; wait; rd = x << 31 | STATUS
 *   go             6     0x21   JOB = rs1; rd = x << 31
 *   wait           4     0x22   waits until no job runs, or an interrupt, an NMI or a
 *                               debug request is pending; rd = STATUS
 *   get            6     0x23   rd = R[rs1], 0 if it cannot be read
 *   put            7     0x24   R[rs1] = rs2; rd = x << 31, or 1 << 31 if it cannot be written
 *   post           3     0x24   R[rs1] = rs2, unless x
 *   feed2          3     0x25   DIN = rs1; DIN = rs2
 *   feed           2     0x26   DIN = rs1
 *   take           4     0x27   rd = DOUT
 *
 * feed2, feed and take are for an engine without a memory port. They wait until it needs
 * the words, or has one, like DIN and DOUT on a bus, and with the same time-out. After a
 * rejected set or post, no job starts: the next run, go, or put to JOB is rejected too. run
 * waits like wait: STATUS.busy means that the job still runs. Instructions with other
 * values of funct3, funct7 or n are illegal.
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

#include "vambrace/detail/lock.h"
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

/** Writes two registers. Rejected while a job runs; the next instruction that would start a job is
 *  then rejected too. Contract: top of this file.
 *
 *  @param n  0 to 5; any other number traps
 *  @param even  for register 2n
 *  @param odd  for register 2n + 1 */
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

/** Starts a job and waits. Contract: top of this file.
 *
 *  @param job  for register JOB
 *  @return STATUS, with bit 31 set if it was rejected. STATUS.busy: an interrupt, an NMI or a debug
 *          request is pending, and the job still runs. */
VMB_ENGINE_INLINE uint32_t vmb_engine_run(uint32_t job)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 6, 0x20, %0, %1, x0" : "=r"(d) : "r"(job) : "memory");
    return d;
}

/** Starts a job. Contract: top of this file.
 *
 *  @param job  for register JOB
 *  @return 0, or bit 31 if it was rejected. */
VMB_ENGINE_INLINE uint32_t vmb_engine_go(uint32_t job)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 6, 0x21, %0, %1, x0" : "=r"(d) : "r"(job) : "memory");
    return d;
}

/** Waits until no job runs, or an interrupt, an NMI or a debug request is pending. Contract: top of
 *  this file.
 *
 *  @return STATUS. */
VMB_ENGINE_INLINE uint32_t vmb_engine_wait(void)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 4, 0x22, %0, x0, x0" : "=r"(d) : : "memory");
    return d;
}

/** Reads a register. Contract: top of this file.
 *
 *  @param n  its number: a quarter of its offset
 *  @return The register, or 0 if it cannot be read. */
VMB_ENGINE_INLINE uint32_t vmb_engine_get(uint32_t n)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 6, 0x23, %0, %1, x0" : "=r"(d) : "r"(n));
    return d;
}

/** Writes a register. Contract: top of this file.
 *
 *  @param n  its number: a quarter of its offset
 *  @param value  for the register
 *  @return 0, or bit 31 if it was rejected. */
VMB_ENGINE_INLINE uint32_t vmb_engine_put(uint32_t n, uint32_t value)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 7, 0x24, %0, %1, %2" : "=r"(d) : "r"(n), "r"(value));
    return d;
}

/** Writes a register without waiting for the result. Rejected silently in the cases in which put is
 *  rejected. Contract: top of this file.
 *
 *  @param n  its number: a quarter of its offset
 *  @param value  for the register */
VMB_ENGINE_INLINE void vmb_engine_post(uint32_t n, uint32_t value)
{
    __asm__ volatile(VMB_ENGINE_INSN ", 3, 0x24, x0, %0, %1" : : "r"(n), "r"(value));
}

/** Writes two words to DIN. Contract: top of this file.
 *
 *  @param first  the first word: bytes as in memory
 *  @param second  the second word */
VMB_ENGINE_INLINE void vmb_engine_feed2(uint32_t first, uint32_t second)
{
    __asm__ volatile(VMB_ENGINE_INSN ", 3, 0x25, x0, %0, %1" : : "r"(first), "r"(second));
}

/** Writes a word to DIN. Contract: top of this file.
 *
 *  @param word  bytes as in memory */
VMB_ENGINE_INLINE void vmb_engine_feed(uint32_t word)
{
    __asm__ volatile(VMB_ENGINE_INSN ", 2, 0x26, x0, %0, x0" : : "r"(word));
}

/** Reads a word from DOUT. Contract: top of this file.
 *
 *  @return The word, or 0 if there is none. */
VMB_ENGINE_INLINE uint32_t vmb_engine_take(void)
{
    uint32_t d;
    __asm__ volatile(VMB_ENGINE_INSN ", 4, 0x27, %0, x0, x0" : "=r"(d));
    return d;
}

#endif /* VMB_ENGINE_INSTRUCTIONS */

/** Checks that the engine is one that the library was built for: its register ID names this
 *  map of registers, and it has a memory port or none, as the build says. Nothing is written to
 *  an engine with another map. Call it at start-up: other calls do not check this, and may never
 *  return on the wrong engine. Waits until the engine is ready after a reset. Contract: top of
 *  this file.
 *
 *  @return VMB_OK or VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_engine_check(void);

/** Loads a key into a key slot and replaces its key. Jobs can use the slot (init_slot of
 *  vambrace/aead.h); it cannot be read. Contract: top of this file.
 *
 *  @param slot  1 to 3
 *  @param[in] bytes  key_len bytes, not null; not needed after the call
 *  @param key_len  16, 24 or 32
 *  @return VMB_OK, or if nothing was loaded VMB_ERR_LENGTH, VMB_ERR_ARGUMENT (null, or no such slot
 *          number) or VMB_ERR_DEVICE (this engine has fewer slots, or the slot is locked). */
VMB_MUST_CHECK int vmb_engine_load_key(unsigned slot, const uint8_t *bytes, size_t key_len);

/** Wipes all key slots, including locked ones. Contract: top of this file. */
void vmb_engine_wipe_keys(void);

/** What jobs may do (the register POLICY of docs/reference/engine-registers.md). After a
 *  reset: EARLY and MEMORY_KEYS. */
/** Open messages that are longer than the unverified plaintext buffer in two passes;
 *  without a memory port this also needs EARLY. */
#define VMB_ENGINE_ALLOW_TWO_PASSES 1u
#define VMB_ENGINE_ALLOW_EARLY 2u       /**< `update` after open_start: release plaintext before its tag is checked */
#define VMB_ENGINE_ALLOW_MEMORY_KEYS 4u /**< use keys in memory; without it, only keys in slots */
/** Make and verify short tags: of Ascon-AEAD128 below 8 bytes, of AES-GCM below 12. */
#define VMB_ENGINE_ALLOW_SHORT_TAGS 8u

/** Sets the policy until the next call or a reset. Contract: top of this file.
 *
 *  Without TWO_PASSES, `open` of a message longer than 4 * (FEATURES.hold_words - 1)
 *  bytes returns VMB_ERR_DEVICE. With it, if FEATURES2.bindings is 0, another bus manager that
 *  changes the message between the passes can cause unverified plaintext to be in `out` until the
 *  call ends: allow it only if there is no such manager. If FEATURES2.bindings is above 0, it
 *  causes VMB_ERR_TAG instead, and messages have at most
 *  (bindings + 1) * 16 * ((hold_words - 1) / 4) bytes.
 *
 *  @param allowed  a combination of the bits above
 *  @return VMB_OK, or if nothing was changed VMB_ERR_ARGUMENT (an unknown bit) or VMB_ERR_DEVICE
 *          (the policy is locked, or this engine does not support one of them). */
VMB_MUST_CHECK int vmb_engine_allow(uint32_t allowed);

/** Locks the policy until the next reset: vmb_engine_allow then returns VMB_ERR_DEVICE, and a direct
 *  write to the register raises the engine's alert. Contract: top of this file.
 *
 *  @return VMB_OK, also if it was locked before, or VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_engine_lock_policy(void);

/** Locks a key slot until the next reset: vmb_engine_load_key for it then returns VMB_ERR_DEVICE, and
 *  a direct write to its registers raises the engine's alert. Load a slot before you lock it; its
 *  key stays until vmb_engine_wipe_keys. Contract: top of this file.
 *
 *  @param slot  1 to 3
 *  @return VMB_OK, also if it was locked before, VMB_ERR_ARGUMENT (no such slot number) or
 *          VMB_ERR_DEVICE (this engine has fewer slots). */
VMB_MUST_CHECK int vmb_engine_lock_slot(unsigned slot);

#endif /* VMB_ENGINE */

#ifdef __cplusplus
}
#endif

#endif /* __ASSEMBLER__ */

#endif
