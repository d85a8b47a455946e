/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-256-GMAC.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_NONCE_MAC(vmb_mac_aes256_gmac, vmb_aes256_gmac, "aes-256-gmac", 32)
