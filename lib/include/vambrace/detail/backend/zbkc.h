/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Zbkc: vambrace/backend.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 */
#ifndef VAMBRACE_BACKEND_ZBKC_H
#define VAMBRACE_BACKEND_ZBKC_H

#ifndef VMB_ISE_ZBKC
#define VMB_ISE_ZBKC 0
#endif

#if VMB_ISE_ZBKC && !defined(__riscv)
#error "VMB_ISE_ZBKC needs a RISC-V target"
#endif

#endif
