/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-AEAD128 with truncated tags and nonce masking (NIST SP 800-232, sections 4.2.1 and 4.2.2), one shot and in
 * pieces: the public functions. Truncation and masking do not change what is between nonce and tag, which is the work
 * of the streams of Ascon-AEAD128 (ascon_stream.h). For an engine: engine_ascon_options.c.
 *
 * A key object is the masking key as little-endian words (zero without masking), then a key object of Ascon-AEAD128 in
 * software with a mark of its own, to which streams refer.
 */
#include "ascon/ascon_stream.h"
#include "ascon/ascon_tag.h"
#include "vambrace/aead.h"

#if !VMB_ENGINE

#define VMB_OPTIONS_MASK_WORDS 4
#define VMB_OPTIONS_KEY_SIZE sizeof(vmb_ascon_aead128_options_key)

/* The two views of a key object end with the same mark. */
typedef char vmb_options_layout[VMB_OPTIONS_KEY_SIZE == 4 * VMB_OPTIONS_MASK_WORDS + VMB_ASCON_KEY_SIZE ? 1 : -1];

static const vmb_ascon_kind vmb_options_kind = {
    {0x808c0001u, 0x00001000u}, 16, 8, 0, VMB_MARK_ASCON_OPTIONS VMB_ASCON_BLOCKS(vmb_ascon_aead128)};

/* Secrets are in memory only where the functions below put them, or a permutation in C: VMB_ASCON_WIPED is for what it
 * spilled. */

/* The state before the first permutation: initial value, key, and the nonce with its mask, which together are secret.
 * Not inlined: secrets would stay behind in registers that belong to the caller, and the permutation, which comes next,
 * saves those on the stack. */
VMB_NOINLINE static void vmb_options_load(uint32_t state[10], const uint32_t *key, const uint8_t *nonce)
{
    uint32_t raw[2], i;

    vmb_wipe_here(state, 40);
    vmb_ascon_add_word(state, vmb_options_kind.iv[0], vmb_options_kind.iv[1]);
    for (i = 0; i < 4; i += 2) {
        state[2 + i] ^= key[VMB_OPTIONS_MASK_WORDS + i];
        state[3 + i] ^= key[VMB_OPTIONS_MASK_WORDS + 1 + i];
        raw[0] = vmb_load32_le(nonce + 4 * i) ^ key[i];
        raw[1] = vmb_load32_le(nonce + 4 * i + 4) ^ key[i + 1];
        vmb_ascon_add_raw(state + 6 + i, raw, 0);
    }
    vmb_wipe_here(raw, sizeof raw);
}

#if VMB_ASCON_TAG_OUT
/* The nonce with its mask, as bytes; the same about registers. */
VMB_NOINLINE static void vmb_options_mask(uint32_t masked[4], const uint32_t *key, const uint8_t *nonce)
{
    unsigned i;

    for (i = 0; i < 4; i++) {
        masked[i] = vmb_load32_le(nonce + 4 * i) ^ key[i]; /* the machine is little-endian */
    }
}
#endif

VMB_NOINLINE static void vmb_options_expand(uint32_t *key, const uint8_t *bytes, size_t key_len)
{
    unsigned i;

    for (i = 0; i < VMB_OPTIONS_MASK_WORDS; i++) {
        key[i] = key_len == 16 ? 0 : vmb_load32_le(bytes + 16 + 4 * i);
    }
}

/* The first n bytes of the tag, to `tag`. */
VMB_NOINLINE static void vmb_options_put(uint8_t *tag, const uint32_t full[4], size_t n)
{
    const uint8_t *from = (const uint8_t *)full, *end = from + n;

    do {
        *tag++ = *from++;
    } while (from != end);
}

VMB_NOINLINE static int vmb_options_init(uint32_t *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_OPTIONS_KEY_SIZE, bytes, key_len, key_len == 16 ? 16 : 32);

    if (status == VMB_OK) {
        vmb_options_expand(key, bytes, key_len);
        status = vmb_ascon_expand(key + VMB_OPTIONS_MASK_WORDS, bytes, 16, 0, VMB_MARK_ASCON_OPTIONS);
    }
    return status;
}

int vmb_ascon_aead128_options_init(vmb_ascon_aead128_options_key *key, const uint8_t *bytes, size_t key_len)
{
    return VMB_ASCON_WIPED(vmb_options_init((uint32_t *)key, bytes, key_len));
}

void vmb_ascon_aead128_options_wipe(vmb_ascon_aead128_options_key *key)
{
    vmb_wipe_object(key, sizeof *key);
}

