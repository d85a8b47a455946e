/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-192-GMAC.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_NONCE_MAC(vmb_mac_aes192_gmac, vmb_aes192_gmac, "aes-192-gmac", 24)
