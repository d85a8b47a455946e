/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Xchacha: vambrace/backend.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 */
#ifndef VAMBRACE_BACKEND_XCHACHA_H
#define VAMBRACE_BACKEND_XCHACHA_H

#ifndef VMB_ISE_XCHACHA
#define VMB_ISE_XCHACHA 0
#endif

#if VMB_ISE_XCHACHA && (!defined(__riscv) || __riscv_xlen != 32 || defined(__riscv_32e))
#error "VMB_ISE_XCHACHA needs a 32-bit RISC-V target with 32 registers"
#endif

#endif
