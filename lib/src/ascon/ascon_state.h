/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * An Ascon state in memory: what streams and hashes keep between calls.
 *
 * Ten words: word i of the state is a pair at 2 i, in the form of the backend
 * (ascon_backend.h): low and high half, or even and odd bits; nothing is held
 * complemented here.
 *
 * Whole blocks are for kernels that keep the state in registers; the C around
 * them does the ends.
 */
#ifndef VMB_ASCON_STATE_H
#define VMB_ASCON_STATE_H

#include "ascon/ascon_backend.h"

/** The last `rounds` rounds of the permutation: 12, 8 or 6. */
VMB_NOINLINE void vmb_ascon_permute(uint32_t state[10], uint32_t rounds);

/** What is done with bytes. */
enum {
    VMB_ASCON_ABSORB = 0, /* associated data, hash input: `out` is not used */
    VMB_ASCON_SEAL = 1,   /* encrypted to `out` */
    VMB_ASCON_OPEN = 2    /* decrypted to `out` */
};

#if VMB_ASCON_KERNELS
/** Takes the len bytes of whole blocks, at least one, and permutes after each.
 *  Constant time; leaves no secret in memory but the state. */
typedef void vmb_ascon_blocks(uint32_t state[10], uint8_t *out, const uint8_t *in, size_t len, uint32_t mode);

vmb_ascon_blocks vmb_ascon_aead128_blocks, vmb_ascon128_blocks, vmb_ascon128a_blocks;
vmb_ascon_blocks vmb_ascon_hash_blocks; /* takes every mode for VMB_ASCON_ABSORB */

/** Permutes and writes 8 bytes of output, len / 8 times, at least once. */
void vmb_ascon_hash_squeeze(uint32_t state[10], uint8_t *out, size_t len);

#define VMB_ASCON_BLOCKS(name) , name##_blocks
#else
#define VMB_ASCON_BLOCKS(name)
#endif

/** An algorithm. */
typedef struct {
    uint32_t iv[2];  /* low and high half */
    uint8_t rate;    /* bytes of a block: 8 or 16 */
    uint8_t rounds;  /* between blocks: 12, 8 or 6 */
    uint8_t big;     /* byte order: 1 is big-endian */
    uint32_t mark;   /* of its keys; a hash has none */
#if VMB_ASCON_KERNELS
    vmb_ascon_blocks *blocks;
#endif
} vmb_ascon_kind;

/** Takes the next len bytes of a message, or of hash input, into a state whose current block holds *used < rate bytes.
 * A full block is permuted. */
VMB_NOINLINE void vmb_ascon_take(uint32_t state[10], uint32_t *used, const vmb_ascon_kind *kind, uint8_t *out,
                                 const uint8_t *in, size_t len, uint32_t mode);

/** Adds the padding after the `used` bytes of the current block. */
void vmb_ascon_pad(uint32_t state[10], uint32_t used, int big);

#endif
