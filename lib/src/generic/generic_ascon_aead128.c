/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of Ascon-AEAD128.
 */
#include "generic/generic_define.h"

VMB_GENERIC_FIXED(vmb_aead_ascon_aead128, vmb_ascon_aead128, "ascon-aead128", 16, 16)
