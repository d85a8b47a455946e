/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What works with the object of any MAC (vambrace/generic_mac.h). It names none of them.
 */
#include "vambrace/generic_mac.h"

#include "common/common.h"
#include "generic/generic_name.h"
#include "generic/generic_tag.h"

const vmb_mac *vmb_mac_find(const vmb_mac *const *table, const char *name)
{
    if (table == NULL || name == NULL) {
        return NULL;
    }
    for (; *table != NULL; table++) {
        if (vmb_is_name((*table)->name, name)) {
            return *table;
        }
    }
    return NULL;
}

int vmb_mac_accepts(const vmb_mac *m, size_t nonce_len, size_t tag_len)
{
    if (nonce_len < m->nonce_least || nonce_len > m->nonce_most) {
        return 0;
    }
    if (m->tag_len > 16) { /* HMAC: from 16 to all bytes, or fewer if asked for */
        return (tag_len >= 16 && tag_len <= m->tag_len) || (tag_len >= VMB_SHORT_TAG(4) && tag_len < VMB_SHORT_TAG(16));
    }
    return vmb_has_tag(m->tag_lens, tag_len);
}
