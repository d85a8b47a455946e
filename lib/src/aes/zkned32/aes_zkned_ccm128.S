/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole message of AES-128-CCM (NIST SP 800-38C) with Zkne:
 *     void vmb_aes128_ccm_run(const vmb_call *c, vmb_word tag[4])
 * of aes_backend.h. Registers and frame: aes_zkned_ccm.h.
 */
#include "aes/zkned32/aes_zkned_ccm.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE && !VMB_ENGINE

#define ROUNDS 10

    .section .text.vmb_aes128_ccm_run, "ax"
    .balign 16
    .globl vmb_aes128_ccm_run
    .type vmb_aes128_ccm_run, @function
vmb_aes128_ccm_run:
#include "aes/zkned32/aes_zkned_ccm_run.inc"
#include "aes/zkned32/aes_zkned_ccm_copy.inc"
#include "aes/zkned32/aes_zkned_ccm_steps.inc"
#include "aes/zkned32/aes_zkned_ccm_unaligned.inc"
    .size vmb_aes128_ccm_run, . - vmb_aes128_ccm_run

#endif
