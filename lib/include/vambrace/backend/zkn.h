/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Zkne and Zknd, and which of their two sets of AES instructions:
 * vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_ZKN_H
#define VAMBRACE_BACKEND_ZKN_H

#ifndef VMB_ISE_ZKN
#define VMB_ISE_ZKN 0
#endif

#if VMB_ISE_ZKN && (!defined(__riscv) || defined(__riscv_32e))
#error "VMB_ISE_ZKN needs a RISC-V target with 32 registers"
#endif

#if VMB_ISE_ZKN && __riscv_xlen == 64
#define VMB_ISE_ZKN32 0
#define VMB_ISE_ZKN64 1
#else
#define VMB_ISE_ZKN32 VMB_ISE_ZKN
#define VMB_ISE_ZKN64 0
#endif

#endif
