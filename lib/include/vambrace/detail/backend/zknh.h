/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Zknh: vambrace/backend.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 */
#ifndef VAMBRACE_BACKEND_ZKNH_H
#define VAMBRACE_BACKEND_ZKNH_H

#ifndef VMB_ISE_ZKNH
#define VMB_ISE_ZKNH 0
#endif

#if VMB_ISE_ZKNH && !defined(__riscv)
#error "VMB_ISE_ZKNH needs a RISC-V target"
#endif

#endif
