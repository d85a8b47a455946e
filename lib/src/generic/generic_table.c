/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The table of all algorithms: in a file of its own, so that a program links it only by naming it.
 */
#include "vambrace/generic.h"

#include "common/common.h"

/* clang-format off */
const vmb_aead *const vmb_aeads[] = {
    &vmb_aead_aes128_ccm,
    &vmb_aead_aes192_ccm,
    &vmb_aead_aes256_ccm,
    &vmb_aead_aes128_gcm,
    &vmb_aead_aes192_gcm,
    &vmb_aead_aes256_gcm,
    &vmb_aead_aes128_gcm_siv,
    &vmb_aead_aes256_gcm_siv,
    &vmb_aead_ascon_aead128,
    &vmb_aead_ascon_aead128_options,
    &vmb_aead_ascon128,
    &vmb_aead_ascon128a,
    &vmb_aead_chacha20_poly1305,
    &vmb_aead_xchacha20_poly1305,
    &vmb_aead_aegis128l,
    NULL,
};
