/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of Ascon-Mac.
 */
#include "generic/generic_mac_define.h"

VMB_GENERIC_MAC(vmb_mac_ascon_mac, vmb_ascon_mac, "ascon-mac", 16, VMB_GENERIC_FULL_TAGS, 0)
