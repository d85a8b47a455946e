/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What whole messages and streams of AEGIS-128L share (draft-irtf-cfrg-aegis-aead-18, section 3): the first state, data
 * of any alignment, the tag. Sizes are in bytes, words are little-endian.
 */
#ifndef VMB_AEGIS_H
#define VMB_AEGIS_H

#include "aegis/aegis_backend.h"
#include "vambrace/aead.h"

#define VMB_AEGIS_KEY_SIZE sizeof(vmb_aegis128l_key)
#define VMB_AEGIS_NONCE 16

/** The longest tag, of which the shorter one is the sum of both halves, and its words. */
#define VMB_AEGIS_TAG 32
#define VMB_AEGIS_TAG_WORDS 8

/** vmb_wiped where C may have spilled, in deeper frames than others have. */
#if VMB_AEGIS_ASSEMBLY
#define VMB_AEGIS_WIPED(status) (status)
#define VMB_AEGIS_BODY static
#else
VMB_NOINLINE int vmb_aegis_wiped(int status);
#define VMB_AEGIS_WIPED(status) vmb_aegis_wiped(status)
#define VMB_AEGIS_BODY VMB_NOINLINE static
#endif

/** A list of parts, and the number of those that vmb_aegis_run has not seen yet. */
#define VMB_AEGIS_PARTS 6
typedef struct {
    vmb_aegis_part part[VMB_AEGIS_PARTS + 1];
    size_t parts;
} vmb_aegis_list;

/** The length of a tag is one of the two. */
VMB_INLINE int vmb_aegis_has_tag(size_t tag_len)
{
    return tag_len == 16 || tag_len == VMB_AEGIS_TAG;
}

/** Adds a part to an array. */
VMB_INLINE void vmb_aegis_set(vmb_aegis_part *part, size_t kind, uint8_t *out, const uint8_t *in, size_t blocks)
{
    part->in = in;
    part->out = out;
    part->blocks = blocks;
    part->kind = kind;
}

/** One part by itself. */
VMB_INLINE void vmb_aegis_once(uint32_t *state, size_t kind, uint8_t *out, const uint8_t *in, size_t blocks)
{
    vmb_aegis_part part[2];

    vmb_aegis_set(part, kind, out, in, blocks);
    part[1].kind = VMB_AEGIS_END;
    vmb_aegis_run(state, part);
}

/** Section 4.3, Init, but the ten updates with `block`, of which it writes both halves. */
VMB_NOINLINE void vmb_aegis_first(uint32_t state[VMB_AEGIS_WORDS], uint32_t block[8], const uint32_t key[4],
                                  const uint8_t *nonce);

/** Whole blocks of any alignment, which the parts of the list, if any, come before: adds a part, or works through the
 *  list and then through copies. */
VMB_NOINLINE void vmb_aegis_blocks(uint32_t *state, vmb_aegis_list *list, size_t kind, uint8_t *out, const uint8_t *in,
                                   size_t blocks);

/** Works through the list, which is empty afterwards. */
VMB_INLINE void vmb_aegis_flush(uint32_t *state, vmb_aegis_list *list)
{
    list->part[list->parts].kind = VMB_AEGIS_END;
    list->parts = 0;
    vmb_aegis_run(state, list->part);
}

/** Copies n bytes, and fills up to a block with zeros. */
VMB_NOINLINE void vmb_aegis_pad(uint32_t block[8], const uint8_t *in, size_t n);

/** Section 4.9, Finalize: the block of lengths in bytes that a part VMB_AEGIS_FINISH of 7 takes. */
VMB_INLINE void vmb_aegis_lengths(uint32_t block[8], size_t ad_len, size_t len)
{
    unsigned i;

    for (i = 0; i < 8; i += 4) {
        block[i] = (uint32_t)ad_len << 3;
        block[i + 1] = (uint32_t)ad_len >> 29;
        block[i + 2] = (uint32_t)len << 3;
        block[i + 3] = (uint32_t)len >> 29;
    }
}

/** The tag of the state after these, 16 bytes or 32. */
VMB_NOINLINE void vmb_aegis_tag(uint32_t tag[VMB_AEGIS_TAG_WORDS], uint32_t state[VMB_AEGIS_WORDS], size_t tag_len);

#endif
