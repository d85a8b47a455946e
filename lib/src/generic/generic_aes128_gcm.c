/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-128-GCM.
 */
#include "generic/generic_define.h"

VMB_GENERIC_GCM(vmb_aead_aes128_gcm, vmb_aes128_gcm, "aes-128-gcm", 16)
