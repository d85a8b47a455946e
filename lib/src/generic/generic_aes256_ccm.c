/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AES-256-CCM.
 */
#include "generic/generic_define.h"

VMB_GENERIC_CCM(vmb_aead_aes256_ccm, vmb_aes256_ccm, "aes-256-ccm", 32)
