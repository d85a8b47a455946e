/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Return codes of libvambrace, and the contract that all its functions share. The other headers state under the
 * same words what applies to their functions.
 *
 * Lengths: in bytes. A message, its associated data and a hash input are at most VMB_MAX_BYTES long each, in one
 * piece or in many.
 *
 * Pointers: a pointer to bytes may be null if its length is 0. Any other null pointer is VMB_ERR_ARGUMENT, except
 * that `wipe`, `abort` and `ctr_finish`, which return nothing, ignore it.
 *
 * Alignment: bytes need none; word-aligned `in` and `out` are faster. Objects have that of their type. On RISC-V, a
 * naturally aligned word (of 4 bytes, on RV64 of 8) that contains a byte of an input may be read as a whole.
 *
 * Overlap: `out` may equal `in` (in place), and inputs may overlap each other. No other overlap between an output and
 * any other argument is allowed. A stream overlaps no other argument, and key bytes do not overlap the key object.
 * What has length 0 overlaps nothing.
 *
 * Results: what a call returns, and what it has then written:
 *
 * | result           | because                                        | outputs        | stream    | key object of init |
 * | ---------------- | ---------------------------------------------- | -------------- | --------- | ------------------ |
 * | VMB_OK           |                                                | complete       | ready     | ready              |
 * | VMB_ERR_TAG      | the tag does not match                         | `open`: zero   | wiped     |                    |
 * | VMB_ERR_LENGTH   | a length that the algorithm does not support   | not written    | wiped     | unchanged          |
 * | VMB_ERR_ARGUMENT | a null pointer, or an overlap, as above        | not written    | wiped     | unchanged          |
 * | VMB_ERR_STATE    | the key object or the stream is not ready      | not written    | wiped     |                    |
 * | VMB_ERR_DEVICE   | the engine or AES unit, as below               | zero           | wiped     | zero               |
 * | VMB_ERR_COUNTER  | a counter that must not be used (frames only)  | not written    |           |                    |
 * | VMB_ERR_LIMIT    | a key's limit of use (vambrace/ascon_usage.h), or a full ring | not written |     |                    |
 *
 * `finish` and `abort` always wipe the stream. If several errors apply, a one-shot call and `start` return VMB_ERR_STATE
 * last; a call with a stream that is not ready (and not null) returns it first. Between VMB_ERR_LENGTH and
 * VMB_ERR_ARGUMENT there is no order. VMB_ERR_DEVICE is returned only by builds for an engine or an AES unit
 * (vambrace/backend.h): it cannot access the memory, lacks the algorithm or the key in its slot, was aborted, or a
 * stream is corrupted. An initialization vector or counter changes only on VMB_OK. What `update` has output before an
 * error of a later call stays.
 *
 * Key objects: zeroed by the caller, or initialised by `init`, before they are passed to any other call. A call
 * (including `start`) with an object that contains no key of its algorithm (all zero, wiped, or initialised by another
 * algorithm's init) returns VMB_ERR_STATE, and so does every call on a stream whose key was wiped. An uninitialised
 * object cannot be detected with certainty: it is accepted with a probability of 2^-32. Key objects of the same
 * algorithm with another key length are not distinguished.
 *
 * Streams: objects of the caller. `start` initialises a stream, whatever it contained; `finish` and `abort` wipe it.
 * A stream that was never started, has finished or failed, or expects another call is not ready; to be detected, an
 * object that was never started must be all zero. The key object stays in place and unchanged until the stream ends.
 *
 * Timing: execution time and memory addresses depend on lengths and pointers and, if a tag is checked, on whether it
 * matches. They never depend on the bytes of key, nonce, associated data or message, nor on where a tag differs,
 * provided that the core multiplies in constant time.
 *
 * Wiping: every secret intermediate value is wiped from memory before a call returns (not from registers); only key
 * objects and streams keep secrets, until `wipe`, `finish` or `abort`. Calls allocate no memory.
 *
 * Threads: no state is shared between calls: any number of threads and interrupt handlers may use one key at the same
 * time, each with its own streams. Calls that use an engine (vambrace/engine.h) or an AES unit are serialised.
 */
#ifndef VAMBRACE_STATUS_H
#define VAMBRACE_STATUS_H

#include <stddef.h>

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

/** The length of a tag that the standard advises against: so the caller asks for it, as a tag_len of the algorithms
 *  whose headers say so. Without it these lengths are VMB_ERR_LENGTH. `n` is the number of bytes, a number below 16. */
#define VMB_SHORT_TAG(n) (0x40000000u + (n))

/** The bytes of a tag whose length may be a VMB_SHORT_TAG. */
#define VMB_TAG_BYTES(tag_len) ((tag_len) & ~(size_t)VMB_SHORT_TAG(0))

/** What a call returns. */
enum {
    VMB_OK = 0,            /**< done */
    VMB_ERR_TAG = -1,      /**< the tag does not match */
    VMB_ERR_LENGTH = -2,   /**< a length that the algorithm does not support */
    VMB_ERR_ARGUMENT = -3, /**< null with a length, or an overlap */
    VMB_ERR_STATE = -4,    /**< the key object, stream or context is not ready for this call */
    VMB_ERR_DEVICE = -5,   /**< the engine cannot access the memory, lacks the algorithm, or is disabled */
    VMB_ERR_COUNTER = -6,  /**< a frame's counter that must not be used, or was used before (vambrace/frames/) */
    VMB_ERR_LIMIT = -7     /**< a key has reached a limit of its use and must be replaced (vambrace/ascon_usage.h);
                            *   or a ring is full (vambrace/engine_ring.h) */
};

#endif
