/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build uses C instead of assembly: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_PORTABLE_H
#define VAMBRACE_BACKEND_PORTABLE_H

#ifndef VMB_PORTABLE
#define VMB_PORTABLE 0
#endif

#endif
