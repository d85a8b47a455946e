/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* What RIOT includes as the processor's header. */
#ifndef CPU_H
#define CPU_H

#include "cpu_common.h"
#include "cpu_conf.h"

#endif
