/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of Ascon-128a (v1.2).
 */
#include "generic/generic_define.h"

VMB_GENERIC_FIXED(vmb_aead_ascon128a, vmb_ascon128a, "ascon-128a", 16, 16)
