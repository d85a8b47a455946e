/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * TF-PSA-Crypto with the driver and without an engine: keys at the location of its slots, and at one that no driver has.
 */
#include "psa_print.h"
#include "vambrace/psa_driver.h"

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    (void)output;
    (void)output_size;
    (void)output_length;
    return PSA_ERROR_INSUFFICIENT_ENTROPY; /* nothing here asks for random numbers */
}

static psa_status_t import(psa_key_location_t location)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;
    const uint8_t slot = 1;

    psa_set_key_lifetime(&attributes,
                         PSA_KEY_LIFETIME_FROM_PERSISTENCE_AND_LOCATION(PSA_KEY_PERSISTENCE_VOLATILE, location));
    psa_set_key_type(&attributes, PSA_KEY_TYPE_AES);
    psa_set_key_bits(&attributes, 128);
    psa_set_key_algorithm(&attributes, PSA_ALG_CCM);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT);
    return psa_import_key(&attributes, &slot, 1, &key);
}

int main(void)
{
    show("init", psa_crypto_init(), NULL, 0);
    show("import", import(VAMBRACE_PSA_LOCATION), NULL, 0);
    show("other location", import(VAMBRACE_PSA_LOCATION + 1), NULL, 0);
    mbedtls_psa_crypto_free();
    return 0;
}
