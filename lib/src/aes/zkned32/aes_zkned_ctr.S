/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CTR (NIST SP 800-38A, counting like inc32 of SP 800-38D) with Zkne: vmb_aes_ctr_blocks
 * of aes_backend.h.
 */
#define LITTLE 0
#include "aes/zkned32/aes_zkned_ctr.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE

#define FUNCTION vmb_aes_ctr_blocks
#include "aes/zkned32/aes_zkned_ctr.inc"

#endif
