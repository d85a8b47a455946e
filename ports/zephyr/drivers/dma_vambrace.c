/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of vambrace/dma.h by Zephyr's cache API. That leaves undefined what invalidating a part of a line
 * does, so both act on whole lines; the library permits it.
 */
#include <zephyr/cache.h>

#include "vambrace/dma.h"

#define LINE ((uintptr_t)VMB_DMA_LINE)

static void *first(const void *p)
{
    return (void *)((uintptr_t)p & ~(LINE - 1));
}

static size_t bytes(const void *p, size_t n)
{
    return (((uintptr_t)p & (LINE - 1)) + n + LINE - 1) & ~(LINE - 1);
}

void vmb_dma_clean(const void *p, size_t n)
{
    (void)sys_cache_data_flush_range(first(p), bytes(p, n));
}

void vmb_dma_invalidate(void *p, size_t n)
{
    (void)sys_cache_data_invd_range(first(p), bytes(p, n));
}
