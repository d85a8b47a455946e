/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Pieces of an AES-GCM message beside assembly (gcm_stream.c). Arguments are checked.
 *
 * The stream has room for two blocks of keystream, as many backends make two in little more time than one: m.mask and
 * m.work.ks, while the tag's mask is in `mask`. m.work.used counts their bytes that were used, up to 32; ciphertext
 * replaces these. GHASH lacks those from the byte `from` on.
 */
#ifndef VMB_GCM_PIECES_H
#define VMB_GCM_PIECES_H

#include "aes/modes/gcm.h"
#include "common/stream.h"

/** 1 where short pieces are processed in place. */
#define VMB_GCM_SHORT_PIECES (VMB_SHORT_PIECES && !VMB_AES_UNIT && !VMB_ENGINE_GCM)

#if VMB_GCM_SHORT_PIECES
#define VMB_GCM_ROOM 32u

/** The two blocks of keystream. */
VMB_INLINE uint8_t *vmb_gcm_keystream(vmb_gcm_body *s)
{
    return (uint8_t *)s + offsetof(vmb_gcm_body, m.mask);
}

VMB_INLINE void vmb_gcm_copy_mask(uint32_t to[4], const uint32_t from[4])
{
    uint32_t a = from[0], b = from[1], c = from[2], d = from[3];

    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}

/** Adds whole blocks to GHASH. */
VMB_INLINE void vmb_gcm_hash_blocks(vmb_gcm_body *s, unsigned rounds, const uint8_t *p, size_t n)
{
#if VMB_GHASH_ANYWHERE
    vmb_ghash_blocks(VMB_GCM_HASH_KEY(s->m.key, rounds), s->m.hash, p, n / 16);
#else
    vmb_ghash_bytes(VMB_GCM_HASH_KEY(s->m.key, rounds), s->m.hash, 0, p, n);
#endif
}

/** Adds the ciphertext before the byte `end` of the two blocks that GHASH lacks. */
VMB_INLINE void vmb_gcm_hash_rest(vmb_gcm_body *s, unsigned rounds, uint32_t end)
{
    uint32_t from = s->from, n = end - from;
    const uint8_t *p = vmb_gcm_keystream(s) + from;

    s->from = end;
    if (n == 0) {
        return;
    }
    if (((from | end) & 15) == 0) {
        vmb_gcm_hash_blocks(s, rounds, p, n);
    } else {
        vmb_ghash_bytes(VMB_GCM_HASH_KEY(s->m.key, rounds), s->m.hash, from & 15, p, n);
    }
}

/** Only bytes that have arrived are counted. */
VMB_INLINE void vmb_gcm_settle(vmb_gcm_body *s)
{
    s->m.len -= s->left;
    s->m.work.used -= s->left;
    s->left = 0;
}

/** At the end of a call that adds to the message: bytes for which there is keystream are counted, unless the blocks
 *  would end after VMB_MAX_BYTES. */
VMB_INLINE void vmb_gcm_count_ahead(vmb_gcm_body *s)
{
    uint32_t left = VMB_GCM_ROOM - s->m.work.used;

    if (s->m.len + left <= VMB_MAX_BYTES) {
        s->m.len += left;
        s->m.work.used = VMB_GCM_ROOM;
        s->left = left;
    }
}

/** The next one or two blocks of keystream. */
VMB_INLINE void vmb_gcm_refill(vmb_gcm_body *s, unsigned rounds, uint32_t blocks)
{
    uint32_t used = VMB_GCM_ROOM - 16 * blocks;
    uint8_t *ks = vmb_gcm_keystream(s);

    vmb_wipe_here(ks, VMB_GCM_ROOM);
    ks += used;
    vmb_aes_ctr_blocks(s->m.key, rounds, s->m.work.ctr, ks, ks, blocks);
    s->m.work.used = used;
    s->from = used;
}

/** Encrypts or decrypts n > 0 bytes for which there is keystream at ks. Not inlined: it would stay behind in registers
 *  that belong to the caller, and functions called next save those on the stack. */
