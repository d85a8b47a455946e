/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-128-GCM-SIV.
 */
#include "generic/generic_define.h"

VMB_GENERIC_ONE_SHOT(vmb_aead_aes128_gcm_siv, vmb_aes128_gcm_siv, "aes-128-gcm-siv", 16, 12)
