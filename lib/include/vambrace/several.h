/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One image for several chips: several builds of the library in it, of which each call
 * takes the best that the chip at hand can run.
 *
 *     static const vmb_build builds[] = {
 *         {zkn_aeads, VMB_HAS_ZKNE | VMB_HAS_ZKND}, {vmb_aeads, 0}, {NULL, 0}};
 *     const vmb_aead *a = vmb_aead_choose(builds, vmb_probe(), "aes-128-ccm");
 *     static vmb_any_key key;
 *     int status = a->init(&key, bytes, a->key_len);
 *
 * The best build comes first. Each one but that of the program itself is an object of its
 * own, whose only global symbol is its table of algorithms: docs/user/library.md makes it,
 * and names it (zkn_aeads above). Choose once, for a key object is one of its build.
 *
 * An image with one build has nothing of this: the library asks nothing when it is called,
 * and its objects are the same.
 */
#ifndef VAMBRACE_SEVERAL_H
#define VAMBRACE_SEVERAL_H

#include "vambrace/generic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A build in the image. */
typedef struct {
    const vmb_aead *const *aeads; /**< its algorithms; null ends a table of builds */
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

/** The algorithm of this name in the first of the builds that `has`, a mask of vmb_probe, is enough for. Null when
 *  none of them has it, or when a pointer is null. Branches on `has` and the name, which are public. */
const vmb_aead *vmb_aead_choose(const vmb_build *builds, uint32_t has, const char *name);

#ifdef __cplusplus
}
#endif

#endif
