/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The lengths of truncated tags of Ascon-AEAD128: NIST SP 800-232, section 4.2.1.
 */
#ifndef VMB_ASCON_TAG_H
#define VMB_ASCON_TAG_H

#include "common/common.h"

/** The bytes of a tag that a caller asks for by tag_len, or 0 if there is no such tag. */
VMB_INLINE size_t vmb_ascon_tag_len(size_t tag_len)
{
    if (tag_len - 8 <= 8) {
        return tag_len;
    }
    return tag_len - VMB_SHORT_TAG(4) < 4 ? VMB_TAG_BYTES(tag_len) : 0;
}

#endif
