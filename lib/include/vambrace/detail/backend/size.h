/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses the size profile: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_SIZE_H
#define VAMBRACE_BACKEND_SIZE_H

#ifndef VMB_SIZE
#define VMB_SIZE 0
#endif

#endif
