/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Flows of a ring, and how their packets become descriptors (vambrace/engine_ring.h).
 */
#include "engine/engine_job.h"
#include "vambrace/engine_ring.h"

#if VMB_ENGINE_RING

#include "engine/engine_access.h"
#include "engine/engine_dma.h"
#include "engine/engine_ring_lengths.h"
#include "engine/engine_ring_words.h"

/* Nonzero if n bytes at p meet the ring or its descriptors. */
VMB_INLINE uint32_t vmb_ring_meets(const vmb_engine_ring *ring, const void *p, size_t n)
{
    const size_t bytes = (ring->mask + 1) * sizeof *ring->descriptors;
    const uintptr_t last = (uintptr_t)p + n - 1;

    return (uint32_t)(n != 0) & ((uint32_t)VMB_MEETS(last, ring, n + sizeof *ring) |
                                 (uint32_t)VMB_MEETS(last, ring->descriptors, n + bytes));
}

int vmb_engine_ring_flow_init(vmb_engine_ring_flow *flow, vmb_engine_ring *ring, uint32_t algorithm, uint32_t open,
                              const void *key, size_t nonce_len, size_t tag_len)
{
    const vmb_ring_algorithm *a;
    int status = vmb_ring_unready(ring);
    uint32_t tag_bytes;

    if (status != VMB_OK) {
        return status;
    }
    if (flow == NULL || key == NULL || algorithm >= VMB_RING_ALGORITHMS || open > 1) {
        return VMB_ERR_ARGUMENT;
    }
    a = &vmb_ring_algorithms[algorithm];
    tag_bytes = vmb_ring_tag_len(a, tag_len);
    if (nonce_len - a->nonce > a->nonces || tag_bytes == 0) {
        return VMB_ERR_LENGTH;
    }
    if (VMB_OVERLAP(flow, sizeof *flow, key, a->key_size) || vmb_ring_meets(ring, flow, sizeof *flow)) {
        return VMB_ERR_ARGUMENT;
    }
    if (vmb_is_unready(key, a->key_size, a->mark)) {
        return VMB_ERR_STATE;
    }
    flow->ring = ring;
    flow->key = key;
    flow->mark = a->mark;
    flow->job = a->job | VMB_JOB(NONCE_LEN, nonce_len) | VMB_JOB(TAG_LEN, tag_bytes) | VMB_JOB(DECRYPT, open) |
                vmb_engine_slot(key, a->key_size - VMB_ENGINE_KEY_SIZE((size_t)0));
    flow->key_size = a->key_size;
    flow->nonce_len = (uint32_t)nonce_len;
    flow->tag_len = tag_bytes;
    flow->excess = vmb_ring_excess(a, nonce_len);
    return VMB_OK;
}

