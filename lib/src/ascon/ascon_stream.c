/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-AEAD128, Ascon-128 and Ascon-128a in pieces (ascon_stream.h). The bytes
 * themselves are vmb_ascon_take's.
 *
 * Sources: NIST SP 800-232, section 4; Ascon v1.2, section 2.4.
 */
#include "ascon/ascon_stream.h"
#include "ascon/ascon_word.h"

#if !VMB_ENGINE

/* Adds the two words of the key to the state, from word i on. */
static void vmb_ascon_add_key(vmb_ascon_stream *s, uint32_t i)
{
    uint32_t *x = s->state + 2 * i;

    x[0] ^= s->key[0];
    x[1] ^= s->key[1];
    x[2] ^= s->key[2];
    x[3] ^= s->key[3];
}

/* Bytes of the current block, after `total` of associated data or of the message. */
static uint32_t vmb_ascon_used(uint32_t total, const vmb_ascon_kind *kind)
{
    return total & (kind->rate - 1u);
}

/* The end of a call: an error ends the stream. */
static int vmb_ascon_stream_return(vmb_ascon_stream *s, int status)
{
    return status == VMB_OK || s == NULL ? status : vmb_end_stream(s, sizeof *s, status);
}

/* VMB_OK if the stream waits for associated data or, with `last`, for the message, and its key is still valid. */
static int vmb_ascon_stream_ready(const vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint32_t last)
{
    uint32_t phase;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    phase = s->phase & ~(uint32_t)VMB_PHASE_OPENING;
    return phase < VMB_PHASE_AD || phase > last || vmb_is_unready(s->key, VMB_ASCON_KEY_SIZE, kind->mark)
               ? VMB_ERR_STATE
               : VMB_OK;
}

#if VMB_ASCON_ASSEMBLY && VMB_SHORT_PIECES
int vmb_ascon_stream_permute(vmb_ascon_stream *s, uint32_t rounds)
{
    vmb_ascon_permute(s->state, rounds);
    return VMB_OK;
}
#endif

int vmb_ascon_stream_start(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint32_t *key, const uint8_t *nonce,
                           size_t nonce_len, uint32_t opening)
{
    uint32_t i, raw[2];
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (nonce_len != 16) {
        status = VMB_ERR_LENGTH;
    } else if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_ASCON_KEY_SIZE) ||
               VMB_OVERLAP(s, sizeof *s, nonce, 16)) {
        status = VMB_ERR_ARGUMENT;
    } else if (vmb_is_unready(key, VMB_ASCON_KEY_SIZE, kind->mark)) {
        status = VMB_ERR_STATE;
    }
    if (status != VMB_OK) {
        return vmb_end_stream(s, sizeof *s, status);
    }
    vmb_wipe_here(s->state, sizeof s->state); /* no loop that the compiler would make a call of memset of */
    s->key = key;
    vmb_ascon_add_word(s->state, kind->iv[0], kind->iv[1]);
    vmb_ascon_add_key(s, 1);
    for (i = 0; i < 4; i += 2) {
        raw[0] = vmb_load32_le(nonce + 4 * i);
        raw[1] = vmb_load32_le(nonce + 4 * i + 4);
        vmb_ascon_add_raw(s->state + 6 + i, raw, kind->big);
    }
    vmb_ascon_permute(s->state, 12);
    vmb_ascon_add_key(s, 3);
    s->ad_len = 0;
    s->len = 0;
    s->phase = VMB_PHASE_AD | opening;
    return vmb_ascon_stream_return(s, VMB_OK);
}

int vmb_ascon_ad_checked(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len)
{
    uint32_t used = vmb_ascon_used(s->ad_len, kind);

    s->ad_len += (uint32_t)len;
    vmb_ascon_take(s->state, &used, kind, NULL, ad, len, VMB_ASCON_ABSORB);
    return VMB_OK;
}

int vmb_ascon_stream_ad(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint8_t *ad, size_t len)
{
    int status = vmb_ascon_stream_ready(s, kind, VMB_PHASE_AD);
    uint32_t sum;

    if (status == VMB_OK) {
        sum = s->ad_len;
        status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    }
    if (status == VMB_OK) {
        status = vmb_ascon_ad_checked(s, kind, ad, len);
    }
    return vmb_ascon_stream_return(s, status);
}

/* From associated data to message, once. The bit that separates the two is the
 * last one of the state in the byte order of the algorithm. */
