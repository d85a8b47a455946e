/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-128 (Ascon v1.2, section 2.4) for 64-bit processors, in the C styles of the report on Ascon on
 * RV64 (configs/papers/asconrv64-2024.toml), written anew:
 *
 * | style       | words                       | rounds                | end of the message                     |
 * | ----------- | --------------------------- | --------------------- | -------------------------------------- |
 * | ref         | byte by byte                | a loop over constants | byte by byte                           |
 * | opt64       | loaded, stored at once      | unrolled, inlined     | byte by byte                           |
 * | opt64_shift | as opt64                    | as opt64              | the state's own bytes kept by shifts   |
 * | asconv      | as opt64                    | as opt64              | all of it by shifts of one register    |
 *
 * Calls are those of vambrace/aead.h, and so are what they return and that a wrong tag leaves zeros
 * in `out`; overlaps other than in place are not looked for. Addresses, branches and instructions depend
 * on lengths and alignment alone. What is left on the stack is not wiped: these are studies.
 */
#ifndef VMB_STUDY_ASCON64_H
#define VMB_STUDY_ASCON64_H

#include <stddef.h>
#include <stdint.h>

/** The key's bytes as they are: each call loads them, as in the report. */
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
VMB_STUDY_ASCON64(opt64);
VMB_STUDY_ASCON64(opt64_shift);
VMB_STUDY_ASCON64(asconv);

#endif
