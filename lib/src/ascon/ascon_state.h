/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * An Ascon state in memory: what streams and hashes keep between calls.
 *
 * Ten words: word i of the state is a pair at 2 i, in the form of the backend
 * (ascon_backend.h): low and high half, or even and odd bits; nothing is held
 * complemented here. "Raw" words are a block's bytes as two little-endian 32-bit
 * words, whatever the byte order of the algorithm and of the machine.
 *
 * Whole blocks are for kernels that keep the state in registers; the C around
 * them does the ends.
 */
#ifndef VMB_ASCON_STATE_H
#define VMB_ASCON_STATE_H

#include "ascon/ascon_backend.h"
#include "vambrace/ise.h"

/* Always compiled into their callers: these words are secrets, and what is alive
 * around a call may be spilled. */

/** x with its bytes reversed. */
VMB_INLINE uint32_t vmb_swap32(uint32_t x)
{
#if VMB_ISE_ZBKB
    return vmb_rev8(x);
#else
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24;
#endif
}

/** Adds a word, given by its halves, to the word x of a state. */
VMB_INLINE void vmb_ascon_add_word(uint32_t x[2], uint32_t lo, uint32_t hi)
{
#if VMB_ASCON_INTERLEAVED
    lo = vmb_unzip(lo); /* even bits low, odd bits high */
    hi = vmb_unzip(hi);
    x[0] ^= vmb_pack(lo, hi);
    x[1] ^= lo >> 16 | (hi & 0xffff0000u);
#else
    x[0] ^= lo;
    x[1] ^= hi;
#endif
}

/** Adds 8 raw bytes to the word x of a state. */
VMB_INLINE void vmb_ascon_add_raw(uint32_t x[2], const uint32_t raw[2], int big)
{
    if (big) {
        vmb_ascon_add_word(x, vmb_swap32(raw[1]), vmb_swap32(raw[0]));
    } else {
        vmb_ascon_add_word(x, raw[0], raw[1]);
    }
}

/** The low and the high half of the word x of a state. */
VMB_INLINE void vmb_ascon_get_word(uint32_t half[2], const uint32_t x[2])
{
#if VMB_ASCON_INTERLEAVED
    half[0] = vmb_zip(vmb_pack(x[0], x[1]));
    half[1] = vmb_zip(x[0] >> 16 | (x[1] & 0xffff0000u));
#else
    half[0] = x[0];
    half[1] = x[1];
#endif
}

/** The 8 raw bytes of the word x of a state. */
VMB_INLINE void vmb_ascon_get_raw(uint32_t raw[2], const uint32_t x[2], int big)
{
    uint32_t half[2];

    vmb_ascon_get_word(half, x);
    raw[0] = big ? vmb_swap32(half[1]) : half[0];
    raw[1] = big ? vmb_swap32(half[0]) : half[1];
}

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
typedef void vmb_ascon_blocks(uint32_t state[10], uint8_t *out, const uint8_t *in, size_t len,
                              uint32_t mode);

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

/** Takes the next len bytes of a message, or of what is hashed, into a state whose
 *  block in hand holds *used < rate bytes. A block that is full is permuted. */
VMB_NOINLINE void vmb_ascon_take(uint32_t state[10], uint32_t *used, const vmb_ascon_kind *kind,
                                 uint8_t *out, const uint8_t *in, size_t len, uint32_t mode);

/** Adds the padding behind the `used` bytes of the block in hand. */
void vmb_ascon_pad(uint32_t state[10], uint32_t used, int big);

#endif
