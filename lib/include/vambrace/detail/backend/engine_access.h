/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How this build accesses its engine or AES unit: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_ENGINE_ACCESS_H
#define VAMBRACE_BACKEND_ENGINE_ACCESS_H

#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/engine.h"

#ifndef VMB_ENGINE_OPCODE
#define VMB_ENGINE_OPCODE 0x0b
#endif
#ifndef VMB_ENGINE_ROCC
#define VMB_ENGINE_ROCC 0
#endif
/* A unit behind a cache or a bus: calls look for interrupts more often. */
#if VMB_ENGINE_ROCC || VMB_AES_UNIT_BASE
#define VMB_AES_UNIT_FAR 1
#else
#define VMB_AES_UNIT_FAR 0
#endif
#ifndef VMB_ENGINE_BASE
#define VMB_ENGINE_BASE 0
#endif
#ifndef VMB_ENGINE_IRQ
#define VMB_ENGINE_IRQ 0
#endif
#ifndef VMB_ENGINE_RING
#define VMB_ENGINE_RING 0
#endif
#ifndef VMB_ENGINE_LOCK
#define VMB_ENGINE_LOCK 0
#endif

#if VMB_ENGINE_ROCC && !VMB_ENGINE_INSTRUCTIONS && !(VMB_AES_UNIT && VMB_AES_UNIT_BASE == 0)
#error "VMB_ENGINE_ROCC goes with VMB_ENGINE_PORT, VMB_ENGINE_PORT_PIO and VMB_AES_UNIT"
#endif
#if (VMB_ENGINE_MMIO || VMB_ENGINE_PIO) != (VMB_ENGINE_BASE != 0)
#error "VMB_ENGINE_BASE goes with VMB_ENGINE_MMIO and VMB_ENGINE_PIO"
#endif
#if VMB_ENGINE_BASE % 4 != 0
#error "VMB_ENGINE_BASE is a multiple of 4"
#endif
#if VMB_ENGINE_IRQ && !VMB_ENGINE_MMIO
#error "VMB_ENGINE_IRQ needs VMB_ENGINE_MMIO"
#endif
#if VMB_ENGINE_RING && !VMB_ENGINE_MMIO
#error "VMB_ENGINE_RING needs VMB_ENGINE_MMIO"
#endif
#if VMB_ENGINE_RING && defined(VMB_DMA_LINE) && VMB_DMA_LINE > 64
#error "VMB_ENGINE_RING needs a VMB_DMA_LINE of at most 64"
#endif
#if VMB_ENGINE_LOCK && !VMB_ENGINE && !VMB_AES_UNIT
#error "VMB_ENGINE_LOCK needs an engine or an AES unit"
#endif

#endif
