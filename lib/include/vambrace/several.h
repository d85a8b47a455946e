/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One image for several chips: it contains several builds of the library, and the program
 * selects the best one that the chip can run.
 *
 *     static const vmb_build builds[] = {
 *         {zkned_aeads, VMB_HAS_ZKNE | VMB_HAS_ZKND}, {vmb_aeads, 0}, {NULL, 0}};
 *     const vmb_aead *a = vmb_aead_choose(builds, vmb_probe(), "aes-128-ccm");
 *     static vmb_any_key key;
 *     int status = a->init(&key, bytes, a->key_len);
 *
 * List the best build first. Each build except the program's own is an object file whose only
 * global symbol is its table of algorithms (zkned_aeads above): docs/user/library.md shows how to
 * make it. Choose once, because a key object belongs to its build.
 *
 * This costs nothing in an image with one build: the library itself makes no checks at run
 * time.
 */
#ifndef VAMBRACE_SEVERAL_H
#define VAMBRACE_SEVERAL_H

#include "vambrace/generic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A build in the image. */
typedef struct {
    const vmb_aead *const *aeads; /**< its algorithms; null terminates a table of builds */
    uint32_t needs;               /**< VMB_HAS_ bits (vambrace/probe.h), all of which the chip must have */
} vmb_build;

/** Room for a key object of any algorithm in any build, for its size and alignment only. */
typedef union {
    uint64_t aligned;
    uint32_t words[120];
} vmb_any_key;

/** The same for a stream. */
typedef union {
    uint64_t aligned;
    uint32_t words[80];
} vmb_any_stream;

/** Returns the algorithm of this name from the first build whose needs are met by `has`, a mask
 *  from vmb_probe. Null if no such build has it, or a pointer is null. Branches on `has` and
 *  the name, which are public. */
const vmb_aead *vmb_aead_choose(const vmb_build *builds, uint32_t has, const char *name);

#ifdef __cplusplus
}
#endif

#endif