/* Starts a stream with a key that is ready, as vmb_ascon_stream_start, whose nonce is not secret. */
static void vmb_options_begin(vmb_ascon_body *s, const uint32_t *key, const uint8_t *nonce, uint32_t opening)
{
    unsigned i;

    vmb_options_load(s->state, key, nonce);
    vmb_ascon_permute(s->state, 12);
    s->key = key + VMB_OPTIONS_MASK_WORDS;
    for (i = 0; i < 4; i++) {
        s->state[6 + i] ^= s->key[i];
    }
    s->ad_len = 0;
    s->len = 0;
    s->used = 0;
    s->keep = opening / VMB_PHASE_OPENING - 1u;
    s->phase = VMB_PHASE_AD | opening;
}

/* Ends a message whose tag is in `full`: of tag_len bytes, it goes to `tag`, or if that is null is compared with `given`. */
static int vmb_options_give(const uint32_t full[4], uint8_t *tag, const uint8_t *given, size_t tag_len)
{
    if (tag != NULL) {
        vmb_options_put(tag, full, tag_len);
        return VMB_OK;
    }
    return vmb_differ((const uint8_t *)full, given, tag_len) == 0 ? VMB_OK : VMB_ERR_TAG;
}

/* Ends a stream of either direction. */
static int vmb_options_end(vmb_ascon_body *s, uint8_t *tag, const uint8_t *given, size_t tag_len)
{
    uint32_t full[4];
    int status;

    s->phase &= ~(uint32_t)VMB_PHASE_OPENING; /* the tag of a message is the same */
    status = vmb_ascon_stream_seal_finish(s, &vmb_options_kind, (uint8_t *)full, sizeof full);
    if (status == VMB_OK) {
        status = vmb_options_give(full, tag, given, tag_len);
    }
    if (status == VMB_ERR_TAG) {
        vmb_wipe_stack(); /* the stream's function left the right tag */
    }
    vmb_wipe_here(full, sizeof full);
    return status;
}

/* A message whose arguments are checked; returns 0 or, to open, the status of its tag. */
#if VMB_ASCON_TAG_OUT
static int vmb_options_message(const vmb_call *c, uint8_t *tag, size_t tag_len)
{
    const uint32_t *key = (const uint32_t *)c->key;
    uint32_t masked[4], full[4];
    int status;

    vmb_options_mask(masked, key, c->nonce);
    (void)vmb_ascon_options_run(key + VMB_OPTIONS_MASK_WORDS, c->out, (uint8_t *)full, c->in, (const uint8_t *)masked,
                                c->tag_is_output ? c->len : c->len | VMB_ASCON_OPENING, c->ad, c->ad_len);
    status = vmb_options_give(full, tag, c->tag, tag_len);
    vmb_wipe_here(masked, sizeof masked);
    vmb_wipe_here(full, sizeof full);
    return status;
}
#else
static int vmb_options_message(const vmb_call *c, uint8_t *tag, size_t tag_len)
{
    vmb_ascon_body s;
    int status;

    vmb_options_begin(&s, (const uint32_t *)c->key, c->nonce, c->tag_is_output ? 0 : VMB_PHASE_OPENING);
    status = vmb_ascon_stream_ad(&s, &vmb_options_kind, c->ad, c->ad_len);
    if (status == VMB_OK) {
        status = vmb_ascon_stream_update(&s, c->out, c->in, c->len, &vmb_options_kind);
    }
    return status == VMB_OK ? vmb_options_end(&s, tag, c->tag, tag_len) : status;
}
#endif

/* Seals and writes the tag, or opens: tag is null then. */
VMB_NOINLINE static int vmb_options_run(const vmb_call *c, uint8_t *tag)
{
    vmb_call checked = *c;
    int status;

    checked.tag_len = vmb_ascon_tag_len(c->tag_len);
    if (c->nonce_len != 16 || checked.tag_len == 0) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_call(&checked, VMB_OPTIONS_KEY_SIZE, VMB_MARK_ASCON_OPTIONS);
    if (status == VMB_OK) {
        status = vmb_options_message(c, tag, checked.tag_len);
        if (status == VMB_ERR_TAG) {
            vmb_wipe(c->out, c->len);
        }
    }
    return status;
}

int vmb_ascon_aead128_options_seal(const vmb_ascon_aead128_options_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                   const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,
                                   const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};

    return VMB_ASCON_WIPED(vmb_options_run(&c, tag));
}

int vmb_ascon_aead128_options_open(const vmb_ascon_aead128_options_key *key, uint8_t *out, const uint8_t *tag,
                                   size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,
                                   size_t ad_len, const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};

    return VMB_ASCON_WIPED(vmb_options_run(&c, NULL));
}

