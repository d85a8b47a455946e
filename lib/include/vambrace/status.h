/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What every function of libvambrace returns, and the contract that all share.
 *
 * - Lengths are bytes. A message, its associated data and what is hashed hold at
 *   most VMB_MAX_BYTES each, in one piece or in many. A pointer to bytes may be
 *   null when its length is 0 and needs no alignment; word-aligned `in` and `out`
 *   are faster. On RV32 a naturally aligned word that holds a byte of an input
 *   may be read as a whole.
 * - `out` may be exactly `in` (in place). No other overlap between an output and
 *   any other argument is accepted.
 * - A one-shot call that breaks a rule returns VMB_ERR_LENGTH or
 *   VMB_ERR_ARGUMENT and writes nothing.
 * - A key object is zeroed by the caller or made by `init` before any other call gets it. A
 *   call, also `start`, whose object holds no key of its algorithm (all zero, wiped, made by
 *   another algorithm's init) returns VMB_ERR_STATE and writes nothing, when it breaks no rule
 *   of lengths and arguments: those come first. A stream whose key was wiped returns it from
 *   any call. What an object that was never written holds cannot be distinguished from a key for
 *   certain: 1 in 2^32 passes. Objects of one algorithm with another key length are not
 *   distinguished either.
 * - A stream is an object of the caller, which overlaps no other argument. `start`
 *   makes it usable, whatever it held before; `finish` and `abort` wipe it. A call
 *   that breaks a rule writes no output, wipes the stream and returns why; a null
 *   stream is VMB_ERR_ARGUMENT. A call that a stream is not ready for (never started,
 *   finished, failed, out of order) returns VMB_ERR_STATE before any other error. An object
 *   that was never started must be all zero for that. No output of a stream overlaps its
 *   key object.
 * - VMB_ERR_DEVICE comes from builds for an engine or an AES unit (vambrace/backend.h)
 *   alone: it does not reach the memory, lacks the algorithm or the key in its slot, was
 *   asked to abort, or a stream is damaged. The outputs of the call are set to zero, a
 *   stream is wiped.
 * - `wipe`, `abort` and `ctr_finish` return nothing: null is nothing to do.
 * - Time and addresses depend on lengths and pointers, and where a tag is checked
 *   on whether it matches: never on key, nonce, associated data or message bytes,
 *   nor on where a tag differs (given a core whose multiplication takes a constant
 *   time). Tags are compared in constant time.
 * - Every secret intermediate value is wiped from memory before a call returns;
 *   only keys and streams keep secrets, for their `wipe`, `finish` and `abort`.
 * - No state is shared between calls: any number of threads may use one key, and
 *   each its own streams. Calls take turns at an engine (vambrace/engine.h) or an AES unit.
 */
#ifndef VAMBRACE_STATUS_H
#define VAMBRACE_STATUS_H

/** In front of every function whose result says whether it failed: GCC and clang warn of a
 *  caller that ignores it (GCC also of a cast to void), and so do compilers of C23 and C++17. */
#if defined(__GNUC__)
#define VMB_MUST_CHECK __attribute__((__warn_unused_result__))
#elif (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L) || (defined(__cplusplus) && __cplusplus >= 201703L)
#define VMB_MUST_CHECK [[nodiscard]]
#else
#define VMB_MUST_CHECK
#endif

/** The longest message, associated data and hash input, in bytes. */
#define VMB_MAX_BYTES 0x7fffffffu

/** What a call returns. */
enum {
    VMB_OK = 0,            /**< done */
    VMB_ERR_TAG = -1,      /**< the tag does not match */
    VMB_ERR_LENGTH = -2,   /**< a length the algorithm does not have */
    VMB_ERR_ARGUMENT = -3, /**< null with a length, or an overlap */
    VMB_ERR_STATE = -4,    /**< the key object, stream or context is not ready for this call */
    VMB_ERR_DEVICE = -5    /**< the engine does not reach the memory, lacks the algorithm, or is off */
};

#endif
