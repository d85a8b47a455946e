/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-256-CMAC.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_MAC(vmb_mac_aes256_cmac, vmb_aes256_cmac, "aes-256-cmac", 32, VMB_GENERIC_CMAC_TAGS, 0)
