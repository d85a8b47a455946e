/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The rare part of taking turns at an engine with a memory port: engine_turn.h.
 */
#include "engine/engine_job.h"

#if (VMB_ENGINE_PORT || VMB_ENGINE_MMIO) && !VMB_ENGINE_LOCK

#include "engine/engine_turn.h"

vmb_engine_reader vmb_engine_unread;

/* Interrupts as they were, then off again. */
static void vmb_engine_pause(uint32_t turn)
{
    vmb_engine_release(turn);
    (void)vmb_engine_acquire();
}

uint32_t vmb_engine_turn_clear(uint32_t turn)
{
    uint32_t status;

    while (((status = vmb_engine_status()) & VMB_ENGINE_BUSY) != 0) {
        vmb_engine_pause(turn);
    }
    if (vmb_engine_unread.status != NULL) {
        *vmb_engine_unread.status = status;
        vmb_engine_unread.status = NULL;
    }
    return status;
}

#if VMB_SIZE

uint32_t vmb_engine_turn_let_in(uint32_t turn)
{
    volatile uint32_t status = VMB_ENGINE_BUSY;

    vmb_engine_unread.status = &status;
    vmb_engine_pause(turn);
    if (vmb_engine_unread.status == &status) {
        vmb_engine_unread.status = NULL;
        return vmb_engine_status();
    }
    return status;
}

#endif

#endif
