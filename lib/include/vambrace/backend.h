/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which instruction-set extensions this build of libvambrace may use, and what it
 * is built for.
 *
 * A build defines any of these to 1; none is the portable build for speed. On RV64 there
 * are VMB_ISE_ZBKB, VMB_ISE_ZKN, VMB_SIZE and VMB_PORTABLE:
 *
 * | macro           | instructions                                               |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_ISE_ZBKB    | Zbkb: rotates, andn/orn/xnor, pack, rev8, brev8, zip, unzip |
 * | VMB_ISE_ZBKC    | Zbkc (or Zbc): clmul, clmulh                                |
 * | VMB_ISE_ZBKX    | Zbkx: xperm4, xperm8                                        |
 * | VMB_ISE_ZKN     | Zkne and Zknd: aes32esi, aes32esmi, aes32dsi, aes32dsmi; on RV64 |
 * |                 | aes64es, aes64esm, aes64ds, aes64dsm, aes64im, aes64ks1i, aes64ks2 |
 * | VMB_ISE_XASCON  | Xascon: ascon.sigma.lo, ascon.sigma.hi                      |
 * | VMB_ISE_XASCONP | Xasconp: ascon.round, in assembly alone; VMB_PORTABLE leaves it out |
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_SIZE        | the size profile: compact loops in the place of unrolled code |
 * | VMB_PORTABLE    | C in the place of assembly; VMB_ISE_ZKN has no C            |
 *
 * With an AEAD engine (vambrace/engine.h), which does everything but AES-GCM:
 *
 * | macro           | effect                                                     |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_ENGINE_PORT | the engine's instructions; it has a memory port             |
 * | VMB_ENGINE_PORT_PIO | its instructions; it has none                           |
 * | VMB_ENGINE_OPCODE | of its instructions, custom-0 if this is not defined      |
 * | VMB_ENGINE_ROCC | they are off unless mstatus.XS says otherwise (Rocket)      |
 * | VMB_ENGINE_MMIO | its registers at VMB_ENGINE_BASE; it has a memory port      |
 * | VMB_ENGINE_PIO  | its registers at VMB_ENGINE_BASE; it has none               |
 * | VMB_ENGINE_IRQ  | with VMB_ENGINE_MMIO: sleep until a job ends                |
 * | VMB_ENGINE_LOCK | the program says how calls take turns: vambrace/engine.h    |
 *
 * With an AES unit (vambrace/aes_unit.h), which does AES and nothing else:
 *
 * | macro           | instructions                                               |
 * | --------------- | ---------------------------------------------------------- |
 * | VMB_AES_UNIT    | the unit's; VMB_ENGINE_ROCC and VMB_ENGINE_LOCK as for an engine |
 *
 * The library and the code that includes its headers must be built with the
 * same set: the size of a key depends on it. Readable from C and assembly.
 */
#ifndef VAMBRACE_BACKEND_H
#define VAMBRACE_BACKEND_H

#include "vambrace/backend/aes_keys.h"
#include "vambrace/backend/aes_unit.h"
#include "vambrace/backend/engine.h"
#include "vambrace/backend/engine_access.h"
#include "vambrace/backend/portable.h"
#include "vambrace/backend/raw_keys.h"
#include "vambrace/backend/size.h"
#include "vambrace/backend/xascon.h"
#include "vambrace/backend/xasconp.h"
#include "vambrace/backend/zbkb.h"
#include "vambrace/backend/zbkc.h"
#include "vambrace/backend/zbkx.h"
#include "vambrace/backend/zkn.h"

#endif
