/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The driver wrappers of Mbed TLS 3.6 include this file for a driver: it defines the names that they call as the entry
 * points of libvambrace (vambrace/psa_driver.h). Mbed TLS executes calls that return
 * PSA_ERROR_NOT_SUPPORTED.
 */
#ifndef VMB_MBEDTLS_DRIVER_H
#define VMB_MBEDTLS_DRIVER_H

#include "vambrace/psa_driver.h"

/* Mbed TLS 3.6 calls no driver for AEAD with a key at another location: keys in slots have a type of their own. */
#define PSA_CRYPTO_TEST_DRIVER_LOCATION 0x7fffff

#define mbedtls_test_transparent_aead_abort vambrace_transparent_aead_abort
#define mbedtls_test_transparent_aead_decrypt vambrace_transparent_aead_decrypt
#define mbedtls_test_transparent_aead_decrypt_setup vambrace_transparent_aead_decrypt_setup
#define mbedtls_test_transparent_aead_encrypt vambrace_transparent_aead_encrypt
#define mbedtls_test_transparent_aead_encrypt_setup vambrace_transparent_aead_encrypt_setup
#define mbedtls_test_transparent_aead_finish vambrace_transparent_aead_finish
#define mbedtls_test_transparent_aead_set_lengths vambrace_transparent_aead_set_lengths
#define mbedtls_test_transparent_aead_set_nonce vambrace_transparent_aead_set_nonce
#define mbedtls_test_transparent_aead_update vambrace_transparent_aead_update
#define mbedtls_test_transparent_aead_update_ad vambrace_transparent_aead_update_ad
#define mbedtls_test_transparent_aead_verify vambrace_transparent_aead_verify
#define mbedtls_test_transparent_cipher_abort vambrace_transparent_cipher_abort
#define mbedtls_test_transparent_cipher_decrypt vambrace_transparent_cipher_decrypt
#define mbedtls_test_transparent_cipher_decrypt_setup vambrace_transparent_cipher_decrypt_setup
#define mbedtls_test_transparent_cipher_encrypt vambrace_transparent_cipher_encrypt
#define mbedtls_test_transparent_cipher_encrypt_setup vambrace_transparent_cipher_encrypt_setup
#define mbedtls_test_transparent_cipher_finish vambrace_transparent_cipher_finish
#define mbedtls_test_transparent_cipher_set_iv vambrace_transparent_cipher_set_iv
#define mbedtls_test_transparent_cipher_update vambrace_transparent_cipher_update
#define mbedtls_test_transparent_free vambrace_transparent_free
#define mbedtls_test_transparent_import_key vambrace_transparent_import_key
#define mbedtls_test_transparent_init vambrace_transparent_init

#define mbedtls_test_opaque_init() PSA_SUCCESS
#define mbedtls_test_opaque_free() ((void)0)
#define mbedtls_test_opaque_size_function(...) 0

#define mbedtls_test_opaque_asymmetric_decrypt(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_asymmetric_encrypt(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_abort(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_decrypt(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_decrypt_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_encrypt(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_encrypt_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_finish(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_set_iv(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_cipher_update(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_copy_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_export_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_export_public_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_generate_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_get_builtin_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_import_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_key_agreement(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_mac_abort(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_mac_compute(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_mac_sign_finish(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_mac_sign_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_mac_update(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_mac_verify_finish(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_mac_verify_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_signature_sign_hash(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_signature_sign_message(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_signature_verify_hash(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_opaque_signature_verify_message(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_asymmetric_decrypt(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_asymmetric_encrypt(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_export_public_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_generate_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_hash_abort(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_hash_clone(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_hash_compute(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_hash_finish(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_hash_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_hash_update(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_key_agreement(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_mac_abort(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_mac_compute(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_mac_sign_finish(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_mac_sign_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_mac_update(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_mac_verify_finish(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_mac_verify_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_pake_abort(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_pake_get_implicit_key(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_pake_input(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_pake_output(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_pake_setup(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_signature_sign_hash(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_signature_sign_message(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_signature_verify_hash(...) PSA_ERROR_NOT_SUPPORTED
#define mbedtls_test_transparent_signature_verify_message(...) PSA_ERROR_NOT_SUPPORTED

#endif
