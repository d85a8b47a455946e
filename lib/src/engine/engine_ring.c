/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The ring of descriptors of an engine (vambrace/engine_ring.h). What registers and words of a
 * descriptor do: rtl/ring/README.md. Words are little-endian, addresses those of the memory port.
 *
 * Packets have numbers that wrap, the registers' with 16 bits: reaped <= head <= kicked <= submitted,
 * and submitted is at most the number of descriptors ahead of reaped.
 */
#include "engine/engine_job.h"
#include "vambrace/engine_ring.h"

#if VMB_ENGINE_RING

#include "engine/engine_access.h"
#include "engine/engine_dma.h"
#include "engine/engine_ring_words.h"
#include "vambrace/engine_ring_regs.h"

#define VMB_RING_FIELD(name, value) ((uint32_t)(value) << VMB_ENGINE_REG_RING_##name##_SHIFT)

int vmb_engine_ring_init(vmb_engine_ring *ring, vmb_engine_ring_descriptor *descriptors, size_t count, uint32_t flags)
{
    uint32_t turn, size, address;
    int status = VMB_ERR_DEVICE;
    size_t i;

    if (count - 1 >= VMB_ENGINE_RING_MOST || (count & (count - 1)) != 0) {
        return VMB_ERR_LENGTH;
    }
    if (ring == NULL || descriptors == NULL || flags > (VMB_ENGINE_RING_STOP | VMB_ENGINE_RING_IRQ) ||
        VMB_OVERLAP(ring, sizeof *ring, descriptors, count * sizeof *descriptors)) {
        return VMB_ERR_ARGUMENT;
    }
#if VMB_DMA_TRANSLATE
    address = vmb_dma_address(descriptors);
#else
    address = (uint32_t)(uintptr_t)descriptors;
#endif
    if (((address | (uint32_t)(uintptr_t)descriptors) & ~VMB_ENGINE_REG_RING_ADDR_BLOCK_MASK) != 0) {
        return VMB_ERR_ARGUMENT;
    }
    for (size = 0; count >> size != 1; size++) {
    }
    turn = vmb_engine_acquire();
    vmb_engine_begin(turn);
    if ((VMB_ENGINE_REG(RING_CONTROL) & VMB_ENGINE_REG_RING_CONTROL_ENABLE_MASK) == 0) {
        ring->control = VMB_RING_FIELD(CONTROL_SIZE, size) |
                        VMB_RING_FIELD(CONTROL_STOP, (flags & VMB_ENGINE_RING_STOP) != 0) |
                        VMB_RING_FIELD(CONTROL_IRQ, (flags & VMB_ENGINE_RING_IRQ) != 0);
        VMB_ENGINE_REG(RING_ADDR) = address;
        VMB_ENGINE_REG(RING_STATUS) = VMB_ENGINE_REG_RING_STATUS_PENDING_MASK;
        VMB_ENGINE_REG(RING_CONTROL) = ring->control;
        status = VMB_OK;
    }
    vmb_engine_release(turn);
    if (status == VMB_OK) {
        for (i = 0; i < count; i++) {
            vmb_wipe(&descriptors[i], sizeof descriptors[i]);
            vmb_ring_clean(descriptors[i].words);
        }
        ring->descriptors = descriptors;
        ring->mask = (uint32_t)count - 1;
        ring->submitted = 0;
        ring->kicked = 0;
        ring->head = 0;
        ring->reaped = 0;
        ring->mark = VMB_MARK_RING;
    }
    return status;
}

int vmb_engine_ring_kick(vmb_engine_ring *ring)
{
    int status = vmb_ring_unready(ring);
    uint32_t turn;

    if (status != VMB_OK) {
        return status;
    }
    turn = vmb_engine_acquire();
    /* A ring that is not active is enabled only while no job of another call runs. */
    if ((VMB_ENGINE_REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) == 0) {
        vmb_engine_begin(turn);
        if ((VMB_ENGINE_REG(RING_CONTROL) & VMB_ENGINE_REG_RING_CONTROL_ENABLE_MASK) == 0) {
            if ((VMB_ENGINE_REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_OWED_MASK) != 0) {
                status = VMB_ERR_DEVICE;
            } else {
                vmb_engine_fence();
                VMB_ENGINE_REG(RING_CONTROL) = ring->control | VMB_ENGINE_REG_RING_CONTROL_ENABLE_MASK;
            }
        }
    }
    if (status == VMB_OK) {
        vmb_engine_fence();
        VMB_ENGINE_REG(RING_TAIL) = (uint16_t)ring->submitted;
        ring->kicked = ring->submitted;
    }
    vmb_engine_release(turn);
    return status;
}

/* Whether a packet has ended that was not reaped. */
VMB_INLINE int vmb_ring_ended(vmb_engine_ring *ring)
{
    ring->head = ring->reaped + (uint16_t)(VMB_ENGINE_REG(RING_HEAD) - ring->reaped);
    vmb_engine_fence();
    return ring->head != ring->reaped;
}

/* Removes what a packet has written from the cache. */
VMB_INLINE void vmb_ring_invalidate(const uint32_t *words)
{
#if VMB_DMA_LINE
    vmb_engine_job j;

    vmb_dma_invalidate((void *)(uintptr_t)words, sizeof(vmb_engine_ring_descriptor));
    j.job = words[VMB_RING_JOB];
    j.len = words[5];
    j.out = (uint8_t *)(uintptr_t)words[VMB_RING_OUT];
    j.tag = (const uint8_t *)(uintptr_t)words[VMB_RING_TAG];
    j.context = NULL;
    j.out_len = 0;
    vmb_engine_invalidate(&j);
#else
    (void)words;
#endif
}

