/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Random numbers for Mbed TLS. THE SIMULATED SYSTEM HAS NO SOURCE OF ENTROPY: its output is determined by the cycle of
 * the request. A device reads its random number generator here.
 */
#include <string.h>

#include "psa/crypto.h"
#include "vambrace/hash.h"
#include "vambrace/secure.h"
#include "vmb_devices.h"

enum { HALF = 32 };

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length);

/* Ascon-XOF128 (NIST SP 800-232) of the previous state and the time: half is kept, half is output. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    static struct {
        uint8_t state[HALF];
        uint32_t time;
    } pool;
    uint8_t made[2 * HALF];

    (void)context;
    for (size_t at = 0; at < output_size; at += HALF) {
        const size_t rest = output_size - at;

        pool.time = VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
        if (vmb_ascon_xof128(made, sizeof made, (const uint8_t *)&pool, sizeof pool) != VMB_OK)
            return PSA_ERROR_INSUFFICIENT_ENTROPY;
        memcpy(pool.state, made, HALF);
        memcpy(output + at, made + HALF, rest < HALF ? rest : HALF);
    }
    vmb_wipe(made, sizeof made);
    *output_length = output_size;
    return PSA_SUCCESS;
}
