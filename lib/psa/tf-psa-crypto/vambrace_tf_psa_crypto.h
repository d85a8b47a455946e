/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Makes TF-PSA-Crypto 1.x, with the wrappers of generate.py, call libvambrace: the value of
 * TF_PSA_CRYPTO_USER_CONFIG_FILE, or included at the end of that file. TF-PSA-Crypto then omits its own code for the
 * driver's algorithms, unless other code needs it.
 */
#ifndef VAMBRACE_TF_PSA_CRYPTO_H
#define VAMBRACE_TF_PSA_CRYPTO_H

#define PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT
#define VAMBRACE_PSA_ENABLED

#include "vambrace/psa_accelerated.h"

#endif