VMB_NOINLINE VMB_IN_HEADER static void vmb_gcm_bytes(uint8_t *ks, uint8_t *out, const uint8_t *in, size_t n,
                                                     uint32_t keep)
{
    uint32_t b, x;

    if (vmb_is_aligned(in) && vmb_is_aligned(out) && vmb_is_word_aligned(ks)) {
        for (; n >= 4; n -= 4, in += 4, ks += 4, out += 4) {
            b = vmb_get_word(in);
            x = *(vmb_word *)(void *)ks;
            *(vmb_word *)(void *)ks = b ^ (x & keep); /* ciphertext */
            vmb_put_word(out, b ^ x);
        }
    }
    for (; n != 0; n--) {
        b = *in++;
        x = *ks;
        *ks++ = (uint8_t)(b ^ (x & keep));
        *out++ = (uint8_t)(b ^ x);
    }
}

/** The same of a block at word-aligned addresses; without ciphertext. */
VMB_NOINLINE VMB_IN_HEADER VMB_ALIGNED_CODE static void vmb_gcm_block(const uint32_t ks[4], uint8_t *out,
                                                                      const uint8_t *in)
{
    uint32_t a = vmb_get_word(in), b = vmb_get_word(in + 4), c = vmb_get_word(in + 8), d = vmb_get_word(in + 12);

    vmb_put_word(out, a ^ ks[0]);
    vmb_put_word(out + 4, b ^ ks[1]);
    vmb_put_word(out + 8, c ^ ks[2]);
    vmb_put_word(out + 12, d ^ ks[3]);
}

/** Encrypts or decrypts n > 0 bytes for which there is keystream. */
VMB_INLINE void vmb_gcm_use(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t n)
{
    uint32_t used = s->m.work.used;

    s->m.work.used = used + (uint32_t)n;
    vmb_gcm_bytes(vmb_gcm_keystream(s) + used, out, in, n, s->keep);
}

/** Encrypts or decrypts n > 0 bytes of whole blocks after others. In place, ciphertext is gone after decryption. */
VMB_NOINLINE VMB_IN_HEADER VMB_ALIGNED_CODE static void vmb_gcm_whole(vmb_gcm_body *s, unsigned rounds, uint8_t *out,
                                                                      const uint8_t *in, size_t n)
{
    size_t first = 0;

    if (s->keep == 0) {
        vmb_gcm_hash_blocks(s, rounds, in, n);
    }
    if (s->m.work.used == 16) {
        first = 16;
        if (vmb_is_aligned(in) && vmb_is_aligned(out)) {
            vmb_gcm_block(s->m.work.ks, out, in);
        } else {
            vmb_gcm_bytes((uint8_t *)s->m.work.ks, out, in, 16, s->keep);
        }
    }
    if (n == first) {
        /* there was keystream for all of it */
    } else if (vmb_aes_takes(in, out)) {
        vmb_aes_ctr_blocks(s->m.key, rounds, s->m.work.ctr, out + first, in + first, (n - first) / 16);
    } else {
        s->m.work.used = 16;
        vmb_aes_ctr_bytes(vmb_aes_ctr_blocks, s->m.key, rounds, &s->m.work, out + first, in + first, n - first);
    }
    s->m.work.used = VMB_GCM_ROOM;
    s->from = VMB_GCM_ROOM;
    if (s->keep != 0) {
        vmb_gcm_hash_blocks(s, rounds, out, n);
    }
}

/** Encrypts or decrypts whole blocks, usually those of a piece that ends in no other. What follows the first of two
 *  calls is computed after it, in few registers that a function saves. */
VMB_NOINLINE VMB_IN_HEADER VMB_ALIGNED_CODE static int vmb_gcm_blocks(vmb_gcm_body *s, uint8_t *out, const uint8_t *in,
                                                                      size_t n, unsigned rounds)
{
    s->m.len += (uint32_t)n;
    if (s->keep == 0) {
        vmb_gcm_hash_blocks(s, rounds, in, n);
        VMB_OPAQUE2(s, n);
        vmb_aes_ctr_blocks(s->m.key, rounds, s->m.work.ctr, out, in, n / 16);
    } else {
        vmb_aes_ctr_blocks(s->m.key, rounds, s->m.work.ctr, out, in, n / 16);
        VMB_OPAQUE2(s, n);
        VMB_OPAQUE(rounds);
        vmb_gcm_hash_blocks(s, rounds, out, n);
    }
    return VMB_OK;
}

