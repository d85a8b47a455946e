/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Ascon-AEAD128 (NIST SP 800-232). */
#define AEAD vmb_ascon_aead128
#define KEY_BYTES 16
#define NONCE_BYTES 16
#include "cipher_aead.h"
