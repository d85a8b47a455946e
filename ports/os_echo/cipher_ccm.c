/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* AES-256-CCM (NIST SP 800-38C) with nonces of 12 bytes. */
#define AEAD vmb_aes256_ccm
#define KEY_BYTES 32
#define NONCE_BYTES 12
#include "cipher_aead.h"
