/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Windows that reject repeated frames (vambrace/frames/replay.h).
 */
#include "vambrace/frames/replay.h"

#include "common/common.h"

int vmb_replay_check(const vmb_replay_window *window, uint64_t counter)
{
    uint64_t behind;

    if (window == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (counter == UINT64_MAX) {
        return VMB_ERR_COUNTER;
    }
    if (counter >= window->next) {
        return VMB_OK;
    }
    behind = window->next - 1 - counter;
    return behind < VMB_REPLAY_BITS && (window->seen >> behind & 1) == 0 ? VMB_OK : VMB_ERR_COUNTER;
}

int vmb_replay_accept(vmb_replay_window *window, uint64_t counter)
{
    int status = vmb_replay_check(window, counter);
    uint64_t ahead;

    if (status != VMB_OK) {
        return status;
    }
    if (counter < window->next) {
        window->seen |= (uint64_t)1 << (window->next - 1 - counter);
        return VMB_OK;
    }
    ahead = counter - window->next + 1;
    window->seen = ahead < VMB_REPLAY_BITS ? window->seen << ahead | 1 : 1;
    window->next = counter + 1;
    return VMB_OK;
}
