/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the public functions of every Ascon AEAD share: its keys, and what is done around a backend.
 */
#ifndef VMB_ASCON_CALL_H
#define VMB_ASCON_CALL_H

#include "ascon/ascon_backend.h"
#include "vambrace/backend/raw_keys.h"

/** Bytes of a key object. */
#define VMB_ASCON_KEY_SIZE (4 * VMB_RAW_OBJECT_WORDS(16))

/** What the public functions of each algorithm do around a backend; `mark` is that of its
 *  keys, `seal` is c->tag_is_output, where the compiler knows it: no code for a wrong tag. */
VMB_INLINE int vmb_ascon_call(const vmb_call *c, uint32_t (*run)(const vmb_call *), uint32_t mark, int seal)
{
#if VMB_SIZE
    const vmb_call *given = c, *job = c; /* one structure: less code, and less stack */
#else
    vmb_call checked = *c, needed;
    const vmb_call *given = &checked, *job = &needed;
#endif
    uint32_t differs;
    int result;

    if (((c->tag_len ^ 16) | (c->nonce_len ^ 16)) != 0) {
        return VMB_ERR_LENGTH;
    }
#if !VMB_SIZE
    checked.tag_len = 16;
    checked.nonce_len = 16;
#endif
    result = vmb_check_call(given, VMB_ASCON_KEY_SIZE, mark);
    if (result != VMB_OK) {
        return result;
    }
#if !VMB_SIZE
    /* What a backend needs; the rest of the arguments stays in registers. */
    needed.key = c->key;
    needed.out = c->out;
    needed.tag = c->tag;
    needed.nonce = c->nonce;
    needed.ad = c->ad;
    needed.ad_len = c->ad_len;
    needed.in = c->in;
    needed.len = c->len;
    needed.tag_is_output = seal;
#endif
    differs = run(job);
#if !VMB_ASCON_ASSEMBLY
    vmb_wipe_stack();
#endif
    if (seal || differs == 0) {
        return VMB_OK;
    }
    vmb_wipe(job->out, job->len); /* from there: no register has to be saved for it */
    return VMB_ERR_TAG;
}

/** What every init function does: checks the arguments (vmb_check_key), then
 *  expands the key bytes to the two key words of the state as the backend holds
 *  them: low half or even bits, high half or odd bits of each. A word's bytes
 *  are in big-endian order when `big` is 1. Behind them comes the mark. */
int vmb_ascon_expand(uint32_t k[5], const uint8_t *bytes, size_t key_len, int big, uint32_t mark);
#endif