static void vmb_ascon_end_ad(vmb_ascon_stream *s, const vmb_ascon_kind *kind)
{
    if (vmb_ascon_stream_ready(s, kind, VMB_PHASE_AD) != VMB_OK) {
        return;
    }
    if (s->ad_len != 0) {
        vmb_ascon_pad(s->state, vmb_ascon_used(s->ad_len, kind), kind->big);
        vmb_ascon_permute(s->state, kind->rounds);
    }
    vmb_ascon_add_word(s->state + 8, kind->big, kind->big ? 0 : 0x80000000u);
    s->phase = VMB_PHASE_MESSAGE | (s->phase & VMB_PHASE_OPENING);
}

int vmb_ascon_update_checked(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                             size_t len)
{
    uint32_t used = vmb_ascon_used(s->len, kind);
    uint32_t mode = s->phase & VMB_PHASE_OPENING ? VMB_ASCON_OPEN : VMB_ASCON_SEAL;

    s->len += (uint32_t)len;
#if VMB_ASCON_KERNELS
    if (used == 0 && len != 0 && (len & (kind->rate - 1u)) == 0) {
        kind->blocks(s->state, out, in, len, mode);
        return VMB_OK;
    }
#endif
    vmb_ascon_take(s->state, &used, kind, out, in, len, mode);
    return VMB_OK;
}

int vmb_ascon_stream_update(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                            size_t len)
{
    int status = vmb_ascon_stream_ready(s, kind, VMB_PHASE_MESSAGE);
    uint32_t sum;

    if (status == VMB_OK) {
        sum = s->len;
        status = vmb_check_update(s, sizeof *s, s->key, VMB_ASCON_KEY_SIZE, &sum, out, in, len);
    }
    if (status == VMB_OK) {
        vmb_ascon_end_ad(s, kind);
        status = vmb_ascon_update_checked(s, kind, out, in, len);
    }
    return vmb_ascon_stream_return(s, status);
}

/* Checks what both ways to finish take, then computes the raw tag. */
static int vmb_ascon_finish(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint32_t raw[4], const uint8_t *tag,
                            size_t tag_len, uint32_t opening)
{
    int status = vmb_ascon_stream_ready(s, kind, VMB_PHASE_MESSAGE);

    if (status != VMB_OK) {
        return status;
    }
    if ((s->phase & VMB_PHASE_OPENING) != opening) {
        return VMB_ERR_STATE;
    }
    if (tag_len != 16) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_tag(s, sizeof *s, s->key, VMB_ASCON_KEY_SIZE, tag, 16, opening);
    if (status != VMB_OK) {
        return status;
    }
    vmb_ascon_end_ad(s, kind);
    vmb_ascon_pad(s->state, vmb_ascon_used(s->len, kind), kind->big);
    vmb_ascon_add_key(s, kind->rate / 8u);
    vmb_ascon_permute(s->state, 12);
    vmb_ascon_add_key(s, 3);
    vmb_ascon_get_raw(raw, s->state + 6, kind->big);
    vmb_ascon_get_raw(raw + 2, s->state + 8, kind->big);
    return VMB_OK;
}

/* How a stream ends, whatever happened to it. */
static int vmb_ascon_end(vmb_ascon_stream *s, int status)
{
    if (s != NULL) {
        vmb_wipe_here(s, sizeof *s);
    }
    return status;
}

int vmb_ascon_stream_seal_finish(vmb_ascon_stream *s, const vmb_ascon_kind *kind, uint8_t *tag, size_t tag_len)
{
    uint32_t raw[4], i;
    int status = vmb_ascon_finish(s, kind, raw, tag, tag_len, 0);

    if (status == VMB_OK) {
        for (i = 0; i < 4; i++) {
            vmb_store32_le(tag + 4 * i, raw[i]);
        }
    }
    return vmb_ascon_end(s, status);
}

int vmb_ascon_stream_open_finish(vmb_ascon_stream *s, const vmb_ascon_kind *kind, const uint8_t *tag, size_t tag_len)
{
    uint32_t raw[4], i, differ = 0;
    int status = vmb_ascon_finish(s, kind, raw, tag, tag_len, VMB_PHASE_OPENING);

    if (status == VMB_OK) {
        for (i = 0; i < 4; i++) {
            differ |= raw[i] ^ vmb_load32_le(tag + 4 * i);
            VMB_OPAQUE(differ);
        }
        vmb_wipe(raw, sizeof raw); /* of a forgery this is the right tag */
        status = -(int)(differ != 0) & VMB_ERR_TAG; /* no branch, even without optimisation; otherwise VMB_OK, 0 */
    }
    return vmb_ascon_end(s, status);
}

void vmb_ascon_stream_abort(vmb_ascon_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

#endif
