/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The counter mode of AES-GCM-SIV (RFC 8452, section 4) with Zkne: vmb_aes_siv_blocks of
 * aes_backend.h.
 */
#define LITTLE 1
#include "aes/zkned32/aes_zkned_ctr.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE

#define FUNCTION vmb_aes_siv_blocks
#include "aes/zkned32/aes_zkned_ctr.inc"

#endif
