/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Encrypts or decrypts one message of 128 bits with one cipher: key set-up, then block by block.
 * Built for a cipher by VMB_STUDY_NAME, the prefix of its calls, VMB_STUDY_BLOCK and
 * VMB_STUDY_SEALED, the bytes of a block before and after encryption, and VMB_STUDY_DECRYPT.
 *
 * The test bench writes key and input to vmb_study_texts before reset, reads the output there
 * at the end, and counts the calls; nothing else in this file is counted.
 */
#include "ciphers.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define MESSAGE 16

/* Words, for alignment. Not cleared at the start, unlike other data. */
__attribute__((section(".data.study"))) struct { uint32_t key[8], in[8], out[8]; } vmb_study_texts = {{1}, {0}, {0}};

PASTE(VMB_STUDY_NAME, _key) vmb_study_expanded;

int main(void)
{
    const uint8_t *key = (const uint8_t *)vmb_study_texts.key, *in = (const uint8_t *)vmb_study_texts.in;
    uint8_t *out = (uint8_t *)vmb_study_texts.out;
    int status = 0;

#if VMB_STUDY_DECRYPT
    PASTE(VMB_STUDY_NAME, _setup_decrypt)(&vmb_study_expanded, key);
    for (int at = 0; at < MESSAGE; at += VMB_STUDY_BLOCK) {
        status |= PASTE(VMB_STUDY_NAME, _decrypt)(&vmb_study_expanded, out, in);
        in += VMB_STUDY_SEALED;
        out += VMB_STUDY_BLOCK;
    }
#else
    PASTE(VMB_STUDY_NAME, _setup)(&vmb_study_expanded, key);
    for (int at = 0; at < MESSAGE; at += VMB_STUDY_BLOCK) {
        PASTE(VMB_STUDY_NAME, _encrypt)(&vmb_study_expanded, out, in);
        in += VMB_STUDY_BLOCK;
        out += VMB_STUDY_SEALED;
    }
#endif
    return status;
}
