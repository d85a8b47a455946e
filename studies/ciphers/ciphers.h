/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Lightweight ciphers with a common interface, for a comparison on one core.
 *
 * These are studies, not part of libvambrace: each is written as its standard states it, in plain
 * C99, to be read and measured. They are NOT constant-time (ARIA, GOST and SEED look up secrets
 * in tables, IDEA branches on them), they wipe nothing (Ascon does), and they check no argument.
 * Do not protect anything with them.
 *
 * | prefix              | cipher                       | key | block | source                      |
 * | ------------------- | ---------------------------- | --- | ----- | --------------------------- |
 * | vmb_study_ascon     | Ascon-128, of libvambrace    | 16  | 16    | Ascon v1.2, section 2.4     |
 * | vmb_study_aria      | ARIA-128                     | 16  | 16    | RFC 5794                    |
 * | vmb_study_gost      | GOST 28147-89 as Magma       | 32  | 8     | RFC 8891                    |
 * | vmb_study_hight     | HIGHT                        | 16  | 8     | ISO/IEC 18033-3             |
 * | vmb_study_idea      | IDEA                         | 16  | 8     | Lai, 1992, chapter 3        |
 * | vmb_study_noekeon   | NOEKEON, direct keys         | 16  | 16    | NESSIE submission, 2000     |
 * | vmb_study_seed      | SEED                         | 16  | 16    | RFC 4269                    |
 * | vmb_study_simon     | SIMON64/128                  | 16  | 8     | Beaulieu and others, 2013   |
 * | vmb_study_simon_128 | SIMON128/128                 | 16  | 16    | the same                    |
 *
 * Each has, by VMB_STUDY_DECLARE, the four calls below. Lengths are those of the table; buffers
 * have any alignment; out may be in. Ascon is no block cipher: its output is the ciphertext of
 * one block followed by the tag, 32 bytes, under the nonce 00 01 .. 0f.
 */
#ifndef VMB_STUDY_CIPHERS_H
#define VMB_STUDY_CIPHERS_H

#include <stdint.h>

#include "vambrace/aead.h"

typedef struct { vmb_ascon128_key key; } vmb_study_ascon_key;
typedef struct { uint32_t round[13][4]; } vmb_study_aria_key;
typedef struct { uint32_t word[8]; } vmb_study_gost_key;
typedef struct { uint8_t white[8], sub[128]; } vmb_study_hight_key;
typedef struct { uint16_t sub[52]; } vmb_study_idea_key;
typedef struct { uint32_t word[4]; } vmb_study_noekeon_key;
typedef struct { uint32_t sub[16][2]; } vmb_study_seed_key;
typedef struct { uint32_t round[44]; } vmb_study_simon_key;
typedef struct { uint64_t round[68]; } vmb_study_simon_128_key;

/**
 * NAME_setup           expands a key for encryption.
 * NAME_setup_decrypt   the same for decryption; its result may be invalid for NAME_encrypt.
 * NAME_encrypt         encrypts one block.
 * NAME_decrypt         decrypts one block; returns 0, for Ascon nonzero if the tag is wrong.
 */
#define VMB_STUDY_DECLARE(name)                                                  \
    void name##_setup(name##_key *key, const uint8_t *bytes);                    \
    void name##_setup_decrypt(name##_key *key, const uint8_t *bytes);            \
    void name##_encrypt(const name##_key *key, uint8_t *out, const uint8_t *in); \
    int name##_decrypt(const name##_key *key, uint8_t *out, const uint8_t *in);

VMB_STUDY_DECLARE(vmb_study_ascon)
VMB_STUDY_DECLARE(vmb_study_aria)
VMB_STUDY_DECLARE(vmb_study_gost)
VMB_STUDY_DECLARE(vmb_study_hight)
VMB_STUDY_DECLARE(vmb_study_idea)
VMB_STUDY_DECLARE(vmb_study_noekeon)
VMB_STUDY_DECLARE(vmb_study_seed)
VMB_STUDY_DECLARE(vmb_study_simon)
VMB_STUDY_DECLARE(vmb_study_simon_128)

#endif
