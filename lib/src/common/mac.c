/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The checks that MACs share (mac.h). Each is called once for a call.
 */
#include "common/mac.h"

static int vmb_mac_has_tag(size_t least, size_t tag_len)
{
    return tag_len >= least && tag_len <= VMB_MAC_TAG;
}

int vmb_mac_check_start(vmb_mac_body *s, const uint32_t *key, size_t key_size, uint32_t mark)
{
    if (key == NULL || VMB_OVERLAP(s, sizeof *s, key, key_size)) {
        return VMB_ERR_ARGUMENT;
    }
    if (vmb_is_unready(key, key_size, mark)) {
        return VMB_ERR_STATE;
    }
    vmb_wipe_here(s, sizeof *s); /* no loop that the compiler would make a call of memset of */
    s->phase = VMB_PHASE_ABSORB;
    s->key = key;
    return VMB_OK;
}

/* VMB_ERR_STATE when the stream is none, or its key was wiped. */
static int vmb_mac_ready(const vmb_mac_body *s, size_t key_size, uint32_t mark)
{
    return s->phase != VMB_PHASE_ABSORB || vmb_is_unready(s->key, key_size, mark) ? VMB_ERR_STATE : VMB_OK;
}

int vmb_mac_check_update(vmb_mac_body *s, size_t key_size, uint32_t mark, const uint8_t *in, size_t len)
{
    int status = vmb_mac_ready(s, key_size, mark);

    return status == VMB_OK ? vmb_check_input(s, sizeof *s, &s->len, in, len) : status;
}

int vmb_mac_check_finish(vmb_mac_body *s, size_t key_size, uint32_t mark, size_t least, const uint8_t *tag,
                         size_t tag_len, uint32_t opening)
{
    int status = vmb_mac_ready(s, key_size, mark);

    if (status == VMB_OK && !vmb_mac_has_tag(least, tag_len)) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->key, key_size, tag, tag_len, opening);
    }
    return status;
}

VMB_ALIGNED_CODE int vmb_mac_give(const uint32_t t[4], uint8_t *tag, const uint8_t *given, size_t tag_len)
{
    const uint8_t *made = (const uint8_t *)t;
    size_t i;
    uint32_t x;

    if (tag == NULL) {
        return vmb_differ(given, made, tag_len) != 0 ? VMB_ERR_TAG : VMB_OK; /* no secret: the call returns it */
    }
    if (!VMB_SIZE && tag_len == VMB_MAC_TAG && vmb_is_aligned(tag)) {
        vmb_put_word(tag, t[0]);
        vmb_put_word(tag + 4, t[1]);
        vmb_put_word(tag + 8, t[2]);
        vmb_put_word(tag + 12, t[3]);
        return VMB_OK;
    }
    for (i = 0; i < tag_len; i++) {
        x = made[i];
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        tag[i] = (uint8_t)x;
    }
    return VMB_OK;
}

int vmb_mac_end(vmb_mac_body *s, int status)
{
    vmb_wipe_here(s, sizeof *s);
    return status;
}
