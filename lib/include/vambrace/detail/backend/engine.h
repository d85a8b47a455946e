/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build has an AEAD engine, and how it is coupled: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_ENGINE_H
#define VAMBRACE_BACKEND_ENGINE_H

#ifndef VMB_ENGINE_PORT
#define VMB_ENGINE_PORT 0
#endif
#ifndef VMB_ENGINE_PORT_PIO
#define VMB_ENGINE_PORT_PIO 0
#endif
#ifndef VMB_ENGINE_MMIO
#define VMB_ENGINE_MMIO 0
#endif
#ifndef VMB_ENGINE_PIO
#define VMB_ENGINE_PIO 0
#endif

/* 1 in a build for an engine with any coupling. */
#define VMB_ENGINE (VMB_ENGINE_PORT || VMB_ENGINE_PORT_PIO || VMB_ENGINE_MMIO || VMB_ENGINE_PIO)

/* 1 if it also has AES-GCM. */
#ifndef VMB_ENGINE_GCM
#define VMB_ENGINE_GCM 0
#endif

/* 1 if it has instructions. */
#define VMB_ENGINE_INSTRUCTIONS (VMB_ENGINE_PORT || VMB_ENGINE_PORT_PIO)

#if VMB_ENGINE_GCM && !VMB_ENGINE
#error "VMB_ENGINE_GCM needs an engine"
#endif
#if VMB_ENGINE
#if !defined(__riscv) || __riscv_xlen != 32
#error "VMB_ENGINE_PORT, _PORT_PIO, _MMIO and _PIO need a 32-bit RISC-V target"
#endif
#if VMB_ENGINE_PORT + VMB_ENGINE_PORT_PIO + VMB_ENGINE_MMIO + VMB_ENGINE_PIO != 1
#error "only one of VMB_ENGINE_PORT, _PORT_PIO, _MMIO and _PIO"
#endif
#endif

#endif
