/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of Ascon-128 (v1.2).
 */
#include "generic/generic_define.h"

VMB_GENERIC_FIXED(vmb_aead_ascon128, vmb_ascon128, "ascon-128", 16, 16)
