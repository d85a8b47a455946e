/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the memory port of this build's engine does not see: vambrace/dma.h.
 */
#ifndef VAMBRACE_BACKEND_DMA_H
#define VAMBRACE_BACKEND_DMA_H

#include "vambrace/detail/backend/engine.h"

#ifndef VMB_DMA_LINE
#define VMB_DMA_LINE 0
#endif
#ifndef VMB_DMA_TRANSLATE
#define VMB_DMA_TRANSLATE 0
#endif

#if (VMB_DMA_LINE || VMB_DMA_TRANSLATE) && !VMB_ENGINE_PORT && !VMB_ENGINE_MMIO
#error "VMB_DMA_LINE and VMB_DMA_TRANSLATE need VMB_ENGINE_PORT or VMB_ENGINE_MMIO"
#endif
#if VMB_DMA_LINE && (VMB_DMA_LINE < 8 || (VMB_DMA_LINE & (VMB_DMA_LINE - 1)) != 0)
#error "VMB_DMA_LINE is a power of two, at least 8"
#endif

/** For an object or a type in C: it begins with a line of the cache, and the type has whole lines. */
#if VMB_DMA_LINE
#define VMB_DMA_ALIGNED __attribute__((aligned(VMB_DMA_LINE)))
#else
#define VMB_DMA_ALIGNED
#endif

#endif
