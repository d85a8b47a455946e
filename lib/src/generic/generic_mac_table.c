/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The table of all MACs: in a file of its own, so that a program links it only by naming it.
 */
#include "vambrace/generic_mac.h"

#include "common/common.h"

/* clang-format off */
const vmb_mac *const vmb_macs[] = {
    &vmb_mac_aes128_cmac,
    &vmb_mac_aes192_cmac,
    &vmb_mac_aes256_cmac,
    &vmb_mac_aes128_gmac,
    &vmb_mac_aes192_gmac,
    &vmb_mac_aes256_gmac,
    &vmb_mac_poly1305,
    &vmb_mac_ascon_mac,
    &vmb_mac_hmac_sha256,
    NULL,
};
