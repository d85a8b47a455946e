/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Two functions for the secrets of a program itself: keys before init, passwords,
 * decrypted messages, tags that a protocol compares. Their time and addresses depend on
 * pointers and lengths, never on content.
 */
#ifndef VAMBRACE_SECURE_H
#define VAMBRACE_SECURE_H

#include <stddef.h>

#include "vambrace/status.h"

/* 1: the program provides vmb_wipe, with this contract, and the library calls that; its assembly still wipes
 * what it stored by itself. */
#ifndef VMB_OWN_WIPE
#define VMB_OWN_WIPE 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Sets the n bytes at p to zero in a way the compiler cannot leave out; p may be null when
 *  n is 0. Copies that the compiler made elsewhere, in registers or on the stack, stay. */
void vmb_wipe(void *p, size_t n);

/** VMB_OK when the n bytes at a and at b are equal, else VMB_ERR_TAG, whatever differs,
 *  how much and where; both may overlap. VMB_ERR_ARGUMENT: null with a length. Of 0 bytes
 *  VMB_OK: check the length of what an attacker sends before. */
VMB_MUST_CHECK int vmb_verify(const void *a, const void *b, size_t n);

#ifdef __cplusplus
}
#endif

#endif
