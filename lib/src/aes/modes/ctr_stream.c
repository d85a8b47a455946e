/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-CTR (NIST SP 800-38A) in pieces of any length: ctr_start, ctr_update and
 * ctr_finish of vambrace/aes.h. One body serves the three key sizes.
 */
#include "aes/modes/aes_key.h"
#include "aes/modes/aes_modes.h"
#include "aes/aes_words.h"
#include "vambrace/aes.h"

#if !VMB_ENGINE

VMB_NOINLINE static int vmb_ctr_start(vmb_ctr_stream *s, const uint32_t *key, unsigned rounds, const uint8_t *counter)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (key == NULL || counter == NULL || VMB_OVERLAP(s, sizeof *s, counter, 16) ||
        VMB_OVERLAP(s, sizeof *s, key, VMB_AES_KEY_SIZE(rounds))) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_ARGUMENT);
    }
    if (vmb_aes_check_key(key, rounds) != VMB_OK) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_STATE);
    }
    s->phase = VMB_PHASE_MESSAGE;
    s->key = key;
    vmb_aes_copy((uint8_t *)s->work.ctr, counter, 16);
    s->work.used = 16;
    s->len = 0;
    return VMB_OK;
}

VMB_NOINLINE static int vmb_ctr_update(vmb_ctr_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t len)
{
    vmb_aes_turn turn;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = s->phase != VMB_PHASE_MESSAGE ? VMB_ERR_STATE : vmb_aes_check_key(s->key, rounds);
    if (status == VMB_OK) {
        status = vmb_check_update(s, sizeof *s, s->key, VMB_AES_KEY_SIZE(rounds), &s->len, out, in, len);
    }
    if (status == VMB_OK) {
        status = vmb_aes_begin(s->key, rounds, &turn);
    }
    if (status == VMB_OK) {
        vmb_aes_ctr_bytes(vmb_aes_ctr_carry, s->key, rounds, &s->work, out, in, len);
        status = vmb_aes_end(rounds, &turn);
    }
    return status == VMB_OK ? VMB_OK : vmb_end_stream(s, sizeof *s, vmb_aes_return(status, out, len));
}

#define VMB_CTR_DEFINE(name, rounds)                                                                              \
    int name##_ctr_start(name##_ctr_stream *s, const name##_key *key, const uint8_t counter[16])                  \
    {                                                                                                             \
        return vmb_aes_wiped(rounds, vmb_ctr_start((vmb_ctr_stream *)s, (const uint32_t *)key, rounds, counter)); \
    }                                                                                                             \
    int name##_ctr_update(name##_ctr_stream *s, uint8_t *out, const uint8_t *in, size_t len)                      \
    {                                                                                                             \
        return vmb_aes_wiped(rounds, vmb_ctr_update((vmb_ctr_stream *)s, rounds, out, in, len));                  \
    }                                                                                                             \
    void name##_ctr_finish(name##_ctr_stream *s)                                                                  \
    {                                                                                                             \
        vmb_wipe_object(s, sizeof *s);                                                                            \
    }

VMB_CTR_DEFINE(vmb_aes128, 10)
VMB_CTR_DEFINE(vmb_aes192, 12)
VMB_CTR_DEFINE(vmb_aes256, 14)

#endif
