/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Detects the extensions of the processor at run time: for a program image that runs on
 * several chips, or for a check at start-up that the library's build fits the chip
 * (vambrace/backend.h). The library itself never does so: the extensions that it uses are
 * chosen when it is built.
 *
 * Contract of the function here:
 *
 * - Results: those that it names.
 * - Alignment: it has no pointers.
 * - Overlap: it has no pointers.
 * - Timing: about 400 cycles with interrupts disabled.
 * - Wiping: it uses no secrets.
 * - Threads: one call at a time on a hart; not in an NMI handler.
 * - Standard: RISC-V Instruction Set Manual Volume II (traps); the extensions: vambrace/ise.h.
 */
#ifndef VAMBRACE_PROBE_H
#define VAMBRACE_PROBE_H

/** Bits of the mask. On RV64, Zkne, Zknd and Zknh are the 64-bit instructions, and Xascon,
 *  Xasconp and Xchacha do not exist. */
#define VMB_HAS_ZBKB 0x001
#define VMB_HAS_ZBKC 0x002
#define VMB_HAS_ZKNE 0x004
#define VMB_HAS_ZKND 0x008
#define VMB_HAS_XASCON 0x010
#define VMB_HAS_XASCONP 0x020
#define VMB_HAS_AES_UNIT 0x040   /**< an AES unit on the accelerator port, custom-1, with a memory port */
#define VMB_HAS_ENGINE 0x080     /**< an AEAD engine on the accelerator port, custom-0 */
#define VMB_HAS_ENGINE_PIO 0x100 /**< the same on custom-2: in Rocket's systems one without a memory port */
#define VMB_HAS_ZBKX 0x200
#define VMB_HAS_XCHACHA 0x400
#define VMB_HAS_ZKNH 0x800

#if !defined(__ASSEMBLER__) && defined(__riscv)

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Detects the available extensions. Contract: top of this file.
 *
 * It executes one to four instructions of each extension with known operands and results:
 * an extension that traps or returns another result is not available. Engines and the AES
 * unit are detected by reading their features, which does not disturb a running job.
 *
 * Call it in machine mode, but not in an NMI handler. It handles traps itself through mtvec,
 * which must be writable (otherwise the result is 0); an NMI is passed on to the program's own
 * handler. mstatus, mtvec, mepc, mcause and mtval are restored. RoCC instructions are enabled
 * (mstatus.XS) during the call. Engines on a bus are not detected: read their register FEATURES.
 *
 * Do not call this on a core that uses custom-0 to custom-2 for other instructions.
 *
 * @return The VMB_HAS_ bits of the extensions: 0 on a core without any of them.
 */
uint32_t vmb_probe(void);

#ifdef __cplusplus
}
#endif

#endif

#endif
