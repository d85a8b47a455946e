/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The ring of descriptors of an engine (vambrace/engine_ring.h). What registers and words of a
 * descriptor do: rtl/ring/README.md. Words are little-endian, addresses those of the memory port.
 *
 * Packets have numbers in 16 bits that wrap: reaped <= head <= kicked <= submitted, and submitted
 * is at most the number of descriptors ahead of reaped.
 */
#include "engine/engine_job.h"
#include "vambrace/engine_ring.h"

#if VMB_ENGINE_RING

#include "engine/engine_access.h"
#include "engine/engine_dma.h"
#include "engine/engine_ring_lengths.h"
#include "vambrace/engine_ring_regs.h"

#define VMB_RING_FIELD(name, value) ((uint32_t)(value) << VMB_ENGINE_REG_RING_##name##_SHIFT)

/* Words of a descriptor besides registers 0 to 7, JOB and the status word: the ring does not read them. */
enum {
#if VMB_DMA_TRANSLATE
    VMB_RING_OUT = 8, /* address of the output, for the core */
    VMB_RING_TAG = 9, /* the same of the tag */
#else
    VMB_RING_OUT = 6,
    VMB_RING_TAG = 7,
#endif
    VMB_RING_USER = 10,
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

/* Nonzero if n bytes at p meet the ring or its descriptors. */
VMB_INLINE uint32_t vmb_ring_meets(const vmb_engine_ring *ring, const uint8_t *p, size_t n)
{
    const size_t bytes = (ring->mask + 1) * sizeof *ring->descriptors;
    const uintptr_t last = (uintptr_t)p + n - 1;

    return (uint32_t)(n != 0) & ((uint32_t)VMB_MEETS(last, ring, n + sizeof *ring) |
                                 (uint32_t)VMB_MEETS(last, ring->descriptors, n + bytes));
}

/* VMB_OK, or why a packet cannot be submitted. */
VMB_INLINE int vmb_ring_check(const vmb_engine_ring *ring, const vmb_engine_packet *packet, const vmb_ring_algorithm *a)
{
    vmb_call c;
    int status;

    c.key = packet->key;
    c.key_size = a->key_size;
    c.out = packet->out;
    c.tag = packet->tag;
    c.tag_len = packet->tag_len;
    c.nonce = packet->nonce;
    c.nonce_len = packet->nonce_len;
    c.ad = packet->ad;
    c.ad_len = packet->ad_len;
    c.in = packet->in;
    c.len = packet->len;
    c.tag_is_output = !packet->open;
    if (!vmb_ring_lengths(a, &c)) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_call(&c, a->key_size, a->mark);
    if (status != VMB_OK) {
        return status;
    }
    if (vmb_ring_meets(ring, c.out, c.len) || (c.tag_is_output && vmb_ring_meets(ring, c.tag, c.tag_len))) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

/* The job of a checked packet. */
VMB_INLINE void vmb_ring_job(const vmb_engine_packet *packet, const vmb_ring_algorithm *a, vmb_engine_job *j)
{
    j->job = a->job | VMB_JOB(NONCE_LEN, packet->nonce_len) | VMB_JOB(TAG_LEN, VMB_TAG_BYTES(packet->tag_len)) |
             VMB_JOB(DECRYPT, packet->open) |
             vmb_engine_slot(packet->key, a->key_size - VMB_ENGINE_KEY_SIZE((size_t)0));
    j->key = packet->key;
    j->nonce = packet->nonce;
    j->ad = packet->ad;
    j->ad_len = packet->ad_len;
    j->in = packet->in;
    j->len = packet->len;
    j->out = packet->out;
    j->tag = packet->tag;
    j->context = NULL;
    j->out_len = 0;
    j->ad_total = 0;
    j->total = 0;
}

/* Writes the descriptor of a job, with the status word as the last one. */
VMB_INLINE void vmb_ring_write(uint32_t *words, const vmb_engine_job *j, void *user)
{
    words[0] = VMB_ENGINE_ADDRESS(j, key);
    words[1] = VMB_ENGINE_ADDRESS(j, nonce);
    words[2] = VMB_ENGINE_ADDRESS(j, ad);
    words[3] = (uint32_t)j->ad_len;
    words[4] = VMB_ENGINE_ADDRESS(j, in);
    words[5] = (uint32_t)j->len;
    words[6] = VMB_ENGINE_ADDRESS(j, out);
    words[7] = VMB_ENGINE_ADDRESS(j, tag);
#if VMB_DMA_TRANSLATE
    words[VMB_RING_OUT] = (uint32_t)(uintptr_t)j->out;
    words[VMB_RING_TAG] = (uint32_t)(uintptr_t)j->tag;
#endif
    words[VMB_RING_USER] = (uint32_t)(uintptr_t)user;
    words[VMB_RING_JOB] = j->job;
    words[VMB_RING_STATUS] = VMB_RING_READY;
    vmb_ring_clean(words);
    vmb_engine_clean(j);
}

int vmb_engine_ring_submit(vmb_engine_ring *ring, const vmb_engine_packet *packet)
{
    const vmb_ring_algorithm *a;
    vmb_engine_job j;
    int status = vmb_ring_unready(ring);

    if (status != VMB_OK) {
        return status;
    }
    if (packet == NULL || packet->algorithm >= VMB_RING_ALGORITHMS || packet->open > 1) {
        return VMB_ERR_ARGUMENT;
    }
    a = &vmb_ring_algorithms[packet->algorithm];
    status = vmb_ring_check(ring, packet, a);
    if (status != VMB_OK) {
        return status;
    }
    if ((uint16_t)(ring->submitted - ring->reaped) > ring->mask) {
        return VMB_ERR_LIMIT;
    }
    /* Loads the packet again, instead of saving registers in which it would stay. */
    __asm__ volatile("" : "+r"(packet), "+r"(a) : : "memory");
    vmb_ring_job(packet, a, &j);
    vmb_ring_write(vmb_ring_words(ring, ring->submitted), &j, packet->user);
    ring->submitted++;
    return VMB_OK;
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
        VMB_ENGINE_REG(RING_TAIL) = ring->submitted;
        ring->kicked = ring->submitted;
    }
    vmb_engine_release(turn);
    return status;
}

/* Whether a packet has ended that was not reaped. */
VMB_INLINE int vmb_ring_ended(vmb_engine_ring *ring)
{
    if (ring->head == ring->reaped) {
        ring->head = (uint16_t)VMB_ENGINE_REG(RING_HEAD);
        vmb_engine_fence();
    }
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

int vmb_engine_ring_reap(vmb_engine_ring *ring, vmb_engine_packet_result *result)
{
    int status = vmb_ring_unready(ring);
    const uint32_t *words;
    uint32_t word;

    if (status != VMB_OK) {
        return status;
    }
    if (result == NULL) {
        return VMB_ERR_ARGUMENT;
    }
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
    words = vmb_ring_words(ring, ring->reaped);
    vmb_ring_invalidate(words);
    word = *(const volatile uint32_t *)(words + VMB_RING_STATUS);
    result->user = (void *)(uintptr_t)words[VMB_RING_USER];
    ring->reaped++;
    result->status = VMB_RARELY(word != VMB_RING_DONE) ? vmb_ring_fail(words, word) : VMB_OK;
    return VMB_OK;
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
