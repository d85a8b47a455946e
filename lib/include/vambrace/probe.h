/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which extensions the processor has that runs this: for a program that is one image for
 * several chips, and for a check at its start that the library's build is for this one
 * (vambrace/backend.h). The library itself never asks: what it uses is chosen when it is
 * built.
 */
#ifndef VAMBRACE_PROBE_H
#define VAMBRACE_PROBE_H

/** Of the mask. On RV64 Zkne and Zknd are the instructions of 64 bits, and there is neither
 *  Xascon nor Xasconp nor Xchacha. */
#define VMB_HAS_ZBKB 0x001u
#define VMB_HAS_ZBKC 0x002u
#define VMB_HAS_ZKNE 0x004u
#define VMB_HAS_ZKND 0x008u
#define VMB_HAS_XASCON 0x010u
#define VMB_HAS_XASCONP 0x020u
#define VMB_HAS_AES_UNIT 0x040u   /**< behind the accelerator port, on custom-1, with a memory port */
#define VMB_HAS_ENGINE 0x080u     /**< an AEAD engine behind it, on custom-0 */
#define VMB_HAS_ENGINE_PIO 0x100u /**< the same on custom-2: in Rocket's systems one without a memory port */
#define VMB_HAS_ZBKX 0x200u
#define VMB_HAS_XCHACHA 0x400u

#if !defined(__ASSEMBLER__) && defined(__riscv)

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the VMB_HAS_ bits of what is there: 0 on a core without any of it.
 *
 * It executes one to four instructions of each extension, with operands and a result that
 * are known: what traps is not there, nor is what gives another result. Engines and the AES
 * unit are asked what they have, which disturbs no job of theirs.
 *
 * For machine mode, in about 400 cycles with interrupts off; not for the handler of an NMI.
 * Traps come here meanwhile: mtvec is set, and has to be writable (if it is not, the result
 * is 0). An NMI goes on to the program's own handler. Afterwards mstatus, mtvec, mepc,
 * mcause and mtval are what they were. RoCC instructions are switched on (mstatus.XS) for as
 * long. What an engine on the bus has is in its register FEATURES.
 *
 * Custom opcodes are anybody's: do not call this where custom-0 to custom-2 do something
 * else.
 */
uint32_t vmb_probe(void);

#ifdef __cplusplus
}
#endif

#endif

#endif
