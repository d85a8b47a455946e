/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls of vambrace/frames/replay.h: numbers are those of the window and a counter; results are the window's.
 */
#include "harness.h"

#include "vambrace/frames/replay.h"

static int frames_call(frames_case *c, uint8_t *frame)
{
    vmb_replay_window window = {c->number[0], c->number[1]};
    int status = 1;

    (void)frame;
    switch (c->function) {
    case 0:
        status = vmb_replay_check(&window, c->number[2]);
        break;
    case 1:
        status = vmb_replay_accept(&window, c->number[2]);
        break;
    case 2:
        status = vmb_replay_check(NULL, c->number[2]);
        break;
    case 3:
        status = vmb_replay_accept(NULL, c->number[2]);
        break;
    default:
        break;
    }
    c->result[0] = window.next;
    c->result[1] = window.seen;
    return status;
}
