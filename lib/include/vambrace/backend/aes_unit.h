/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build has an AES unit: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_AES_UNIT_H
#define VAMBRACE_BACKEND_AES_UNIT_H

#include "vambrace/backend/engine.h"
#include "vambrace/backend/zkn.h"

#ifndef VMB_AES_UNIT
#define VMB_AES_UNIT 0
#endif

#if VMB_AES_UNIT
#if !defined(__riscv) || __riscv_xlen != 32 || defined(__riscv_32e)
#error "VMB_AES_UNIT needs a 32-bit RISC-V target with 32 registers"
#endif
#if VMB_ENGINE || VMB_ISE_ZKN
#error "VMB_AES_UNIT excludes an engine and VMB_ISE_ZKN"
#endif
#endif

#endif
