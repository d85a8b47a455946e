/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-128 (Ascon v1.2, section 2.4) for 64-bit processors, in the C styles of the report on Ascon on RV64
 * (configs/papers/asconrv64-2024.toml). The code is new, the technique is that of the report's programs:
 *
 * | style       | memory    | permutations                                | last block of an opened message |
 * | ----------- | --------- | ------------------------------------------- | ------------------------------- |
 * | ref         | by bytes  | functions, but inlined in loops over blocks | a loop clears bytes             |
 * | ref_shift   | as ref    | as ref                                      | two shifts clear bytes          |
 * | opt64       | by words  | inlined, nested rotates                     | a mask clears bytes             |
 * | opt64_shift | as opt64  | as opt64                                    | two shifts clear bytes          |
 * | asconv      | by words  | as ref                                      | two shifts clear bytes          |
 *
 * Calls are those of vambrace/aead.h, and so are their results; a wrong tag leaves zeros in `out`. Pointers are not
 * null, even if a length is 0. Overlaps other than in place are not detected. Addresses, branches and instructions
 * depend only on lengths and alignment. Compiled with -mtune=thead-c906, as in the report, whole words are at
 * multiples of 8 if the processor does not execute misaligned accesses. The stack is not wiped: these are studies.
 */
#ifndef VMB_STUDY_ASCON64_H
#define VMB_STUDY_ASCON64_H

#include <stddef.h>
#include <stdint.h>

/** The key as bytes: each call loads them, as in the report. */
typedef struct { uint64_t bytes[2]; } vmb_study_ascon64_key;

#define VMB_STUDY_ASCON64(style)                                                                                       \
    typedef vmb_study_ascon64_key vmb_study_ascon64_##style##_key;                                                     \
    int vmb_study_ascon64_##style##_init(vmb_study_ascon64_key *key, const uint8_t *bytes, size_t key_len);            \
    int vmb_study_ascon64_##style##_seal(const vmb_study_ascon64_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, \
                                         const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,     \
                                         const uint8_t *in, size_t len);                                               \
    int vmb_study_ascon64_##style##_open(const vmb_study_ascon64_key *key, uint8_t *out, const uint8_t *tag,           \
                                         size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,    \
                                         size_t ad_len, const uint8_t *in, size_t len);                                \
    void vmb_study_ascon64_##style##_wipe(vmb_study_ascon64_key *key)

VMB_STUDY_ASCON64(ref);
VMB_STUDY_ASCON64(ref_shift);
VMB_STUDY_ASCON64(opt64);
VMB_STUDY_ASCON64(opt64_shift);
VMB_STUDY_ASCON64(asconv);

#endif
