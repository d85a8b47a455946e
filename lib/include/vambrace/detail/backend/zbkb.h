/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses Zbkb: vambrace/backend.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 */
#ifndef VAMBRACE_BACKEND_ZBKB_H
#define VAMBRACE_BACKEND_ZBKB_H

#ifndef VMB_ISE_ZBKB
#define VMB_ISE_ZBKB 0
#endif

#if VMB_ISE_ZBKB && !defined(__riscv)
#error "VMB_ISE_ZBKB needs a RISC-V target"
#endif

#endif
