/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of XChaCha20-Poly1305.
 */
#include "generic/generic_define.h"

VMB_GENERIC_FIXED_WITH(vmb_aead_xchacha20_poly1305, vmb_xchacha20_poly1305, "xchacha20-poly1305", 32, 24, NULL)