VMB_NOINLINE static int vmb_options_start(vmb_ascon_body *s, const uint32_t *key, const uint8_t *nonce,
                                          size_t nonce_len, uint32_t opening)
{
    int status = VMB_OK;

    if (nonce_len != 16) {
        status = VMB_ERR_LENGTH;
    } else if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_OPTIONS_KEY_SIZE) ||
               VMB_OVERLAP(s, sizeof *s, nonce, 16)) {
        status = VMB_ERR_ARGUMENT;
    } else if (vmb_is_unready(key, VMB_OPTIONS_KEY_SIZE, VMB_MARK_ASCON_OPTIONS)) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK) {
        vmb_options_begin(s, key, nonce, opening);
        return VMB_OK;
    }
    return vmb_end_stream(s, sizeof *s, status);
}

int vmb_ascon_aead128_options_seal_start(vmb_ascon_aead128_options_stream *s, const vmb_ascon_aead128_options_key *key,
                                         const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_ASCON_WIPED(vmb_options_start(&s->body, (const uint32_t *)key, nonce, nonce_len, 0));
}

int vmb_ascon_aead128_options_open_start(vmb_ascon_aead128_options_stream *s, const vmb_ascon_aead128_options_key *key,
                                         const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_ASCON_WIPED(vmb_options_start(&s->body, (const uint32_t *)key, nonce, nonce_len, VMB_PHASE_OPENING));
}

int vmb_ascon_aead128_options_ad(vmb_ascon_aead128_options_stream *s, const uint8_t *ad, size_t len)
{
    return VMB_ASCON_WIPED(vmb_ascon_stream_ad((vmb_ascon_body *)s, &vmb_options_kind, ad, len));
}

/* 1 if the stream waits for a message or its end, and its key is still valid. */
static int vmb_options_waits(const vmb_ascon_body *s)
{
    uint32_t phase = s->phase & ~(uint32_t)VMB_PHASE_OPENING;

    return (phase == VMB_PHASE_AD || phase == VMB_PHASE_MESSAGE) &&
           !vmb_is_unready(s->key, VMB_ASCON_KEY_SIZE, VMB_MARK_ASCON_OPTIONS);
}

VMB_NOINLINE static int vmb_options_update(vmb_ascon_body *s, uint8_t *out, const uint8_t *in, size_t len)
{
    /* The rest of the key object is the stream's to check. */
    if (vmb_options_waits(s) && len - 1 < VMB_MAX_BYTES &&
        VMB_OVERLAP(out, len, s->key - VMB_OPTIONS_MASK_WORDS, 4 * VMB_OPTIONS_MASK_WORDS)) {
        return vmb_end_stream(s, sizeof *s, VMB_ERR_ARGUMENT);
    }
    return vmb_ascon_stream_update(s, out, in, len, &vmb_options_kind);
}

int vmb_ascon_aead128_options_update(vmb_ascon_aead128_options_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_ASCON_WIPED(vmb_options_update(&s->body, out, in, len));
}

/* Ends a stream of seal_start, or of open_start if `opening` is set: tag is null then. */
VMB_NOINLINE static int vmb_options_finish(vmb_ascon_body *s, uint8_t *tag, const uint8_t *given, size_t tag_len,
                                           uint32_t opening)
{
    size_t n = vmb_ascon_tag_len(tag_len);
    int status = VMB_ERR_STATE;

    if (vmb_options_waits(s) && (s->phase & VMB_PHASE_OPENING) == opening) {
        status = VMB_ERR_LENGTH;
        if (n != 0) {
            status = vmb_check_tag(s, sizeof *s, s->key - VMB_OPTIONS_MASK_WORDS, VMB_OPTIONS_KEY_SIZE, given, n,
                                   opening);
        }
    }
    return status == VMB_OK ? vmb_options_end(s, tag, given, n) : vmb_end_stream(s, sizeof *s, status);
}

int vmb_ascon_aead128_options_seal_finish(vmb_ascon_aead128_options_stream *s, uint8_t *tag, size_t tag_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_ASCON_WIPED(vmb_options_finish(&s->body, tag, tag, tag_len, 0));
}

int vmb_ascon_aead128_options_open_finish(vmb_ascon_aead128_options_stream *s, const uint8_t *tag, size_t tag_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_ASCON_WIPED(vmb_options_finish(&s->body, NULL, tag, tag_len, VMB_PHASE_OPENING));
}

void vmb_ascon_aead128_options_abort(vmb_ascon_aead128_options_stream *s)
{
    vmb_ascon_stream_abort((vmb_ascon_body *)s);
}

#endif
