/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-192-GCM.
 */
#include "generic/generic_define.h"

VMB_GENERIC_GCM(vmb_aead_aes192_gcm, vmb_aes192_gcm, "aes-192-gcm", 24)
