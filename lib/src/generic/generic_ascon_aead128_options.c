/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of Ascon-AEAD128 with options.
 */
#include "generic/generic_define.h"

VMB_GENERIC_OPTIONS(vmb_aead_ascon_aead128_options, vmb_ascon_aead128_options, "ascon-aead128-options")
