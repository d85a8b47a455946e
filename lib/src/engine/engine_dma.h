/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a job needs of a data cache that is not coherent with the engine's memory port
 * (vambrace/dma.h). Part of engine_run.c.
 *
 * Before the job, the cache writes to memory each line that the job reads or writes. No
 * such line is then changed in the cache, so evicting one during the job changes nothing
 * in memory. Afterwards the lines that the job wrote are removed: the cache may have kept
 * them, or loaded them again for a neighbour of the result.
 */
#ifndef VMB_ENGINE_DMA_H
#define VMB_ENGINE_DMA_H

#include "engine/engine_job.h"
#include "vambrace/dma.h"

#if VMB_DMA_LINE

static void vmb_engine_clean_part(const void *p, size_t n)
{
    if (n != 0) {
        vmb_dma_clean(p, n);
    }
}

static void vmb_engine_invalidate_part(const void *p, size_t n)
{
    if (n != 0) {
        vmb_dma_invalidate((void *)(uintptr_t)p, n);
    }
}

/** Before a job. */
VMB_IN_HEADER static void vmb_engine_clean(const vmb_engine_job *j)
{
    vmb_engine_clean_part(j->key, VMB_BYTES_OF_key(j));
    vmb_engine_clean_part(j->nonce, VMB_BYTES_OF_nonce(j));
    vmb_engine_clean_part(j->context, VMB_BYTES_OF_context(j));
    vmb_engine_clean_part(j->ad, VMB_BYTES_OF_ad(j));
    vmb_engine_clean_part(j->in, VMB_BYTES_OF_in(j));
    vmb_engine_clean_part(j->out, VMB_BYTES_OF_out(j));
    vmb_engine_clean_part(j->tag, VMB_BYTES_OF_tag(j));
}

/** After a job. */
VMB_IN_HEADER static void vmb_engine_invalidate(const vmb_engine_job *j)
{
    vmb_engine_invalidate_part(j->out, VMB_BYTES_OF_out(j));
    if ((j->job & VMB_JOB_FLAG(DECRYPT)) == 0) {
        vmb_engine_invalidate_part(j->tag, VMB_BYTES_OF_tag(j));
    }
    if ((j->job & VMB_JOB_FLAG(SAVE)) != 0) {
        vmb_engine_invalidate_part(j->context, VMB_BYTES_OF_context(j));
    }
}

#else

#define vmb_engine_clean(j) ((void)(j))
#define vmb_engine_invalidate(j) ((void)(j))

#endif

#endif
