/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Pieces of streams, in one pass: whether a stream accepts a piece. If it does not, for whatever reason, the stream's
 * general function comes next, with its checks and statuses. A piece that fits in the current block is then processed
 * in place, in registers that no function saves: nothing is left to wipe.
 */
#ifndef VMB_STREAM_H
#define VMB_STREAM_H

#include "common/common.h"
#include "vambrace/detail/backend/portable.h"

/** 1 where a compiler has registers for all values of a short piece: beside assembly, as C is wiped after each call. */
#if defined(__riscv) && !defined(__riscv_32e) && defined(__OPTIMIZE__) && !VMB_SIZE && !VMB_PORTABLE
#define VMB_SHORT_PIECES 1
#else
#define VMB_SHORT_PIECES 0
#endif

/* One more fault. The compiler finishes it before it begins the next one: then there are registers for all. */
#define VMB_PIECE_NOTE(fault)     \
    do {                          \
        bad |= (uint32_t)(fault); \
        VMB_OPAQUE2(bad, below);  \
        VMB_OPAQUE2(bad, more);   \
    } while (0)

/** 1 only if a stream in `phase` waits for what is `wanted`, VMB_PHASE_AD or VMB_PHASE_MESSAGE, its key object has its
 *  mark, and vmb_check_input, or vmb_check_update of a message, accepts a piece of len > 0 bytes after `total` bytes of
 *  that. The total stays. */
VMB_INLINE int vmb_accepts_piece(const void *object, size_t object_size, uint32_t phase, uint32_t wanted,
                                 const void *key, size_t key_size, uint32_t mark, uint32_t total, const uint8_t *out,
                                 const uint8_t *in, size_t len)
{
    uintptr_t more = len - 1, below = (uintptr_t)object - more, apart;
    uint32_t bad;

    /* In another phase there may be no key. */
    if ((((phase ^ wanted) & ~(uint32_t)VMB_PHASE_OPENING) | (uint32_t)(more > VMB_MAX_BYTES)) != 0) {
        return 0;
    }
    bad = VMB_MARK_OF(key, key_size) ^ mark;
    VMB_PIECE_NOTE((total + (uint32_t)more + 1) / (VMB_MAX_BYTES + 1u));
    VMB_PIECE_NOTE(in == NULL);
    VMB_PIECE_NOTE((uintptr_t)in - below < object_size + more);
    if (wanted == VMB_PHASE_MESSAGE) {
        VMB_PIECE_NOTE(out == NULL);
        VMB_PIECE_NOTE((uintptr_t)out - below < object_size + more);
        VMB_PIECE_NOTE((uintptr_t)out - (uintptr_t)key + more < key_size + more);
        apart = (uintptr_t)out - (uintptr_t)in;
        VMB_PIECE_NOTE((uint32_t)(apart != 0) & (uint32_t)(apart + more < 2 * more + 1));
    }
    return bad == 0;
}

/** 1 only if a stream in `phase` is at its message, to open it if `opening` is VMB_PHASE_OPENING and to seal it if that
 *  is 0, its key object has its mark, and vmb_check_tag accepts a tag of tag_len > 0 bytes. */
VMB_INLINE int vmb_accepts_tag(const void *object, size_t object_size, uint32_t phase, uint32_t opening,
                               const void *key, size_t key_size, uint32_t mark, const uint8_t *tag, size_t tag_len)
{
    uintptr_t last = (uintptr_t)tag + (tag_len - 1);
    uint32_t bad;

    if (phase != (VMB_PHASE_MESSAGE | opening)) {
        return 0;
    }
    bad = VMB_MARK_OF(key, key_size) ^ mark;
    bad |= (uint32_t)(tag == NULL) | (uint32_t)(last - (uintptr_t)object < object_size + (tag_len - 1));
    bad |= (uint32_t)(opening == 0) & (uint32_t)(last - (uintptr_t)key < key_size + (tag_len - 1));
    return bad == 0;
}

/** Whether a stream is null, by a branch of a whole word at the beginning of a function: the instruction after it is in
 *  one word, too. */
VMB_INLINE int vmb_is_null(const void *stream)
{
#if VMB_SHORT_PIECES
    __asm__ goto(".option push\n.option norvc\nbeqz %0, %l[null]\n.option pop" : : "r"(stream) : : null);
    return 0;
null:
    return 1;
#else
    return stream == NULL;
#endif
}

/** 0 if a piece is one byte and vmb_accepts_piece accepts it, in a stream that waits for a message. */
VMB_INLINE uintptr_t vmb_faults_of_byte(const void *object, size_t object_size, const void *key, size_t key_size,
                                        uint32_t mark, const uint8_t *out, const uint8_t *in, size_t len)
{
    uintptr_t bad = VMB_MARK_OF(key, key_size) ^ mark;

    bad |= len ^ 1;
    bad |= in == NULL;
    bad |= (uintptr_t)in - (uintptr_t)object < object_size;
    VMB_OPAQUE(bad);
    bad |= out == NULL;
    bad |= (uintptr_t)out - (uintptr_t)object < object_size;
    bad |= (uintptr_t)out - (uintptr_t)key < key_size;
    return bad;
}

/** Nonzero if a piece of len > 0 bytes does not fit in the current block, of whose `rate` bytes, a power of two, `used`
 *  are there, or is a whole one: blocks are for kernels. */
VMB_INLINE int vmb_exceeds_block(size_t used, size_t len, size_t rate)
{
    return (((used + len - 1) | len) & ~(rate - 1)) != 0;
}

#endif
