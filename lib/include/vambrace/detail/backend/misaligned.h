/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether the core executes misaligned loads and stores: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_MISALIGNED_H
#define VAMBRACE_BACKEND_MISALIGNED_H

#ifndef VMB_MISALIGNED
#define VMB_MISALIGNED 0
#endif

#endif
