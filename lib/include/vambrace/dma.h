/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Data caches and addresses between a core and the memory port of its AEAD engine: what a program
 * provides where they do not see the same memory. The guide is docs/user/dma.md.
 *
 * By default the library expects that the engine reads what the core wrote, at the same address,
 * and the other way round: the core has no data cache, or one that is coherent with the port.
 * Nothing below then exists, and calls contain no code for it. A build defines
 *
 *     VMB_DMA_LINE=BYTES     the length of a line of a data cache that is not coherent with the port
 *     VMB_DMA_TRANSLATE=1    the port has other addresses than the core
 *
 * VMB_DMA_ALIGNED (vambrace/detail/backend/dma.h) is for buffers.
 *
 * Contract of every function here, which the program keeps and the library relies on:
 *
 * - Results: each has completed when it returns, as the memory behind the caches sees it.
 * - Alignment: none: the bytes begin and end anywhere in a line.
 * - Overlap: which buffers may share a line: docs/user/dma.md.
 * - Timing: may depend on addresses, lengths and the state of the cache; not on the bytes.
 * - Wiping: the functions keep no copy of the bytes.
 * - Threads: the library calls them only for bytes that a job reads or writes: `clean` before the
 *   job and before the lock is acquired, `invalidate` after both. Calls of several threads may
 *   interrupt each other.
 * - Standard: none.
 */
#ifndef VAMBRACE_DMA_H
#define VAMBRACE_DMA_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/detail/backend/dma.h"

#ifdef __cplusplus
extern "C" {
#endif

#if VMB_DMA_LINE

/** Writes to memory each line that contains any of the bytes and was changed in the cache. It may
 *  also remove these lines from the cache. Contract: top of this file.
 *
 *  @param[in] p  n bytes
 *  @param n  1 or more */
void vmb_dma_clean(const void *p, size_t n);

/** Removes from the cache each line that contains any of the bytes, so that the next load reads
 *  memory. None of these lines was changed since vmb_dma_clean, if the program follows the rule of
 *  docs/user/dma.md: whether a changed one is written first makes no difference. Contract: top of
 *  this file.
 *
 *  @param[in,out] p  n bytes
 *  @param n  1 or more */
void vmb_dma_invalidate(void *p, size_t n);

#endif

#if VMB_DMA_TRANSLATE

/** Translates an address. Contract: top of this file.
 *
 *  @param[in] p  a byte that a job reads or writes
 *  @return The address at which the port accesses it. The bytes of one argument of a call are
 *          consecutive there too. */
uint32_t vmb_dma_address(const void *p);

#endif

#ifdef __cplusplus
}
#endif

#endif
