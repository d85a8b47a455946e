/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Where the arguments of a call (vmb_call, common.h) are, in bytes, for assembly on RV32.
 */
#ifndef VMB_CALL_H
#define VMB_CALL_H

#define VMB_CALL_KEY 0
#define VMB_CALL_OUT 8
#define VMB_CALL_TAG_LEN 16
#define VMB_CALL_NONCE 20
#define VMB_CALL_NONCE_LEN 24
#define VMB_CALL_AD 28
#define VMB_CALL_AD_LEN 32
#define VMB_CALL_IN 36
#define VMB_CALL_LEN 40
#define VMB_CALL_SEAL 44

#endif
