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
 *
 * Contract of the function here:
 *
 * - Results: those that it names.
 * - Alignment: none beyond that of the types.
 * - Overlap: there is no output but the result.
 * - Timing: branches on the name and on `has`, which are public.
 * - Wiping: it uses no secrets.
 * - Threads: reentrant.
 * - Standard: none.
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

/** Finds an algorithm by its name in the first build that has it and whose needs the chip meets.
 *  Contract: top of this file.
 *
 *  @param[in] builds  the builds, terminated by one whose `aeads` is null
 *  @param has  a mask from vmb_probe
 *  @param[in] name  such as "aes-128-ccm", terminated by 0
 *  @return The object, or null if no such build has it or a pointer is null. */
const vmb_aead *vmb_aead_choose(const vmb_build *builds, uint32_t has, const char *name);

#ifdef __cplusplus
}
#endif

#endif
