/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the calls on an engine share (engine_job.h): running a job by a call, keys, and
 * what a failure leaves. Keys and outputs are byte sequences.
 */
#include "engine/engine_job.h"

#if VMB_ENGINE

#if !VMB_ENGINE_PIO && !VMB_ENGINE_PORT_PIO
#include "engine/engine_access.h"
#include "engine/engine_dma.h"

#if VMB_DMA_LINE
#define VMB_ENGINE_DO VMB_NOINLINE static int vmb_engine_do_apart
#else
#define VMB_ENGINE_DO int vmb_engine_do
#endif

VMB_ENGINE_DO(const vmb_engine_job *j)
{
    uint32_t turn, status = 0x80000000u;

    vmb_engine_clean(j);
    turn = vmb_engine_acquire();
    if (!vmb_engine_off(turn)) {
        vmb_engine_begin(turn);
        vmb_engine_set_up(j, VMB_WITH_CONTEXT | VMB_WITH_TOTALS);
        vmb_engine_fence();
        status = vmb_engine_finish(j->job, turn);
        vmb_engine_fence();
    }
    vmb_engine_release(turn);
    vmb_engine_invalidate(j);
    return vmb_engine_result(status);
}

#if VMB_DMA_LINE
/* Stack stores during a job must not share a cache line with the caller's memory: a line separates them. */
int vmb_engine_do(const vmb_engine_job *j)
{
    uint8_t line[VMB_DMA_LINE];
    int status = vmb_engine_do_apart(j);

    __asm__ volatile("" : : "r"(line) : "memory"); /* live until here */
    return status;
}
#endif
#endif

void vmb_engine_clear(uint8_t *out, size_t len, uint8_t *tag, size_t tag_len)
{
    vmb_wipe(out, len);
    vmb_wipe(tag, tag_len);
}

int vmb_engine_key(uint32_t *key, const uint8_t *bytes, size_t key_len, size_t wanted, uint32_t mark)
{
    int status = vmb_check_key(key, VMB_ENGINE_KEY_SIZE(wanted), bytes, key_len, wanted);
#if !VMB_SIZE
    uint32_t word;
#endif
    size_t i;

    if (status == VMB_OK) {
        i = 0;
#if !VMB_SIZE
        if (vmb_is_aligned(bytes)) {
            for (; i < wanted / 4; i++) {
                word = vmb_get_word(bytes + 4 * i);
                VMB_OPAQUE(word); /* or the compiler calls memcpy */
                key[i] = word;
            }
        }
#endif
        for (; i < wanted / 4; i++) {
            key[i] = vmb_load32_le(bytes + 4 * i);
        }
        key[i] = 0;
        key[i + 1] = mark;
    }
    return status;
}

int vmb_engine_key_in_slot(uint32_t *key, unsigned slot, size_t wanted, uint32_t mark)
{
    size_t i;

    if (key == NULL || slot - 1 > 2) {
        return VMB_ERR_ARGUMENT;
    }
    for (i = 0; i < wanted / 4; i++) {
        key[i] = 0;
    }
    key[i] = VMB_JOB(KEY_SLOT, slot);
    key[i + 1] = mark;
    return VMB_OK;
}

#endif
