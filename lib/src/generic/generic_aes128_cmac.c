/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-128-CMAC.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_MAC(vmb_mac_aes128_cmac, vmb_aes128_cmac, "aes-128-cmac", 16, VMB_GENERIC_CMAC_TAGS, 0)
