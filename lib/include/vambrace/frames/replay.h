/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A window that rejects repeated frames: for protocols whose frames arrive in any order, with a counter that their
 * sender uses once. It remembers which of the 64 counters up to the highest accepted one were accepted; older ones are
 * rejected. An optional part of the library: a program that does not call it does not link it.
 *
 * A window belongs to one sender and key; it is all zero at first, when nothing was accepted, and again with a new key.
 * It is not secret. vmb_replay_check is called with the counter of a received frame, vmb_replay_accept only after the
 * frame was verified: otherwise anyone can move the window with an invented frame.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names. The window changes on VMB_OK only.
 * - Alignment: that of the window's type.
 * - Overlap: there is only one object.
 * - Timing: depends on counters.
 * - Wiping: nothing is secret.
 * - Threads: reentrant; one call at a time for a window.
 * - Standard: RFC 6347, section 4.1.2.6, RFC 9147, section 4.5.1, and RFC 4303, section 3.4.3, with a window of 64.
 */
#ifndef VAMBRACE_FRAMES_REPLAY_H
#define VAMBRACE_FRAMES_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Counters that a window covers, with the highest accepted one. */
#define VMB_REPLAY_BITS 64

/** A window; all zero at first. */
typedef struct {
    uint64_t next; /**< one more than the highest accepted counter; 0: none was accepted */
    uint64_t seen; /**< bit i: the counter next - 1 - i was accepted */
} vmb_replay_window;

/** Returns whether a counter may still be accepted. Contract: top of this file.
 *
 *  @param[in] window  the window, not null
 *  @param counter  the counter of a frame
 *  @return VMB_OK; VMB_ERR_COUNTER: the counter was accepted before, is too old, or is 2^64 - 1; or VMB_ERR_ARGUMENT:
 *          null. */
VMB_MUST_CHECK int vmb_replay_check(const vmb_replay_window *window, uint64_t counter);

/** Accepts the counter of a frame that was verified. Contract: top of this file.
 *
 *  @param[in,out] window  the window, not null
 *  @param counter  the counter of a frame
 *  @return as vmb_replay_check: VMB_OK, VMB_ERR_COUNTER or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_replay_accept(vmb_replay_window *window, uint64_t counter);

#ifdef __cplusplus
}
#endif

#endif
