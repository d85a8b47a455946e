/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The algorithms of a ring's packets, and the lengths that each accepts. Part of engine_ring.c.
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

/** Nonzero if the algorithm accepts the lengths of nonce, tag and message; the tag's then is in bytes. */
VMB_INLINE int vmb_ring_lengths(const vmb_ring_algorithm *a, vmb_call *c)
{
    size_t bits = 8 * (15 - c->nonce_len); /* of the length of CCM's message: 16 to 64 */

    if (c->nonce_len - a->nonce > a->nonces) {
        return 0;
    }
    switch (a->tags) {
    case VMB_RING_TAG_ASCON:
        c->tag_len = vmb_ascon_tag_len(c->tag_len);
        return c->tag_len != 0;
    case VMB_RING_TAG_CCM:
        return c->tag_len - 4 <= 12 && (c->tag_len & 1) == 0 && (bits >= 32 || c->len >> bits == 0);
    case VMB_RING_TAG_GCM:
        return vmb_gcm_is_usual_tag(c->tag_len);
    default:
        return c->tag_len == 16;
    }
}

#endif
