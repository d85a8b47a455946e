/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CTR (NIST SP 800-38A, counting like inc32 of SP 800-38D) with Zkne: vmb_aes_ctr_blocks
 * of aes_backend.h.
 */
#define LITTLE 0
#include "aes/zkn32/aes_zkn_ctr.h"
#include "common/frame.h"

#if VMB_ISE_ZKN32 && !VMB_SIZE

#define FUNCTION vmb_aes_ctr_blocks
#include "aes/zkn32/aes_zkn_ctr.inc"

#endif
