/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Selects the instruction-set extensions, accelerator and profile of this build of libvambrace.
 *
 * A build defines any of these macros to 1. Without any, it uses no extensions and is
 * optimised for speed. RV64 supports VMB_ISE_ZBKB, VMB_ISE_ZKNED, VMB_SIZE and VMB_PORTABLE.
 * VMB_ISE_NAME, listed below, enables the instructions of an extension (vambrace/ise.h);
 * VMB_PORTABLE disables those of Xasconp.
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_SIZE        | the size profile: compact loops instead of unrolled code   |
 * | VMB_PORTABLE    | C instead of assembly; VMB_ISE_ZKNED has no C               |
 * | VMB_OWN_WIPE    | the program provides vmb_wipe (vambrace/secure.h)           |
 * | VMB_MISALIGNED  | the core executes misaligned loads and stores, and takes few cycles for them |
 *
 * With an AEAD engine (vambrace/engine.h), which processes all algorithms except AES-GCM-SIV,
 * the MACs and, without VMB_ENGINE_GCM, AES-GCM:
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_ENGINE_PORT | controlled by instructions; with a memory port              |
 * | VMB_ENGINE_PORT_PIO | controlled by instructions; without a memory port       |
 * | VMB_ENGINE_OPCODE | the opcode of these instructions; default: custom-0       |
 * | VMB_ENGINE_ROCC | they trap unless enabled by mstatus.XS (Rocket)             |
 * | VMB_ENGINE_MMIO | registers at VMB_ENGINE_BASE; with a memory port            |
 * | VMB_ENGINE_PIO  | registers at VMB_ENGINE_BASE; without a memory port         |
 * | VMB_ENGINE_GCM  | it has AES-GCM too (AesGcm of rtl/engine): vambrace/aead.h  |
 * | VMB_ENGINE_IRQ  | with VMB_ENGINE_MMIO: sleep until a job ends                |
 * | VMB_ENGINE_RING | with VMB_ENGINE_MMIO: it has a ring of descriptors, vambrace/engine_ring.h |
 * | VMB_ENGINE_LOCK | the program serialises calls: vambrace/engine.h             |
 * | VMB_DMA_LINE    | bytes of a line of a data cache that is not coherent with the memory port: vambrace/dma.h |
 * | VMB_DMA_TRANSLATE | the memory port has other addresses: vambrace/dma.h       |
 *
 * With an AES unit (vambrace/aes_unit.h), for AES alone:
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_AES_UNIT    | controlled by instructions; VMB_ENGINE_ROCC and VMB_ENGINE_LOCK as for an engine |
 * | VMB_AES_UNIT_PIO | without a memory port                                     |
 * | VMB_AES_UNIT_BASE | address of its registers, which replace the instructions |
 * | VMB_AES_UNIT_CHAIN | chains blocks: faster CCM                               |
 * | VMB_AES_UNIT_KEY_BITS | 128, 192 or 256: only this key length; C does the others |
 *
 * The library and the code that includes its headers must be built with the
 * same set: the size of a key depends on it. Readable from C and assembly.
 */
#ifndef VAMBRACE_BACKEND_H
#define VAMBRACE_BACKEND_H

#ifdef VMB_ISE_ZKN
#error "VMB_ISE_ZKN is now VMB_ISE_ZKNED: Zkne and Zknd, without the rest of Zkn"
#endif

#include "vambrace/detail/backend/aes_keys.h"
#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/dma.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/engine_access.h"
#include "vambrace/detail/backend/misaligned.h"
#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/raw_keys.h"
#include "vambrace/detail/backend/size.h"

/* generated: switches, from configs/instructions.toml by `python -m vambrace_dev.instructions` */
/* VMB_ISE_ZBKB: rol, ror, rori, andn, orn, xnor, pack, packh, brev8, rev8, zip, unzip, rolw, rorw, roriw */
#include "vambrace/detail/backend/zbkb.h"
/* VMB_ISE_ZBKC: clmul, clmulh */
#include "vambrace/detail/backend/zbkc.h"
/* VMB_ISE_ZBKX: xperm4, xperm8 */
#include "vambrace/detail/backend/zbkx.h"
/* VMB_ISE_ZKNED: aes32esi, aes32esmi, aes32dsi, aes32dsmi, aes64es, aes64esm, aes64ds, aes64dsm, aes64im, aes64ks1i, aes64ks2 */
#include "vambrace/detail/backend/zkned.h"
/* VMB_ISE_XASCON: ascon.sigma.lo, ascon.sigma.hi */
#include "vambrace/detail/backend/xascon.h"
/* VMB_ISE_ZKNH: sha256sum0, sha256sum1, sha256sig0, sha256sig1, sha512sum0r, sha512sum1r, sha512sig0l, sha512sig1l, sha512sig0h, sha512sig1h, sha512sum0, sha512sum1, sha512sig0, sha512sig1 */
#include "vambrace/detail/backend/zknh.h"
/* VMB_ISE_XASCONP: ascon.round */
#include "vambrace/detail/backend/xasconp.h"
/* VMB_ISE_XCHACHA: chacha.half, poly1305.mac */
#include "vambrace/detail/backend/xchacha.h"
/* end */

#endif