/** 1 if a piece of n > 0 bytes is one for vmb_gcm_blocks. */
VMB_INLINE int vmb_gcm_is_blocks(const vmb_gcm_body *s, const uint8_t *out, const uint8_t *in, size_t n)
{
    return (s->left | (s->m.work.used ^ VMB_GCM_ROOM) | (s->from ^ VMB_GCM_ROOM) | (uint32_t)(n & 15)) == 0 &&
           vmb_aes_takes(in, out);
}

/** Encrypts or decrypts a piece of n > 0 bytes that ends blocks or is in them. */
VMB_NOINLINE VMB_IN_HEADER static int vmb_gcm_parts(vmb_gcm_body *s, uint8_t *out, const uint8_t *in, size_t n,
                                                    unsigned rounds)
{
    uint32_t used, part;

    vmb_gcm_settle(s);
    s->m.len += (uint32_t)n;
    used = s->m.work.used;
    part = VMB_GCM_ROOM - used;
    if (n > part || used == 16) { /* a block ends, or the piece begins with one */
        part &= 15;
        if (part != 0) {
            vmb_gcm_use(s, out, in, part);
            out += part;
            in += part;
            n -= part;
        }
        vmb_gcm_hash_rest(s, rounds, s->m.work.used);
        part = (uint32_t)n & 15;
        n -= part;
        if (n != 0) {
            vmb_gcm_whole(s, rounds, out, in, n);
            out += n;
            in += n;
        }
        if (part != 0 && s->m.work.used != 16) {
            vmb_gcm_refill(s, rounds, n == 0 ? 2 : 1);
        }
        n = part;
    }
    if (n != 0) {
        vmb_gcm_use(s, out, in, n);
    }
    vmb_gcm_count_ahead(s);
    return VMB_OK;
}

/** Encrypts or decrypts a piece of n > 0 bytes. */
VMB_NOINLINE VMB_IN_HEADER VMB_ALIGNED_CODE static int vmb_gcm_piece(vmb_gcm_body *s, uint8_t *out, const uint8_t *in,
                                                                     size_t n, unsigned rounds)
{
    if ((s->left | (s->m.work.used ^ s->from) | ((s->m.work.used | (uint32_t)n) & 15)) == 0) {
        s->m.len += (uint32_t)n;
        vmb_gcm_whole(s, rounds, out, in, n);
        return VMB_OK;
    }
    return vmb_gcm_parts(s, out, in, n, rounds);
}

/** Encrypts or decrypts a byte where there is keystream for `left` of them, which are counted. */
VMB_INLINE int vmb_gcm_add_byte(vmb_gcm_body *s, uint32_t left, uint8_t *out, const uint8_t *in)
{
    uint8_t *ks = (uint8_t *)s + (offsetof(vmb_gcm_body, m.mask) + VMB_GCM_ROOM - left);
    uint32_t b = *in, x = *ks;

    s->left = left - 1;
    *ks = (uint8_t)(b ^ (x & s->keep)); /* ciphertext */
    *out = (uint8_t)(b ^ x);
    return VMB_OK;
}

/** The same where there is none, and bytes for the next two blocks may be counted. */
VMB_INLINE int vmb_gcm_refill_byte(vmb_gcm_body *s, unsigned rounds, uint8_t *out, const uint8_t *in)
{
    vmb_gcm_hash_rest(s, rounds, VMB_GCM_ROOM);
    vmb_gcm_refill(s, rounds, 2);
    s->m.work.used = VMB_GCM_ROOM;
    s->m.len += VMB_GCM_ROOM;
    return vmb_gcm_add_byte(s, VMB_GCM_ROOM, out, in);
}
#endif

#endif
