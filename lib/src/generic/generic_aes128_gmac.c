/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-128-GMAC.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_NONCE_MAC(vmb_mac_aes128_gmac, vmb_aes128_gmac, "aes-128-gmac", 16)
