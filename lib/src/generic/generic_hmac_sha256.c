/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of HMAC-SHA-256.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_HMAC(vmb_mac_hmac_sha256, vmb_hmac_sha256, "hmac-sha256", 32, 32)
