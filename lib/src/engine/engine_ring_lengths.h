/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The algorithms of a ring's packets, and the lengths that each accepts. Part of engine_ring_submit.c.
 */
#ifndef VMB_ENGINE_RING_LENGTHS_H
#define VMB_ENGINE_RING_LENGTHS_H

#include "aes/modes/gcm.h"
#include "ascon/ascon_tag.h"
#include "engine/engine_job.h"
#include "vambrace/engine_ring.h"

/** An algorithm. */
typedef struct {
    uint32_t job;     /* JOB of a whole message */
    uint32_t mark;    /* of its key objects */
    uint8_t key_size; /* of such an object, in bytes */
    uint8_t nonce;    /* length of the shortest nonce */
    uint8_t nonces;   /* how many more bytes the longest has */
    uint8_t tags;     /* one of these: */
    uint32_t unused;  /* 16 bytes */
} vmb_ring_algorithm;

enum {
    VMB_RING_TAG_FULL,  /* 16 bytes */
    VMB_RING_TAG_ASCON, /* 4 to 16, below 8 as a VMB_SHORT_TAG */
    VMB_RING_TAG_CCM,   /* 4, 6 ... 16 */
    VMB_RING_TAG_GCM    /* 12 to 16 */
};

/** By numbers of vambrace/engine_ring.h. */
static const vmb_ring_algorithm vmb_ring_algorithms[] = {
    {VMB_JOB_ASCON_AEAD128 | VMB_JOB_WHOLE, VMB_MARK_ASCON_AEAD128, VMB_ENGINE_KEY_SIZE(16), 16, 0, VMB_RING_TAG_FULL,
     0},
    {VMB_JOB_ASCON_AEAD128 | VMB_JOB_WHOLE, VMB_MARK_ASCON_OPTIONS, VMB_ENGINE_KEY_SIZE(32), 16, 0, VMB_RING_TAG_ASCON,
     0},
    {VMB_JOB_ASCON128 | VMB_JOB_WHOLE, VMB_MARK_ASCON128, VMB_ENGINE_KEY_SIZE(16), 16, 0, VMB_RING_TAG_FULL, 0},
    {VMB_JOB_ASCON128A | VMB_JOB_WHOLE, VMB_MARK_ASCON128A, VMB_ENGINE_KEY_SIZE(16), 16, 0, VMB_RING_TAG_FULL, 0},
    {VMB_JOB_CHACHA20_POLY1305 | VMB_JOB_WHOLE, VMB_MARK_CHACHA20_POLY1305, VMB_ENGINE_KEY_SIZE(32), 12, 0,
     VMB_RING_TAG_FULL, 0},
    {VMB_JOB_AES_CCM(10) | VMB_JOB_WHOLE, VMB_MARK_CCM, VMB_ENGINE_KEY_SIZE(16), 7, 6, VMB_RING_TAG_CCM, 0},
    {VMB_JOB_AES_CCM(12) | VMB_JOB_WHOLE, VMB_MARK_CCM, VMB_ENGINE_KEY_SIZE(24), 7, 6, VMB_RING_TAG_CCM, 0},
    {VMB_JOB_AES_CCM(14) | VMB_JOB_WHOLE, VMB_MARK_CCM, VMB_ENGINE_KEY_SIZE(32), 7, 6, VMB_RING_TAG_CCM, 0},
#if VMB_ENGINE_GCM
    {VMB_JOB_AES_GCM(10) | VMB_JOB_WHOLE, VMB_MARK_GCM, VMB_ENGINE_KEY_SIZE(16), 1, 15, VMB_RING_TAG_GCM, 0},
    {VMB_JOB_AES_GCM(12) | VMB_JOB_WHOLE, VMB_MARK_GCM, VMB_ENGINE_KEY_SIZE(24), 1, 15, VMB_RING_TAG_GCM, 0},
    {VMB_JOB_AES_GCM(14) | VMB_JOB_WHOLE, VMB_MARK_GCM, VMB_ENGINE_KEY_SIZE(32), 1, 15, VMB_RING_TAG_GCM, 0},
#endif
};

#define VMB_RING_ALGORITHMS (sizeof vmb_ring_algorithms / sizeof vmb_ring_algorithms[0])

/** The bytes of a tag, or 0 if the algorithm has no such tag. */
VMB_INLINE uint32_t vmb_ring_tag_len(const vmb_ring_algorithm *a, size_t tag_len)
{
    int valid = tag_len == 16;

    switch (a->tags) {
    case VMB_RING_TAG_ASCON:
        return (uint32_t)vmb_ascon_tag_len(tag_len);
    case VMB_RING_TAG_CCM:
        valid = tag_len - 4 <= 12 && (tag_len & 1) == 0;
        break;
    case VMB_RING_TAG_GCM:
        valid = vmb_gcm_is_usual_tag(tag_len);
        break;
    }
    return valid ? (uint32_t)tag_len : 0;
}

/** The bits of a message's length that must be 0. */
VMB_INLINE uint32_t vmb_ring_excess(const vmb_ring_algorithm *a, size_t nonce_len)
{
    uint32_t bytes = (uint32_t)(15 - nonce_len); /* of the length of CCM's message: 2 to 8 */

    return a->tags == VMB_RING_TAG_CCM && bytes < 4 ? ~(uint32_t)0 << (8 * bytes) : ~(uint32_t)VMB_MAX_BYTES;
}

#endif
