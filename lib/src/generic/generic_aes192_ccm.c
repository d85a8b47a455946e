/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-192-CCM.
 */
#include "generic/generic_define.h"

VMB_GENERIC_CCM(vmb_aead_aes192_ccm, vmb_aes192_ccm, "aes-192-ccm", 24)
