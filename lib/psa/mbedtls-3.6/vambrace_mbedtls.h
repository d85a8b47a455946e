/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Makes an unmodified Mbed TLS 3.6 call libvambrace: the value of MBEDTLS_USER_CONFIG_FILE, or included at the end of
 * that file. Mbed TLS then omits its own code for the driver's algorithms, unless other code needs it.
 */
#ifndef VAMBRACE_MBEDTLS_H
#define VAMBRACE_MBEDTLS_H

/* The only extension point for other drivers in the driver wrappers of a release: test/drivers/test_driver.h and
 * libtestdriver1/include/psa/crypto.h, both in this folder. */
#define PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT
#define PSA_CRYPTO_DRIVER_TEST
#define MBEDTLS_TEST_LIBTESTDRIVER1

#include "vambrace/psa_accelerated.h"

#endif
