/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of ChaCha20-Poly1305.
 */
#include "generic/generic_define.h"

VMB_GENERIC_FIXED(vmb_aead_chacha20_poly1305, vmb_chacha20_poly1305, "chacha20-poly1305", 32, 12)
