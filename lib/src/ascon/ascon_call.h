/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the public functions of every Ascon AEAD share: its keys, and what is done around a backend.
 */
#ifndef VMB_ASCON_CALL_H
#define VMB_ASCON_CALL_H

#include "ascon/ascon_backend.h"
#include "vambrace/detail/backend/raw_keys.h"

/** Bytes of a key object of software. */
#define VMB_ASCON_KEY_SIZE (4 * VMB_SOFTWARE_OBJECT_WORDS(16))

#if VMB_ASCON_CHECKS
typedef vmb_ascon_checked *vmb_ascon_backend;
#define VMB_ASCON_BACKEND(name) name##_checked
#else
typedef vmb_ascon_message *vmb_ascon_backend;
#define VMB_ASCON_BACKEND(name) name##_run
#endif

/** vmb_wiped where C may have spilled. */
#if VMB_ASCON_ASSEMBLY
#define VMB_ASCON_WIPED(status) (status)
#else
#define VMB_ASCON_WIPED(status) vmb_wiped(status)
#endif

/** What the public functions of each algorithm do around its VMB_ASCON_BACKEND; `mark` is that of its
 *  keys, `seal` is c->tag_is_output, where the compiler knows it: no code for a wrong tag. */
VMB_INLINE int vmb_ascon_call(const vmb_call *c, vmb_ascon_backend backend, uint32_t mark, int seal)
{
#if VMB_ASCON_CHECKS
    if (((c->tag_len ^ 16) | (c->nonce_len ^ 16)) != 0) {
        return VMB_ERR_LENGTH;
    }
    return backend(c->key, c->out, c->tag, c->in, c->nonce, c->len, c->ad, c->ad_len, seal ? mark : mark + 1);
#else
    vmb_call checked = *c;
#if !VMB_ASCON_RV32
    vmb_call needed;
#endif
    uint32_t differs;
    int result;

    if (((c->tag_len ^ 16) | (c->nonce_len ^ 16)) != 0) {
        return VMB_ERR_LENGTH;
    }
    checked.tag_len = 16;
    checked.nonce_len = 16;
    result = vmb_check_call(&checked, VMB_ASCON_KEY_SIZE, mark);
    if (result != VMB_OK) {
        return result;
    }
#if VMB_ASCON_RV32
    if (seal) { /* which returns 0 */
        return (int)backend(c->key, c->out, c->tag, c->in, c->nonce, c->len, c->ad, c->ad_len);
    }
    differs = backend(c->key, c->out, c->tag, c->in, c->nonce, c->len | VMB_ASCON_OPENING, c->ad, c->ad_len);
#else
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
    differs = backend(&needed) != 0; /* no part of the right tag stays in this frame */
#endif
#if !VMB_ASCON_ASSEMBLY
    vmb_wipe_stack();
#endif
    if (seal || differs == 0) {
        return VMB_OK;
    }
    vmb_wipe(c->out, c->len);
    return VMB_ERR_TAG;
#endif
}

/** What every init function does: checks the arguments (vmb_check_key), then
 *  expands the key bytes to the two key words of the state as the backend holds
 *  them: low half or even bits, high half or odd bits of each. A word's bytes
 *  are in big-endian order when `big` is 1. Behind them comes the mark. */
VMB_NOINLINE int vmb_ascon_expand(uint32_t k[5], const uint8_t *bytes, size_t key_len, int big, uint32_t mark);

#endif
