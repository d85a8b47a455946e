/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The processor header that RIOT includes. */
#ifndef CPU_H
#define CPU_H

#include "cpu_common.h"
#include "cpu_conf.h"

#endif
