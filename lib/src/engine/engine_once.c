/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The one body of all whole messages in the size profile (engine_once.h).
 */
#include "engine/engine_once.h"

#if VMB_ENGINE && VMB_SIZE

int vmb_engine_once(const vmb_call *c, uint8_t *tag, uint32_t job, uint32_t mark)
{
    return vmb_engine_once_here(c, tag, job, mark);
}

#endif
