/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The lengths of tags of objects (vambrace/generic.h, vambrace/generic_mac.h).
 */
#ifndef VMB_GENERIC_TAG_H
#define VMB_GENERIC_TAG_H

#include "common/common.h"
#include "vambrace/generic.h"

/** 1 if tag_lens has a tag_len, which may be a VMB_SHORT_TAG. */
VMB_INLINE int vmb_has_tag(uint32_t tag_lens, size_t tag_len)
{
    if (tag_len > 16) {
        if (tag_len == VMB_AEAD_LONG_TAG) {
            return (int)(tag_lens & 1);
        }
        tag_len = tag_len - VMB_SHORT_TAG(0) + VMB_AEAD_SHORT_TAGS;
        if (tag_len < VMB_AEAD_SHORT_TAGS) {
            return 0;
        }
    }
    return tag_len != 0 && tag_len <= 31 && (tag_lens >> tag_len & 1) != 0;
}

#endif
