/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Two functions for secrets that the program itself manages: keys before init, passwords,
 * decrypted messages, tags that a protocol compares.
 *
 * Contract of every function here:
 *
 * - Results: those that a function names.
 * - Alignment: none.
 * - Overlap: the two inputs of vmb_verify may overlap.
 * - Timing: depends on addresses and lengths; never on the bytes, not even on whether they are
 *   equal.
 * - Wiping: vmb_wipe is for that; vmb_verify wipes nothing.
 * - Threads: reentrant.
 * - Standard: none.
 */
#ifndef VAMBRACE_SECURE_H
#define VAMBRACE_SECURE_H

#include <stddef.h>

#include "vambrace/status.h"

/* 1: the program provides vmb_wipe, with the contract below, and the library calls it; assembly
 * still wipes its own stack with its own code. */
#ifndef VMB_OWN_WIPE
#define VMB_OWN_WIPE 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Sets bytes to zero in a way that the compiler cannot remove. Copies that the compiler made in
 *  registers or on the stack remain. Contract: top of this file.
 *
 *  @param[out] p  n bytes; may be null if n is 0
 *  @param n  any length */
void vmb_wipe(void *p, size_t n);

/** Compares bytes in constant time. Nothing equals nothing: first check the length of what an
 *  attacker sends. Contract: top of this file.
 *
 *  @param[in] a  n bytes; may be null if n is 0
 *  @param[in] b  n bytes; may be null if n is 0
 *  @param n  any length
 *  @return VMB_OK if they are equal or n is 0, VMB_ERR_TAG if not, or VMB_ERR_ARGUMENT: null with a
 *          length. */
VMB_MUST_CHECK int vmb_verify(const void *a, const void *b, size_t n);

#ifdef __cplusplus
}
#endif

#endif
