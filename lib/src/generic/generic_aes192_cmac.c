/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-192-CMAC.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_MAC(vmb_mac_aes192_cmac, vmb_aes192_cmac, "aes-192-cmac", 24, VMB_GENERIC_CMAC_TAGS, 0)
