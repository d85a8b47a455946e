/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of Poly1305.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_MAC(vmb_mac_poly1305, vmb_poly1305, "poly1305", 32, VMB_GENERIC_FULL_TAGS, 1)
