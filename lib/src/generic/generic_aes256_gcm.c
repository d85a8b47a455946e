/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-256-GCM.
 */
#include "generic/generic_define.h"

VMB_GENERIC_GCM(vmb_aead_aes256_gcm, vmb_aes256_gcm, "aes-256-gcm", 32)
