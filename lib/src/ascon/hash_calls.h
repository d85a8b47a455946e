/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The public functions of Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 (contract:
 * vambrace/hash.h): the checks of calls, and the order of operations. One file of a build includes
 * this, behind what does the work there, software or engine:
 *
 *     vmb_hash_which            the type of what distinguishes the three functions
 *     VMB_HASH_256, VMB_HASH_XOF, VMB_HASH_CXOF     its values
 *     void vmb_hash_start(s, which)                 a hash with nothing in it
 *     int vmb_hash_custom(s, custom, custom_len)    CXOF128's string, also an empty one
 *     int vmb_hash_take(s, in, len)                 the next input
 *     int vmb_hash_squeeze(s, out, len)             the next output; the first ends the input
 *     int vmb_hash_all(which, out, out_len, custom, custom_len, in, len)    a whole message
 *     int vmb_hash_return(s, status)                the end of a call; an error ends s
 *     VMB_HASH_BODY             what a function is that handles secrets
 *     VMB_HASH_WIPED(status)    the status of such a function, after what it spilled is wiped
 *
 * All arguments are right when they are called; they return what vambrace/status.h says.
 */
#ifndef VMB_HASH_CALLS_H
#define VMB_HASH_CALLS_H

#define VMB_CUSTOM_MAX 256 /* bytes of a customization string */

/* Null, or the wrong phase for a call that wants one of two. */
static int vmb_hash_ready(const vmb_ascon_stream *s, uint32_t phase, uint32_t or_phase)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return s->phase == phase || s->phase == or_phase ? VMB_OK : VMB_ERR_STATE;
}

VMB_HASH_BODY int vmb_hash_update(vmb_ascon_stream *s, const uint8_t *in, size_t len)
{
    int status = vmb_hash_ready(s, VMB_PHASE_ABSORB, VMB_PHASE_ABSORB);

    if (status == VMB_OK) {
        status = vmb_check_input(s, sizeof *s, &s->len, in, len);
    }
    if (status == VMB_OK) {
        status = vmb_hash_take(s, in, len);
    }
    return vmb_hash_return(s, status);
}

VMB_HASH_BODY int vmb_hash_output(vmb_ascon_stream *s, uint8_t *out, size_t len)
{
    int status = vmb_hash_ready(s, VMB_PHASE_ABSORB, VMB_PHASE_SQUEEZE);

    if (status == VMB_OK) {
        status = vmb_check_output(s, sizeof *s, out, len);
    }
    if (status == VMB_OK) {
        status = vmb_hash_squeeze(s, out, len);
    }
    return vmb_hash_return(s, status);
}

/* All of it. */
VMB_HASH_BODY int vmb_hash_once(vmb_hash_which which, uint8_t *out, size_t out_len, const uint8_t *custom,
                                size_t custom_len, const uint8_t *in, size_t len)
{
    uint32_t total = 0;
    int status = vmb_check_input(NULL, 0, &total, in, len);

    if (status == VMB_OK) {
        /* An empty input overlaps nothing, wherever it points. */
        status = vmb_check_output(len != 0 ? in : NULL, len, out, out_len);
    }
    if (status == VMB_OK && custom_len != 0 &&
        (custom == NULL || (out_len != 0 && VMB_OVERLAP(out, out_len, custom, custom_len)))) {
        status = VMB_ERR_ARGUMENT;
    }
    if (status != VMB_OK) {
        return status;
    }
    return vmb_hash_all(which, out, out_len, custom, custom_len, in, len);
}

int vmb_ascon_hash256(uint8_t *digest, size_t digest_len, const uint8_t *in, size_t len)
{
    if (digest_len != 32) {
        return VMB_ERR_LENGTH;
    }
    return VMB_HASH_WIPED(vmb_hash_once(VMB_HASH_256, digest, 32, NULL, 0, in, len));
}

