/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Return codes of libvambrace, and the contract that all its functions share.
 *
 * - Lengths are in bytes. A message, its associated data and a hash input are at most
 *   VMB_MAX_BYTES long each, in one piece or in many. A pointer to bytes may be null if its
 *   length is 0, and needs no alignment; word-aligned `in` and `out` are faster. On RV32, a
 *   naturally aligned word that contains a byte of an input may be read as a whole.
 * - `out` may equal `in` (in place). No other overlap between an output and any other argument
 *   is allowed.
 * - A one-shot call that violates these rules returns VMB_ERR_LENGTH or VMB_ERR_ARGUMENT and
 *   writes nothing.
 * - A key object must be zeroed by the caller, or initialised by `init`, before it is passed to
 *   any other call. A call (including `start`) with an object that contains no key of its
 *   algorithm (all zero, wiped, or initialised by another algorithm's init) returns
 *   VMB_ERR_STATE and writes nothing, after the checks of lengths and arguments. Every call on
 *   a stream whose key was wiped returns it too. An uninitialised object cannot be detected
 *   with certainty: it is accepted with a probability of 2^-32. Key objects of the same
 *   algorithm with another key length are not distinguished.
 * - A stream is an object of the caller that overlaps no other argument. `start` initialises
 *   it, whatever it contained; `finish` and `abort` wipe it. A call that violates a rule writes
 *   no output, wipes the stream and returns the error; a null stream is VMB_ERR_ARGUMENT. A
 *   call for which a stream is not ready (never started, finished, failed, out of order)
 *   returns VMB_ERR_STATE before any other error; to be detected, an object that was never
 *   started must be all zero. No output of a stream may overlap its key object.
 * - VMB_ERR_DEVICE is returned only by builds for an engine or an AES unit
 *   (vambrace/backend.h): it cannot access the memory, lacks the algorithm or the key in its
 *   slot, was aborted, or a stream is corrupted. The outputs of the call are set to zero, and a
 *   stream is wiped.
 * - `wipe`, `abort` and `ctr_finish` return nothing and ignore a null pointer.
 * - Execution time and memory addresses depend on lengths and pointers and, if a tag is
 *   checked, on whether it matches. They never depend on the bytes of key, nonce, associated
 *   data or message, nor on where a tag differs, provided that the core multiplies in constant
 *   time. Tags are compared in constant time.
 * - Every secret intermediate value is wiped from memory before a call returns;
 *   only key objects and streams keep secrets, until `wipe`, `finish` or `abort`.
 * - No state is shared between calls: any number of threads may use one key, each with its own
 *   streams. Calls that use an engine (vambrace/engine.h) or an AES unit are serialised.
 */
#ifndef VAMBRACE_STATUS_H
#define VAMBRACE_STATUS_H

/** Marks every function whose result reports failure: GCC and Clang warn if a caller ignores it
 *  (GCC even after a cast to void), and so do C23 and C++17 compilers. */
#if defined(__GNUC__)
#define VMB_MUST_CHECK __attribute__((__warn_unused_result__))
#elif (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L) || (defined(__cplusplus) && __cplusplus >= 201703L)
#define VMB_MUST_CHECK [[nodiscard]]
#else
#define VMB_MUST_CHECK
#endif

/** Maximum length of a message, associated data and hash input, in bytes. */
#define VMB_MAX_BYTES 0x7fffffffu

/** What a call returns. */
enum {
    VMB_OK = 0,            /**< done */
    VMB_ERR_TAG = -1,      /**< the tag does not match */
    VMB_ERR_LENGTH = -2,   /**< a length that the algorithm does not support */
    VMB_ERR_ARGUMENT = -3, /**< null with a length, or an overlap */
    VMB_ERR_STATE = -4,    /**< the key object, stream or context is not ready for this call */
    VMB_ERR_DEVICE = -5    /**< the engine cannot access the memory, lacks the algorithm, or is disabled */
};

#endif