/* VMB_OK, or why a packet cannot be submitted. */
VMB_INLINE int vmb_ring_check(const vmb_engine_ring_flow *flow, const vmb_call *c)
{
    const vmb_engine_ring *ring = flow->ring;
    int status;

    if (ring == NULL || vmb_ring_unready(ring) != VMB_OK) {
        return VMB_ERR_STATE;
    }
    if (ring->submitted - ring->reaped > ring->mask) {
        return VMB_ERR_LIMIT;
    }
    if ((c->len & flow->excess) != 0) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_call(c, c->key_size, flow->mark);
    if (status != VMB_OK) {
        return status;
    }
    if (vmb_ring_meets(ring, c->out, c->len) || (c->tag_is_output && vmb_ring_meets(ring, c->tag, c->tag_len))) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

#if VMB_DMA_TRANSLATE
#define VMB_RING_ADDRESS(p, n) ((n) != 0 ? vmb_dma_address(p) : 0u)
#else
#define VMB_RING_ADDRESS(p, n) ((uint32_t)(uintptr_t)(p))
#endif

/* Orders what the core wrote to the parts of a packet before the engine's accesses. */
VMB_INLINE void vmb_ring_clean_parts(const vmb_engine_ring_flow *flow, uint8_t *out, const uint8_t *tag,
                                     const uint8_t *nonce, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                     size_t len)
{
#if VMB_DMA_LINE
    const vmb_engine_job j = {flow->job, flow->key, nonce, ad, ad_len, in, len, out, tag, NULL, 0, 0, 0};

    vmb_engine_clean(&j);
#else
    (void)flow, (void)out, (void)tag, (void)nonce, (void)ad, (void)ad_len, (void)in, (void)len;
#endif
}

/* Writes `words`, the descriptor of a checked packet, with the status word as the last one. */
VMB_INLINE void vmb_ring_write(uint32_t *words, const vmb_engine_ring_flow *flow, uint8_t *out, const uint8_t *tag,
                               const uint8_t *nonce, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    words[1] = VMB_RING_ADDRESS(nonce, flow->nonce_len);
    words[2] = VMB_RING_ADDRESS(ad, ad_len);
    words[3] = (uint32_t)ad_len;
    words[4] = VMB_RING_ADDRESS(in, len);
    words[5] = (uint32_t)len;
    words[6] = VMB_RING_ADDRESS(out, len);
    words[7] = VMB_RING_ADDRESS(tag, flow->tag_len);
#if VMB_DMA_TRANSLATE
    words[VMB_RING_OUT] = (uint32_t)(uintptr_t)out;
    words[VMB_RING_TAG] = (uint32_t)(uintptr_t)tag;
#endif
    words[0] = VMB_RING_ADDRESS(flow->key, vmb_job_key_len(flow->job));
    words[VMB_RING_JOB] = flow->job;
    words[VMB_RING_STATUS] = VMB_RING_READY;
    vmb_ring_clean(words);
    vmb_ring_clean_parts(flow, out, tag, nonce, ad, ad_len, in, len);
}

/* Submits a packet, with all checks one by one. */
VMB_NOINLINE static int vmb_ring_submit_checked(const vmb_engine_ring_flow *flow, uint8_t *out, uint8_t *tag,
                                                const uint8_t *nonce, const uint8_t *ad, size_t ad_len,
                                                const uint8_t *in, size_t len)
{
    vmb_call c;
    int status;

    if (flow == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    c.key = flow->key;
    c.key_size = flow->key_size;
    c.out = out;
    c.tag = tag;
    c.tag_len = flow->tag_len;
    c.nonce = nonce;
    c.nonce_len = flow->nonce_len;
    c.ad = ad;
    c.ad_len = ad_len;
    c.in = in;
    c.len = len;
    c.tag_is_output = (flow->job & VMB_JOB_FLAG(DECRYPT)) == 0;
    status = vmb_ring_check(flow, &c);
    if (status == VMB_OK) {
        vmb_ring_write(vmb_ring_words(flow->ring, flow->ring->submitted), flow, out, tag, nonce, ad, ad_len, in, len);
        flow->ring->submitted++;
    }
    return status;
}

#if VMB_SIZE || VMB_DMA_LINE || VMB_DMA_TRANSLATE

int vmb_engine_ring_submit(const vmb_engine_ring_flow *flow, uint8_t *out, uint8_t *tag, const uint8_t *nonce,
                           const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    return vmb_ring_submit_checked(flow, out, tag, nonce, ad, ad_len, in, len);
}

#else

/* The same for the packet in a descriptor that is not submitted yet. */
VMB_NOINLINE static int vmb_ring_submit_written(const vmb_engine_ring_flow *flow, const uint32_t *words)
{
    return vmb_ring_submit_checked(flow, (uint8_t *)(uintptr_t)words[6], (uint8_t *)(uintptr_t)words[7],
                                   (const uint8_t *)(uintptr_t)words[1], (const uint8_t *)(uintptr_t)words[2], words[3],
                                   (const uint8_t *)(uintptr_t)words[4], words[5]);
}

/* One more doubt. The compiler finishes it before it begins the next one, which takes few registers:
 * none has to be saved. */
#define VMB_RING_DOUBT(doubt)                                                     \
    do {                                                                          \
        doubts |= (uint32_t)(doubt);                                              \
        __asm__ volatile("" : "+r"(doubts), "+r"(last), "+r"(less) : : "memory"); \
    } while (0)

/* An overlap of an output with n bytes at q: VMB_MEETS, with `less`, its length - 1. */
#define VMB_RING_MEETS(q, n) VMB_RING_DOUBT(last - (uintptr_t)(q) < less + (n))

/* Submits a packet; if it has doubts whether that is right, by vmb_ring_submit_written. It has few
 * instructions: it writes words as it checks them, and takes tags as outputs, and an object at an
 * address less than its length as null. `apart`: not in place, or with a tag that does not follow the
 * message. Where neither of two lengths is 0, their overlap is exact. */
VMB_INLINE int vmb_ring_submit_here(const vmb_engine_ring_flow *flow, uint8_t *out, uint8_t *tag, const uint8_t *nonce,
                                    const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len, int apart)
{
    vmb_engine_ring *ring = flow->ring;
    vmb_engine_ring_descriptor *descriptors;
    uintptr_t less, last; /* of an output: length - 1, and address of the last byte */
    uint32_t doubts, *words, key_size, mask, number;
    const uint8_t *key;

    if (VMB_RARELY(ring == NULL) || VMB_RARELY(ring->mark != VMB_MARK_RING)) {
        return VMB_ERR_STATE;
    }
    number = ring->submitted;
    mask = ring->mask;
    if (VMB_RARELY(number - ring->reaped > mask)) {
        return VMB_ERR_LIMIT;
    }
    descriptors = ring->descriptors;
    words = descriptors[number & mask].words;
    words[4] = (uint32_t)(uintptr_t)in;
    words[5] = (uint32_t)len;
    words[6] = (uint32_t)(uintptr_t)out;
    words[7] = (uint32_t)(uintptr_t)tag;
    less = len + (apart ? 0 : flow->tag_len) - 1;
    last = (uintptr_t)out + less;
    doubts = (uint32_t)(last < less + 1); /* an output is null */
    VMB_RING_DOUBT(len & flow->excess);
    words[1] = (uint32_t)(uintptr_t)nonce;
    words[2] = (uint32_t)(uintptr_t)ad;
    words[3] = (uint32_t)ad_len;
    VMB_RING_DOUBT(nonce == NULL);
    VMB_RING_DOUBT((uintptr_t)ad < ad_len);
    VMB_RING_DOUBT(ad_len > VMB_MAX_BYTES);
    key = flow->key;
    key_size = flow->key_size;
    if (apart) {
        VMB_RING_DOUBT((uintptr_t)in < len);
        VMB_RING_DOUBT((uint32_t)(in != out) & (uint32_t)(last - (uintptr_t)in < less + len));
        VMB_RING_MEETS(nonce, flow->nonce_len);
        VMB_RING_MEETS(ad, ad_len);
        VMB_RING_MEETS(ring, sizeof *ring);
        VMB_RING_MEETS(descriptors, mask * sizeof *descriptors + sizeof *descriptors);
        VMB_RING_MEETS(key, key_size);
        less = flow->tag_len - 1;
        last = (uintptr_t)tag + less;
        VMB_RING_DOUBT(tag == NULL);
        VMB_RING_MEETS(out, len);
        VMB_RING_MEETS(in, len);
    }
    VMB_RING_MEETS(nonce, flow->nonce_len);
    VMB_RING_MEETS(ad, ad_len);
    VMB_RING_MEETS(ring, sizeof *ring);
    VMB_RING_MEETS(descriptors, mask * sizeof *descriptors + sizeof *descriptors);
    VMB_RING_MEETS(key, key_size);
    words[0] = (uint32_t)(uintptr_t)key;
    VMB_RING_DOUBT(*(const uint32_t *)(const void *)(key + key_size - 4) ^ flow->mark);
    if (VMB_RARELY(doubts)) {
        return vmb_ring_submit_written(flow, words);
    }
    words[VMB_RING_JOB] = flow->job;
    words[VMB_RING_STATUS] = VMB_RING_READY;
    ring->submitted = number + 1;
    return VMB_OK;
}

VMB_NOINLINE static int vmb_ring_submit_apart(const vmb_engine_ring_flow *flow, uint8_t *out, uint8_t *tag,
                                              const uint8_t *nonce, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                              size_t len)
{
    return vmb_ring_submit_here(flow, out, tag, nonce, ad, ad_len, in, len, 1);
}

VMB_ALIGNED_CODE int vmb_engine_ring_submit(const vmb_engine_ring_flow *flow, uint8_t *out, uint8_t *tag,
                                            const uint8_t *nonce, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                            size_t len)
{
    if (VMB_RARELY(flow == NULL)) {
        return VMB_ERR_ARGUMENT;
    }
    if (VMB_RARELY(in != out) || VMB_RARELY((uintptr_t)tag - len != (uintptr_t)out)) {
        return vmb_ring_submit_apart(flow, out, tag, nonce, ad, ad_len, in, len);
    }
    return vmb_ring_submit_here(flow, out, tag, nonce, ad, ad_len, in, len, 0);
}

#endif

#endif
