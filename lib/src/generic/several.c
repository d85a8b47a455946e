/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The choice among builds of the library (vambrace/several.h). It names none of them.
 */
#include "vambrace/several.h"

#include "common/common.h"

/* The objects of this build must fit: a negative array size reports a violation. */
typedef char vmb_any_key_fits[sizeof(vmb_any_key) >= sizeof(vmb_aead_key) ? 1 : -1];
typedef char vmb_any_stream_fits[sizeof(vmb_any_stream) >= sizeof(vmb_aead_stream) ? 1 : -1];

const vmb_aead *vmb_aead_choose(const vmb_build *builds, uint32_t has, const char *name)
{
    const vmb_aead *found = NULL;

    if (builds == NULL) {
        return NULL;
    }
    for (; builds->aeads != NULL && found == NULL; builds++) {
        if ((builds->needs & ~has) == 0) {
            found = vmb_aead_find(builds->aeads, name);
        }
    }
    return found;
}
