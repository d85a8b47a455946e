/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-AEAD128 with truncated tags and nonce masking (NIST SP 800-232, sections 4.2.1 and 4.2.2) on the engine, the
 * public functions. The engine truncates and masks: a job has the length of the tag, and with key_len 2 a key of 32
 * bytes, whose second half it adds to the nonce. Short tags need POLICY.short_tags.
 *
 * A key object is the key as it is in memory (zero in its second half without masking, in a slot all zero), then the
 * fields key_slot and key_len of JOB, and the mark.
 */
#include "ascon/ascon_tag.h"
#include "engine/engine_once.h"
#include "engine/engine_stream.h"

#if VMB_ENGINE

#define VMB_OPTIONS_KEY_SIZE sizeof(vmb_ascon_aead128_options_key)
#define VMB_OPTIONS_KEY_WORDS 8u
#define VMB_OPTIONS_MASKED VMB_JOB(KEY_LEN, 2)

typedef char vmb_options_layout[VMB_OPTIONS_KEY_SIZE == 4 * (VMB_OPTIONS_KEY_WORDS + 2) ? 1 : -1];

int vmb_ascon_aead128_options_init(vmb_ascon_aead128_options_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_OPTIONS_KEY_SIZE, bytes, key_len, key_len == 16 ? 16 : 32);
    uint32_t *words = (uint32_t *)key;
    size_t i;

    if (status == VMB_OK) {
        for (i = 0; i < VMB_OPTIONS_KEY_WORDS; i++) {
            words[i] = 4 * i < key_len ? vmb_load32_le(bytes + 4 * i) : 0;
        }
        words[i] = key_len == 16 ? 0 : VMB_OPTIONS_MASKED;
        words[i + 1] = VMB_MARK_ASCON_OPTIONS;
    }
    return status;
}

int vmb_ascon_aead128_options_init_slot(vmb_ascon_aead128_options_key *key, unsigned slot)
{
    int status = vmb_engine_key_in_slot((uint32_t *)key, slot, 4 * VMB_OPTIONS_KEY_WORDS, VMB_MARK_ASCON_OPTIONS);

    if (status == VMB_OK) {
        ((uint32_t *)key)[VMB_OPTIONS_KEY_WORDS] |= VMB_OPTIONS_MASKED;
    }
    return status;
}

int vmb_ascon_aead128_options_init_short_slot(vmb_ascon_aead128_options_key *key, unsigned slot)
{
    return vmb_engine_key_in_slot((uint32_t *)key, slot, 4 * VMB_OPTIONS_KEY_WORDS, VMB_MARK_ASCON_OPTIONS);
}

void vmb_ascon_aead128_options_wipe(vmb_ascon_aead128_options_key *key)
{
    vmb_wipe_object(key, sizeof *key);
}

/* Seals and writes the tag, or opens: tag is null then. */
VMB_NOINLINE static int vmb_options_once(const vmb_call *c, uint8_t *tag)
{
    vmb_call checked = *c;

    checked.tag_len = vmb_ascon_tag_len(c->tag_len);
    if (c->nonce_len != 16 || checked.tag_len == 0) {
        return VMB_ERR_LENGTH;
    }
    return vmb_engine_once(&checked, tag, VMB_JOB_ASCON_AEAD128, VMB_MARK_ASCON_OPTIONS);
}

int vmb_ascon_aead128_options_seal(const vmb_ascon_aead128_options_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                   const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,
                                   const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};

    return vmb_options_once(&c, tag);
}

int vmb_ascon_aead128_options_open(const vmb_ascon_aead128_options_key *key, uint8_t *out, const uint8_t *tag,
                                   size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,
                                   size_t ad_len, const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};

    return vmb_options_once(&c, NULL);
}

/* Ends a stream. A length that does not exist is not that of the stream either. */
static int vmb_options_finish(vmb_engine_stream *s, const uint8_t *tag, size_t tag_len, uint32_t opening)
{
    size_t n = vmb_ascon_tag_len(tag_len);

    if (s != NULL && n != 0) {
        s->tag_len = (uint32_t)n;
    }
    return vmb_engine_stream_finish(s, VMB_OPTIONS_KEY_SIZE, VMB_MARK_ASCON_OPTIONS, tag, n, opening);
}

int vmb_ascon_aead128_options_seal_start(vmb_ascon_aead128_options_stream *s, const vmb_ascon_aead128_options_key *key,
                                         const uint8_t *nonce, size_t nonce_len)
{
    return vmb_engine_stream_start((vmb_engine_stream *)s, VMB_JOB_ASCON_AEAD128, (const uint32_t *)key, sizeof *key,
                                   VMB_MARK_ASCON_OPTIONS, nonce, nonce_len, 16, 16, 0);
}

int vmb_ascon_aead128_options_open_start(vmb_ascon_aead128_options_stream *s, const vmb_ascon_aead128_options_key *key,
                                         const uint8_t *nonce, size_t nonce_len)
{
    return vmb_engine_stream_start((vmb_engine_stream *)s, VMB_JOB_ASCON_AEAD128, (const uint32_t *)key, sizeof *key,
                                   VMB_MARK_ASCON_OPTIONS, nonce, nonce_len, 16, 16, VMB_PHASE_OPENING);
}

VMB_ENGINE_STREAM_PIECES_DEFINE(vmb_ascon_aead128_options, VMB_MARK_ASCON_OPTIONS)

int vmb_ascon_aead128_options_seal_finish(vmb_ascon_aead128_options_stream *s, uint8_t *tag, size_t tag_len)
{
    return vmb_options_finish((vmb_engine_stream *)s, tag, tag_len, 0);
}

int vmb_ascon_aead128_options_open_finish(vmb_ascon_aead128_options_stream *s, const uint8_t *tag, size_t tag_len)
{
    return vmb_options_finish((vmb_engine_stream *)s, tag, tag_len, VMB_PHASE_OPENING);
}

#endif
