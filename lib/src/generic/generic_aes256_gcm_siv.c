/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-256-GCM-SIV.
 */
#include "generic/generic_define.h"

VMB_GENERIC_ONE_SHOT(vmb_aead_aes256_gcm_siv, vmb_aes256_gcm_siv, "aes-256-gcm-siv", 32, 12)
