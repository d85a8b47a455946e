/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-128-CCM.
 */
#include "generic/generic_define.h"

VMB_GENERIC_CCM(vmb_aead_aes128_ccm, vmb_aes128_ccm, "aes-128-ccm", 16)
