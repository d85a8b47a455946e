/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Descriptors of a ring: their words, as the driver's files use them (rtl/ring/README.md). Part of
 * engine_ring.c and engine_ring_submit.c.
 */
#ifndef VMB_ENGINE_RING_WORDS_H
#define VMB_ENGINE_RING_WORDS_H

#include "engine/engine_job.h"
#include "vambrace/dma.h"
#include "vambrace/engine_ring.h"

/* Words of a descriptor besides registers 0 to 7, JOB and the status word: the ring does not read them. */
enum {
#if VMB_DMA_TRANSLATE
    VMB_RING_OUT = 8, /* address of the output, for the core */
    VMB_RING_TAG = 9, /* the same of the tag */
#else
    VMB_RING_OUT = 6,
    VMB_RING_TAG = 7,
#endif
    VMB_RING_JOB = 12,
    VMB_RING_STATUS = 13
};

/* The status word: ready for the ring; written by the ring. */
#define VMB_RING_READY 1u
#define VMB_RING_DONE 0x80000000u

VMB_INLINE int vmb_ring_unready(const vmb_engine_ring *ring)
{
    if (ring == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_is_unready(ring, sizeof *ring, VMB_MARK_RING) ? VMB_ERR_STATE : VMB_OK;
}

VMB_INLINE uint32_t *vmb_ring_words(const vmb_engine_ring *ring, uint32_t number)
{
    return ring->descriptors[number & ring->mask].words;
}

/** Orders what the core wrote to a descriptor before the ring's reads. */
VMB_INLINE void vmb_ring_clean(const uint32_t *words)
{
#if VMB_DMA_LINE
    vmb_dma_clean(words, sizeof(vmb_engine_ring_descriptor));
#else
    (void)words;
#endif
}

#endif