/* Wipes the outputs of a packet: its status. `word` is its status word, 0 to drop it. */
VMB_NOINLINE static int vmb_ring_fail(const uint32_t *words, uint32_t word)
{
    const uint32_t job = words[VMB_RING_JOB];

    vmb_engine_clear((uint8_t *)(uintptr_t)words[VMB_RING_OUT], words[5], (uint8_t *)(uintptr_t)words[VMB_RING_TAG],
                     (job & VMB_JOB_FLAG(DECRYPT)) != 0 ? 0 : VMB_JOB_TAG_LEN(job));
    return (word & VMB_RING_DONE) != 0 ? vmb_engine_result(word & ~VMB_RING_DONE) : VMB_ERR_DEVICE;
}

/* The rest of vmb_ring_take for a packet that failed. */
VMB_NOINLINE static int vmb_ring_take_failed(const uint32_t *words, uint32_t word, vmb_engine_packet_result *result)
{
    result->status = vmb_ring_fail(words, word);
    return VMB_OK;
}

/* Takes the oldest packet, which has ended. */
VMB_INLINE int vmb_ring_take(vmb_engine_ring *ring, vmb_engine_packet_result *result)
{
    const uint32_t number = ring->reaped;
    const uint32_t *words = vmb_ring_words(ring, number);
    uint32_t word;

    vmb_ring_invalidate(words);
    word = *(const volatile uint32_t *)(words + VMB_RING_STATUS);
    result->out = (uint8_t *)(uintptr_t)words[VMB_RING_OUT];
    result->status = VMB_OK;
    ring->reaped = number + 1;
    return VMB_RARELY(word != VMB_RING_DONE) ? vmb_ring_take_failed(words, word, result) : VMB_OK;
}

/* The same unless no packet is known to have ended. */
VMB_NOINLINE static int vmb_ring_reap_next(vmb_engine_ring *ring, vmb_engine_packet_result *result)
{
    if (ring->kicked == ring->reaped) {
        return VMB_ERR_STATE;
    }
    if (VMB_RARELY(!vmb_ring_ended(ring))) {
        if ((VMB_ENGINE_REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) != 0) {
            return VMB_ERR_STATE;
        }
        /* Inactive with a packet left: it has paused, or that packet has ended since. */
        if (!vmb_ring_ended(ring)) {
            return VMB_ERR_DEVICE;
        }
    }
    return vmb_ring_take(ring, result);
}

VMB_ALIGNED_CODE int vmb_engine_ring_reap(vmb_engine_ring *ring, vmb_engine_packet_result *result)
{
    int status = vmb_ring_unready(ring);

    if (VMB_RARELY(status != VMB_OK)) {
        return status;
    }
    if (VMB_RARELY(result == NULL)) {
        return VMB_ERR_ARGUMENT;
    }
    if (ring->head == ring->reaped) {
        return vmb_ring_reap_next(ring, result);
    }
    return vmb_ring_take(ring, result);
}

/* Pauses the ring. */
static void vmb_ring_disable(const vmb_engine_ring *ring)
{
    uint32_t turn = vmb_engine_acquire();

    VMB_ENGINE_REG(RING_CONTROL) = ring->control;
    vmb_engine_release(turn);
}

int vmb_engine_ring_stop(vmb_engine_ring *ring)
{
    int status = vmb_ring_unready(ring);

    if (status == VMB_OK) {
        vmb_ring_disable(ring);
        while ((VMB_ENGINE_REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) != 0) {
        }
    }
    return status;
}

void vmb_engine_ring_close(vmb_engine_ring *ring)
{
    uint32_t turn, i;

    if (vmb_ring_unready(ring) != VMB_OK) {
        return;
    }
    vmb_ring_disable(ring);
    turn = vmb_engine_acquire();
    /* While the ring is active, a job is one of the ring. */
    while ((VMB_ENGINE_REG(RING_STATUS) & VMB_ENGINE_REG_RING_STATUS_ACTIVE_MASK) != 0) {
        VMB_ENGINE_REG(CONTROL) = VMB_ENGINE_REG_CONTROL_ABORT_MASK;
    }
    VMB_ENGINE_REG(RING_ADDR) = 0; /* empty: no descriptor is left */
    VMB_ENGINE_REG(RING_STATUS) = VMB_ENGINE_REG_RING_STATUS_PENDING_MASK;
    vmb_engine_release(turn);
    vmb_engine_fence();
    while (ring->reaped != ring->submitted) {
        vmb_ring_invalidate(vmb_ring_words(ring, ring->reaped));
        (void)vmb_ring_fail(vmb_ring_words(ring, ring->reaped), 0);
        ring->reaped++;
    }
    for (i = 0; i <= ring->mask; i++) {
        vmb_wipe(&ring->descriptors[i], sizeof ring->descriptors[i]);
    }
    vmb_wipe(ring, sizeof *ring);
}

void vmb_engine_ring_acknowledge(void)
{
    VMB_ENGINE_REG(RING_STATUS) = VMB_ENGINE_REG_RING_STATUS_PENDING_MASK;
}

#endif
