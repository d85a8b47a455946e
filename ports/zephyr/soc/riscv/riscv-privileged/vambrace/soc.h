/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RISCV_VAMBRACE_SOC_H
#define RISCV_VAMBRACE_SOC_H

#include <soc_common.h>

#endif
