/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Names of objects (vambrace/generic.h, vambrace/generic_mac.h).
 */
#ifndef VMB_GENERIC_NAME_H
#define VMB_GENERIC_NAME_H

/* Nonzero when both names are the same. */
static inline int vmb_is_name(const char *left, const char *right)
{
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

#endif
