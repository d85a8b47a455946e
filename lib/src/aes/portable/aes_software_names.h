/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * With an AES unit the functions of portable (aes_backend.h) have separate names: those of the unit call them for key
 * lengths that it does not support (aes_unit_keys.h).
 */
#ifndef VMB_AES_SOFTWARE_NAMES_H
#define VMB_AES_SOFTWARE_NAMES_H

#include "vambrace/detail/backend/aes_unit.h"

#if VMB_AES_UNIT
#define vmb_aes_expand vmb_aes_software_expand
#define vmb_aes_encrypt_blocks vmb_aes_software_encrypt_blocks
#define vmb_aes_decrypt_blocks vmb_aes_software_decrypt_blocks
#define vmb_aes_ccm_blocks vmb_aes_software_ccm_blocks
#define vmb_aes_cbc_encrypt_blocks vmb_aes_software_cbc_encrypt_blocks
#define vmb_aes_cbc_decrypt_blocks vmb_aes_software_cbc_decrypt_blocks
#define vmb_aes_ctr_blocks vmb_aes_software_ctr_blocks
#endif

#endif
