/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Two functions for secrets that the program itself manages: keys before init, passwords,
 * decrypted messages, tags that a protocol compares. Their execution time and memory addresses
 * depend on pointers and lengths, never on the bytes.
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

/** Sets the n bytes at p to zero in a way that the compiler cannot remove; p may be null if n
 *  is 0. Copies that the compiler made in registers or on the stack remain. */
void vmb_wipe(void *p, size_t n);

/** Compares in constant time. VMB_OK if the n bytes at a and at b are equal, and VMB_ERR_TAG if
 *  not; they may overlap. VMB_ERR_ARGUMENT: null with a length. VMB_OK for 0 bytes: first check
 *  the length of what an attacker sends. */
VMB_MUST_CHECK int vmb_verify(const void *a, const void *b, size_t n);

#ifdef __cplusplus
}
#endif

#endif
