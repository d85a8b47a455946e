/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The object of AEGIS-128L.
 */
#include "generic/generic_define.h"

VMB_GENERIC_AEGIS(vmb_aead_aegis128l, vmb_aegis128l, "aegis-128l")
