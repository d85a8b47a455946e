/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Zkned: vambrace/backend.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 */
#ifndef VAMBRACE_BACKEND_ZKNED_H
#define VAMBRACE_BACKEND_ZKNED_H

#ifndef VMB_ISE_ZKNED
#define VMB_ISE_ZKNED 0
#endif

#if VMB_ISE_ZKNED && (!defined(__riscv) || defined(__riscv_32e))
#error "VMB_ISE_ZKNED needs a RISC-V target with 32 registers"
#endif

/* RV64 has other instructions of this extension than RV32. */
#if VMB_ISE_ZKNED && __riscv_xlen == 64
#define VMB_ISE_ZKNED32 0
#define VMB_ISE_ZKNED64 1
#else
#define VMB_ISE_ZKNED32 VMB_ISE_ZKNED
#define VMB_ISE_ZKNED64 0
#endif

#endif
