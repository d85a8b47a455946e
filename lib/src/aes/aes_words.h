/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Words and bytes of blocks, without calls of the C library.
 */
#ifndef VMB_AES_WORDS_H
#define VMB_AES_WORDS_H

#include "aes/aes_choice.h"
#include "common/common.h"
#include "vambrace/detail/backend/size.h"

/** Sets n words to zero; not a call of memset. */
static inline void vmb_aes_zero(uint32_t *w, size_t n)
{
#if VMB_SIZE
    vmb_wipe(w, 4 * n);
#else
    size_t i;

    for (i = 0; i < n; i++) {
        w[i] = 0;
    }
#endif
}

/** Copies n bytes; not a call of memcpy, which leaves its registers unwiped. */
void vmb_aes_copy(uint8_t *to, const uint8_t *from, size_t n);

/** Loads n words, a constant of up to 4, from bytes of any alignment: as vmb_aes_copy, but without a call if they are
 *  aligned. */
VMB_INLINE void vmb_aes_load_words(uint32_t *to, const uint8_t *from, size_t n)
{
    uint32_t x;
    size_t i;

    if (VMB_SIZE || !vmb_is_aligned(from)) {
        vmb_aes_copy((uint8_t *)to, from, 4 * n);
        return;
    }
    for (i = 0; i < n; i++) {
        x = vmb_get_word(from + 4 * i);
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        to[i] = x;
    }
}

/** vmb_aes_copy for 16 bytes or more, which are no longer few, of any alignment: in words even where
 *  the core does not load and store them everywhere. */
#if VMB_SIZE || VMB_MISALIGNED
#define VMB_AES_MOVE_IN_C 0
#define vmb_aes_move vmb_aes_copy
#else
#define VMB_AES_MOVE_IN_C !(VMB_AES_RV32 || VMB_ISE_ZKNED32)
void vmb_aes_move(uint8_t *to, const uint8_t *from, size_t n);
#endif

#endif
