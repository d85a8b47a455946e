/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Xascon: vambrace/backend.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 */
#ifndef VAMBRACE_BACKEND_XASCON_H
#define VAMBRACE_BACKEND_XASCON_H

#ifndef VMB_ISE_XASCON
#define VMB_ISE_XASCON 0
#endif

#if VMB_ISE_XASCON && (!defined(__riscv) || __riscv_xlen != 32)
#error "VMB_ISE_XASCON needs a 32-bit RISC-V target"
#endif

#endif