int vmb_ascon_xof128(uint8_t *out, size_t out_len, const uint8_t *in, size_t len)
{
    return VMB_HASH_WIPED(vmb_hash_once(VMB_HASH_XOF, out, out_len, NULL, 0, in, len));
}

int vmb_ascon_cxof128(uint8_t *out, size_t out_len, const uint8_t *custom, size_t custom_len, const uint8_t *in,
                      size_t len)
{
    if (custom_len > VMB_CUSTOM_MAX) {
        return VMB_ERR_LENGTH;
    }
    return VMB_HASH_WIPED(vmb_hash_once(VMB_HASH_CXOF, out, out_len, custom, custom_len, in, len));
}

int vmb_ascon_hash256_start(vmb_ascon_hash256_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_hash_start(&s->body, VMB_HASH_256);
    return VMB_OK;
}

int vmb_ascon_hash256_update(vmb_ascon_hash256_stream *s, const uint8_t *in, size_t len)
{
    return VMB_HASH_WIPED(vmb_hash_update((vmb_ascon_stream *)s, in, len));
}

int vmb_ascon_hash256_finish(vmb_ascon_hash256_stream *s, uint8_t *digest, size_t digest_len)
{
    int status = vmb_hash_ready((vmb_ascon_stream *)s, VMB_PHASE_ABSORB, VMB_PHASE_ABSORB);

    if (status == VMB_OK && digest_len != 32) {
        status = VMB_ERR_LENGTH;
    }
    if (status != VMB_OK) {
        return vmb_hash_return((vmb_ascon_stream *)s, status);
    }
    status = VMB_HASH_WIPED(vmb_hash_output(&s->body, digest, 32));
    return vmb_end_stream(s, sizeof *s, status);
}

void vmb_ascon_hash256_abort(vmb_ascon_hash256_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

int vmb_ascon_xof128_start(vmb_ascon_xof128_stream *s)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_hash_start(&s->body, VMB_HASH_XOF);
    return VMB_OK;
}

int vmb_ascon_xof128_update(vmb_ascon_xof128_stream *s, const uint8_t *in, size_t len)
{
    return VMB_HASH_WIPED(vmb_hash_update((vmb_ascon_stream *)s, in, len));
}

int vmb_ascon_xof128_squeeze(vmb_ascon_xof128_stream *s, uint8_t *out, size_t len)
{
    return VMB_HASH_WIPED(vmb_hash_output((vmb_ascon_stream *)s, out, len));
}

void vmb_ascon_xof128_abort(vmb_ascon_xof128_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

VMB_HASH_BODY int vmb_hash_start_custom(vmb_ascon_cxof128_stream *s, const uint8_t *custom, size_t custom_len)
{
    int status = VMB_OK;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (custom_len > VMB_CUSTOM_MAX) {
        status = VMB_ERR_LENGTH;
    } else if (custom_len != 0 && (custom == NULL || VMB_OVERLAP(s, sizeof *s, custom, custom_len))) {
        status = VMB_ERR_ARGUMENT;
    }
    if (status == VMB_OK) {
        vmb_hash_start(&s->body, VMB_HASH_CXOF);
        status = vmb_hash_custom(&s->body, custom, custom_len);
    }
    return vmb_hash_return(&s->body, status);
}

int vmb_ascon_cxof128_start(vmb_ascon_cxof128_stream *s, const uint8_t *custom, size_t custom_len)
{
    return VMB_HASH_WIPED(vmb_hash_start_custom(s, custom, custom_len));
}

int vmb_ascon_cxof128_update(vmb_ascon_cxof128_stream *s, const uint8_t *in, size_t len)
{
    return VMB_HASH_WIPED(vmb_hash_update((vmb_ascon_stream *)s, in, len));
}

int vmb_ascon_cxof128_squeeze(vmb_ascon_cxof128_stream *s, uint8_t *out, size_t len)
{
    return VMB_HASH_WIPED(vmb_hash_output((vmb_ascon_stream *)s, out, len));
}

void vmb_ascon_cxof128_abort(vmb_ascon_cxof128_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

#endif
