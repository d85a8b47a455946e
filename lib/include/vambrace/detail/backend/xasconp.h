/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Xasconp: vambrace/backend.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 */
#ifndef VAMBRACE_BACKEND_XASCONP_H
#define VAMBRACE_BACKEND_XASCONP_H

#ifndef VMB_ISE_XASCONP
#define VMB_ISE_XASCONP 0
#endif

#if VMB_ISE_XASCONP && (!defined(__riscv) || __riscv_xlen != 32 || defined(__riscv_32e))
#error "VMB_ISE_XASCONP needs a 32-bit RISC-V target with 32 registers"
#endif

#endif
